"""The conversation about an order: its two parties, and until when they may write.

The two ends are the order's customer and whoever drives it now. A driver who was replaced is out of the
conversation at once: they see what they themselves wrote and were written, and nothing that comes after.
For the same reason the next driver does not read what the customer wrote to the one before.
"""

from collections.abc import Iterable
from datetime import datetime

import attrs

from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.messaging import Call, NobodyToWriteTo, Participant, Party, ThreadClosed
from haulage.messaging.thread import OPEN_AFTER_END
from haulage.orders import Order, Stop
from haulage.orders.views import Reader, View, view_of
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.orders.order_views import view_for

NOT_YOURS_ANY_MORE = "You do not drive this order any more."
ONLY_READ = "Administrators read conversations and do not take part in them."


@attrs.frozen
class Conversation:
    """An order as one of those sees it who may see its thread.

    ``seat`` is None for administrators and for drivers of before. ``viewer`` is the id of whoever sees no
    more than what they took part in, and None for administrators.
    """

    order: Order
    driver: DriverProfile | None
    seat: Party | None
    viewer: str | None
    view: View

    @property
    def own_end(self) -> Participant:
        return self._end(self.seat or Party.SYSTEM)

    @property
    def other_end(self) -> Participant:
        """Whom one writes to; there is somebody when :meth:`require_open` says nothing."""
        return self._end(Party.DRIVER if self.seat is Party.CUSTOMER else Party.CUSTOMER)

    @property
    def other_name(self) -> str:
        """As whoever has the seat is shown it; empty where they are shown none."""
        if self.seat is Party.CUSTOMER:
            return (self.driver and self.view.driver_called(self.driver.name)) or ""
        return self.view.contact_called(self.order.contact.name) or ""

    @property
    def driver_name(self) -> str:
        """What stands for the driver in a text that the customer reads, whoever writes it."""
        if self.driver is None:
            return ""
        return view_of(Reader.CUSTOMER, self.order).driver_called(self.driver.name) or ""

    @property
    def other_phone(self) -> str | None:
        """What one would dial: nobody's business before and after the journey, and where the other side does
        not want to be called."""
        if not self.view.calls_other or self.driver is None:
            return None
        phone = self.driver.phone if self.seat is Party.CUSTOMER else self.order.contact.phone
        return phone or None

    def phone_at(self, stop: Stop) -> str | None:
        """What the driver would dial at one end, likewise; None where that end has no contact of its own."""
        if self.seat is not Party.DRIVER or not self.view.calls_other:
            return None
        ends = {Stop.PICKUP: self.order.pickup_access, Stop.DROPOFF: self.order.dropoff_access}
        return ends[stop].contact_phone or None

    def shown_calls(self, calls: Iterable[Call]) -> tuple[Call, ...]:
        """Calls as whoever looks may see them now: a number that was dialed once is not shown for ever."""
        return tuple(self.shown_call(call) for call in calls)

    def shown_call(self, call: Call) -> Call:
        """One of them."""
        return call if self.view.calls_other else attrs.evolve(call, phone_number=None)

    def closed_because(self, now: datetime) -> str | None:
        """Why nothing can be written now."""
        if self.seat is None:
            return ONLY_READ if self.viewer is None else NOT_YOURS_ANY_MORE
        try:
            self.require_open(now)
        except RuleBroken as refusal:
            return refusal.message
        return None

    def require_open(self, now: datetime) -> None:
        """Raises ``NobodyToWriteTo`` or ``ThreadClosed``."""
        order = self.order
        if self.driver is None:
            raise NobodyToWriteTo(order.is_final)
        ended = order.completed_at or (order.cancellation.at if order.cancellation else order.updated_at)
        if order.is_final and now - ended > OPEN_AFTER_END:
            raise ThreadClosed

    def _end(self, party: Party) -> Participant:
        if party is Party.CUSTOMER:
            return Participant(self.order.customer_id, party)
        return Participant(self.driver.user_id if self.driver else "", party)


async def conversation_of(unit: UnitOfWork, actor: Actor, action: Action, order_id: str) -> Conversation:
    """Raises ``NotFound`` as for an order that is none of the actor's business."""
    order = await unit.orders.get(order_id)
    drove = order is not None and await _took_part_as_driver(unit, actor, order)
    authorize(
        actor,
        action,
        Facts(
            "Order",
            owner_id=order.customer_id if order else None,
            driver_id=actor.driver_id if drove else order.driver_id if order else None,
        ),
    )
    if order is None:
        raise NotFound("Order")
    driver = await unit.drivers.get(order.driver_id) if order.driver_id else None
    seat = _seat(actor, order)
    viewer = actor.user_id if seat or drove else None
    return Conversation(order, driver, seat, viewer, await view_for(unit, actor, order))


def _seat(actor: Actor, order: Order) -> Party | None:
    if actor.user_id == order.customer_id:
        return Party.CUSTOMER
    if actor.driver_id is not None and actor.driver_id == order.driver_id:
        return Party.DRIVER
    return None


async def _took_part_as_driver(unit: UnitOfWork, actor: Actor, order: Order) -> bool:
    if actor.driver_id is None or actor.user_id is None or actor.driver_id == order.driver_id:
        return False
    return await unit.messages.took_part(order.id, actor.user_id)
