"""Who asks, and that every route says what for."""

from collections.abc import Mapping
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from haulage.kernel.errors import Forbidden, Unauthenticated
from haulage.kernel.policy import ANONYMOUS, Action, Actor
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.orders.permits import ByActor, BySession, Permit
from haulage_webapp.injected import InjectedMarketplace

ACTION = "action"

OPEN_TO_VISITORS: list[dict[str, list[str]]] = [{}, {"bearer": []}]
"""The OpenAPI security of a route that needs no token and takes one."""


def does(action: Action) -> dict[str, Any]:
    """The ``opt`` of a route: the action that it asks for."""
    return {ACTION: action}


async def require_policy(_connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Deny by default: a route that names no action answers nobody."""
    if not isinstance(handler.opt.get(ACTION), Action):
        raise Forbidden


async def provide_actor(request: Request[Any, Any, Any], marketplace: InjectedMarketplace) -> Actor:
    """The bearer of the access token, or a visitor; a token that is no good is refused."""
    token = _access_token(request)
    return ANONYMOUS if token is None else await marketplace.accounts.authenticate(token)


async def permit_of(request: Request[Any, Any, Any], marketplace: Marketplace) -> Permit:
    """By what right somebody with such an access token, or with none, watches an order."""
    token = _access_token(request)
    if token is None:
        return ByActor(ANONYMOUS)
    return await BySession.of(marketplace.accounts.authenticate.tokens, token)


def _access_token(request: Request[Any, Any, Any]) -> str | None:
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated
    return token.strip()


class SecurityHeaders:
    """Adds the browser's rules to every answer; what the API says is never cached."""

    def __init__(self, app: ASGIApp, rules: Mapping[str, str]) -> None:
        self.app = app
        self.rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in self.rules.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(("/api/", "/auth/")):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)
