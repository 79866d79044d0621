"""Issue a payment's receipt, with the next number of the day (OP-101)."""

from datetime import datetime

from haulage.kernel.local_time import platform_time
from haulage.orders import Order
from haulage.payments import Payment, PaymentPurpose
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing.fare import Fare
from haulage.receipts import FareBreakdown, Receipt, receipt_number
from haulage.receipts.receipt import companion_id
from haulage.services.orders.booked_fare import fare_of_order

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
    """OP-35: the service fee is the extra fees with the urgency line; an extra helper has their own."""
    return FareBreakdown(
        base_fee_cents=fare.base_fare_cents,
        distance_fee_cents=fare.distance_fee_cents,
        time_fee_cents=fare.time_fee_cents,
        service_fee_cents=fare.extra_fees_cents - fare.helper_fee_cents + fare.urgency_fee_cents,
        helper_fee_cents=fare.helper_fee_cents,
        taxes_cents=fare.taxes_cents,
    ).require_total(fare.total_cents)
