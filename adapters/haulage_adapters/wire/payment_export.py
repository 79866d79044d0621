"""Payments as rows of a spreadsheet, with the columns that somebody chose."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from haulage.kernel.money import Cents
from haulage.ports.storage.payments import ListedPayment
from haulage_adapters.wire.csv_rows import csv_lines


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


def header(columns: Sequence[PaymentColumn]) -> str:
    """The first line."""
    return csv_lines([columns])


def rows(columns: Sequence[PaymentColumn], payments: Sequence[ListedPayment]) -> str:
    """A line for each payment."""
    return csv_lines([_VALUES[column](listed) for column in columns] for listed in payments)


def _dollars(cents: Cents) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _card(listed: ListedPayment) -> str | None:
    payment = listed.payment
    return None if payment.card_last4 is None else f"{payment.card_brand} {payment.card_last4}"


_VALUES: dict[PaymentColumn, Callable[[ListedPayment], object]] = {
    PaymentColumn.PAYMENT: lambda it: it.payment.id,
    PaymentColumn.PROVIDER_REFERENCE: lambda it: it.payment.provider_reference,
    PaymentColumn.CREATED: lambda it: it.payment.created_at.isoformat(timespec="seconds"),
    PaymentColumn.ORDER: lambda it: it.order_number,
    PaymentColumn.CUSTOMER: lambda it: it.customer_name,
    PaymentColumn.EMAIL: lambda it: it.customer_email,
    PaymentColumn.PURPOSE: lambda it: it.payment.purpose,
    PaymentColumn.STATUS: lambda it: it.payment.state,
    PaymentColumn.AMOUNT: lambda it: _dollars(it.payment.amount_cents),
    PaymentColumn.PROCESSING_FEE: lambda it: _dollars(it.payment.processing_fee_cents),
    PaymentColumn.REFUND_REQUESTED: lambda it: _dollars(it.payment.refund_requested_cents),
    PaymentColumn.REFUNDED: lambda it: _dollars(it.payment.refunded_cents),
    PaymentColumn.DISPUTE: lambda it: it.payment.dispute,
    PaymentColumn.CARD: _card,
}
