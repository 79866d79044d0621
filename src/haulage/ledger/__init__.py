"""A double-entry ledger: where the money is, and how it came there."""

from haulage.ledger.account import AccountKind, LedgerAccount, driver_account, ledger_account
from haulage.ledger.split import Split, SplitBasis, SplitPolicy, processing_fee_cents, split_fare
from haulage.ledger.transaction import (
    Balance,
    Entry,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    balances,
    entries_of,
    reversal,
    trial_balance,
)

__all__ = [
    "AccountKind",
    "Balance",
    "Entry",
    "LedgerAccount",
    "Split",
    "SplitBasis",
    "SplitPolicy",
    "Transaction",
    "TransactionKind",
    "TransactionMove",
    "TransactionState",
    "balances",
    "driver_account",
    "entries_of",
    "ledger_account",
    "processing_fee_cents",
    "reversal",
    "split_fare",
    "trial_balance",
]
