"""The miles that a driver drove for work in a year."""

from datetime import date

from haulage.orders import OrderStatus
from haulage.use_cases.tax import DrivenForOrder, MileageYear
from haulage_adapters.wire.common import Cents, Out


class DrivenForOrderOut(Out):
    """``miles`` and ``deduction_cents`` are null until they are worked out, and where no position tells
    them. ``dollars_per_mile`` is the IRS's rate of the day, decimal as text."""

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

    @classmethod
    def of(cls, driven: DrivenForOrder) -> "DrivenForOrderOut":
        return cls.from_attributes(
            driven,
            date=driven.day,
            business_miles=None if driven.miles is None else float(driven.miles),
            dollars_per_mile=str(driven.rate.dollars_per_mile),
            is_rate_provisional=driven.rate.provisional,
        )


class MileageYearOut(Out):
    """The sums are those of the whole year. ``waiting`` orders are not worked out yet, ``unknown`` ones had
    no positions."""

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
