"""A rule of the retention schedule."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.ports.storage.unit_of_work import UnitOfWork

Delete = Callable[[UnitOfWork, datetime, int], Awaitable[int]]
"""Removes at most so many of what is older, and answers how many that were; fewer where each is dear."""

DAYS_A_YEAR = 365
NAMED_HOURS = 48
"""Ours: up to here a period reads better in hours than in days."""


class Removal(StrEnum):
    """What happens at the end."""

    DELETED = "deleted"
    EMPTIED = "emptied"
    """The content goes; that there was something, and when, stays."""
    WITH_ACCOUNT = "with_account"
    """Goes, or is emptied, when its owner deletes the account."""
    RETAINED = "retained"


@attrs.frozen
class RetentionRule:
    """How long something is stored, why, and how it is removed.

    *stored_in* names tables, and files of the data folder as patterns with a slash before them. *what* and
    *since* are written for those whom it concerns; *what* is None where nobody's data is in it. *why* gives
    the law or the reason, and *source* whose decision it is. *duration* is None where no period ends by
    itself. Without *delete* something else removes it, which *by* names.
    """

    key: str
    stored_in: tuple[str, ...]
    removal: Removal
    why: str
    what: str | None = None
    duration: timedelta | None = None
    since: str = ""
    source: str = "ours"
    delete: Delete | None = None
    by: str = ""

    def __attrs_post_init__(self) -> None:
        ends = self.removal in {Removal.DELETED, Removal.EMPTIED}
        if ends and (self.duration is None or not (self.delete or self.by)):
            raise ValueError(f"{self.key} says neither how long it is kept nor what removes it")
        if self.delete is not None and not ends:
            raise ValueError(f"{self.key} is deleted and said to be kept")

    @property
    def period(self) -> str:
        """How long, in words."""
        if self.removal is Removal.WITH_ACCOUNT:
            return "until you delete your account"
        if self.duration is None:
            return "as long as this site is run"
        least = "at least " if self.removal is Removal.RETAINED else ""
        return f"{least}{in_words(self.duration)} {self.since}".strip()


def in_words(period: timedelta) -> str:
    """The period in the largest unit that it is a whole number of."""
    for unit, length in (
        ("year", timedelta(days=DAYS_A_YEAR)),
        ("day", timedelta(days=1)),
        ("hour", timedelta(hours=1)),
        ("minute", timedelta(minutes=1)),
    ):
        number, rest = divmod(period, length)
        if number and not rest and not (unit == "day" and period < timedelta(hours=NAMED_HOURS)):
            return f"{number} {unit}{'' if number == 1 else 's'}"
    raise ValueError(f"{period} is no whole number of minutes")
