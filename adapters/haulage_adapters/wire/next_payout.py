"""A driver's next weekly payout and why it is so much, as it is shown."""

from typing import Self

from haulage.ledger import SubjectKind, TransactionKind, TransactionState
from haulage.ports.storage.ledger import StatementLine
from haulage.use_cases.payouts.next_payout import BalancePart, NextPayout
from haulage_adapters.wire.common import Cents, Instant, Out
from haulage_adapters.wire.payout_methods import PayoutMethodOut, PayoutRequirementOut


class NextPayoutOut(Out):
    """What the weekly payout would be if it went now: `available_cents` less `not_settled_cents`, which is
    null while the payment provider does not answer; nothing where something is missing. The other parts are
    not paid, and `debt_cents` was taken off what is available; of it `overdrawn_cents` went back to customers
    after they were paid out, and are missing in the balance itself: their entries are those of the part
    `overdrawn`, and the entries of the rest those of `debt`."""

    driver_id: str
    at: Instant
    amount_cents: Cents
    available_cents: Cents
    not_settled_cents: Cents | None
    in_transit_cents: Cents
    unsent_cents: Cents
    held_cents: Cents
    frozen_cents: Cents
    debt_cents: Cents
    overdrawn_cents: Cents
    missing: list[PayoutRequirementOut]
    method: PayoutMethodOut | None

    @classmethod
    def of(cls, found: NextPayout) -> Self:
        return cls.from_attributes(
            found.balance,
            driver_id=found.driver_id,
            at=found.at,
            debt_cents=found.balance.owes_cents,
            amount_cents=found.amount.cents,
            not_settled_cents=found.amount.not_settled_cents,
            missing=[PayoutRequirementOut.from_attributes(each) for each in found.amount.missing],
            method=PayoutMethodOut.of(found.method) if found.method else None,
        )


class BalanceEntryOut(Out):
    """An entry of the books: what it added to the part of the balance, or took from it where negative. Of one
    that is `reserved` the part may be given back; one that is `voided` was."""

    id: str
    at: Instant
    kind: TransactionKind
    state: TransactionState
    amount_cents: Cents
    order_id: str | None
    payout_id: str | None

    @classmethod
    def of(cls, line: StatementLine, part: BalancePart) -> Self:
        """The books have what is owed to a driver as credits, which are negative."""
        subject = line.subject
        of_payout = subject is not None and subject.kind is SubjectKind.PAYOUT
        return cls(
            id=line.transaction_id,
            at=line.at,
            kind=line.kind,
            state=line.state,
            amount_cents=line.amount_cents if part is BalancePart.DEBT else -line.amount_cents,
            order_id=line.order_id,
            payout_id=subject.id if subject and of_payout else None,
        )
