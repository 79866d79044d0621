"""An event loop that does not outlive its work for the sake of a name server that does not answer.

asyncio looks names up in its pool of threads, and waits for these at its end: a lookup that nobody waits for
any longer, of a service whose budget is over, would hold the process for as long as the system asks on.
"""

import asyncio
import socket
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end: what every command does instead of ``asyncio.run``."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(work)


class Loop(asyncio.SelectorEventLoop):
    """The loop of one command. Its lookups have threads of their own, which end with the process."""

    async def getaddrinfo(
        self,
        host: Any,
        port: Any,
        *,
        family: int = 0,
        type: int = 0,  # the name that the loop's callers use
        proto: int = 0,
        flags: int = 0,
    ) -> Any:
        answer: asyncio.Future[Any] = self.create_future()

        def look_up() -> None:
            try:
                found: Any = socket.getaddrinfo(host, port, family, type, proto, flags)
            except Exception as error:
                self._tell(answer, None, error)
            else:
                self._tell(answer, found, None)

        threading.Thread(target=look_up, name="name lookup", daemon=True).start()
        return await answer

    def _tell(self, answer: "asyncio.Future[Any]", found: Any, error: Exception | None) -> None:
        try:
            self.call_soon_threadsafe(_settle, answer, found, error)
        except RuntimeError:
            """The loop was closed meanwhile, and nobody waits."""


def _settle(answer: "asyncio.Future[Any]", found: Any, error: Exception | None) -> None:
    if answer.done():
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(found)
