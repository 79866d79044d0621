"""The driver profile of the acting user."""

from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.ports.storage.unit_of_work import UnitOfWork


async def own_profile(unit: UnitOfWork, actor: Actor) -> DriverProfile:
    """The acting driver's profile."""
    driver = await unit.drivers.get(actor.driver_id or "")
    if driver is None:
        raise NotFound("Driver profile")
    return driver
