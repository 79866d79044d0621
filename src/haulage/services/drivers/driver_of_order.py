"""The driver of an order, with the vehicle that drove it."""

import attrs

from haulage.drivers import DriverProfile
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork


async def driver_of(unit: UnitOfWork, order: Order) -> DriverProfile | None:
    """Their profile with the vehicle and plate that the order was driven with, whatever they drive by now.

    Until they have accepted it is what they drive now.
    """
    driver: DriverProfile | None = await unit.drivers.get(order.driver_id) if order.driver_id else None
    if driver is None or order.driven is None:
        return driver
    return attrs.evolve(driver, vehicle=order.driven.vehicle, plate=order.driven.plate)
