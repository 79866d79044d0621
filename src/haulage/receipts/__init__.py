"""Receipts: what a customer keeps of a payment, and what a year of payments came to."""

from haulage.receipts.breakdown import FareBreakdown
from haulage.receipts.history import (
    DisputeShown,
    HistoryFilter,
    HistoryPeriod,
    PaymentRecord,
    RecordStatus,
    YearRow,
    tax_year_of,
)
from haulage.receipts.number import receipt_number
from haulage.receipts.receipt import Receipt
from haulage.receipts.year import TaxYear, tax_year

__all__ = [
    "DisputeShown",
    "FareBreakdown",
    "HistoryFilter",
    "HistoryPeriod",
    "PaymentRecord",
    "Receipt",
    "RecordStatus",
    "TaxYear",
    "YearRow",
    "receipt_number",
    "tax_year",
    "tax_year_of",
]
