"""From a quote and a chosen driver to an order, and back out of it."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import ClassVar

import attrs

from haulage.audit import AuditAction, Deed
from haulage.kernel.cargo import total_cubic_feet
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.kernel.services import MATCH_URGENCY
from haulage.matching.offer import Offer
from haulage.orders import (
    ORDER_LIFECYCLE,
    STANDARD_TERMS,
    Cancellation,
    CancellationTerms,
    Contact,
    Order,
    OrderEventType,
    OrderMove,
    PaymentStatus,
    customer_fee_cents,
)
from haulage.orders.order import cancel
from haulage.payments.dispute import DisputeState
from haulage.payments.payment import (
    Payment,
    PaymentInProgress,
    PaymentState,
    refundable_cents,
    request_refund,
)
from haulage.payments.payment import cancel as cancel_payment
from haulage.payments.refund import PaymentDisputed
from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.ports.identifiers import Identifiers
from haulage.ports.payments import CardPayments, ChargeResult
from haulage.ports.storage import Storage, UnitOfWork
from haulage.pricing import fare_of_driver
from haulage.pricing.fare import Fare
from haulage.pricing.quote import Quote
from haulage.use_cases.dispatching.offering import withdraw
from haulage.use_cases.money import books
from haulage.use_cases.money.refunds import SendRefunds, tell_of_refund_owed
from haulage.use_cases.money.settling import SettlePayment
from haulage.use_cases.once import Once, recall, write_once
from haulage.use_cases.orders.order_log import save_with_event, tell
from haulage.use_cases.orders.quoting import own_quote
from haulage.use_cases.orders.unpaid_orders import end_if_unpaid

MAX_NAME_LENGTH = 100
MAX_PHONE_LENGTH = 32
MAX_DESCRIPTION_LENGTH = 2000
MAX_REASON_LENGTH = 500


class PricePolicy(StrEnum):
    """Which price is charged (OP-09): the chosen driver's, or the calculator's."""

    DRIVER_ESTIMATE = "driver_estimate"
    CALCULATOR_PRICE = "calculator_price"


@attrs.define(eq=False, str=False)
class DriverNotOffered(RuleBroken):
    """Only a driver from the quote's own match result can be chosen (OP-09)."""

    code: ClassVar[str] = "driver_not_offered"

    @property
    def message(self) -> str:
        return "This driver was not offered for this quote. Please choose one from the list."

    @property
    def field(self) -> str:
        return "driver_id"


@attrs.define(eq=False, str=False)
class QuoteAlreadyBooked(RuleBroken):
    """A quote is good for one order."""

    code: ClassVar[str] = "quote_already_booked"

    @property
    def message(self) -> str:
        return "This quote is booked already."


@attrs.frozen
class BookingWish:
    """What turns a quote into an order: whom to send, whom to meet, what to carry."""

    quote_id: str
    driver_id: str
    contact: Contact
    items_description: str


def fare_of_offer(quote: Quote, offer: Offer, policy: PricePolicy) -> Fare:
    """What the customer pays if they choose this driver."""
    if policy is PricePolicy.CALCULATOR_PRICE:
        return quote.fare
    return fare_of_driver(offer.estimate, quote.trip.load, tax=quote.tax)


@attrs.frozen
class BookOrder:
    """Create the order unpaid, at the quoted price; drivers see it once it is paid (OP-24)."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    price_policy: PricePolicy = PricePolicy.DRIVER_ESTIMATE

    async def __call__(self, actor: Actor, wish: BookingWish, once: Once[Order] | None = None) -> Order:
        """Raises ``NotFound``, ``QuoteExpired``, ``QuoteAlreadyBooked`` or ``DriverNotOffered``."""
        _check(wish)
        now = self.clock.now()
        return await write_once(self.storage, once, lambda unit: self._book(unit, actor, wish, now), now)

    async def _book(self, unit: UnitOfWork, actor: Actor, wish: BookingWish, now: datetime) -> Order:
        quote = own_quote(actor, await unit.quotes.get(wish.quote_id), Action.BOOK_ORDER)
        if await unit.orders.of_quote(quote.id) is not None:
            raise QuoteAlreadyBooked
        quote.require_live(now)
        offer = await unit.quotes.offer(quote.id, wish.driver_id)
        if offer is None:
            raise DriverNotOffered
        order = self._order(quote, offer, wish, await unit.orders.next_number(), now)
        await unit.orders.add(order)
        await tell(unit, order, OrderEventType.CREATED, now)
        await end_if_unpaid(unit, order)
        return order

    def _order(self, quote: Quote, offer: Offer, wish: BookingWish, number: int, now: datetime) -> Order:
        trip = quote.trip
        return Order(
            id=self.identifiers.new("ord"),
            number=number,
            customer_id=quote.customer_id,
            quote_id=quote.id,
            service_type=trip.service,
            item_class=quote.item_class,
            pickup=quote.pickup,
            dropoff=quote.dropoff,
            contact=wish.contact,
            items_description=wish.items_description,
            weight_pounds=_hundredths(trip.load.weight_pounds),
            volume_cubic_feet=_hundredths(total_cubic_feet(quote.items)),
            price_cents=fare_of_offer(quote, offer, self.price_policy).total_cents,
            distance_miles=_hundredths(trip.miles),
            estimated_minutes=int(trip.minutes),
            urgency=MATCH_URGENCY[trip.urgency],
            created_at=now,
            updated_at=now,
            scheduled_time=quote.scheduled_time,
            chosen_driver_id=offer.driver_id,
        )


def _hundredths(value: Fraction) -> Decimal:
    """Rounded up: what a vehicle could not carry must not round down to what it can."""
    return Decimal(ceil(value * 100)).scaleb(-2)


def _check(wish: BookingWish) -> None:
    texts = (
        ("contact.name", wish.contact.name, MAX_NAME_LENGTH),
        ("contact.phone", wish.contact.phone, MAX_PHONE_LENGTH),
        ("items_description", wish.items_description, MAX_DESCRIPTION_LENGTH),
    )
    for field, text, limit in texts:
        if not text.strip():
            raise InvalidInput(field, "is required")
        if len(text) > limit:
            raise InvalidInput(field, f"must be at most {limit} characters")


def cancellation_fee_cents(
    actor: Actor, order: Order, now: datetime, terms: CancellationTerms = STANDARD_TERMS
) -> Cents:
    """Admins cancel without a fee, whenever the lifecycle allows it."""
    if actor.is_admin and actor.user_id != order.customer_id:
        ORDER_LIFECYCLE.after(order.status, OrderMove.CANCEL)
        return 0
    return customer_fee_cents(order, now, terms)


def kept_fee_cents(payment: Payment | None, fee: Cents) -> Cents:
    """A fee never exceeds what is left of the payment (OP-23)."""
    if payment is None or payment.state is not PaymentState.SUCCEEDED:
        return fee
    return min(fee, refundable_cents(payment))


@attrs.frozen
class CancelOrder:
    """End an order by its customer or an admin, and give back what is not kept (OP-23)."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    bells: OrderBells
    send_refunds: SendRefunds
    settle_payment: SettlePayment
    terms: CancellationTerms = STANDARD_TERMS

    async def __call__(
        self, actor: Actor, order_id: str, reason: str, once: Once[Order] | None = None
    ) -> Order:
        """Raises ``NotFound``, ``IllegalMove``, ``DriverEnRoute`` or ``PaymentInProgress``."""
        if len(reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"must be at most {MAX_REASON_LENGTH} characters")
        now = self.clock.now()
        await self._close_unpaid_intent(actor, order_id, once)
        order = await write_once(
            self.storage, once, lambda unit: self._cancel(unit, actor, order_id, reason, now), now
        )
        await self.bells.ring(order.id)
        await self.send_refunds.of_order(order.id)
        return order

    async def _close_unpaid_intent(self, actor: Actor, order_id: str, once: Once[Order] | None) -> None:
        """Nobody may pay for an order that is about to end: the provider hears of it first (OP-24)."""

        async def look(unit: UnitOfWork) -> Payment | None:
            await recall(unit, once)
            order = await self._cancellable(unit, actor, order_id)
            unpaid = order.payment_status is PaymentStatus.UNPAID
            return await unit.payments.of_order(order_id) if unpaid else None

        payment = await self.storage.read(look)
        if payment is None:
            return
        if payment.state is PaymentState.PROCESSING:
            raise PaymentInProgress
        if payment.state is PaymentState.SUCCEEDED:
            return
        closed = await self.cards.cancel(payment.provider_reference)
        if closed.result is ChargeResult.UNDER_WAY:
            raise PaymentInProgress
        if closed.result is ChargeResult.PAID:
            await self.settle_payment.of_payment(payment.id)

    async def _cancellable(self, unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
        order = await unit.orders.get(order_id)
        owner = order.customer_id if order else None
        authorize(actor, Action.CANCEL_ORDER, Facts("Order", owner_id=owner))
        if order is None:
            raise NotFound("Order")
        self._fee(actor, order)
        return order

    def _fee(self, actor: Actor, order: Order) -> Cents:
        return cancellation_fee_cents(actor, order, self.clock.now(), self.terms)

    async def _cancel(
        self, unit: UnitOfWork, actor: Actor, order_id: str, reason: str, now: datetime
    ) -> Order:
        order = await self._cancellable(unit, actor, order_id)
        payment = await unit.payments.of_order(order.id)
        fee = kept_fee_cents(payment, self._fee(actor, order))
        cancelled = cancel(order, Cancellation(now, actor.user_id or "", reason, fee))
        if payment is not None:
            await self._release_payment(unit, actor, payment, order, fee, now)
        facts = {"fee_cents": fee, "price_cents": order.price_cents, "payment": order.payment_status.value}
        await unit.audit.append(Deed(AuditAction.ORDER_CANCELLED, actor, now, "order", order.id, facts))
        if order.driver_id is not None:
            await unit.drivers.mark_changed(order.driver_id, now)
        await withdraw(unit, order, now)
        return await save_with_event(unit, order, cancelled, OrderEventType.CANCELLED)

    async def _release_payment(
        self, unit: UnitOfWork, actor: Actor, payment: Payment, order: Order, fee: Cents, now: datetime
    ) -> None:
        if payment.state is PaymentState.SUCCEEDED:
            if payment.dispute is DisputeState.OPEN:
                raise PaymentDisputed
            owed = request_refund(payment, payment.amount_cents - payment.lost_cents - fee, now)
            await books.order_cancelled(unit, actor, owed, order, fee, now)
            await unit.payments.save(payment, owed)
            await tell_of_refund_owed(unit, actor, owed)
        elif payment.state is PaymentState.PROCESSING:
            raise PaymentInProgress
        else:
            await unit.payments.save(payment, cancel_payment(payment, now))
