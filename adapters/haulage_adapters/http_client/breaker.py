"""A circuit breaker: a service that keeps failing is left alone for a while, then tried once.

Ours, because the libraries at hand read the wall clock and let every caller through at once when half
open; here the clock comes from outside and one caller tries.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum

from haulage_adapters.http_client.failures import CircuitOpen, OutsideFailure


class State(StrEnum):
    """Whether callers are let through: all, none, or one who tries."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Breaker:
    """Opens after so many failures in a row; after its rest one caller decides what comes next."""

    def __init__(
        self, *, failures: int = 5, rest_seconds: float = 10.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = failures
        self._rest = rest_seconds
        self._now = now
        self._failures = 0
        self._opened_at: float | None = None
        self._trying = False
        self._last = ""
        """What failed last, for the log of those who are not let in."""

    @property
    def state(self) -> State:
        if self._opened_at is None:
            return State.CLOSED
        return State.HALF_OPEN if self._now() >= self._opened_at + self._rest else State.OPEN

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """Count what happens inside. Raises ``CircuitOpen`` instead of letting a caller in.

        Only an ``OutsideFailure`` is a failure; any other refusal is an answer. A caller who was
        cancelled has learnt nothing, and leaves everything as it was.
        """
        trying = self._admit()
        try:
            yield
        except OutsideFailure as failure:
            self._failed(trying, failure)
            raise
        except Exception:
            self._answered()
            raise
        else:
            self._answered()
        finally:
            if trying:
                self._trying = False

    def _admit(self) -> bool:
        state = self.state
        if state is State.CLOSED:
            return False
        if state is State.OPEN or self._trying:
            raise CircuitOpen(f"it failed too often and is left alone for a while; at last: {self._last}")
        self._trying = True
        return True

    def _failed(self, trying: bool, failure: OutsideFailure) -> None:
        self._last = str(failure)
        self._failures += 1
        if trying or self._failures >= self._limit:
            self._opened_at = self._now()

    def _answered(self) -> None:
        self._failures = 0
        self._opened_at = None
