"""Issue a payment's receipt, with the next number of the day (OP-101)."""

from datetime import datetime

import attrs

from haulage.kernel.errors import Conflict
from haulage.kernel.local_time import platform_time
from haulage.orders import Order
from haulage.payments import Payment, PaymentPurpose
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.fare import Fare
from haulage.receipts import FareBreakdown, Receipt, receipt_number
from haulage.receipts.receipt import companion_id
from haulage.services.orders.booked_fare import fare_of_order

BATCH = 50
TIP = "Tip for your driver"


async def issue_receipt(unit: UnitOfWork, payment: Payment, order: Order, now: datetime) -> Receipt:
    """The receipt of a payment that has just succeeded; the one that it has, where it has one.

    Belongs into the transaction that keeps the payment's success, and late in it: payments of one day
    wait for each other from here on.
    """
    existing = await unit.receipts.of_payment(payment.id)
    if existing is not None:
        return existing
    is_tip = payment.purpose is PaymentPurpose.TIP
    breakdown = await _breakdown(unit, payment, order)
    user = await unit.accounts.user(order.customer_id)
    day = platform_time(now).date()
    receipt = Receipt(
        id=companion_id(payment.id, "rcp"),
        number=receipt_number(day, await unit.receipts.next_sequence(day)),
        confirmation_id=companion_id(payment.id, "cnf"),
        payment_id=payment.id,
        order_id=order.id,
        order_number=order.number,
        customer_id=order.customer_id,
        customer_name=(user.name if user else "") or order.contact.name,
        customer_email=user.email if user else "",
        issued_at=now,
        paid_at=(None if is_tip else order.paid_at) or payment.submitted_at or now,
        service_type=order.service_type,
        description=TIP if is_tip else order.items_description,
        pickup_address=order.pickup.address,
        delivery_address=order.dropoff.address,
        breakdown=breakdown,
        card_brand=payment.card_brand,
        card_last4=payment.card_last4,
        simulated=payment.simulated,
    )
    await unit.receipts.add(receipt)
    return receipt


async def _breakdown(unit: UnitOfWork, payment: Payment, order: Order) -> FareBreakdown:
    """The lines of the price that the order was booked at, whichever of the two it is (OP-09)."""
    if payment.purpose is PaymentPurpose.TIP:
        return FareBreakdown(base_fee_cents=0, tip_cents=payment.amount_cents)
    fare = await fare_of_order(unit, order)
    if fare is not None and fare.total_cents == payment.amount_cents:
        return _lines(fare)
    # A price that nothing explains any more is one line, and still what was paid.
    return FareBreakdown(base_fee_cents=payment.amount_cents)


def _lines(fare: Fare) -> FareBreakdown:
    """OP-35: the service fee is the extra fees with the urgency line."""
    return FareBreakdown(
        base_fee_cents=fare.base_fare_cents,
        distance_fee_cents=fare.distance_fee_cents,
        time_fee_cents=fare.time_fee_cents,
        service_fee_cents=fare.extra_fees_cents + fare.urgency_fee_cents,
        taxes_cents=fare.taxes_cents,
    ).require_total(fare.total_cents)


@attrs.define(eq=False)
class IssueMissingReceipts:
    """Receipts for payments from before there were any. Numbered by the day on which this is done."""

    storage: Storage
    clock: Clock
    _none_left: bool = attrs.field(default=False, init=False)

    async def until_none_is_left(self) -> None:
        """Call it as often as you like: since every payment is given its receipt at once, none will be
        missing any more when none is. That is noted for later processes too: to look for one among all
        payments takes seconds. Nothing is noted while a receipt is missing; the next call looks again."""
        if self._none_left:
            return
        if not await self.storage.read(lambda unit: unit.operation.has_every_receipt()):
            _, is_complete = await self._issue_all()
            if not is_complete:
                return
            await self.storage.write(lambda unit: unit.operation.note_every_receipt())
        self._none_left = True

    async def __call__(self) -> int:
        """How many were issued; running it in several processes at once does no harm."""
        total, _ = await self._issue_all()
        return total

    async def _issue_all(self) -> tuple[int, bool]:
        """How many were issued, and whether none was missing at the end. One may be where nothing of a batch
        could be issued, because another process was faster with all of it."""
        total = 0
        while waiting := await self.storage.read(lambda unit: unit.receipts.missing(BATCH)):
            issued = sum([await self._issue(payment_id) for payment_id in waiting])
            total += issued
            if not issued:
                return total, False
        return total, True

    async def _issue(self, payment_id: str) -> bool:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> bool:
            payment = await unit.payments.get(payment_id)
            order = None if payment is None else await unit.orders.get(payment.order_id)
            has_one = await unit.receipts.of_payment(payment_id) is not None
            if payment is None or order is None or has_one:
                return False
            await issue_receipt(unit, payment, order, now)
            return True

        try:
            return await self.storage.write(work)
        except Conflict:
            return False  # another process was faster
