"""The conversation about one order (MSG-04), and who is in it for how long."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.messaging.calls import Call
from haulage.messaging.message import Message, Party

OPEN_AFTER_END = timedelta(hours=24)
"""Ours: long enough for what was forgotten on the truck."""


@attrs.define
class NobodyToWriteTo(RuleBroken):
    """The order has no driver to send messages to."""

    code = "no_driver_yet"
    has_ended: bool

    @property
    def message(self) -> str:
        if self.has_ended:
            return "This order ended without a driver to write to."
        return "You can write to your driver as soon as one is assigned to this order."


class ThreadClosed(RuleBroken):
    """The order ended too long ago for new messages."""

    code = "thread_closed"

    @property
    def message(self) -> str:
        hours = int(OPEN_AFTER_END.total_seconds()) // 3600
        return f"This conversation is closed: the order ended more than {hours} hours ago."


@attrs.frozen
class ThreadSummary:
    """All of a thread in figures. ``changed_at`` is when anything of it last changed; ``unread`` counts what
    its recipients, whoever they are, have not read."""

    total_messages: int = 0
    unread: int = 0
    total_calls: int = 0
    total_call_duration_seconds: int = 0
    last_activity: datetime | None = None
    changed_at: datetime | None = None


@attrs.frozen
class ThreadStamp:
    """As much of a thread as differs whenever anything of it has changed, whoever sees that."""

    messages: int = 0
    read: int = 0
    calls: int = 0
    changed_at: datetime | None = None


UNTOUCHED = ThreadStamp()


@attrs.frozen
class UnreadThread:
    """How many messages somebody has not read in one order's thread, and as which party they are in it.

    A driver who books is the customer of that order.
    """

    order_id: str
    party: Party
    number: int
    unread: int
    last_at: datetime


@attrs.frozen
class ThreadPage:
    """Messages oldest first, of the newest page first; the latest calls; ``next`` is the cursor of what is
    older."""

    order_id: str
    messages: Sequence[Message]
    calls: Sequence[Call]
    summary: ThreadSummary
    next: str | None = None
