"""What those who watch an order are told of it."""

from collections.abc import Sequence

import attrs

from haulage.messaging.thread import ThreadStamp
from haulage.orders.views import ShownEvent, View
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.tracking import Live


@attrs.frozen(eq=False)
class OrderUpdate:
    """What is told at once; nothing in it says that nothing has happened for a while.

    Those who are told the same are handed the same object, so that it need be written down only once.
    """

    events: Sequence[ShownEvent] = ()
    live: Live | None = None
    after: int = 0
    """The last entry of the log that was looked at, whether or not it was one that is shown."""
    thread: ThreadStamp | None = None
    """Given where something in the order's thread has changed, which each of its parties sees otherwise."""
    is_last: bool = False
    """Told to those who stay after the order's end: nothing more is to come."""

    @property
    def tells(self) -> bool:
        """Whether there is anything in it to be told."""
        return bool(self.events) or self.live is not None or self.thread is not None or self.is_last

    def and_then(self, later: "OrderUpdate") -> "OrderUpdate":
        """Both at once. Every event is told; of what changes all the time only the last state is."""
        if later is NOTHING_NEW:
            return self
        events = (*self.events, *later.events)
        after = max(self.after, later.after)
        return OrderUpdate(events, later.live or self.live, after, later.thread or self.thread)


NOTHING_NEW = OrderUpdate()
LAST = OrderUpdate(is_last=True)


@attrs.frozen
class UpdateCursor:
    """What somebody who watches was told last."""

    after: int = 0
    live: Live | None = None
    thread: ThreadStamp | None = None

    def and_then(self, news: OrderUpdate) -> "UpdateCursor":
        after = max(self.after, news.after)
        return UpdateCursor(after, news.live or self.live, news.thread or self.thread)


def news_of(
    snapshot: OrderSnapshot,
    known: UpdateCursor,
    view: View,
    live: Live | None = None,
    *,
    thread: bool = False,
) -> OrderUpdate:
    """What a sight, and what changes all the time, have in them that is not known and is shown by *view*."""
    fresh = [each for each in snapshot.events if each.sequence > known.after]
    if live is not None and known.live is not None and live.is_like(known.live):
        live = None
    stamp = snapshot.thread if thread and snapshot.thread != known.thread else None
    if not (fresh or live or stamp):
        return NOTHING_NEW
    after = fresh[-1].sequence if fresh else known.after
    return OrderUpdate(view.entries(fresh), live, after, stamp)
