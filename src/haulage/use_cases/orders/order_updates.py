"""Updates that subscribers of an order's stream get."""

from collections.abc import Sequence

import attrs

from haulage.messaging.thread import ThreadStamp
from haulage.orders.views import ShownEvent, View
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.tracking import Live


@attrs.frozen(eq=False)
class OrderUpdate:
    """What is sent at once; an empty one says that nothing has happened for a while.

    Subscribers who get the same update share one object, so that it is serialized only once.
    """

    events: Sequence[ShownEvent] = ()
    live: Live | None = None
    after: int = 0
    """The last entry of the log that was looked at, whether or not it was one that is shown."""
    thread: ThreadStamp | None = None
    """Given where something in the order's thread has changed, which each of its parties sees otherwise."""
    is_last: bool = False
    """For those who stay after the order's end: nothing more will come."""

    @property
    def has_content(self) -> bool:
        """Whether there is anything in it to send."""
        return bool(self.events) or self.live is not None or self.thread is not None or self.is_last

    def and_then(self, later: "OrderUpdate") -> "OrderUpdate":
        """Both at once. Every event is sent; of what changes all the time only the last state is."""
        if later is NOTHING_NEW:
            return self
        events = (*self.events, *later.events)
        after = max(self.after, later.after)
        return OrderUpdate(events, later.live or self.live, after, later.thread or self.thread)


NOTHING_NEW = OrderUpdate()
LAST = OrderUpdate(is_last=True)


@attrs.frozen
class UpdateCursor:
    """What a subscriber got last."""

    after: int = 0
    live: Live | None = None
    thread: ThreadStamp | None = None

    def and_then(self, update: OrderUpdate) -> "UpdateCursor":
        after = max(self.after, update.after)
        return UpdateCursor(after, update.live or self.live, update.thread or self.thread)


def update_of(
    snapshot: OrderSnapshot,
    known: UpdateCursor,
    view: View,
    live: Live | None = None,
    *,
    thread: bool = False,
) -> OrderUpdate:
    """The part of a snapshot and of *live* that is not *known* yet, as *view* shows it."""
    fresh = [each for each in snapshot.events if each.sequence > known.after]
    if live is not None and known.live is not None and live.is_like(known.live):
        live = None
    stamp = snapshot.thread if thread and snapshot.thread != known.thread else None
    if not (fresh or live or stamp):
        return NOTHING_NEW
    after = fresh[-1].sequence if fresh else known.after
    return OrderUpdate(view.entries(fresh), live, after, stamp)
