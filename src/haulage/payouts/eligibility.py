"""Whether a driver can be paid out, and at once (OUT-20)."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.payouts.connected_account import ConnectedAccount, NoConnectedAccount
from haulage.payouts.hold import PayoutHold, PayoutMethodHeld
from haulage.payouts.limits import InstantNotEnabled
from haulage.payouts.method import NoVerifiedMethod, PayoutMethod
from haulage.payouts.settings import PayoutSettings


class PayoutsNotEnabled(RuleBroken):
    """The payment provider pays nothing out of the driver's account now (OUT-32)."""

    code = "payouts_not_enabled"
    message = "Payouts not enabled for this driver account"


class InstantNotOffered(RuleBroken):
    """The provider does not pay to this method at once (OP-41, OUT-32)."""

    code = "instant_payouts_not_offered"
    field = "method_id"
    message = "Instant payouts not enabled for this driver account"


class Requirement(StrEnum):
    """What is needed to be paid out, and to be paid out at once."""

    CONNECTED_ACCOUNT = "connected_account"
    PAYOUTS_ENABLED = "payouts_enabled"
    VERIFIED_METHOD = "verified_method"
    METHOD_NOT_HELD = "method_not_held"
    INSTANT_ENABLED = "instant_enabled"
    INSTANT_METHOD = "instant_method"
    NO_HOLD = "no_hold"


FOR_ANY = frozenset(
    {
        Requirement.CONNECTED_ACCOUNT,
        Requirement.PAYOUTS_ENABLED,
        Requirement.VERIFIED_METHOD,
        Requirement.METHOD_NOT_HELD,
    }
)
"""Without these there is no payout at all."""


@attrs.frozen
class Missing:
    """A requirement that is not met, and why in the words of the refusal."""

    requirement: Requirement
    reason: str


@attrs.frozen
class Eligibility:
    """What stands against paying a driver, in the order in which it is to be put right."""

    missing: Sequence[Missing]

    @property
    def eligible(self) -> bool:
        return not any(each.requirement in FOR_ANY for each in self.missing)

    @property
    def instant_eligible(self) -> bool:
        return not self.missing


def eligibility(
    account: ConnectedAccount | None,
    methods: Sequence[PayoutMethod],
    settings: PayoutSettings,
    hold: PayoutHold | None,
    now: datetime,
) -> Eligibility:
    """A payout needs an account that pays out and a verified method that is not too new; an instant one also
    that the driver has it turned on, that a method takes it, and that nothing holds it."""
    usable = [each for each in methods if each.is_usable]
    missing = []
    if account is None:
        missing.append(Missing(Requirement.CONNECTED_ACCOUNT, NoConnectedAccount().message))
    elif not account.payouts_enabled:
        missing.append(Missing(Requirement.PAYOUTS_ENABLED, PayoutsNotEnabled().message))
    if not usable:
        missing.append(Missing(Requirement.VERIFIED_METHOD, NoVerifiedMethod().message))
    if (held := _held(usable, now)) is not None:
        missing.append(Missing(Requirement.METHOD_NOT_HELD, held.message))
    if not settings.enable_instant_payouts:
        missing.append(Missing(Requirement.INSTANT_ENABLED, InstantNotEnabled().message))
    if usable and not any(each.is_instant for each in usable):
        missing.append(Missing(Requirement.INSTANT_METHOD, InstantNotOffered().message))
    if hold is not None and hold.holds_at(now):
        missing.append(Missing(Requirement.NO_HOLD, hold.notice))
    return Eligibility(missing)


def _held(usable: Sequence[PayoutMethod], now: datetime) -> PayoutMethodHeld | None:
    """Where each of them is too new: the one that is paid to first."""
    held = [
        PayoutMethodHeld(each, each.held_until)
        for each in usable
        if each.held_until is not None and each.is_held_at(now)
    ]
    return min(held, key=lambda each: each.until) if held and len(held) == len(usable) else None
