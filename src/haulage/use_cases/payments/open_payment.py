"""Open the one payment of an order at the card provider (PAY-01)."""

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.split_policy import SplitPolicy
from haulage.orders import Order
from haulage.orders.order import require_payable
from haulage.payments import Payment, PaymentState, ProviderRefused
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.fare import Fare
from haulage.services.orders.booked_fare import fare_of_order

NOT_OPENED = "Failed to create payment intent"
"""PAY-05."""


WAITING = frozenset({PaymentState.REQUIRES_PAYMENT_METHOD, PaymentState.REQUIRES_ACTION})
"""For a card, or for the bank of one."""


@attrs.frozen
class OpenedPayment:
    """A payment, and what the payer's browser needs to show a card to the provider (PAY-01).

    A payment that is paid or canceled has no secret any more.
    """

    payment: Payment
    client_secret: str | None = attrs.field(repr=False)
    driver_id: str | None = None
    """The driver whom the customer chose."""
    fare: Fare | None = None
    """What the amount is made of, line by line; None for a tip."""


@attrs.frozen
class OpenPayment:
    """The one payment of an order, opened at the provider for exactly the order's price."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    cards: CardPayments
    split_policy: SplitPolicy = SplitPolicy.SPLIT_50_50
    """In force for payments that are opened from now on (OP-01)."""

    async def __call__(self, actor: Actor, order_id: str) -> Payment:
        """Opening twice gives the same payment. Raises ``NotFound``, ``IllegalMove`` or ``Unavailable``."""
        return (await self._open(actor, order_id)).payment

    async def with_secret(self, actor: Actor, order_id: str) -> OpenedPayment:
        """The same, for the browser of who pays."""
        opened = await self._with_fare(await self._open(actor, order_id))
        payment = await forget_tick(self.storage, self.clock, self.cards, opened.payment)
        opened = attrs.evolve(opened, payment=payment)
        closed = opened.payment.state in {PaymentState.SUCCEEDED, PaymentState.CANCELED}
        if opened.client_secret is not None or closed:
            return opened
        with named(NOT_OPENED):
            secret = await self.cards.client_secret(opened.payment.provider_reference)
        return attrs.evolve(opened, client_secret=secret)

    async def _with_fare(self, opened: OpenedPayment) -> OpenedPayment:
        async def query(unit: UnitOfWork) -> OpenedPayment:
            order = await unit.orders.get(opened.payment.order_id)
            if order is None:
                return opened
            fare = await fare_of_order(unit, order)
            return attrs.evolve(opened, driver_id=order.chosen_driver_id, fare=fare)

        return await self.storage.read(query)

    async def _open(self, actor: Actor, order_id: str) -> OpenedPayment:
        order, payment = await self.storage.read(lambda unit: self._look(unit, actor, order_id))
        if payment is not None:
            return OpenedPayment(payment, None)
        require_payable(order)
        with named(NOT_OPENED):
            intent = await self.cards.open(
                reference=await self._reference(order), amount_cents=order.price_cents, order_id=order.id
            )
        now = self.clock.now()
        opened = Payment(
            id=self.identifiers.new("pay"),
            order_id=order.id,
            customer_id=order.customer_id,
            amount_cents=order.price_cents,
            provider_reference=intent.provider_reference,
            created_at=now,
            updated_at=now,
            simulated=self.cards.simulated,
            split_policy=self.split_policy,
        )
        try:
            stored = await self.storage.write(lambda unit: self._save(unit, opened))
        except Conflict:
            _, payment = await self.storage.read(lambda unit: self._look(unit, actor, order_id))
            if payment is None:
                raise
            stored = payment
        ours = stored.provider_reference == intent.provider_reference
        return OpenedPayment(stored, intent.client_secret if ours else None)

    async def _reference(self, order: Order) -> str:
        """The order, and its how many-eth intent: one that the provider closed is never opened again."""
        earlier = await self.storage.read(lambda unit: unit.payments.count_of_order(order.id))
        return f"{order.id}-{earlier + 1}" if earlier else order.id

    async def _look(self, unit: UnitOfWork, actor: Actor, order_id: str) -> tuple[Order, Payment | None]:
        order = await unit.orders.get(order_id)
        owner = order.customer_id if order else None
        authorize(actor, Action.PAY_ORDER, Facts("Order", owner_id=owner))
        if order is None:
            raise NotFound("Order")
        return order, await unit.payments.of_order(order_id)

    async def _save(self, unit: UnitOfWork, payment: Payment) -> Payment:
        existing = await unit.payments.of_order(payment.order_id)
        if existing is not None:
            return existing
        await unit.payments.add(payment)
        return payment


async def forget_tick(storage: Storage, clock: Clock, cards: CardPayments, payment: Payment) -> Payment:
    """A screen that opens a payment shows the box for saving the card unticked: a tick of an earlier screen
    counts no more (PAY-30). Raises ``Unavailable`` or ``ProviderRefused``."""
    if not payment.saves_card or payment.state not in WAITING:
        return payment
    with named(NOT_OPENED):
        await cards.save_next_card(payment.provider_reference, None)
    unticked = attrs.evolve(payment, saves_card=False, updated_at=clock.now())
    return await storage.write(lambda unit: unit.payments.save(payment, unticked))


@contextmanager
def named(sentence: str) -> Iterator[None]:
    """What the customer reads while the card provider does not answer, or refuses (PAY-05): its own words
    are for operators."""
    try:
        yield
    except ProviderRefused as error:
        raise ProviderRefused(sentence) from error
    except Unavailable as error:
        raise Unavailable(error.service, sentence) from error
