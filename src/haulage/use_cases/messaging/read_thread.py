"""Read the conversation about an order, and mark it as read (MSG-04, MSG-06, MSG-13)."""

from collections.abc import Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.messaging import Party, Template, ThreadPage, ThreadSummary, UnreadThread, templates_for
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.messaging.conversation import Conversation, conversation_of

MOST_CALLS = 50
"""Ours: calls that a thread shows; the latest."""

MOST_UNREAD = 50
"""Ours: orders with unread messages that are named; all are counted."""


@attrs.frozen
class Correspondent:
    """Whom one writes to. ``phone`` is None unless they can be called now."""

    name: str
    type: Party
    phone: str | None = attrs.field(repr=False)
    can_call: bool


@attrs.frozen
class ShownThread:
    """A page of the thread, as one of those sees it who may. ``viewer`` is who looks."""

    page: ThreadPage
    viewer: str | None
    correspondent: Correspondent | None
    cannot_send_because: str | None


@attrs.frozen
class Unread:
    """How much waits for somebody, and in which orders."""

    total: int
    threads: Sequence[UnreadThread]


@attrs.frozen
class ReadThread:
    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, order_id: str, page: PageRequest) -> ShownThread:
        """The newest page first, each oldest first. Raises ``NotFound``."""
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> ShownThread:
            talk = await conversation_of(unit, actor, Action.SEE_MESSAGES, order_id)
            found = await unit.messages.of_order(order_id, talk.viewer, page)
            return ShownThread(
                page=ThreadPage(
                    order_id=order_id,
                    messages=tuple(reversed(found.items)),
                    calls=talk.shown_calls(await unit.calls.of_order(order_id, talk.viewer, MOST_CALLS)),
                    summary=await unit.messages.summary(order_id, talk.viewer),
                    next=found.next,
                ),
                viewer=actor.user_id,
                correspondent=_correspondent(talk),
                cannot_send_because=talk.closed_because(now),
            )

        return await self.storage.read(query)

    async def summary(self, actor: Actor, order_id: str) -> ThreadSummary:
        """All of what the actor sees of it, in figures: whether there is something new to look at."""

        async def query(unit: UnitOfWork) -> ThreadSummary:
            talk = await conversation_of(unit, actor, Action.SEE_MESSAGES, order_id)
            return await unit.messages.summary(order_id, talk.viewer)

        return await self.storage.read(query)

    async def mark_read(self, actor: Actor, order_id: str, until: str | None = None) -> int:
        """One's own incoming messages, up to and with the one that was shown last; how many were new.

        Raises ``NotFound``, or ``InvalidInput`` for a message of another thread.
        """
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> int:
            await conversation_of(unit, actor, Action.WRITE_MESSAGES, order_id)
            last = await unit.messages.get(until) if until is not None else None
            if until is not None and (last is None or last.order_id != order_id):
                raise InvalidInput("until", "is no message of this order")
            return await unit.messages.mark_read(order_id, actor.user_id or "", now, last)

        return await self.storage.write(work)

    async def unread(self, actor: Actor) -> Unread:
        """One's own, of all orders."""
        authorize(actor, Action.MANAGE_OWN_MESSAGES)
        user_id = actor.user_id or ""

        async def query(unit: UnitOfWork) -> Unread:
            return Unread(
                await unit.messages.count_unread(user_id), await unit.messages.unread(user_id, MOST_UNREAD)
            )

        return await self.storage.read(query)

    def templates(self, actor: Actor, user_type: Party | None) -> Sequence[Template]:
        """Those in use, in the order in which they are shown."""
        authorize(actor, Action.MANAGE_OWN_MESSAGES)
        return templates_for(user_type)


def _correspondent(talk: Conversation) -> Correspondent | None:
    if talk.seat is None or talk.driver is None:
        return None
    phone = talk.other_phone
    return Correspondent(talk.other_name, talk.other_end.type, phone, can_call=phone is not None)
