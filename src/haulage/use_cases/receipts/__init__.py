"""Receipts: issued with a payment, shown, printed and mailed; and what a customer's payments came to."""

import attrs

from haulage.use_cases.receipts.documents import Document, DocumentLink, Documents, link_of
from haulage.use_cases.receipts.history import PaymentHistory, Wanted, YearShown
from haulage.use_cases.receipts.issuing import IssueMissingReceipts, issue_receipt
from haulage.use_cases.receipts.mailing import MailReceipt
from haulage.use_cases.receipts.reading import Confirmation, ReceiptShown, SeeConfirmation, SeeReceipt

__all__ = [
    "Confirmation",
    "Document",
    "DocumentLink",
    "Documents",
    "IssueMissingReceipts",
    "MailReceipt",
    "PaymentHistory",
    "ReceiptDesk",
    "ReceiptShown",
    "SeeConfirmation",
    "SeeReceipt",
    "Wanted",
    "YearShown",
    "issue_receipt",
    "link_of",
]


@attrs.frozen
class ReceiptDesk:
    """Everything that can be asked about receipts."""

    see: SeeReceipt
    see_confirmation: SeeConfirmation
    history: PaymentHistory
    documents: Documents
    mail: MailReceipt
    issue_missing: IssueMissingReceipts
