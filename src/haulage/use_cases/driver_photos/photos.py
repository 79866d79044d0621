"""A driver's photo: made safe and square, shown as the view of an order says, and removed."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.drivers import DriverProfile, driver_photo_file
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order
from haulage.orders.views import Reader, View, view_of
from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.drivers.own_driver import own_profile
from haulage.services.orders.order_views import plain_view
from haulage.services.orders.visible_order import visible_order
from haulage.use_cases.orders.share_tracking import TrackByLink
from haulage.use_cases.photo_links import ShownPicture

WHAT = "Photo"


@attrs.frozen
class DriverPhotos:
    """The profile names the photo before its bytes are stored, so that no file is without one that names it:
    until they are there, nobody is shown a photo."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    files: FileStore
    pictures: Pictures
    by_link: TrackByLink

    async def require_driver(self, actor: Actor) -> None:
        """Before anything large is read. Raises ``Unauthenticated``, ``Forbidden`` or ``NotFound``."""
        authorize(actor, Action.UPDATE_OWN_DRIVER)
        await self.storage.read(lambda unit: own_profile(unit, actor))

    async def replace(self, actor: Actor, sent: bytes) -> DriverProfile:
        """The acting driver's photo from now on. Raises ``PictureRefused``, ``Conflict`` or
        ``Unavailable``."""
        await self.require_driver(actor)
        portrait = await self.pictures.portrait(sent)
        photo_id = self.identifiers.new("pic")
        driver = await self._change(actor, photo_id)
        await self.files.put(driver_photo_file(photo_id), portrait.content)
        return driver

    async def remove(self, actor: Actor) -> DriverProfile:
        """Without a photo this changes nothing. Raises ``Conflict``."""
        authorize(actor, Action.UPDATE_OWN_DRIVER)
        return await self._change(actor, None)

    async def _change(self, actor: Actor, photo_id: str | None) -> DriverProfile:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await own_profile(unit, actor)
            if driver.photo_id == photo_id:
                return driver
            await forget_photo(unit, driver, now)
            changed = attrs.evolve(driver, photo_id=photo_id, updated_at=now)
            facts = {"photo": photo_id is not None}
            event = AuditEvent(AuditAction.DRIVER_UPDATED, actor, now, "driver", driver.id, facts)
            await unit.audit.append(event)
            return await unit.drivers.save(driver, changed)

        return await self.storage.write(work)

    async def own(self, actor: Actor) -> ShownPicture:
        """Raises ``NotFound`` where there is none."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        return await self._shown(await self.storage.read(lambda unit: own_profile(unit, actor)))

    async def of_driver(self, actor: Actor, driver_id: str) -> ShownPicture:
        """Any driver's, for administrators. Raises ``NotFound``."""
        authorize(actor, Action.LIST_DRIVERS, Facts("Driver"))
        return await self._shown(await self.storage.read(lambda unit: unit.drivers.get(driver_id)))

    async def of_order(self, actor: Actor, order_id: str) -> ShownPicture:
        """Of who drives an order, as its view shows them. Raises ``NotFound``."""

        async def query(unit: UnitOfWork) -> DriverProfile | None:
            order = await visible_order(unit, actor, order_id)
            return await _driver_of(unit, order, plain_view(actor, order))

        return await self._shown(await self.storage.read(query))

    async def of_shared_order(self, actor: Actor, order_id: str, token: str) -> ShownPicture:
        """The same for whoever holds the link. Raises ``NotFound`` or ``TrackingLinkEnded``."""
        authorize(actor, Action.SEE_SHARED_TRACKING)
        await self.by_link.opened(order_id, token)

        async def query(unit: UnitOfWork) -> DriverProfile | None:
            order = await unit.orders.get(order_id)
            return None if order is None else await _driver_of(unit, order, view_of(Reader.LINK, order))

        return await self._shown(await self.storage.read(query))

    async def _shown(self, driver: DriverProfile | None) -> ShownPicture:
        photo_id = driver.photo_id if driver else None
        content = await self.files.get(driver_photo_file(photo_id)) if photo_id else None
        if content is None:
            raise NotFound(WHAT)
        return ShownPicture("driver.jpg", "image/jpeg", content)


async def _driver_of(unit: UnitOfWork, order: Order, view: View) -> DriverProfile | None:
    is_shown = view.driver_photo and order.driver_id
    return await unit.drivers.get(order.driver_id or "") if is_shown else None


async def forget_photo(unit: UnitOfWork, driver: DriverProfile, now: datetime) -> None:
    """The bytes go as soon as a job has removed them."""
    if driver.photo_id is not None:
        await unit.jobs.enqueue(Job(JobKind.REMOVE_DRIVER_PHOTO, driver.photo_id), now)


async def forget_photo_of(unit: UnitOfWork, user_id: str, now: datetime) -> None:
    """Of somebody who is erased."""
    driver = await unit.drivers.get_by_user(user_id)
    if driver is not None:
        await forget_photo(unit, driver, now)
