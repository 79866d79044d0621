"""What those who watch an order are told of it."""

from collections.abc import Sequence

import attrs

from haulage.messaging.thread import ThreadStamp
from haulage.orders import REPORT_EVENTS, OrderEvent
from haulage.use_cases.orders.sights import Sight
from haulage.use_cases.orders.tracking import Live


@attrs.frozen(eq=False)
class News:
    """What is told at once; nothing in it says that nothing has happened for a while.

    Those who are told the same are handed the same object, so that it need be written down only once.
    """

    events: Sequence[OrderEvent] = ()
    live: Live | None = None
    thread: ThreadStamp | None = None
    """Given where something in the order's thread has changed, which each of its parties sees otherwise."""
    is_last: bool = False
    """Told to those who stay after the order's end: nothing more is to come."""

    def and_then(self, later: "News") -> "News":
        """Both at once. Every event is told; of what changes all the time only the last state is."""
        if later is NOTHING_NEW:
            return self
        events = (*self.events, *later.events)
        return News(events, later.live or self.live, later.thread or self.thread)


NOTHING_NEW = News()
LAST = News(is_last=True)


@attrs.frozen
class Known:
    """What somebody who watches was told last."""

    after: int = 0
    live: Live | None = None
    thread: ThreadStamp | None = None

    def and_then(self, news: News) -> "Known":
        after = news.events[-1].sequence if news.events else self.after
        return Known(after, news.live or self.live, news.thread or self.thread)


def news_of(
    sight: Sight, known: Known, live: Live | None = None, *, thread: bool = False, for_visitors: bool = False
) -> News:
    """What a sight, and what changes all the time, have in them that is not known. Visitors are told nothing
    of what the customer and the platform have to say to each other."""
    kept = REPORT_EVENTS if for_visitors else frozenset()
    events = tuple(each for each in sight.events if each.sequence > known.after and each.type not in kept)
    if live is not None and known.live is not None and live.is_like(known.live):
        live = None
    stamp = sight.thread if thread and sight.thread != known.thread else None
    return News(events, live, stamp) if events or live or stamp else NOTHING_NEW
