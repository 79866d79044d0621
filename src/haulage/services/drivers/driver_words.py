"""A driver in words for mails: their vehicle and rating, and no name that somebody typed."""

from haulage.drivers import DriverProfile
from haulage.kernel.vehicles import VEHICLE_WORDS
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork


async def how_they_come(unit: UnitOfWork, order: Order) -> str:
    """ "with a van and is rated 4.8 of 5", after "who comes" or "your driver is"."""
    driver: DriverProfile | None = await unit.drivers.get(order.driver_id) if order.driver_id else None
    if driver is None:
        return "with another vehicle"
    vehicle = f"with {VEHICLE_WORDS[driver.vehicle.type]}"
    return vehicle if driver.rating is None else f"{vehicle} and is rated {driver.rating:.1f} of 5"
