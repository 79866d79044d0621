"""The miles that a driver drove for work in a year."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from haulage.orders import OrderStatus
from haulage.tax import (
    MAX_FUEL_CENTS,
    MAX_MILEAGE_WORDS_LENGTH,
    MAX_MILES_PER_DAY,
    MileageDraft,
    MileageEntry,
    MileagePurpose,
    business_miles_of,
    mileage_deduction,
    mileage_rate,
)
from haulage.use_cases.tax import DrivenForOrder, MileageYear
from haulage.use_cases.tax.mileage_entries import MileageEntryYear
from haulage_adapters.wire.common import Cents, In, Instant, Out

MileageWords = Annotated[str, Meta(max_length=MAX_MILEAGE_WORDS_LENGTH)]


class DrivenForOrderOut(Out):
    """``miles`` and ``deduction_cents`` are null until they are worked out, and where no position tells
    them. ``dollars_per_mile`` is the IRS's rate of the day, decimal as text. ``verified`` is whether trusted
    positions of the device tell the miles; ``fuel_cost_cents`` is null, since nobody says it of an order."""

    order_id: str
    order_number: int
    status: OrderStatus
    date: date
    from_area: str
    to_area: str
    business_miles: float | None
    is_worked_out: bool
    dollars_per_mile: str
    is_rate_provisional: bool
    deduction_cents: Cents | None
    vehicle_used: str
    fuel_cost_cents: Cents | None
    verified: bool
    tax_deductible: bool

    @classmethod
    def of(cls, driven: DrivenForOrder) -> "DrivenForOrderOut":
        return cls.from_attributes(
            driven,
            date=driven.day,
            business_miles=None if driven.miles is None else float(driven.miles),
            dollars_per_mile=str(driven.rate.dollars_per_mile),
            is_rate_provisional=driven.rate.provisional,
            vehicle_used=driven.vehicle,
            fuel_cost_cents=None,
            verified=driven.is_verified,
            tax_deductible=True,
        )


class MileageYearOut(Out):
    """The sums are those of the whole year, with what the driver wrote down for work. ``waiting`` orders are
    not worked out yet, ``unknown`` ones had no positions."""

    year: int
    business_miles: float
    deduction_cents: Cents
    waiting: int
    unknown: int
    items: list[DrivenForOrderOut]
    next: str | None

    @classmethod
    def of(cls, found: MileageYear) -> "MileageYearOut":
        return cls.from_attributes(
            found,
            business_miles=float(found.driven.miles),
            waiting=found.driven.waiting,
            unknown=found.driven.unknown,
            items=[DrivenForOrderOut.of(each) for each in found.page.items],
            next=found.page.next,
        )


class MileageEntryIn(In):
    """Miles to the hundredth, with both places or a note."""

    date: date
    miles: Annotated[float, Meta(gt=0, le=float(MAX_MILES_PER_DAY), description="To the hundredth.")]
    purpose: MileagePurpose = MileagePurpose.BUSINESS
    from_place: MileageWords = ""
    to_place: MileageWords = ""
    note: MileageWords = ""
    vehicle_used: MileageWords = ""
    fuel_cost_cents: Annotated[int, Meta(ge=0, le=MAX_FUEL_CENTS, description="US cents.")] | None = None

    def to_core(self) -> MileageDraft:
        # By its shortest decimals: those that were sent.
        miles = Decimal(str(self.miles))
        words = (self.from_place, self.to_place, self.note, self.vehicle_used)
        return MileageDraft(self.date, miles, self.purpose, *words, fuel_cents=self.fuel_cost_cents)


class MileageEntryOut(Out):
    """What a driver wrote into their mileage log. ``deduction_cents`` is 0 where it is personal. Nothing
    verifies it. The mileage rate stands for the fuel, whose cost therefore comes off nothing."""

    id: str
    date: date
    tax_year: int
    miles: float
    purpose: MileagePurpose
    from_place: str
    to_place: str
    note: str
    vehicle_used: str
    fuel_cost_cents: Cents | None
    verified: bool
    tax_deductible: bool
    dollars_per_mile: str
    is_rate_provisional: bool
    deduction_cents: Cents
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, entry: MileageEntry) -> "MileageEntryOut":
        draft, rate = entry.draft, mileage_rate(entry.draft.day)
        return cls(
            id=entry.id,
            date=draft.day,
            tax_year=draft.day.year,
            miles=float(draft.miles),
            purpose=draft.purpose,
            from_place=draft.from_place,
            to_place=draft.to_place,
            note=draft.note,
            vehicle_used=draft.vehicle,
            fuel_cost_cents=draft.fuel_cents,
            verified=False,
            tax_deductible=draft.purpose is MileagePurpose.BUSINESS,
            dollars_per_mile=str(rate.dollars_per_mile),
            is_rate_provisional=rate.provisional,
            deduction_cents=mileage_deduction(business_miles_of([entry])),
            created_at=entry.created_at,
            updated_at=entry.updated_at,
        )


class MileageEntryYearOut(Out):
    """The sums are those of the year's entries alone; the mileage log's have them and the orders."""

    year: int
    business_miles: float
    personal_miles: float
    deduction_cents: Cents
    items: list[MileageEntryOut]
    next: str | None

    @classmethod
    def of(cls, found: MileageEntryYear) -> "MileageEntryYearOut":
        return cls.from_attributes(
            found,
            business_miles=float(found.business_miles),
            personal_miles=float(found.personal_miles),
            items=[MileageEntryOut.of(each) for each in found.page.items],
            next=found.page.next,
        )
