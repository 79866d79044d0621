"""How many event streams one user holds open: each is a connection and a look at the database every while."""

from collections import Counter
from types import TracebackType
from typing import Self

from haulage.kernel.policy import Actor
from haulage.kernel.rate_limit import TooManyRequests

RETRY_AFTER_SECONDS = 10
"""Ours: about as long as a browser takes to give up the streams of pages that were left."""


class OpenStreams:
    """Counts for one server process; whoever comes back elsewhere is counted there."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, actor: Actor) -> "Seat":
        """A place for one more. Raises ``TooManyRequests``."""
        return self.take_for(actor.name)

    def take_for(self, name: str) -> "Seat":
        """The same for those who are counted together by another *name* than their own."""
        if self._open[name] >= self._most:
            raise TooManyRequests(RETRY_AFTER_SECONDS)
        self._open[name] += 1
        return Seat(self, name)

    def leave(self, name: str) -> None:
        """Give a place back."""
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def count(self, actor: Actor) -> int:
        return self._open.get(actor.name, 0)


class Seat:
    """One open stream. It is given back when left, or at the latest with the last who knows of it: a
    connection that is gone before its first event never enters the block."""

    def __init__(self, streams: OpenStreams, name: str) -> None:
        self._streams, self._name = streams, name
        self._taken = True

    def give_back(self) -> None:
        if self._taken:
            self._taken = False
            self._streams.leave(self._name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.give_back()

    def __del__(self) -> None:
        self.give_back()
