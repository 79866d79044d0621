"""All orders for administrators, and one order's whole history."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.accounts import User
from haulage.claims import Claim
from haulage.dispatch import JobOffer
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderEvent
from haulage.orders.views import Reader, View, view_of
from haulage.payments import Payment, Refund
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts import Receipt
from haulage.services.dispatch.reassignment import refusal_of
from haulage.services.drivers.driver_of_order import driver_of

MAX_SEARCH_LENGTH = 100
MOST_EVENTS = 500
"""Ours: so many entries of an order's log are shown; an ordinary one has about ten."""


@attrs.frozen
class AdminOrder:
    """An order with its two sides and its payment; people whose data were erased are None or nameless."""

    order: Order
    customer: User | None
    driver: DriverProfile | None
    payment: Payment | None = None

    @property
    def view(self) -> View:
        """What administrators are shown of it."""
        return view_of(Reader.ADMIN, self.order)


@attrs.frozen
class OrderPayment:
    """A payment of an order with its receipt, once it succeeded, and what was given back of it."""

    payment: Payment
    receipt: Receipt | None
    refunds: Sequence[Refund]


@attrs.frozen
class OrderHistory:
    """An order with its log and everything that was offered of it, oldest first.

    ``names`` are those of the drivers by id, ``claims`` the problems reported about it, ``payments`` that of
    the order and then that of its tip, and ``immovable`` is why nobody else can be given it.
    """

    overseen: AdminOrder
    events: Sequence[OrderEvent]
    offers: Sequence[JobOffer]
    names: Mapping[str, str]
    claims: Sequence[Claim]
    payments: Sequence[OrderPayment]
    immovable: str | None


@attrs.frozen
class AdminOrders:
    """For administrators."""

    storage: Storage

    async def __call__(self, actor: Actor, wanted: OrderFilter, page: PageRequest) -> Page[AdminOrder]:
        """Newest first. Raises ``InvalidInput``."""
        authorize(actor, Action.LIST_ALL_ORDERS)
        text = (wanted.text or "").strip()
        if len(text) > MAX_SEARCH_LENGTH or "\0" in text:
            raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
        narrowed = attrs.evolve(wanted, text=text or None)

        async def query(unit: UnitOfWork) -> Page[AdminOrder]:
            found = await unit.orders.list(narrowed, page)
            return Page([await _overseen(unit, order) for order in found.items], found.next)

        return await self.storage.read(query)

    async def history(self, actor: Actor, order_id: str) -> OrderHistory:
        """Raises ``NotFound``."""
        authorize(actor, Action.LIST_ALL_ORDERS)

        async def query(unit: UnitOfWork) -> OrderHistory:
            order = await unit.orders.get(order_id)
            if order is None:
                raise NotFound("Order")
            events = await unit.orders.events_after(order.id, 0, MOST_EVENTS)
            offers = await unit.job_offers.of_order(order.id)
            driver_ids = {event.driver_id for event in events} | {offer.driver_id for offer in offers}
            names = {id: await _name(unit, id) for id in driver_ids if id is not None}
            claims = await unit.claims.of_order(order.id)
            overseen, payments = await _overseen(unit, order), await _payments(unit, order)
            return OrderHistory(overseen, events, offers, names, claims, payments, refusal_of(order))

        return await self.storage.read(query)


async def _overseen(unit: UnitOfWork, order: Order) -> AdminOrder:
    return AdminOrder(
        order,
        await unit.accounts.user(order.customer_id),
        await driver_of(unit, order),
        await unit.payments.of_order(order.id),
    )


async def _payments(unit: UnitOfWork, order: Order) -> Sequence[OrderPayment]:
    found = (await unit.payments.of_order(order.id), await unit.payments.tip_of_order(order.id))
    return [
        OrderPayment(
            payment, await unit.receipts.of_payment(payment.id), await unit.refunds.of_payment(payment.id)
        )
        for payment in found
        if payment is not None
    ]


async def _name(unit: UnitOfWork, driver_id: str) -> str:
    driver = await unit.drivers.get(driver_id)
    return "" if driver is None else driver.name
