"""Receipts for tests, with the rows that they stand on."""

from datetime import UTC, datetime
from typing import Any

import attrs

from builders import a_quote, a_user, an_account, an_order
from haulage.kernel.services import ServiceType
from haulage.payments import Payment, PaymentState
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts import FareBreakdown, Receipt
from haulage.receipts.receipt import companion_id

PAID_AT = datetime(2026, 11, 21, 18, tzinfo=UTC)


def a_receipt(payment_id: str = "pay_Ab39kQwErTyUiOp", **changes: Any) -> Receipt:
    made = Receipt(
        id=companion_id(payment_id, "rcp"),
        number="MN202611210007",
        confirmation_id=companion_id(payment_id, "cnf"),
        payment_id=payment_id,
        order_id="ord_1",
        order_number=10_042,
        customer_id="usr_1",
        customer_name="Ada Lovelace",
        customer_email="ada@example.com",
        issued_at=PAID_AT,
        paid_at=PAID_AT,
        service_type=ServiceType.DELIVERY,
        description="Two boxes of books",
        pickup_address="89 E 42nd St, New York, NY 10017",
        delivery_address="200 Bedford Ave, Brooklyn, NY 11249",
        breakdown=FareBreakdown(5_00, 7_50, 2_00, 10_50, taxes_cents=2_06),
        card_brand="visa",
        card_last4="4242",
        simulated=True,
    )
    return attrs.evolve(made, **changes)


async def keep_receipt(storage: Storage, receipt: Receipt) -> None:
    """The receipt with its customer, order and payment."""
    payment = Payment(
        id=receipt.payment_id,
        order_id=receipt.order_id,
        customer_id=receipt.customer_id,
        amount_cents=receipt.total_cents,
        provider_reference="pi_1",
        created_at=receipt.paid_at,
        updated_at=receipt.paid_at,
        state=PaymentState.SUCCEEDED,
        simulated=receipt.simulated,
    )

    async def work(unit: UnitOfWork) -> None:
        account = an_account("acc_1")
        await unit.accounts.add(account, a_user(receipt.customer_id, auth_id=account.id, email=account.email))
        await unit.quotes.add(a_quote(customer_id=receipt.customer_id))
        await unit.orders.add(an_order(receipt.order_id, customer_id=receipt.customer_id))
        await unit.payments.add(payment)
        await unit.receipts.add(receipt)

    await storage.write(work)
