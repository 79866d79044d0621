"""Whether another driver can be given an order, and why not."""

from collections.abc import Mapping
from datetime import datetime

from haulage.drivers import DriverNotApproved, DriverProfile, OwnOrder
from haulage.kernel.errors import HaulageError, RuleBroken
from haulage.orders import ORDER_LIFECYCLE, Order, OrderMove, OrderNotPaid, PaymentStatus
from haulage.orders.order import AlreadyPickedUp
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.eligibility import (
    CredentialNeeded,
    DriverBusy,
    HelperNeeded,
    JobsOverlap,
    VehicleTooSmall,
    require_fit,
)


class OrderHasNoDriver(RuleBroken):
    """The order has no driver who could be replaced."""

    code = "order_has_no_driver"
    message = "Nobody has this order: drivers are being asked for it already."


class GoodsOnBoard(AlreadyPickedUp):
    """Whoever holds the goods has to deliver them or bring them back (OP-23)."""

    message = "The items are already picked up: the driver who has them has to finish this order."


class CandidateNotApproved(DriverNotApproved):
    """As an administrator reads it."""

    message = "This driver is not approved yet."


class CandidateVehicleTooSmall(VehicleTooSmall):
    """As an administrator reads it."""

    message = "This load is too large for their vehicle."


class CandidateAlone(HelperNeeded):
    """As an administrator reads it."""

    message = "This job takes two people, and this driver works alone."


class CandidateWithoutCredential(CredentialNeeded):
    """As an administrator reads it."""

    message = "This job needs carrier credentials that this driver does not have on file."


class CandidateBusy(DriverBusy):
    """As an administrator reads it."""

    message = "This driver has another job in hand."


class CandidateJobsOverlap(JobsOverlap):
    """As an administrator reads it."""

    message = "This driver has another job at that time."


class CandidateIsCustomer(OwnOrder):
    """As an administrator reads it."""

    message = "This driver booked the order as its customer."


def require_movable(order: Order) -> None:
    """Raise why no other driver can be given this order, whoever it is."""
    if order.is_final:
        ORDER_LIFECYCLE.after(order.status, OrderMove.ASSIGN)
    if order.payment_status is PaymentStatus.UNPAID:
        raise OrderNotPaid
    if order.picked_up_at is not None:
        raise GoodsOnBoard


def require_releasable(order: Order) -> None:
    """Raise why the order cannot be taken from its driver."""
    require_movable(order)
    if order.driver_id is None:
        raise OrderHasNoDriver


def refusal_of(order: Order) -> str | None:
    """Why no other driver can be given this order, in a sentence."""
    try:
        require_movable(order)
    except HaulageError as refused:
        return refused.message
    return None


_AS_ADMINISTRATORS_READ: Mapping[type[RuleBroken], type[RuleBroken]] = {
    OwnOrder: CandidateIsCustomer,
    HelperNeeded: CandidateAlone,
    VehicleTooSmall: CandidateVehicleTooSmall,
    CredentialNeeded: CandidateWithoutCredential,
    DriverBusy: CandidateBusy,
    JobsOverlap: CandidateJobsOverlap,
}


async def unfitness(
    unit: UnitOfWork, driver: DriverProfile, order: Order, now: datetime
) -> RuleBroken | None:
    """Why this driver cannot do this order, as an administrator reads it."""
    if not driver.may_work:
        return CandidateNotApproved()
    try:
        await require_fit(unit, driver, order, now)
    except (OwnOrder, HelperNeeded, VehicleTooSmall, CredentialNeeded, DriverBusy) as refused:
        return _AS_ADMINISTRATORS_READ[type(refused)]()
    return None
