"""A link opens one order for a while."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON, a_paid_order, an_assigned_order, an_order, minutes_later
from haulage.kernel.errors import IllegalMove
from haulage.orders import Cancellation, OrderStatus
from haulage.orders.order import OrderNotPaid, cancel
from haulage.orders.sharing import LinkEnd, TrackingLinkEnded, require_open, share

DAY = timedelta(hours=24)


def test_a_link_outlives_the_expected_delivery_by_a_day() -> None:
    later = NOON + timedelta(days=3)
    order = attrs.evolve(a_paid_order(), scheduled_time=later, estimated_minutes=30)
    assert share(order, "trk_1", "usr_1", NOON).expires_at == later + timedelta(minutes=30) + DAY


def test_a_delivery_that_is_late_is_shared_for_another_day() -> None:
    order = an_assigned_order()
    late = NOON + timedelta(days=2)
    assert share(order, "trk_1", "usr_1", late).expires_at == late + DAY


def test_nobody_shares_an_order_that_is_not_paid_or_has_ended() -> None:
    with pytest.raises(OrderNotPaid):
        share(an_order(), "trk_1", "usr_1", NOON)
    with pytest.raises(IllegalMove):
        share(attrs.evolve(an_assigned_order(), status=OrderStatus.COMPLETED), "trk_1", "usr_1", NOON)


def test_a_link_ends_with_its_time_its_sharing_and_its_order() -> None:
    order = an_assigned_order()
    link = share(order, "trk_1", "usr_1", NOON)
    require_open(link, order, minutes_later(1))
    cancelled = cancel(order, Cancellation(NOON, "usr_1", "changed my mind", 0))
    for given, of, at, end in (
        (link, order, link.expires_at, LinkEnd.EXPIRED),
        (attrs.evolve(link, revoked_at=NOON), order, NOON, LinkEnd.REVOKED),
        (link, cancelled, NOON, LinkEnd.CANCELLED),
    ):
        with pytest.raises(TrackingLinkEnded) as refused:
            require_open(given, of, at)
        assert refused.value.end is end
    require_open(link, attrs.evolve(order, status=OrderStatus.COMPLETED), NOON)
