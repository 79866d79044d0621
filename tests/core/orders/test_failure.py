"""Until when an order that ended by the driver's arrival may still be said to have failed."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON, a_started_order
from haulage.orders import Order, OrderStatus
from haulage.orders.failure import CORRECTED_WITHIN, can_be_corrected

ENDED = attrs.evolve(a_started_order(), status=OrderStatus.COMPLETED, completed_at=NOON)
A_MOMENT = timedelta(microseconds=1)


def test_it_is_corrected_for_half_an_hour_where_it_ended_by_arrival() -> None:
    assert can_be_corrected(ENDED, NOON + CORRECTED_WITHIN, by_arrival=True)
    assert not can_be_corrected(ENDED, NOON + CORRECTED_WITHIN + A_MOMENT, by_arrival=True)
    assert not can_be_corrected(ENDED, NOON, by_arrival=False)


@pytest.mark.parametrize(
    "order",
    [
        attrs.evolve(ENDED, status=OrderStatus.IN_PROGRESS),
        attrs.evolve(ENDED, completed_at=None),
        attrs.evolve(ENDED, rating=5),
    ],
)
def test_what_has_not_ended_or_was_rated_is_not_corrected(order: Order) -> None:
    assert not can_be_corrected(order, NOON, by_arrival=True)
