"""Keep an approved driver from work for a time or for good, and look again at what they changed."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.drivers import DriverProfile, Suspension, looked_at, reactivate, revoke, suspend
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import ApplicationMove, ApplicationStatus, checked_reason, decide
from haulage.orders import OrderStatus
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.job_offers import look_after
from haulage.use_cases.drivers.driver_emails import DriverEmails

MOST_ORDERS = 50
"""Ours: nobody has so many in hand."""


@attrs.frozen
class DriverStanding:
    """*orders* are the ids of those that the driver has in hand. They stay theirs until an administrator
    gives each to somebody else, so that no customer is left without a word."""

    driver: DriverProfile
    orders: Sequence[str]


@attrs.frozen
class SetDriverStanding:
    """For administrators and operators. Each change is in the audit trail without its reason, and mailed with
    it to the driver. Of themselves nobody decides: ``OwnCase``."""

    storage: Storage
    clock: Clock
    mails: DriverEmails

    async def suspend(self, actor: Actor, driver_id: str, reason: str) -> DriverStanding:
        """Offline at once, offered nothing and matched to nothing until they are reactivated. Raises
        ``NotFound``, ``InvalidInput`` and ``DriverNotApproved``."""
        words = checked_reason(reason)
        return await self._set(
            actor,
            driver_id,
            lambda driver, now: suspend(driver, Suspension(now, actor.name, words)),
            AuditAction.DRIVER_SUSPENDED,
            lambda unit, driver, now: self.mails.suspended(unit, driver, words, now),
        )

    async def reactivate(self, actor: Actor, driver_id: str, reason: str) -> DriverStanding:
        """They may go online again; again changes nothing. Raises ``NotFound`` and ``InvalidInput``."""
        words = checked_reason(reason)
        return await self._set(
            actor,
            driver_id,
            reactivate,
            AuditAction.DRIVER_REACTIVATED,
            lambda unit, driver, now: self.mails.reactivated(unit, driver, words, now),
        )

    async def revoke(self, actor: Actor, driver_id: str, reason: str) -> DriverStanding:
        """No longer approved: to drive again they apply again. Their application is rejected with the reason.
        Raises ``NotFound`` and ``InvalidInput``."""
        words = checked_reason(reason)

        async def tell(unit: UnitOfWork, driver: DriverProfile, now: datetime) -> None:
            application = await unit.applications.newest_of(driver.user_id)
            if application is not None and application.status is ApplicationStatus.APPROVED:
                after = decide(application, ApplicationMove.REVOKE, by=actor.name, reason=words, now=now)
                await unit.applications.save(application, after)
            await self.mails.revoked(unit, driver, words, now)

        return await self._set(actor, driver_id, revoke, AuditAction.DRIVER_REVOKED, tell)

    async def look(self, actor: Actor, driver_id: str) -> DriverStanding:
        """Say that what the driver changed was looked at; again changes nothing. Raises ``NotFound``."""

        async def no_email(_unit: UnitOfWork, _driver: DriverProfile, _now: datetime) -> None:
            return

        return await self._set(actor, driver_id, looked_at, AuditAction.DRIVER_LOOKED_AT, no_email)

    async def changed(self, actor: Actor, page: PageRequest) -> Page[DriverProfile]:
        """Drivers who changed their vehicle or plate since somebody looked, the first first."""
        authorize(actor, Action.SET_DRIVER_STANDING)
        return await self.storage.read(lambda unit: unit.drivers.changed(page))

    async def _set(
        self,
        actor: Actor,
        driver_id: str,
        change: Callable[[DriverProfile, datetime], DriverProfile],
        action: AuditAction,
        tell: Callable[[UnitOfWork, DriverProfile, datetime], Awaitable[None]],
    ) -> DriverStanding:
        authorize(actor, Action.SET_DRIVER_STANDING)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverStanding:
            driver = await unit.drivers.get(driver_id)
            if driver is None:
                raise NotFound("Driver")
            require_another(actor, driver.user_id)
            after = change(driver, now)
            if after is driver:
                return DriverStanding(driver, await _in_hand(unit, driver_id))
            saved = await unit.drivers.save(driver, after)
            if driver.is_online and not saved.is_online:
                await look_after(unit, driver_id, now)
            orders = await _in_hand(unit, driver_id)
            facts = {"orders_in_hand": len(orders)}
            await unit.audit.append(AuditEvent(action, actor, now, "driver", driver_id, facts))
            await tell(unit, saved, now)
            return DriverStanding(saved, orders)

        return await self.storage.write(work)


async def _in_hand(unit: UnitOfWork, driver_id: str) -> list[str]:
    found: list[str] = []
    for status in (OrderStatus.IN_PROGRESS, OrderStatus.ASSIGNED):
        wanted = OrderFilter(driver_id=driver_id, status=status)
        page = await unit.orders.list(wanted, PageRequest(MOST_ORDERS))
        found += [order.id for order in page.items]
    return found
