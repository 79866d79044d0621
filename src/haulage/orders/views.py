"""Who is shown what of an order, and when: the one rule that every answer about an order is made by.

The table that this rule is held to, cell by cell, stands in README.md beside this file.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.geo import Place, coarse
from haulage.kernel.names import NameForm, shown_name
from haulage.kernel.stop_access import NO_ACCESS, StopAccess
from haulage.orders.event import OrderEvent, OrderEventType
from haulage.orders.lifecycle import OrderStatus, PaymentStatus
from haulage.orders.order import Order


class Reader(StrEnum):
    """Who looks at an order."""

    CUSTOMER = "customer"
    OFFERED = "offered"
    """A driver who could take it: it is open, or offered to them."""
    ASSIGNED = "assigned"
    """The driver to whom it was given, and who has not accepted it yet."""
    ACCEPTED = "accepted"
    """The driver who has accepted it, until it ends."""
    AFTER = "after"
    """The driver who had it when it ended."""
    LINK = "link"
    """Whoever has the link that the customer shared."""
    ADMIN = "admin"
    STRANGER = "stranger"
    """Everybody else, such as a driver who handed it back or was replaced."""


class Stage(StrEnum):
    """How far an order is, as far as it matters for who may see what."""

    UNPAID = "unpaid"
    OPEN = "open"
    """Paid, and without a driver."""
    ASSIGNED = "assigned"
    """Given to a driver who has not accepted it yet."""
    ACCEPTED = "accepted"
    UNDER_WAY = "under_way"
    """From setting out until the end, the way back of what could not be delivered included."""
    ENDED = "ended"
    """Completed, cancelled or returned, with a driver who had accepted it."""
    DROPPED = "dropped"
    """Cancelled before any driver had accepted it."""


class PlaceForm(StrEnum):
    EXACT = "exact"
    AREA = "area"
    """The middle of a square of about a kilometer, and the address without its first part."""


class AccessForm(StrEnum):
    """What is shown of how to get to the door at each end."""

    NONE = "none"
    FLOORS = "floors"
    """The floor, and whether there is an elevator: what a driver must know before they say yes."""
    WHOLE = "whole"
    """Unit, gate code, note and contact too; the contact's number only where it may be called."""


class DriverIds(StrEnum):
    """Whose driver ids are shown, in an order and in its log."""

    NONE = "none"
    OWN = "own"
    ALL = "all"


class LogForm(StrEnum):
    """Which entries of the log are shown."""

    NONE = "none"
    JOURNEY = "journey"
    """What moves the items: neither money nor who said no to it."""
    WORK = "work"
    """All but payments that failed, and other drivers' answers."""
    WHOLE = "whole"


class ProofForm(StrEnum):
    NONE = "none"
    NAMED = "named"
    """When, and the recipient's first name and initial: no signature, photo or position."""
    WHOLE = "whole"


_SAID_NO = frozenset(
    {OrderEventType.DECLINED, OrderEventType.TIMED_OUT, OrderEventType.CHOSEN_DRIVER_UNAVAILABLE}
)
_JOURNEY = frozenset(
    {
        OrderEventType.CREATED,
        OrderEventType.ACCEPTED,
        OrderEventType.EN_ROUTE,
        OrderEventType.STARTED,
        OrderEventType.PICKED_UP,
        OrderEventType.COMPLETED,
        OrderEventType.HANDED_BACK,
        OrderEventType.REASSIGNED,
        OrderEventType.CANCELLED,
        OrderEventType.RESCHEDULED,
        OrderEventType.DELIVERY_FAILED,
        OrderEventType.DELIVERY_RESUMED,
        OrderEventType.RETURNED,
        OrderEventType.PROVED,
    }
)
_ENTRIES = {
    LogForm.NONE: frozenset[OrderEventType](),
    LogForm.JOURNEY: _JOURNEY,
    LogForm.WORK: frozenset(OrderEventType) - _SAID_NO - {OrderEventType.PAYMENT_DECLINED},
    LogForm.WHOLE: frozenset(OrderEventType),
}


@attrs.frozen
class ShownEvent:
    """An entry of the log as a reader is shown it; ``payment_status`` is None where money is not shown."""

    order_id: str
    sequence: int
    type: OrderEventType
    status: OrderStatus
    payment_status: PaymentStatus | None
    driver_id: str | None
    at: datetime
    miles_away: float | None = None


@attrs.frozen
class View:
    """What one reader is shown of one order. Each field is a row of the table.

    ``driver_id`` is the reader's own, where they are a driver.
    """

    reader: Reader
    driver_name: NameForm = NameForm.NONE
    driver_ids: DriverIds = DriverIds.NONE
    driver_phone: bool = False
    driver_plate: bool = False
    driver_photo: bool = False
    contact_name: NameForm = NameForm.NONE
    contact_phone: bool = False
    places: PlaceForm = PlaceForm.EXACT
    items: bool = False
    item_notes: bool = False
    item_photos: bool = False
    access: AccessForm = AccessForm.NONE
    position: bool = False
    log: LogForm = LogForm.NONE
    payment: bool = False
    proof: ProofForm = ProofForm.NONE
    pin: bool = False
    answer_due: bool = False
    driver_id: str | None = None

    @property
    def calls_other(self) -> bool:
        """Whether the number of the other side of the order is shown, which somebody may call (OP-48)."""
        if self.reader is Reader.CUSTOMER:
            return self.driver_phone
        return self.reader is Reader.ACCEPTED and self.contact_phone

    @property
    def of_log(self) -> tuple[object, ...]:
        """Alike for readers who are shown the same of the log."""
        return self.log, self.driver_ids, self.driver_id

    def driver_called(self, name: str) -> str | None:
        """The driver's name in the form that is shown."""
        return shown_name(name, self.driver_name)

    def contact_called(self, name: str) -> str | None:
        """The name of whom the driver meets, likewise."""
        return shown_name(name, self.contact_name)

    def id_of_driver(self, driver_id: str | None) -> str | None:
        """A driver's id, if it is shown."""
        is_shown = self.driver_ids is DriverIds.ALL or (
            self.driver_ids is DriverIds.OWN and driver_id == self.driver_id
        )
        return driver_id if is_shown else None

    def place(self, place: Place) -> Place:
        """A stop as it is shown."""
        return place if self.places is PlaceForm.EXACT else area_of(place)

    def access_at(self, access: StopAccess) -> StopAccess | None:
        """How to get to the door, as it is shown; None where nothing is."""
        if self.access is AccessForm.NONE:
            return None
        if self.access is AccessForm.FLOORS:
            shown = access.floors_alone
        else:
            shown = access if self.contact_phone else attrs.evolve(access, contact_phone="")
        return None if shown == NO_ACCESS else shown

    def shows(self, event: OrderEvent) -> bool:
        """Whether an entry of the log is shown."""
        return event.type in _ENTRIES[self.log]

    def entries(self, events: Iterable[OrderEvent]) -> tuple[ShownEvent, ...]:
        """The entries of the log that are shown, without what is not shown of them."""
        return tuple(self._entry(event) for event in events if self.shows(event))

    def _entry(self, event: OrderEvent) -> ShownEvent:
        return ShownEvent(
            order_id=event.order_id,
            sequence=event.sequence,
            type=event.type,
            status=event.status,
            payment_status=event.payment_status if self.log is not LogForm.JOURNEY else None,
            driver_id=self.id_of_driver(event.driver_id),
            at=event.at,
            miles_away=event.miles_away if self.log is not LogForm.JOURNEY else None,
        )


def stage_of(order: Order) -> Stage:
    """How far the order is."""
    if order.is_final:
        return Stage.DROPPED if order.accepted_at is None else Stage.ENDED
    if order.status is OrderStatus.PENDING:
        return Stage.UNPAID if order.payment_status is PaymentStatus.UNPAID else Stage.OPEN
    if order.en_route_at is not None:
        return Stage.UNDER_WAY
    return Stage.ASSIGNED if order.accepted_at is None else Stage.ACCEPTED


def reader_of(
    order: Order, *, user_id: str | None = None, driver_id: str | None = None, is_admin: bool = False
) -> Reader:
    """Who somebody is to an order. Whoever is several of these is the first of them that is shown most."""
    if user_id is not None and user_id == order.customer_id:
        return Reader.CUSTOMER
    if is_admin:
        return Reader.ADMIN
    if driver_id is not None and driver_id == order.driver_id:
        return _DRIVER_AT[stage_of(order)]
    return Reader.OFFERED if driver_id is not None and order.is_open_to_drivers else Reader.STRANGER


_DRIVER_AT = {
    Stage.UNPAID: Reader.STRANGER,
    Stage.OPEN: Reader.OFFERED,
    Stage.ASSIGNED: Reader.ASSIGNED,
    Stage.ACCEPTED: Reader.ACCEPTED,
    Stage.UNDER_WAY: Reader.ACCEPTED,
    Stage.ENDED: Reader.AFTER,
    Stage.DROPPED: Reader.STRANGER,
}


def view_of(
    reader: Reader, order: Order, *, calls_enabled: bool = False, driver_id: str | None = None
) -> View:
    """What the reader is shown now. *calls_enabled* is whether the other side wants to be called (OP-48), and
    *driver_id* the reader's own."""
    stage = stage_of(order)
    meets = stage in (Stage.ACCEPTED, Stage.UNDER_WAY)
    if reader in (Reader.ASSIGNED, Reader.ACCEPTED, Reader.AFTER):
        view = _drivers_view(reader, calls_enabled=meets and calls_enabled)
        view = attrs.evolve(view, driver_id=driver_id)
    elif reader in (Reader.CUSTOMER, Reader.ADMIN):
        view = _owners_view(reader, stage, calls_enabled=meets and calls_enabled)
    else:
        view = _outsiders_view(reader, stage)
    return attrs.evolve(view, position=stage is Stage.UNDER_WAY and reader in _FOLLOWING)


_FOLLOWING = (Reader.CUSTOMER, Reader.ACCEPTED, Reader.LINK, Reader.ADMIN)
_DRIVEN = (Stage.ACCEPTED, Stage.UNDER_WAY, Stage.ENDED)


def _owners_view(reader: Reader, stage: Stage, *, calls_enabled: bool) -> View:
    """Of whoever sees all of the order, and of its driver what is their business by now."""
    is_admin = reader is Reader.ADMIN
    return View(
        reader,
        driver_name=NameForm.WHOLE if is_admin or stage in _DRIVEN else NameForm.SHORT,
        driver_ids=DriverIds.ALL,
        driver_phone=is_admin or calls_enabled,
        driver_plate=is_admin or stage in (Stage.ACCEPTED, Stage.UNDER_WAY),
        driver_photo=is_admin or stage in _DRIVEN,
        contact_name=NameForm.WHOLE,
        contact_phone=True,
        items=True,
        item_notes=True,
        item_photos=True,
        access=AccessForm.WHOLE,
        log=LogForm.WHOLE,
        payment=True,
        proof=ProofForm.WHOLE,
        pin=not is_admin,
        answer_due=stage is Stage.ASSIGNED,
    )


_DRIVERS_ACCESS = {
    Reader.ASSIGNED: AccessForm.FLOORS,
    Reader.ACCEPTED: AccessForm.WHOLE,
    Reader.AFTER: AccessForm.NONE,
}


def _drivers_view(reader: Reader, *, calls_enabled: bool) -> View:
    """Of the order's driver: themselves, and whom they meet once they have said that they come."""
    met = {Reader.ACCEPTED: NameForm.WHOLE, Reader.AFTER: NameForm.SHORT}
    return View(
        reader,
        driver_name=NameForm.WHOLE,
        driver_ids=DriverIds.OWN,
        driver_phone=True,
        driver_plate=True,
        driver_photo=True,
        contact_name=met.get(reader, NameForm.NONE),
        contact_phone=reader is Reader.ACCEPTED and calls_enabled,
        items=True,
        item_notes=reader is Reader.ACCEPTED,
        item_photos=reader is Reader.ACCEPTED,
        access=_DRIVERS_ACCESS[reader],
        log=LogForm.WORK,
        proof=ProofForm.WHOLE if reader in met else ProofForm.NONE,
        answer_due=reader is Reader.ASSIGNED,
    )


def _outsiders_view(reader: Reader, stage: Stage) -> View:
    """Of whoever has no part in it: a driver who might have, the customer's friends, and strangers."""
    if reader is not Reader.LINK:
        is_offered = reader is Reader.OFFERED
        return View(
            reader,
            places=PlaceForm.EXACT if is_offered else PlaceForm.AREA,
            access=AccessForm.FLOORS if is_offered else AccessForm.NONE,
            items=is_offered,
        )
    return View(
        reader,
        driver_name=NameForm.FIRST if stage in _DRIVEN else NameForm.NONE,
        driver_plate=stage is Stage.UNDER_WAY,
        driver_photo=stage is Stage.UNDER_WAY,
        log=LogForm.JOURNEY,
        proof=ProofForm.NAMED,
    )


def area_of(place: Place) -> Place:
    """The neighborhood of a place: its square on the grid, and its address from the first comma on."""
    _, _, beyond = place.address.partition(",")
    return Place(coarse(place.point), beyond.strip() or "United States")
