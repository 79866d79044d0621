"""A double-entry ledger: where the money is, and how it came there."""

from haulage.kernel.split_policy import SplitPolicy
from haulage.ledger.account import (
    SPENDABLE,
    AccountKind,
    LedgerAccount,
    accounts_of,
    available_account,
    connected_account,
    debt_account,
    driver_account,
    ledger_account,
)
from haulage.ledger.earnings import EarningsBreakdown, EarningsLine, earnings_of
from haulage.ledger.payment_split import (
    GivenBack,
    PaymentSplit,
    SplitKind,
    SplitNotFailed,
    SplitStatus,
)
from haulage.ledger.split import (
    POLICY_VERSION,
    Split,
    SplitBasis,
    processing_fee_cents,
    split_fare,
)
from haulage.ledger.transaction import (
    Balance,
    Entry,
    NotEnough,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    balances,
    entries_of,
    reversal,
    trial_balance,
)
from haulage.ledger.transfer_reversal import ReturnedShare, TransferReversal

__all__ = [
    "POLICY_VERSION",
    "SPENDABLE",
    "AccountKind",
    "Balance",
    "EarningsBreakdown",
    "EarningsLine",
    "Entry",
    "GivenBack",
    "LedgerAccount",
    "NotEnough",
    "PaymentSplit",
    "ReturnedShare",
    "Split",
    "SplitBasis",
    "SplitKind",
    "SplitNotFailed",
    "SplitPolicy",
    "SplitStatus",
    "Transaction",
    "TransactionKind",
    "TransactionMove",
    "TransactionState",
    "TransferReversal",
    "accounts_of",
    "available_account",
    "balances",
    "connected_account",
    "debt_account",
    "driver_account",
    "earnings_of",
    "entries_of",
    "ledger_account",
    "processing_fee_cents",
    "reversal",
    "split_fare",
    "trial_balance",
]
