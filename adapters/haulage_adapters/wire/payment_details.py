"""A payment with everything that became of it, as the operator sees it."""

from haulage.kernel.actor import Actor
from haulage.ledger import Transaction, TransactionKind, TransactionState
from haulage.payments import Dispute, DisputeState
from haulage.use_cases.payments.issue_refund import PaymentDetails
from haulage_adapters.wire.common import Cents, Instant, Out
from haulage_adapters.wire.payments import AnyPaymentOut
from haulage_adapters.wire.refunds import OperatorRefundOut
from haulage_adapters.wire.splits import OperatorSplitOut


class DisputeOut(Out):
    """A dispute of the card's bank; `lost_cents` is what it took back."""

    id: str
    payment_id: str
    order_id: str
    provider_reference: str
    amount_cents: Cents
    fee_cents: Cents
    opened_at: Instant
    state: DisputeState
    lost_cents: Cents
    closed_at: Instant | None
    entries: int

    @classmethod
    def of(cls, dispute: Dispute) -> "DisputeOut":
        return cls.from_attributes(dispute)


class MovementOut(Out):
    """A transaction of the ledger: cents by the code of their account, which sum to nothing."""

    id: str
    kind: TransactionKind
    reference: str
    state: TransactionState
    at: Instant
    entries: dict[str, Cents]

    @classmethod
    def of(cls, moved: Transaction) -> "MovementOut":
        entries = {entry.account.code: entry.amount_cents for entry in moved.entries}
        return cls.from_attributes(moved, entries=entries)


class PaymentDetailsOut(AnyPaymentOut):
    """A payment with its split, refunds, disputes and movements, oldest first."""

    order_number: int
    split: OperatorSplitOut | None
    refunds: list[OperatorRefundOut]
    disputes: list[DisputeOut]
    movements: list[MovementOut]

    @classmethod
    def of_details(cls, found: PaymentDetails, actor: Actor) -> "PaymentDetailsOut":
        return cls.of(
            found.payment,
            order_number=found.order.number,
            split=OperatorSplitOut.of(found.split, actor) if found.split else None,
            refunds=[OperatorRefundOut.of(refund) for refund in found.refunds],
            disputes=[DisputeOut.of(dispute) for dispute in found.disputes],
            movements=[MovementOut.of(moved) for moved in found.movements],
        )
