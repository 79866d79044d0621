"""HEAD, which every address that answers GET must answer too (RFC 9110 §9.3.2)."""

import asyncio
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


class HeadAsGet:
    """Answers HEAD with the head of what GET would say, and ends there: event streams have no end."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        answered = asyncio.Event()

        async def send_head(message: Message) -> None:
            if answered.is_set():
                return
            await send(message)
            answered.set()
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def hang_up() -> Any:
            """Nothing comes in after a request without a body but its end."""
            await answered.wait()
            return {"type": "http.disconnect"}

        scope["method"] = "GET"
        await self.app(scope, _first_then(receive, hang_up), send_head)


def _first_then(first: Receive, later: Receive) -> Receive:
    pending = [first]

    async def receive() -> Any:
        return await (pending.pop() if pending else later)()

    return receive
