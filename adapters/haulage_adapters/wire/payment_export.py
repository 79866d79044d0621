"""Payments as rows of a spreadsheet, with the columns that somebody chose."""

from enum import StrEnum

from haulage.ports.storage.payments import ListedPayment
from haulage_adapters.wire.table_export import CsvTable, dollars_of, time_of


class PaymentColumn(StrEnum):
    """What can be exported of a payment; amounts are dollars, times UTC."""

    PAYMENT = "payment"
    PROVIDER_REFERENCE = "provider_reference"
    CREATED = "created"
    ORDER = "order"
    CUSTOMER = "customer"
    EMAIL = "email"
    PURPOSE = "purpose"
    STATUS = "status"
    AMOUNT = "amount"
    PROCESSING_FEE = "processing_fee"
    REFUND_REQUESTED = "refund_requested"
    REFUNDED = "refunded"
    DISPUTE = "dispute"
    CARD = "card"


def _card(listed: ListedPayment) -> str | None:
    payment = listed.payment
    return None if payment.card_last4 is None else f"{payment.card_brand} {payment.card_last4}"


PAYMENT_TABLE: CsvTable[PaymentColumn, ListedPayment] = CsvTable(
    {
        PaymentColumn.PAYMENT: lambda it: it.payment.id,
        PaymentColumn.PROVIDER_REFERENCE: lambda it: it.payment.provider_reference,
        PaymentColumn.CREATED: lambda it: time_of(it.payment.created_at),
        PaymentColumn.ORDER: lambda it: it.order_number,
        PaymentColumn.CUSTOMER: lambda it: it.customer_name,
        PaymentColumn.EMAIL: lambda it: it.customer_email,
        PaymentColumn.PURPOSE: lambda it: it.payment.purpose,
        PaymentColumn.STATUS: lambda it: it.payment.state,
        PaymentColumn.AMOUNT: lambda it: dollars_of(it.payment.amount_cents),
        PaymentColumn.PROCESSING_FEE: lambda it: dollars_of(it.payment.processing_fee_cents),
        PaymentColumn.REFUND_REQUESTED: lambda it: dollars_of(it.payment.refund_requested_cents),
        PaymentColumn.REFUNDED: lambda it: dollars_of(it.payment.refunded_cents),
        PaymentColumn.DISPUTE: lambda it: it.payment.dispute,
        PaymentColumn.CARD: _card,
    }
)
