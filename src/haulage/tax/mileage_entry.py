"""What a driver writes into their mileage log beside the orders that it has by itself."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents, amount
from haulage.tax.deduction import MAX_MILES_PER_DAY, BusinessMiles
from haulage.tax.expense import FIRST_EXPENSE_YEAR

MAX_MILEAGE_ENTRIES_PER_YEAR = 2_000
"""Ours, of one driver: five a day and some more."""

MAX_MILEAGE_WORDS_LENGTH = 200
"""Ours, in characters, of each of the places and the note."""

MAX_FUEL_CENTS: Cents = 5_000_00
"""Ours, of one entry."""

MIN_ENTRY_MILES = Decimal("0.01")
"""Ours: miles are written to the hundredth."""


class MileagePurpose(StrEnum):
    """Only miles for work come off the income."""

    BUSINESS = "business"
    PERSONAL = "personal"


@attrs.frozen
class MileageDraft:
    """Miles as a driver writes them down, to the hundredth, under the day driven. The words are empty where
    there are none. ``fuel_cents`` is what the fuel cost, where they say it; the mileage rate stands for it,
    so that it comes off nothing."""

    day: date
    miles: Decimal
    purpose: MileagePurpose = MileagePurpose.BUSINESS
    from_place: str = ""
    to_place: str = ""
    note: str = ""
    vehicle: str = ""
    fuel_cents: Cents | None = None

    def checked(self, today: date) -> "MileageDraft":
        """Without spaces around the words. Raises ``InvalidInput`` with the field."""
        miles = self.miles
        if not (miles.is_finite() and MIN_ENTRY_MILES <= miles <= MAX_MILES_PER_DAY):
            raise InvalidInput("miles", f"must be between {MIN_ENTRY_MILES} and {MAX_MILES_PER_DAY}")
        hundredths = miles.quantize(MIN_ENTRY_MILES)
        if miles != hundredths:
            raise InvalidInput("miles", "must have at most two decimals")
        if self.day > today:
            raise InvalidInput("date", "must not be in the future")
        if self.day.year < FIRST_EXPENSE_YEAR:
            raise InvalidInput("date", f"must be in {FIRST_EXPENSE_YEAR} or later")
        start, end = _trimmed("from_place", self.from_place), _trimmed("to_place", self.to_place)
        note = _trimmed("note", self.note)
        if not note and not (start and end):
            raise InvalidInput("note", "is required unless both places are given")
        vehicle = _trimmed("vehicle_used", self.vehicle)
        if self.fuel_cents is not None:
            amount(self.fuel_cents, field="fuel_cost_cents", at_most=MAX_FUEL_CENTS)
        return attrs.evolve(
            self, miles=hundredths, from_place=start, to_place=end, note=note, vehicle=vehicle
        )

    @property
    def business_miles(self) -> Decimal:
        return self.miles if self.purpose is MileagePurpose.BUSINESS else Decimal(0)

    @property
    def personal_miles(self) -> Decimal:
        return self.miles - self.business_miles


@attrs.frozen
class MileageEntry:
    """One in a driver's log. ``version`` grows by one with every stored change."""

    id: str
    driver_id: str
    draft: MileageDraft
    created_at: datetime
    updated_at: datetime
    version: int = 1

    def facts(self) -> Mapping[str, str | int | bool | None]:
        """What the trace of a change keeps of how it was before."""
        draft = self.draft
        return {
            "date": draft.day.isoformat(),
            "miles": str(draft.miles),
            "purpose": draft.purpose.value,
            "from_place": draft.from_place,
            "to_place": draft.to_place,
            "note": draft.note,
            "vehicle_used": draft.vehicle,
            "fuel_cost_cents": draft.fuel_cents,
        }


class TooManyMileageEntries(RuleBroken):
    """The driver's year has the largest allowed number of entries."""

    code = "too_many_mileage_entries"
    message = f"A year holds up to {MAX_MILEAGE_ENTRIES_PER_YEAR:,} mileage entries. Remove some first."


def business_miles_of(entries: Iterable[MileageEntry]) -> tuple[BusinessMiles, ...]:
    """Those for work, each under its day, so that its rate is that of the day."""
    return tuple(
        BusinessMiles(each.draft.miles, each.draft.day)
        for each in entries
        if each.draft.purpose is MileagePurpose.BUSINESS
    )


def _trimmed(field: str, words: str) -> str:
    trimmed = " ".join(words.split())
    if len(trimmed) > MAX_MILEAGE_WORDS_LENGTH:
        raise InvalidInput(field, f"must be at most {MAX_MILEAGE_WORDS_LENGTH} characters")
    return trimmed
