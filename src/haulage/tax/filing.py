"""Information returns as they were exported, so that a later export knows what it corrects."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.money import Cents
from haulage.tax.tax_form import TaxForm

MAX_NAMED_FAULTS = 20
"""Ours: as many are named in a sentence; all of them are in the answer's rows."""


@attrs.frozen
class Filing:
    """One driver's form of a year as it was exported. ``corrects`` is the id of the one before it that said
    something else; ``w9_id`` is the form that it named the driver by, None without one."""

    id: str
    driver_id: str
    tax_year: int
    form: TaxForm
    reported_cents: Cents
    withheld_cents: Cents
    w9_id: str | None
    exported_at: datetime
    corrects: str | None = None

    @property
    def is_of_nothing(self) -> bool:
        return self.reported_cents == 0 and self.withheld_cents <= 0

    def has_figures_of(self, other: "Filing") -> bool:
        """Whom a form names is told by its Form W-9, and is no figure."""
        mine = (self.form, self.reported_cents, self.withheld_cents)
        return mine == (other.form, other.reported_cents, other.withheld_cents)


@attrs.frozen
class FilingFault:
    """What is missing of a driver's form, or of the filer's where there is no driver."""

    driver_id: str | None
    reason: str

    def __str__(self) -> str:
        return f"{self.driver_id or 'Filer'}: {self.reason}"


@attrs.define
class FilingIncomplete(RuleBroken):
    """Forms cannot be exported before everything that they say is known."""

    code = "filing_incomplete"
    faults: Sequence[FilingFault]

    @property
    def message(self) -> str:
        named = "; ".join(str(each) for each in self.faults[:MAX_NAMED_FAULTS])
        more = len(self.faults) - MAX_NAMED_FAULTS
        return f"Nothing was exported. {named}{f'; and {more} more' if more > 0 else ''}."


class YearNotOver(RuleBroken):
    """A form says what a whole year brought, and each driver's year ends on their own clock."""

    code = "year_not_over"
    message = "The year is not over: its forms are exported once it is over in every time zone."
