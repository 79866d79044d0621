"""What was withheld of drivers and is paid on to the tax office, month by month."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.tax.due_dates import business_day_from

DEPOSIT_DAY = 15
"""Of the next month: when a monthly depositor pays (26 CFR 31.6302-4(c))."""
MOST_OF_MONTHLY_DEPOSITORS = 50_000_00
"""In the lookback year; whoever withheld more pays within days (26 CFR 31.6302-4(c)(2))."""
NEXT_DAY_DEPOSIT = 100_000_00
"""Once so much is owed it is due on the next business day (26 CFR 31.6302-1(c)(3))."""
LOOKBACK_YEARS = 2
"""The lookback year of Form 945 is the one before the last (IRS, Instructions for Form 945)."""


@attrs.frozen
class Remittance:
    """One payment to the tax office, as the operator made it. *period* is the first day of the month in which
    was withheld what it pays; *reference* is where the payment is found, such as the EFTPS number, and pays
    once."""

    id: str
    reference: str
    period: date
    amount_cents: Cents
    paid_on: date
    recorded_at: datetime


@attrs.frozen
class WithheldMonth:
    """What was withheld in a month, less what came back with payouts that failed in it, and what was paid to
    the tax office of it. ``due_on`` is None where the core does not know the day."""

    period: date
    withheld_cents: Cents
    remitted_cents: Cents
    due_on: date | None

    @property
    def due_cents(self) -> Cents:
        return max(self.withheld_cents - self.remitted_cents, 0)


@attrs.define
class MoreThanPayable(RuleBroken):
    """More than is still due of the month, or than the books owe the tax office altogether."""

    code = "more_than_payable"
    field = "amount_cents"
    cents: Cents

    @property
    def message(self) -> str:
        return f"At most {dollars(self.cents)} can be paid to the tax office for this month."


class OtherRemittance(RuleBroken):
    """The reference is that of a payment of another amount, month or day."""

    code = "other_remittance"
    field = "reference"
    message = "A payment to the tax office with this reference is recorded already, and it is another one."


def period_of(text: str) -> date:
    """The first day of a month written ``YYYY-MM``. Raises ``InvalidInput``."""
    try:
        found = date.fromisoformat(f"{text}-01")
    except ValueError:
        found = None
    if found is None or f"{found:%Y-%m}" != text:
        raise InvalidInput("period", "must be a month such as 2026-11")
    return found


def month_after(period: date) -> date:
    return (period.replace(day=1) + timedelta(days=31)).replace(day=1)


def deposit_day(period: date, withheld_cents: Cents, lookback_cents: Cents) -> date | None:
    """When a month's withholding is due: of a monthly depositor on the 15th of the next month, or the next
    business day. None where more was withheld than monthly depositors have."""
    if lookback_cents > MOST_OF_MONTHLY_DEPOSITORS or withheld_cents >= NEXT_DAY_DEPOSIT:
        return None
    return business_day_from(month_after(period).replace(day=DEPOSIT_DAY))


def withheld_months(
    withheld: Sequence[tuple[date, Cents]], remittances: Sequence[Remittance], lookback_cents: Cents
) -> list[WithheldMonth]:
    """Of months with what was withheld in each."""
    return [
        WithheldMonth(
            period,
            cents,
            sum(each.amount_cents for each in remittances if each.period == period),
            deposit_day(period, cents, lookback_cents),
        )
        for period, cents in withheld
    ]
