"""Automatic messages to customers (OP-46): each cause once an order, however often it is tried.

A message and its cause are one row, which the storage keeps to one: two servers, or one that starts again,
tell nobody twice. What there is to tell is read from the order as it is now, not as it was.
"""

from collections.abc import Iterator, Sequence, Set
from datetime import datetime, timedelta

import attrs

from haulage.drivers import DriverPosition, DriverProfile
from haulage.messaging import (
    SYSTEM_SENDER,
    AutoMessages,
    MessageKind,
    NewMessage,
    Participant,
    Party,
    filled,
    template_of,
)
from haulage.messaging.automatic_messages import (
    FRESH,
    STANDARD_PAUSES,
    TEMPLATE,
    Cause,
    Expected,
    WatchPauses,
    is_wanted,
)
from haulage.orders import Order, OrderEventType, OrderStatus, Stop, next_stop
from haulage.orders.views import Reader, view_of
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.driver_change_emails import DriverEmails
from haulage.services.dispatch.progress_emails import ProgressEmails
from haulage.services.orders.automatic_messages import DRIVER_LOST
from haulage.services.orders.pickup_words import pickup_in_words
from haulage.use_cases.arrival_estimates import Forecasts
from haulage.use_cases.messaging.post_message import post
from haulage.use_cases.messaging.send_message import MINUTES, known_of, minutes_until

RATE_URL, PICKUP_TIME = "rate_url", "pickup_time"
LONGEST = timedelta(minutes=999)
"""Nobody waits longer, and the templates hold three digits."""

MOST_EVENTS = 500
"""Ours: entries of one order's log that are looked through; an ordinary one has about ten."""

POSITION_FRESH = FRESH / 12
"""Ten minutes: where a driver was longer ago says nothing of when they arrive."""


@attrs.frozen
class AutomaticMessenger:
    """Writes one automatic message, within somebody's transaction."""

    identifiers: Identifiers
    site: str

    async def send(
        self,
        unit: UnitOfWork,
        order: Order,
        cause: Cause,
        now: datetime,
        *,
        about: str = "",
        minutes: str | None = None,
    ) -> bool:
        """Whether it was written: not when it was before, or is not wanted. *about* tells apart
        what is announced more than once, such as two drivers."""
        name = f"{cause}:{about}" if about else cause.value
        preferences = await unit.preferences.get(order.customer_id)
        if not is_wanted(cause, preferences.auto_messages if preferences else AutoMessages()):
            return False
        if await unit.messages.by_cause(order.id, order.customer_id, name) is not None:
            return False
        driver = await unit.drivers.get(order.driver_id) if order.driver_id else None
        await post(unit, self._message(order, driver, cause, name, minutes), now)
        return True

    def _message(
        self, order: Order, driver: DriverProfile | None, cause: Cause, name: str, minutes: str | None
    ) -> NewMessage:
        template = template_of(TEMPLATE[cause], Party.SYSTEM)
        shown = view_of(Reader.CUSTOMER, order).driver_called(driver.name) if driver else None
        known = known_of(order, shown or "", order.contact.name)
        known |= {RATE_URL: f"{self.site}/rate/{order.id}", PICKUP_TIME: pickup_in_words(order)}
        return NewMessage(
            id=self.identifiers.new("msg"),
            order_id=order.id,
            sender=SYSTEM_SENDER,
            recipient=Participant(order.customer_id, Party.CUSTOMER),
            text=filled(template, known | ({} if minutes is None else {MINUTES: minutes})),
            kind=MessageKind.TEMPLATE,
            template_id=template.id,
            cause=name,
        )


@attrs.frozen
class SendAutomaticMessages:
    """Message the customer about payment, their driver and completion: what is recent and was not sent.

    That a driver does not come is mailed too, as every change of driver is (OP-24, OP-25). So is that the
    driver is on the way, and that everything was delivered.
    """

    storage: Storage
    clock: Clock
    announcer: AutomaticMessenger
    mails: DriverEmails
    progress: ProgressEmails

    async def __call__(self, order_id: str) -> None:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            order = await unit.orders.get(order_id)
            if order is None or order.status is OrderStatus.CANCELLED:
                return
            sent = 0
            losses, moves = await _losses(unit, order, now), await _moves(unit, order, now)
            for cause, about in _due_causes(order, losses, moves, now):
                # In the thread one stands after the other.
                at = now + timedelta(microseconds=sent)
                sent += await self.announcer.send(unit, order, cause, at, about=about)
            for sequence in losses:
                await self.mails.lost_once(unit, order, sequence, now)
            if _is_coming(order) and _is_fresh(order.en_route_at, now):
                await self.progress.on_the_way(unit, order, now)
            if order.failure is None and _is_fresh(order.completed_at, now):
                await self.progress.delivered(unit, order, now)

        await self.storage.write(work)


async def _losses(unit: UnitOfWork, order: Order, now: datetime) -> Sequence[int]:
    """The entries of the log by which the order lost its driver just now. None once
    somebody has accepted it: then that is announced."""
    if order.accepted_at is not None or order.is_final:
        return ()
    return await _entries(unit, order, DRIVER_LOST, now)


async def _moves(unit: UnitOfWork, order: Order, now: datetime) -> Sequence[int]:
    """The latest entry by which the pickup was moved just now; an earlier one's time is over."""
    if order.is_final:
        return ()
    return (await _entries(unit, order, {OrderEventType.RESCHEDULED}, now))[-1:]


async def _entries(
    unit: UnitOfWork, order: Order, types: Set[OrderEventType], now: datetime
) -> Sequence[int]:
    events = await unit.orders.events_after(order.id, 0, MOST_EVENTS)
    return [each.sequence for each in events if each.type in types and _is_fresh(each.at, now)]


def _due_causes(
    order: Order, losses: Sequence[int], moves: Sequence[int], now: datetime
) -> Iterator[tuple[Cause, str]]:
    """The causes that hold now, in the order in which they came about, each with what it is about."""
    if _is_fresh(order.paid_at, now):
        yield Cause.ORDER_CONFIRMATION, ""
    for sequence in losses:
        yield Cause.DRIVER_LOST, str(sequence)
    for sequence in moves:
        yield Cause.PICKUP_MOVED, str(sequence)
    # Whoever was assigned and has not accepted may still say no.
    if order.driver_id is not None and not order.is_final and _is_fresh(order.accepted_at, now):
        yield Cause.DRIVER_ASSIGNED, order.driver_id
    if order.failure is None and _is_fresh(order.completed_at, now):
        yield Cause.DELIVERY_COMPLETE, ""


@attrs.frozen
class _Looked:
    """An order with its driver's place; ``sent`` are the causes that need no more watching."""

    order: Order
    position: DriverPosition | None
    sent: frozenset[Cause]


@attrs.frozen
class WatchArrival:
    """Follow a driver until the customer got the message that they are near, or that they are late."""

    storage: Storage
    clock: Clock
    forecasts: Forecasts
    announcer: AutomaticMessenger
    pauses: WatchPauses = STANDARD_PAUSES

    async def of_start(self, order_id: str) -> None:
        """Before the driver sets out: whether they would be late if they did now.

        Raises ``NotYet`` for as long as there is something to be watched.
        """
        now = self.clock.now()
        looked = await self.storage.read(lambda unit: _look(unit, order_id))
        if looked is None or looked.order.en_route_at is not None or Cause.DELAYS in looked.sent:
            return
        promised = _promised(looked.order, Stop.PICKUP)
        if looked.order.accepted_at is None:  # nobody is late who has not said that they come
            raise NotYet(self.pauses.next_look_before_start(promised, now))
        if promised is None or now >= promised - self.pauses.before_start:
            expected = await self._expected(looked, Stop.PICKUP, now)
            if expected is not None and expected.is_late:
                await self._send(looked.order, Cause.DELAYS, expected, now)
                return
        raise NotYet(self.pauses.next_look_before_start(promised, now))

    async def of_journey(self, order_id: str) -> None:
        """From when the driver sets out. Raises ``NotYet`` like :meth:`of_start`."""
        now = self.clock.now()
        looked = await self.storage.read(lambda unit: _look(unit, order_id))
        if looked is None or looked.order.en_route_at is None or looked.sent >= WATCHED:
            return
        stop = next_stop(looked.order)
        expected = await self._expected(looked, stop, now) if stop else None
        if expected is not None:
            for cause, is_so in (
                (Cause.DRIVER_ARRIVING, expected.is_near(now)),
                (Cause.DELAYS, expected.is_late),
            ):
                if is_so and cause not in looked.sent:
                    await self._send(looked.order, cause, expected, now)
        raise NotYet(self.pauses.next_look(expected, now))

    async def _send(self, order: Order, cause: Cause, expected: Expected, now: datetime) -> None:
        minutes = minutes_until(min(expected.at, now + LONGEST), now)

        async def work(unit: UnitOfWork) -> None:
            present = await unit.orders.get(order.id)
            if present is not None and present.driver_id == order.driver_id and not present.is_final:
                await self.announcer.send(unit, present, cause, now, minutes=minutes)

        await self.storage.write(work)

    async def _expected(self, looked: _Looked, stop: Stop, now: datetime) -> Expected | None:
        """When the driver gets to a stop; None while nobody can tell, and when they bring the items back."""
        order, position = looked.order, looked.position
        if order.failure is not None or position is None or now - position.at > POSITION_FRESH:
            return None
        at = await self.forecasts.arrival_time(order, stop, position, now)
        return Expected(max(at, now), _promised(order, stop))


WATCHED = frozenset({Cause.DRIVER_ARRIVING, Cause.DELAYS})


async def _look(unit: UnitOfWork, order_id: str) -> _Looked | None:
    """None where there is nobody to wait for any more."""
    order = await unit.orders.get(order_id)
    if order is None or order.driver_id is None or order.is_final:
        return None
    sent = {
        cause for cause in WATCHED if await unit.messages.by_cause(order.id, order.customer_id, cause.value)
    }
    return _Looked(order, await unit.drivers.position(order.driver_id), frozenset(sent))


def _promised(order: Order, stop: Stop) -> datetime | None:
    """The latest arrival that is in time: nobody is late who picks up within the window (OP-23)."""
    pickup = order.latest_scheduled or order.pickup_due_at
    if pickup is None or stop is Stop.PICKUP:
        return pickup
    return pickup + timedelta(minutes=order.estimated_minutes)


def _is_coming(order: Order) -> bool:
    """From setting out until the pickup begins: after that, nobody waits for the driver any more."""
    return order.driver_id is not None and not order.is_final and order.started_at is None


def _is_fresh(at: datetime | None, now: datetime) -> bool:
    return at is not None and now - at <= FRESH
