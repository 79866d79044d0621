"""How much a driver may have paid out at once and in a day (OUT-10, OUT-15 to OUT-18)."""

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents, amount, dollars
from haulage.payouts.status import PayoutStatus


def _plain(cents: Cents) -> str:
    """``$10`` and ``$10.50``: a limit is mostly a whole number of dollars."""
    return dollars(cents).removesuffix(".00")


@attrs.frozen
class PayoutLimits:
    """In cents, with the defaults of OUT-10. At ``auto_payout_threshold_cents`` an automatic payout of a
    driver who chose one begins (OP-37)."""

    minimum_instant_cents: Cents = 10_00
    maximum_instant_cents: Cents = 500_00
    daily_instant_limit_cents: Cents = 1_000_00
    auto_payout_threshold_cents: Cents = 50_00

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(type(self)):
            amount(getattr(self, field.name), field=field.name, at_least=1)
        if self.minimum_instant_cents > self.maximum_instant_cents:
            raise InvalidInput("minimum_instant_cents", "must not be above the most of one payout")


STANDARD_LIMITS = PayoutLimits()


class InstantNotEnabled(RuleBroken):
    """The driver has instant payouts turned off, or may not have them yet."""

    code = "instant_payouts_not_enabled"
    message = "Instant payouts not enabled for this driver"


@attrs.define
class BelowMinimum(RuleBroken):
    """The amount is below the least of an instant payout."""

    code = "below_minimum_payout"
    field = "amount_cents"
    least_cents: Cents

    @property
    def message(self) -> str:
        return f"Minimum instant payout amount is {_plain(self.least_cents)}"


@attrs.define
class AboveMaximum(RuleBroken):
    """The amount is above the most of one instant payout."""

    code = "above_maximum_payout"
    field = "amount_cents"
    most_cents: Cents

    @property
    def message(self) -> str:
        return f"Maximum instant payout amount is {_plain(self.most_cents)}"


@attrs.define
class DailyLimitExceeded(RuleBroken):
    """With the day's other instant payouts the amount is above the limit of a day."""

    code = "daily_payout_limit"
    field = "amount_cents"
    limit_cents: Cents

    @property
    def message(self) -> str:
        return f"Daily instant payout limit of {_plain(self.limit_cents)} would be exceeded"


@attrs.define
class MoreThanAvailable(RuleBroken):
    """The amount is above the balance that may be paid out."""

    code = "more_than_available"
    field = "amount_cents"
    available_cents: Cents

    @property
    def message(self) -> str:
        return f"Your available balance is {dollars(max(self.available_cents, 0))}"


@attrs.frozen
class CountedPayout:
    """An instant payout that was asked for before: its gross amount, and the driver's day it counts on.
    ``fees_returned`` says that it went as a standard one."""

    amount_cents: Cents
    status: PayoutStatus
    day: date
    fees_returned: bool = False


COUNTED: frozenset[PayoutStatus] = frozenset(PayoutStatus) - {PayoutStatus.FAILED, PayoutStatus.CANCELED}
"""Those under way count like those that were paid: requests side by side cannot pass the limit (OP-39). One
that went as a standard payout was no instant one in the end (OP-41)."""


def driver_day(at: datetime, zone: ZoneInfo) -> date:
    """The day that a payout counts on: the driver's own (OP-39, OP-92)."""
    return at.astimezone(zone).date()


def paid_out_on(day: date, payouts: Iterable[CountedPayout]) -> Cents:
    """What counts against the limit of *day*, before fees."""
    counted = (each for each in payouts if each.status in COUNTED and not each.fees_returned)
    return sum(each.amount_cents for each in counted if each.day == day)


def require_instant_amount(
    amount_cents: Cents, limits: PayoutLimits, *, available_cents: Cents, counted_cents: Cents
) -> None:
    """Amounts at a limit are allowed. *counted_cents* is what counts against the day already.

    Raises ``InvalidInput``, ``BelowMinimum``, ``AboveMaximum``, ``DailyLimitExceeded`` or
    ``MoreThanAvailable``, in this order.
    """
    amount(amount_cents, field="amount_cents", at_least=1)
    if amount_cents < limits.minimum_instant_cents:
        raise BelowMinimum(limits.minimum_instant_cents)
    if amount_cents > limits.maximum_instant_cents:
        raise AboveMaximum(limits.maximum_instant_cents)
    if counted_cents + amount_cents > limits.daily_instant_limit_cents:
        raise DailyLimitExceeded(limits.daily_instant_limit_cents)
    require_standard_amount(amount_cents, available_cents=available_cents)


def require_standard_amount(amount_cents: Cents, *, available_cents: Cents) -> None:
    """Raises ``InvalidInput`` or ``MoreThanAvailable``."""
    amount(amount_cents, field="amount_cents", at_least=1)
    if amount_cents > available_cents:
        raise MoreThanAvailable(available_cents)


def most_now(limits: PayoutLimits, available_cents: Cents) -> Cents:
    """The most that the form offers: what is available, up to the most of one payout (OUT-18)."""
    return max(min(limits.maximum_instant_cents, available_cents), 0)


class LimitsNotWidened(RuleBroken):
    """A driver may tighten their own limits and never widen them."""

    code = "limits_not_widened"
    message = "You can raise your own minimum and lower your own maximum and daily limit, not the reverse."


def require_tightened(wanted: PayoutLimits, granted: PayoutLimits) -> None:
    """What a driver may choose within what the platform grants (OP-43); administrators are not asked this.

    Raises ``LimitsNotWidened``.
    """
    if (
        wanted.minimum_instant_cents < granted.minimum_instant_cents
        or wanted.maximum_instant_cents > granted.maximum_instant_cents
        or wanted.daily_instant_limit_cents > granted.daily_instant_limit_cents
    ):
        raise LimitsNotWidened
