"""The period in which a delivery can be proved."""

from datetime import datetime, timedelta

from haulage.deliveries import NotRunning
from haulage.kernel.errors import RuleBroken
from haulage.orders import Order, OrderStatus
from haulage.orders.order import PickupNotConfirmed

PROVABLE_FOR = timedelta(days=7)
"""Ours, as for everything that a device tells afterwards."""


class ProofTooLate(RuleBroken):
    """The time in which a proof can be added is over."""

    code = "proof_too_late"
    message = f"This delivery ended more than {PROVABLE_FOR.days} days ago: it can no longer be proved."


def require_provable(order: Order, now: datetime) -> None:
    """From the pickup on, unless it failed.

    Raises ``NotRunning``, ``PickupNotConfirmed`` or ``ProofTooLate``.
    """
    if order.status is OrderStatus.COMPLETED:
        if order.completed_at is not None and now - order.completed_at > PROVABLE_FOR:
            raise ProofTooLate
        return
    if order.status is not OrderStatus.IN_PROGRESS or order.failure is not None:
        raise NotRunning
    if order.picked_up_at is None:
        raise PickupNotConfirmed
