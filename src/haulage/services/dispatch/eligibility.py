"""Whether a driver can do an order: the load, and what else they have to do at that time."""

from datetime import datetime

from haulage.drivers import DriverProfile, require_another_customer
from haulage.kernel.arrival_window import held_until
from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork


class DriverBusy(RuleBroken):
    """The driver has another job at this time (OP-95)."""

    code = "driver_busy"
    message = "Finish the job you have before you take another."


class VehicleTooSmall(RuleBroken):
    """The load is more than the driver's vehicle carries (OP-25)."""

    code = "vehicle_too_small"
    message = "This load is too large for your vehicle."


class HelperNeeded(RuleBroken):
    """The order takes two people, and the driver works alone."""

    code = "helper_needed"
    message = "This job takes two people."


class CredentialNeeded(RuleBroken):
    """The law asks for a carrier's credentials that the driver has not on file (OP-102)."""

    code = "credential_needed"
    message = "This job needs verified carrier credentials: add them to your profile."


class CredentialLapsed(RuleBroken):
    """The driver's credentials held when they accepted, and hold no more (OP-102)."""

    code = "credential_lapsed"
    message = (
        "This job needs carrier credentials that hold today, and yours do not. Renew them, or hand the job "
        "back so that another carrier takes it."
    )


class JobsOverlap(DriverBusy):
    """One driver cannot be at two places at once (OP-95)."""

    code = "jobs_overlap"
    message = "You have another job at that time."


class DriverOffline(RuleBroken):
    """The driver is offline, and the job is for now (OP-19)."""

    code = "driver_offline"
    message = "Go online to take an order for now."


def has_hands(driver: DriverProfile, order: Order) -> bool:
    """Whether the driver brings as many people as the order takes."""
    return order.helpers == 0 or driver.works_with_helper


def carries(driver: DriverProfile, order: Order) -> bool:
    """Whether the load is within what the driver's vehicle takes, and they bring the helper that it needs."""
    if not has_hands(driver, order):
        return False
    capacity = driver.vehicle.capacity
    return order.weight_pounds <= capacity.weight and order.volume_cubic_feet <= capacity.volume


def is_permitted(driver: DriverProfile, order: Order, start: datetime) -> bool:
    """Whether the driver's verified credentials allow the order on the day of *start* (OP-102)."""
    need = order.carrier_need
    return need is None or need.met_by(driver.credentials, platform_time(start).date())


async def require_permitted(unit: UnitOfWork, driver_id: str, order: Order, start: datetime) -> None:
    """Raise ``CredentialLapsed`` before an order is begun that its driver may not carry any more. What is
    under way goes on: goods on the road are safest where they were going."""
    if order.carrier_need is None:
        return
    driver = await unit.drivers.get(driver_id)
    if driver is None or not is_permitted(driver, order, start):
        raise CredentialLapsed


async def require_free_hands(unit: UnitOfWork, driver_id: str, order: Order) -> None:
    """Raise ``DriverBusy`` when the driver has another job in hand now."""
    held = await unit.orders.holding_now(driver_id)
    if held is not None and held.id != order.id:
        raise DriverBusy


async def require_fit(unit: UnitOfWork, driver: DriverProfile, order: Order, now: datetime) -> None:
    """Raise ``OwnOrder``, ``HelperNeeded``, ``VehicleTooSmall``, ``CredentialNeeded``, ``DriverBusy`` or
    ``JobsOverlap``.

    The driver is to be locked before.
    """
    require_another_customer(driver, order.customer_id)
    if not has_hands(driver, order):
        raise HelperNeeded
    if not carries(driver, order):
        raise VehicleTooSmall
    start = order.scheduled_time or now
    if not is_permitted(driver, order, start):
        raise CredentialNeeded
    if order.scheduled_time is None:
        await require_free_hands(unit, driver.id, order)
    if driver.id in await engaged_beside(unit, order, start):
        raise JobsOverlap


def require_online(driver: DriverProfile, order: Order) -> None:
    """Raise ``DriverOffline`` for whoever takes an open job for now; appointments are taken from anywhere."""
    if order.is_for_now and not (driver.is_online and driver.is_available):
        raise DriverOffline


async def engaged_beside(unit: UnitOfWork, order: Order, start: datetime) -> frozenset[str]:
    """Drivers with another job while this one would be done from *start* on."""
    until = held_until(start, order.scheduled_until, order.estimated_minutes)
    return await unit.orders.engaged_drivers(start, until, apart_from=order.id)


async def can_take(unit: UnitOfWork, driver_id: str, order: Order, now: datetime) -> bool:
    """Whether a driver is free for another's order, one driver, one job (OP-19, OP-95), and still drives what
    carries its load, with the credentials that it needs."""
    driver = await unit.drivers.get(driver_id)
    if driver is None or not driver.may_work or not carries(driver, order):
        return False
    start = order.scheduled_time or now
    if driver.booked(order.customer_id) or not is_permitted(driver, order, start):
        return False
    if driver_id in await engaged_beside(unit, order, start):
        return False
    if order.scheduled_time is not None:
        return True
    free = await unit.orders.holding_now(driver_id) is None
    return free and driver.is_online and driver.is_available
