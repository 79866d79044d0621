"""Links by which somebody without an account watches one order for a while (OP-53)."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import IllegalMove, RuleBroken
from haulage.orders.lifecycle import OrderStatus, PaymentStatus
from haulage.orders.order import Order, OrderNotPaid

LINK_OUTLIVES = timedelta(hours=24)
"""Ours: so long after the delivery is expected a link still opens, for those who come late to it."""


class LinkEnd(StrEnum):
    """Why a link opens no more."""

    EXPIRED = "expired"
    REVOKED = "revoked"
    CANCELLED = "cancelled"


_SENTENCES = {
    LinkEnd.EXPIRED: "This tracking link has expired. Ask whoever sent it for a new one.",
    LinkEnd.REVOKED: "This tracking link is no longer shared. Ask whoever sent it for a new one.",
    LinkEnd.CANCELLED: "This order was canceled, and its tracking link has ended.",
}


@attrs.define
class TrackingLinkEnded(RuleBroken):
    """The tracking link was valid and has expired or was revoked."""

    code = "tracking_link_ended"
    end: LinkEnd

    @property
    def message(self) -> str:
        return _SENTENCES[self.end]


@attrs.frozen
class TrackingLink:
    """Who opens an order to whoever has the link, and until when."""

    id: str
    order_id: str
    created_by: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None


def share(order: Order, id: str, by: str, now: datetime) -> TrackingLink:
    """A new link. Raises ``IllegalMove`` for an order that has ended, ``OrderNotPaid`` for an unpaid one."""
    if order.is_final:
        raise IllegalMove("order", order.status, "be_shared")
    if order.payment_status is PaymentStatus.UNPAID:
        raise OrderNotPaid
    expected = order.window[1] if order.window else now
    return TrackingLink(id, order.id, by, now, max(expected, now) + LINK_OUTLIVES)


def require_open(link: TrackingLink, order: Order, now: datetime) -> None:
    """Raises ``TrackingLinkEnded``."""
    if order.status is OrderStatus.CANCELLED:
        raise TrackingLinkEnded(LinkEnd.CANCELLED)
    if link.revoked_at is not None:
        raise TrackingLinkEnded(LinkEnd.REVOKED)
    if now >= link.expires_at:
        raise TrackingLinkEnded(LinkEnd.EXPIRED)
