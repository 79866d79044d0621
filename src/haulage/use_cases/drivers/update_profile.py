"""A driver's change of their own profile."""

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.drivers import DriverProfile, ProfileChange, change_profile
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.drivers.own_driver import own_profile


@attrs.frozen
class UpdateProfile:
    """Change the acting driver's vehicle, hours and rates; matching follows at once (DRV-10).

    The approval stays, and the trail tells administrators which part was changed since.
    """

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, change: ProfileChange) -> DriverProfile:
        """Raises ``InvalidInput``, ``NotFound`` or ``Conflict``."""
        authorize(actor, Action.UPDATE_OWN_DRIVER)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await own_profile(unit, actor)
            changed = change_profile(driver, change, now)
            if changed is driver:
                return driver
            saved = await unit.drivers.save(driver, changed)
            facts = _facts(driver, saved)
            audit_event = AuditEvent(AuditAction.DRIVER_UPDATED, actor, now, "driver", driver.id, facts)
            await unit.audit.append(audit_event)
            return saved

        return await self.storage.write(work)


def _facts(before: DriverProfile, after: DriverProfile) -> dict[str, Fact]:
    """The parts that were changed, and the rates that are asked from now on."""
    parts = ("vehicle", "plate", "working_hours", "specialties", "works_with_helper")
    facts: dict[str, Fact] = {part: True for part in parts if getattr(before, part) != getattr(after, part)}
    rates = ("per_mile_cents", "minimum_fare_cents")
    return facts | {
        rate: getattr(after.rates, rate)
        for rate in rates
        if getattr(before.rates, rate) != getattr(after.rates, rate)
    }
