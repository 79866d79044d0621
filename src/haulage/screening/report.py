"""A background check as the core knows it: how far it is, its outcome, and what it found (ONB-37, OP-75)."""

import re
from datetime import date
from enum import StrEnum

import attrs

from haulage.screening.violation import Violation


class Progress(StrEnum):
    """How far the check is. Only a complete one is evaluated."""

    PENDING = "pending"
    COMPLETE = "complete"
    SUSPENDED = "suspended"
    DISPUTED = "disputed"
    CANCELED = "canceled"
    PAUSED = "paused"
    UNKNOWN = "unknown"


class Outcome(StrEnum):
    """What came of it; none while nothing has, and where the provider says nothing."""

    CLEAR = "clear"
    CONSIDER = "consider"
    NONE = "none"


CONVICTED = re.compile(
    r"\b(?:convict\w*|guilty|pled|pleaded|plea|nolo contendere|no contest|sentenced|adjudicated)\b"
)
NOT_CONVICTED = re.compile(
    r"\bnot guilty\b|\bdismiss\w*|\bacquit\w*|\bseal\w*|\bexpunge\w*|\bpending\b|\bnolle\b|\bnot convicted\b"
    r"|\bwithheld\b|\bvacated\b|\bset aside\b|\bdiverted\b|\bdiversion\b|\bwithdrawn\b|\bdropped\b"
    r"|\bdeclined\b|\bno action\b|\breversed\b|\bpardon\w*"
)


@attrs.frozen
class CriminalRecord:
    """One charge of a court's record, in the court's words."""

    description: str
    type: str = ""
    disposition: str = ""
    on: date | None = None
    location: str = ""

    @property
    def is_conviction(self) -> bool:
        """Only then it counts (OP-76): a charge that was dismissed, sealed or is pending says nothing."""
        words = self.disposition.casefold()
        return bool(CONVICTED.search(words)) and not NOT_CONVICTED.search(words)

    @property
    def is_felony(self) -> bool:
        return bool(re.search(r"\bfelony\b", f"{self.type} {self.description}".casefold()))


@attrs.frozen
class ScreeningReport:
    """What one check says of an applicant. What was no part of it is clear.

    With *is_partial* something that belongs to it was canceled or is not told here: that nothing was found
    then means little.
    """

    progress: Progress
    outcome: Outcome = Outcome.NONE
    records: tuple[CriminalRecord, ...] = ()
    violations: tuple[Violation, ...] = ()
    suspensions: tuple[str, ...] = ()
    identity_failed: bool = False
    registry_match: bool = False
    watchlist_match: bool = False
    is_partial: bool = False

    @property
    def speaks_against(self) -> bool:
        """Whether it has anything, complete or not, that somebody could be rejected for."""
        matches = self.identity_failed or self.registry_match or self.watchlist_match
        found = self.records or self.violations or self.suspensions
        return bool(found) or matches or self.outcome is Outcome.CONSIDER

    @property
    def points(self) -> int:
        """Of all violations together; shown, and part of no decision (OP-82)."""
        return sum(each.points for each in self.violations)
