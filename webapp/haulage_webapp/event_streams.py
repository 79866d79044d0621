"""How many event streams one user and one network address hold open: each is a connection and a look at the
database every while."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from haulage.kernel.rate_limit import TooManyRequests

RETRY_AFTER_SECONDS = 10
"""Ours: about as long as a browser takes to give up the streams of pages that were left."""


class OpenStreams:
    """Counts for one server process; whoever comes back elsewhere is counted there.

    A holder is a user, or all who follow one link. Many of them may share an address, as in an office.
    """

    def __init__(self, per_holder: int, per_address: int) -> None:
        self._per_holder = per_holder
        self._per_address = per_address
        self._of_holders: Counter[str] = Counter()
        self._of_addresses: Counter[str] = Counter()
        self._endings: set[Callable[[], None]] = set()
        self._has_ended = False

    def take(self, holder: str, address: str) -> "Seat":
        """A place for one more. Raises ``TooManyRequests``."""
        if self._of_holders[holder] >= self._per_holder or self._of_addresses[address] >= self._per_address:
            raise TooManyRequests(RETRY_AFTER_SECONDS)
        self._of_holders[holder] += 1
        self._of_addresses[address] += 1
        return Seat(self, holder, address)

    def leave(self, holder: str, address: str) -> None:
        """Give a place back."""
        for counter, key in ((self._of_holders, holder), (self._of_addresses, address)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    def end(self) -> None:
        """The server goes away: what is open ends now, and what is opened yet ends at once."""
        self._has_ended = True
        for ending in tuple(self._endings):
            ending()

    @contextmanager
    def ended_by(self, ending: Callable[[], None]) -> Iterator[None]:
        """Within, *ending* is called when the server goes away."""
        if self._has_ended:
            ending()
        self._endings.add(ending)
        try:
            yield
        finally:
            self._endings.discard(ending)

    def count(self, holder: str) -> int:
        return self._of_holders.get(holder, 0)

    def count_at(self, address: str) -> int:
        return self._of_addresses.get(address, 0)


class Seat:
    """One open stream. It is given back when left, or at the latest with the last who knows of it: a
    connection that is gone before its first event never enters the block."""

    def __init__(self, streams: OpenStreams, holder: str, address: str) -> None:
        self.streams = streams
        self._holder, self._address = holder, address
        self._taken = True

    def give_back(self) -> None:
        if self._taken:
            self._taken = False
            self.streams.leave(self._holder, self._address)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.give_back()

    def __del__(self) -> None:
        self.give_back()
