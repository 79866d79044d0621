"""Accepted orders whose driver may not set out: a document or a carrier credential lapsed (OP-80, OP-102)."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.eligibility import is_permitted
from haulage.services.email.administrator_email import AdministratorEmail

BATCH = 200
MOST_LISTED = 100
"""Ours: whoever has so many looks at the first."""


class Lapse(StrEnum):
    """What does not hold any more."""

    DOCUMENTS = "documents"
    CREDENTIALS = "credentials"


@attrs.frozen
class OrderAtRisk:
    """Credentials have to hold on the day of the job, which may be a later one."""

    order: Order
    driver: DriverProfile
    lapsed: Lapse


@attrs.frozen
class OrdersAtRisk:
    """For administrators, who ask for new papers or give the order to somebody else."""

    storage: Storage
    clock: Clock
    email: AdministratorEmail

    async def list(self, actor: Actor) -> Sequence[OrderAtRisk]:
        """Up to ``MOST_LISTED``, by id of the order."""
        authorize(actor, Action.VERIFY_CREDENTIALS)
        now = self.clock.now()
        return await self.storage.read(lambda unit: _found(unit, now))

    async def tell(self) -> None:
        """A mail to administrators while there are any; once a day."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            found = await _found(unit, now)
            if found:
                await self.email.queue(unit, len(found), now)

        await self.storage.write(work)


async def _found(unit: UnitOfWork, now: datetime) -> list[OrderAtRisk]:
    found: list[OrderAtRisk] = []
    drivers: dict[str, DriverProfile | None] = {}
    after = None
    while len(found) < MOST_LISTED:
        orders = await unit.orders.held_on_conditions(after, BATCH)
        for order in orders:
            id = order.driver_id or ""
            if id not in drivers:
                drivers[id] = await unit.drivers.get(id)
            driver = drivers[id]
            lapsed = None if driver is None else _lapse(driver, order, now)
            if driver is not None and lapsed is not None:
                found.append(OrderAtRisk(order, driver, lapsed))
        if len(orders) < BATCH:
            break
        after = orders[-1].id
    return found[:MOST_LISTED]


def _lapse(driver: DriverProfile, order: Order, now: datetime) -> Lapse | None:
    if driver.documents_lapsed_at is not None:
        return Lapse.DOCUMENTS
    return None if is_permitted(driver, order, order.scheduled_time or now) else Lapse.CREDENTIALS
