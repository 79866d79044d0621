"""Call the other party of an order by phone (MSG-16, MSG-17, OP-48)."""

from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, RuleBroken
from haulage.kernel.policy import Action
from haulage.messaging import Call, CallsDisabled, Outcome, ended
from haulage.orders import Stop
from haulage.ports.messaging.telephony import Telephony
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.request_counts import count
from haulage.use_cases.idempotency import IdempotentRequest, find_response, write_once
from haulage.use_cases.messaging.conversation import Conversation, conversation_of
from haulage.use_cases.messaging.message_limits import MessageLimits


class NoNumber(RuleBroken):
    """There is no telephone number to call, or the order has ended."""

    code = "no_number"
    message = "There is no phone number to call for this order now."


@attrs.frozen
class CallParty:
    """Opens one's own telephone with the other's number, and keeps a record of it."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    telephony: Telephony
    limits: MessageLimits

    async def begin(
        self,
        actor: Actor,
        order_id: str,
        once: IdempotentRequest[Call] | None = None,
        *,
        stop: Stop | None = None,
    ) -> Call:
        """With a *stop*, the contact of that end, whom only the driver calls.

        Raises ``NotFound``, ``NobodyToWriteTo``, ``ThreadClosed``, ``CallsDisabled``, ``NoNumber``,
        ``TooManyRequests`` or ``Unavailable``.
        """
        now, id = self.clock.now(), self.identifiers.new("cal")
        number = await self.storage.read(lambda unit: _wanted(unit, actor, order_id, stop, now, once))
        # A telephone company may be asked here, so it is asked before the transaction.
        phone = await self.telephony.number_to_dial(call_id=id, recipient_phone=number)

        async def work(unit: UnitOfWork) -> Call:
            talk = await _open(unit, actor, order_id, now)
            if await _number(unit, talk, stop) != number:
                raise Conflict("order")
            await count(unit, self.limits.calls, "calls", actor.user_id or "", now)
            call = Call(
                id=id,
                order_id=talk.order.id,
                caller=talk.own_end,
                recipient=talk.other_end,
                phone_number=phone,
                start_time=now,
                updated_at=now,
            )
            await unit.calls.add(call)
            return call

        return await write_once(self.storage, once, work, now)

    async def end(self, actor: Actor, order_id: str, call_id: str, outcome: Outcome) -> Call:
        """What came of a call, said by whoever called. Raises ``NotFound`` or ``InvalidInput``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Call:
            talk = await conversation_of(unit, actor, Action.WRITE_MESSAGES, order_id)
            call = await unit.calls.get(call_id)
            if call is None or (call.order_id, call.caller.id) != (order_id, actor.user_id):
                raise NotFound("Call")
            return talk.shown_call(await unit.calls.save(call, ended(call, outcome, now)))

        return await self.storage.write(work)


async def _wanted(
    unit: UnitOfWork,
    actor: Actor,
    order_id: str,
    stop: Stop | None,
    now: datetime,
    once: IdempotentRequest[Call] | None,
) -> str:
    """The number to call, unless the call was begun already."""
    await find_response(unit, once)
    return await _number(unit, await _open(unit, actor, order_id, now), stop)


async def _open(unit: UnitOfWork, actor: Actor, order_id: str, now: datetime) -> Conversation:
    talk = await conversation_of(unit, actor, Action.WRITE_MESSAGES, order_id)
    if talk.seat is None:
        raise NotFound("Order")
    talk.require_open(now)
    return talk


async def _number(unit: UnitOfWork, talk: Conversation, stop: Stop | None) -> str:
    preferences = await unit.preferences.get(talk.other_end.id)
    if preferences is not None and not preferences.calls_enabled:
        raise CallsDisabled
    phone = talk.other_phone if stop is None else talk.phone_at(stop)
    if phone is None:
        raise NoNumber
    return phone
