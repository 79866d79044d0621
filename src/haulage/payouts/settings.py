"""How a driver wants to be paid out (OUT-09)."""

import attrs

from haulage.payouts.limits import STANDARD_LIMITS, PayoutLimits, require_tightened
from haulage.payouts.schedule import PayoutTrigger

CHOSEN = frozenset({PayoutTrigger.WEEKLY, PayoutTrigger.THRESHOLD, PayoutTrigger.ORDER})
"""When payouts can be set to go by themselves. The weekly one comes to everybody, whatever they chose."""


@attrs.frozen
class NotificationPreferences:
    """How a driver hears of their payouts: by e-mail unless they say otherwise (OP-43)."""

    email: bool = True
    sms: bool = False
    push: bool = False


@attrs.frozen
class PayoutSettings:
    """Of one driver. ``granted`` is what the platform lets them have; ``limits`` is what they made of it, and
    what holds. ``trigger`` is what pays them beside the weekly run."""

    driver_id: str
    enable_instant_payouts: bool = True
    limits: PayoutLimits = STANDARD_LIMITS
    granted: PayoutLimits = STANDARD_LIMITS
    trigger: PayoutTrigger = PayoutTrigger.WEEKLY
    notifications: NotificationPreferences = NotificationPreferences()
    version: int = 0
    """0 while nothing of it was ever changed, and nothing is stored."""


def change_settings(before: PayoutSettings, wanted: PayoutSettings, *, widening: bool) -> PayoutSettings:
    """*widening* is the platform's: what it chooses is granted from then on (OP-43).

    Raises ``LimitsNotWidened``.
    """
    if widening:
        return attrs.evolve(wanted, granted=wanted.limits)
    if wanted.limits != before.limits:
        require_tightened(wanted.limits, before.granted)
    return attrs.evolve(wanted, granted=before.granted)
