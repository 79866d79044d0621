"""What customers think of a delivery, and what it makes of a driver's standing (ORD-09, OP-27)."""

from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.orders.lifecycle import OrderStatus
from haulage.orders.order import Order, Rating

WORST, BEST = 1, 5
MAX_FEEDBACK_LENGTH = 1000
"""Ours."""


class AlreadyRated(RuleBroken):
    """The order has a rating already."""

    code = "already_rated"
    message = "You have rated this order already."


class NotCompleted(RuleBroken):
    """The order is not completed, so it cannot be rated."""

    code = "order_not_completed"
    message = "You can rate this order once it is completed."


def rate(order: Order, stars: int, feedback: str, now: datetime) -> Order:
    """Whole stars from 1 to 5, and a text that may be empty; once, and only when completed.

    Raises ``InvalidInput``, ``NotCompleted`` or ``AlreadyRated``.
    """
    if not WORST <= stars <= BEST:
        raise InvalidInput("stars", f"must be a whole number from {WORST} to {BEST}")
    if len(feedback) > MAX_FEEDBACK_LENGTH:
        raise InvalidInput("feedback", f"must be at most {MAX_FEEDBACK_LENGTH} characters")
    if order.status is not OrderStatus.COMPLETED:
        raise NotCompleted
    if order.rating is not None:
        raise AlreadyRated
    return attrs.evolve(order, rating=Rating(stars, feedback.strip(), now), updated_at=now)


def mean_rating(stars: int, ratings: int) -> float | None:
    """The mean of so many ratings with so many stars in all, to two decimals; None of no ratings."""
    if ratings == 0:
        return None
    return float((Decimal(stars) / ratings).quantize(Decimal("0.01"), ROUND_HALF_UP))
