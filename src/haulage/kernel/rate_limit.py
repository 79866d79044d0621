"""How often somebody may do a thing: the generic cell rate algorithm of ATM traffic management.

One instant a key is the whole state, so a limit fits in a dictionary's value or a table's row. An
unused limit may be spent at once; it then comes back evenly, one time per ``per / times``.

Ours, because the library ``limits`` has no store in SQL and reads the wall clock.
"""

from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import HaulageError


@attrs.frozen
class RateLimit:
    """At most *times* within *per*, on average; never more than *times* at once."""

    times: int
    per: timedelta

    @property
    def spacing(self) -> timedelta:
        """How long one time takes to come back: rounded down, so that all of them fit into the period."""
        return self.per // self.times


@attrs.frozen
class Taken:
    """The state to keep, or how long to wait when nothing was taken."""

    due: datetime
    wait: timedelta = timedelta()

    @property
    def allowed(self) -> bool:
        return not self.wait


def take(limit: RateLimit, due: datetime | None, now: datetime) -> Taken:
    """Take one time of *limit*; *due* is what the last taking left, None at the first.

    No taking leaves more than ``now + per``. A later instant was written by a clock that was ahead, or
    under a longer period, and would refuse everybody for as long as it was ahead: it counts as a limit of
    which one time is left. One spacing of difference is allowed between the clocks of two servers, so
    nobody ever waits for longer than two spacings.
    """
    earliest = max(due or now, now)
    if earliest > now + limit.per + limit.spacing:
        earliest = now + limit.per - limit.spacing
    wait = earliest + limit.spacing - limit.per - now
    if wait > timedelta():
        return Taken(earliest, wait)
    return Taken(earliest + limit.spacing)


@attrs.define
class TooManyRequests(HaulageError):
    """The rate limit is reached; nothing was done. *retry_after_seconds* is whole and at least 1."""

    code = "too_many_requests"
    retry_after_seconds: int

    @property
    def message(self) -> str:
        """In the words of OP-55; the seconds stand in the ``Retry-After`` header."""
        return "Too many requests. Please wait a few minutes before trying again."
