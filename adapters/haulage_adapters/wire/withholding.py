"""What was withheld of drivers by month, and what was paid to the tax office of it."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from haulage.tax import Remittance, WithheldMonth
from haulage.use_cases.tax.remit_withholding import WithholdingYear
from haulage_adapters.wire.common import Cents, In, Instant, Out


class RemittanceIn(In):
    """A payment that was made to the tax office. `period` is the month, such as 2026-11, in which was
    withheld what it pays, and `reference` where it is found; the same reference is recorded once."""

    period: Annotated[str, Meta(min_length=7, max_length=7)]
    amount_cents: Annotated[int, Meta(ge=1)]
    reference: Annotated[str, Meta(min_length=1, max_length=64)]
    paid_on: date


class RemittanceOut(Out):
    """A payment to the tax office as it was recorded, for the month in which its money was withheld."""

    id: str
    period: str
    amount_cents: Cents
    reference: str
    paid_on: date
    recorded_at: Instant

    @classmethod
    def of(cls, remittance: Remittance) -> "RemittanceOut":
        return cls.from_attributes(remittance, period=month_of(remittance.period))


class WithheldMonthOut(Out):
    """What was withheld in a month, less what came back with payouts that failed, what was paid to the tax
    office of it, and what is still due. `due_on` is null where it depends on the days of the month."""

    period: str
    withheld_cents: int
    remitted_cents: Cents
    due_cents: Cents
    due_on: date | None

    @classmethod
    def of(cls, month: WithheldMonth) -> "WithheldMonthOut":
        return cls.from_attributes(month, period=month_of(month.period))


class WithholdingYearOut(Out):
    """A year by months on the platform's clock. `payable_cents` is what the books owe the tax office, of
    every year; `remittances` are those for the year's months, the latest first."""

    tax_year: int
    payable_cents: int
    months: list[WithheldMonthOut]
    remittances: list[RemittanceOut]

    @classmethod
    def of(cls, found: WithholdingYear) -> "WithholdingYearOut":
        return cls(
            tax_year=found.year,
            payable_cents=found.payable_cents,
            months=[WithheldMonthOut.of(each) for each in found.months],
            remittances=[RemittanceOut.of(each) for each in found.remittances],
        )


def month_of(first: date) -> str:
    """As it is written: 2026-11."""
    return f"{first:%Y-%m}"
