"""How a driver wants to be paid out: read and changed (OUT-09, OP-43)."""

from typing import Any

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor, Role
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payouts import (
    CHOSEN,
    NotificationPreferences,
    PayoutLimits,
    PayoutSettings,
    PayoutTrigger,
    change_settings,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


@attrs.frozen
class SettingsChange:
    """What is None stays as it is."""

    enable_instant_payouts: bool | None = None
    minimum_instant_cents: Cents | None = None
    maximum_instant_cents: Cents | None = None
    daily_instant_limit_cents: Cents | None = None
    auto_payout_threshold_cents: Cents | None = None
    trigger: PayoutTrigger | None = None
    notifications: NotificationPreferences | None = None

    def on(self, before: PayoutSettings) -> PayoutSettings:
        """Raises ``InvalidInput``."""
        if self.trigger is not None and self.trigger not in CHOSEN:
            raise InvalidInput("trigger", f"must be one of {', '.join(sorted(CHOSEN))}")
        plain = _given(self, "enable_instant_payouts", "trigger", "notifications")
        limits = _given(self, *(field.name for field in attrs.fields(PayoutLimits)))
        return attrs.evolve(before, limits=attrs.evolve(before.limits, **limits), **plain)


def _given(change: SettingsChange, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(change, name)) is not None}


@attrs.frozen
class DriverPayoutSettings:
    """Drivers tighten their own limits; administrators also widen them, and what they choose is granted."""

    storage: Storage
    clock: Clock

    async def get(self, actor: Actor, driver_id: str) -> PayoutSettings:
        """Raises ``NotFound``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))
        return await self.storage.read(lambda unit: _settings(unit, driver_id))

    async def change(self, actor: Actor, driver_id: str, change: SettingsChange) -> PayoutSettings:
        """Raises ``NotFound``, ``InvalidInput``, ``LimitsNotWidened`` or ``Conflict``."""
        authorize(actor, Action.CHANGE_PAYOUT_SETTINGS, Facts("Driver", driver_id=driver_id))
        widens_anothers = actor.is_admin and actor.driver_id != driver_id
        widening = widens_anothers or actor.role is Role.SYSTEM
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> PayoutSettings:
            before = await _settings(unit, driver_id)
            after = change_settings(before, change.on(before), widening=widening)
            if after == before:
                return before
            saved = await unit.payout_settings.save(before, after)
            await unit.audit.append(
                AuditEvent(AuditAction.PAYOUT_SETTINGS_CHANGED, actor, now, "driver", driver_id)
            )
            return saved

        return await self.storage.write(work)


async def _settings(unit: UnitOfWork, driver_id: str) -> PayoutSettings:
    if await unit.drivers.get(driver_id) is None:
        raise NotFound("Driver")
    return await unit.payout_settings.of_driver(driver_id)
