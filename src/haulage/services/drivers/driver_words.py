"""A driver in words for mails: their vehicle and rating, and nobody's name."""

import re

from haulage.kernel.vehicles import VEHICLE_WORDS
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.drivers.driver_of_order import driver_of

_PLAIN = re.compile(r"[A-Za-z]{2,20}(?:[ -][A-Za-z0-9]{1,12}){0,2}|[A-Za-z]{1,3}-?[0-9]{1,4}")
"""Makes and models as they are, such as Mercedes-Benz, Transit Connect or F-150: a driver types them, and no
address, number or message fits in."""


async def how_they_come(unit: UnitOfWork, order: Order) -> str:
    """ "with a van (driver rated 4.8 of 5)", after "who comes" or "they come"."""
    driver = await driver_of(unit, order)
    if driver is None:
        return "with another vehicle"
    vehicle = f"with {VEHICLE_WORDS[driver.vehicle.type]}"
    return vehicle if driver.rating is None else f"{vehicle} (driver rated {driver.rating:.1f} of 5)"


async def what_to_look_for(unit: UnitOfWork, order: Order) -> str | None:
    """ "White Ford Transit, plate ABC 1234 (NY)", of the order's driver; None without a plate or a color.

    For mails to the customer of an accepted order, who may see it (``view_of``).
    """
    driver = await driver_of(unit, order)
    if driver is None or (driver.plate is None and driver.vehicle.color is None):
        return None
    vehicle = driver.vehicle
    named = vehicle.described and all(_PLAIN.fullmatch(word) for word in (vehicle.make, vehicle.model))
    kind = f"{vehicle.make} {vehicle.model}" if named else VEHICLE_WORDS[vehicle.type].removeprefix("a ")
    color = f"{vehicle.color.capitalize()} " if vehicle.color else ""
    looks = f"{color}{kind}"
    return f"{looks[0].upper()}{looks[1:]}" + (f", plate {driver.plate}" if driver.plate else "")
