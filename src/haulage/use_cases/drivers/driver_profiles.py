"""Drivers' profiles and their own switchboard."""

from collections.abc import Callable, Sequence
from datetime import datetime

import attrs

from haulage.accounts.suspension import require_not_suspended
from haulage.drivers import DriverPosition, DriverProfile, go_offline, go_online
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.job_offers import look_after
from haulage.services.drivers.own_driver import own_profile
from haulage.use_cases.positions import ReportPositions


@attrs.frozen
class DriverProfiles:
    """A driver's own, and everybody's for administrators."""

    storage: Storage
    clock: Clock
    positions: ReportPositions

    async def me(self, actor: Actor) -> DriverProfile:
        authorize(actor, Action.SEE_OWN_DRIVER)
        return await self.storage.read(lambda unit: own_profile(unit, actor))

    async def show(self, actor: Actor, driver_id: str) -> DriverProfile:
        """One profile, for its driver and for administrators. Raises ``NotFound``."""
        if actor.driver_id is not None and actor.driver_id == driver_id:
            return await self.me(actor)
        authorize(actor, Action.LIST_DRIVERS)
        profile = await self.storage.read(lambda unit: unit.drivers.get(driver_id))
        if profile is None:
            raise NotFound("Driver")
        return profile

    async def go_online(self, actor: Actor, point: Point | None = None) -> DriverProfile:
        """Online and available (DRV-06), at *point* when the device says where."""
        return await self._switch(actor, go_online, point)

    async def go_offline(self, actor: Actor) -> DriverProfile:
        return await self._switch(actor, go_offline, None)

    async def _switch(
        self, actor: Actor, turn: Callable[[DriverProfile, datetime], DriverProfile], point: Point | None
    ) -> DriverProfile:
        authorize(actor, Action.GO_ONLINE)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await own_profile(unit, actor)
            if turn is go_online:
                await _require_open_account(unit, driver)
            saved = await unit.drivers.save(driver, turn(driver, now))
            if not saved.is_online:
                await look_after(unit, driver.id, now)
            if point is not None:
                await self.positions.store_one(unit, actor, DriverPosition(driver.id, point, now), now)
            return saved

        return await self.storage.write(work)

    async def report_position(
        self, actor: Actor, point: Point, heading: float | None = None
    ) -> DriverPosition:
        """Where the driver is now, by the server's clock; devices that stand still tell no heading."""
        return await self.positions.now(actor, point, heading=heading)

    async def list(
        self, actor: Actor, page: PageRequest, *, online: bool | None = None, approved: bool | None = None
    ) -> Page[DriverProfile]:
        authorize(actor, Action.LIST_DRIVERS)
        return await self.storage.read(lambda unit: unit.drivers.list(page, online=online, approved=approved))

    async def earned(self, actor: Actor, driver_ids: Sequence[str]) -> dict[str, Cents]:
        """What each of them ever earned, for themselves and for admins; who earned nothing is left out."""
        is_own = actor.driver_id is not None and set(driver_ids) <= {actor.driver_id}
        authorize(actor, Action.SEE_OWN_DRIVER if is_own else Action.LIST_DRIVERS)
        return await self.storage.read(lambda unit: unit.splits.earned_by_each(driver_ids))


async def _require_open_account(unit: UnitOfWork, driver: DriverProfile) -> None:
    """Raises ``AccountSuspended``, whoever acts for the driver."""
    user = await unit.accounts.user(driver.user_id)
    account = await unit.accounts.get(user.auth_id) if user else None
    if account is not None:
        require_not_suspended(account)
