"""Send a message to the other party of an order, freely or by a template (MSG-07, MSG-10, MSG-11)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import HaulageError, InvalidInput, NotFound
from haulage.kernel.policy import Action
from haulage.messaging import (
    Message,
    MessageKind,
    NewMessage,
    Party,
    filled,
    message_text,
    template_of,
)
from haulage.messaging.templates import TEMPLATES, said_by_sender
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.request_counts import count
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.messaging.conversation import Conversation, conversation_of
from haulage.use_cases.messaging.message_limits import MessageLimits
from haulage.use_cases.messaging.post_message import post
from haulage.use_cases.orders.tracking import TrackOrder

MINUTES = "minutes"
NAMELESS = "there"
"""As in 'Hi there': a driver who has not accepted yet does not learn whom they would meet."""


@attrs.frozen
class MessageDraft:
    """Either *text* or a template with what its sender has to say of it."""

    text: str | None = attrs.field(default=None, repr=False)
    template_id: str | None = None
    variables: Mapping[str, str] = attrs.field(factory=dict, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.text is None and self.template_id is None:
            raise InvalidInput("text", "is needed, or a template_id")
        if self.text is not None and self.template_id is not None:
            raise InvalidInput("template_id", "cannot be sent together with text")
        if self.variables and self.template_id is None:
            raise InvalidInput("variables", "belong to a template")


@attrs.frozen
class SendMessage:
    storage: Storage
    clock: Clock
    identifiers: Identifiers
    track: TrackOrder
    limits: MessageLimits

    async def __call__(
        self, actor: Actor, order_id: str, draft: MessageDraft, once: IdempotentRequest[Message] | None = None
    ) -> Message:
        """Raises ``NotFound``, ``InvalidInput``, ``NobodyToWriteTo``, ``ThreadClosed`` or
        ``TooManyRequests``."""
        now, id = self.clock.now(), self.identifiers.new("msg")
        # Asks the map, so it cannot be asked for within the transaction.
        minutes = await self._minutes(actor, order_id, draft, now)

        async def work(unit: UnitOfWork) -> Message:
            talk = await conversation_of(unit, actor, Action.WRITE_MESSAGES, order_id)
            if talk.seat is None:
                raise NotFound("Order")
            talk.require_open(now)
            text = _text(talk, draft, minutes)
            await count(unit, self.limits.messages, "messages", actor.user_id or "", now)
            new = NewMessage(
                id=id,
                order_id=talk.order.id,
                sender=talk.own_end,
                recipient=talk.other_end,
                text=text,
                kind=MessageKind.MANUAL if draft.template_id is None else MessageKind.TEMPLATE,
                template_id=draft.template_id,
            )
            return await post(unit, new, now)

        return await write_once(self.storage, once, work, now)

    async def _minutes(self, actor: Actor, order_id: str, draft: MessageDraft, now: datetime) -> str | None:
        """To the driver's next stop, for a template whose sender does not say it."""
        if not says_minutes(draft):
            return None
        try:
            arrival = (await self.track.live(actor, order_id)).arrival
        except HaulageError:
            return None  # why not is said by the sending itself
        return None if arrival is None else minutes_until(arrival.at, now)


def says_minutes(draft: MessageDraft) -> bool:
    """Whether the server has to find out when the driver arrives."""
    places = [each.variables for each in TEMPLATES if each.id == draft.template_id]
    return MINUTES not in draft.variables and any(MINUTES in names for names in places)


def minutes_until(at: datetime, now: datetime) -> str:
    """Whole minutes, rounded up; whoever has arrived is about a minute away."""
    return str(max(1, ceil((at - now) / timedelta(minutes=1))))


def _text(talk: Conversation, draft: MessageDraft, minutes: str | None) -> str:
    if draft.template_id is None:
        return message_text(draft.text or "")
    template = template_of(draft.template_id, talk.own_end.type)
    known = {} if minutes is None else {MINUTES: minutes}
    customer = talk.order.contact.name if talk.seat is Party.CUSTOMER else talk.other_name or NAMELESS
    about = known_of(talk.order, talk.driver_name, customer)
    return filled(template, about | known | said_by_sender(template, draft.variables))


def known_of(order: Order, driver_name: str, customer_name: str) -> dict[str, str]:
    """What the server fills into any template about an order; what it does not know is missing. Names are
    given as both who writes and who reads may know them."""
    said = {
        "customer_name": customer_name,
        "driver_name": driver_name,
        "order_number": str(order.number),
        "pickup_address": order.pickup.address,
        "dropoff_address": order.dropoff.address,
    }
    return {name: value for name, value in said.items() if value.strip()}
