"""Snapshots of watched orders: all data of one instant, read for many orders at once."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.accounts.session import Bearer
from haulage.drivers import DriverPosition
from haulage.messaging.thread import UNTOUCHED, ThreadStamp
from haulage.orders import Order, OrderEvent, shows_position
from haulage.orders.sharing import TrackingLink
from haulage.ports.storage.unit_of_work import UnitOfWork

EVENT_BATCH = 100
"""Events of one order that are read at once."""


@attrs.frozen
class SnapshotQuery:
    """An order with its events behind a number, and the sessions and links of those who want to see it."""

    order_id: str
    after: int
    session_ids: Sequence[str] = ()
    link_ids: Sequence[str] = ()
    with_thread: bool = False


@attrs.frozen
class OrderSnapshot:
    """An order at one instant, and who lived and what was shared at that instant."""

    order: Order | None
    events: Sequence[OrderEvent]
    position: DriverPosition | None
    bearers: Mapping[str, Bearer]
    links: Mapping[str, TrackingLink]
    thread: ThreadStamp = UNTOUCHED

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after it."""
        return self.order is not None and self.order.is_final and not self.has_more

    @property
    def has_more(self) -> bool:
        return len(self.events) >= EVENT_BATCH


async def read_snapshots(unit: UnitOfWork, wanted: Sequence[SnapshotQuery]) -> Sequence[OrderSnapshot]:
    """All of it on one view of the storage."""
    ids = list({each.order_id for each in wanted})
    seen = await unit.orders.seen(ids)
    sessions = {id for each in wanted for id in each.session_ids}
    bearers = await unit.accounts.bearers(list(sessions)) if sessions else {}
    shared = {id for each in wanted for id in each.link_ids}
    links = await unit.tracking_links.by_ids(list(shared)) if shared else {}
    talked = {each.order_id for each in wanted if each.with_thread}
    threads = await unit.messages.stamps(list(talked)) if talked else {}
    fresh: dict[tuple[str, int], Sequence[OrderEvent]] = {}
    for each in wanted:
        cursor = (each.order_id, each.after)
        known = seen.get(each.order_id)
        if known is not None and each.after < known.last_sequence and cursor not in fresh:
            fresh[cursor] = await unit.orders.events_after(*cursor, EVENT_BATCH)
    return [
        OrderSnapshot(
            order=known.order if (known := seen.get(each.order_id)) else None,
            events=fresh.get((each.order_id, each.after), ()),
            position=known.position if known and shows_position(known.order) else None,
            bearers=bearers,
            links=links,
            thread=threads.get(each.order_id, UNTOUCHED),
        )
        for each in wanted
    ]
