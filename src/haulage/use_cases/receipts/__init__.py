"""Receipts: show, print and mail them; and a customer's payment history."""

import attrs

from haulage.services.receipts.issue_receipt import issue_receipt
from haulage.use_cases.receipts.documents import Document, DocumentLink, Documents, link_of
from haulage.use_cases.receipts.email_receipt import SendReceiptEmail
from haulage.use_cases.receipts.payment_history import HistoryQuery, PaymentHistory, YearShown
from haulage.use_cases.receipts.show_receipt import Confirmation, ReceiptShown, SeeConfirmation, SeeReceipt

__all__ = [
    "Confirmation",
    "Document",
    "DocumentLink",
    "Documents",
    "HistoryQuery",
    "PaymentHistory",
    "ReceiptShown",
    "ReceiptUseCases",
    "SeeConfirmation",
    "SeeReceipt",
    "SendReceiptEmail",
    "YearShown",
    "issue_receipt",
    "link_of",
]


@attrs.frozen
class ReceiptUseCases:
    """Everything that can be asked about receipts."""

    see: SeeReceipt
    see_confirmation: SeeConfirmation
    history: PaymentHistory
    documents: Documents
    mail: SendReceiptEmail
