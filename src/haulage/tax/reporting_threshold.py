"""From what a year's payments must be reported to the tax authority (OP-69)."""

import attrs

from haulage.kernel.money import Cents

THRESHOLDS = ((2026, 2_000_00), (0, 600_00))
"""By the first year, the newest first: $2,000 for payments made in 2026, $600 before (26 U.S.C. 6041(a) as
amended by Public Law 119-21, section 70433)."""

FIRST_INDEXED_YEAR = 2027
"""From then on the amount follows inflation and is announced for each year."""


@attrs.frozen
class ReportingThreshold:
    """In cents. A provisional one is the last that is known, of a year whose own is not announced here."""

    cents: Cents
    provisional: bool = False

    def is_reached_by(self, paid_cents: Cents) -> bool:
        return paid_cents >= self.cents


def reporting_threshold(year: int) -> ReportingThreshold:
    """Of payments that are made in *year*."""
    cents = next(cents for since, cents in THRESHOLDS if year >= since)
    return ReportingThreshold(cents, provisional=year >= FIRST_INDEXED_YEAR)
