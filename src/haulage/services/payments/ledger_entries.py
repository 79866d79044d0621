"""Entering movements in the books, in the transaction that brings them about.

Ids come from what they are about, so that one cause has one effect, however often its transaction is run.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import (
    LedgerAccount,
    Subject,
    SubjectKind,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    entries_of,
)
from haulage.payments import Payment, PaymentPurpose
from haulage.ports.storage.unit_of_work import UnitOfWork

ID_DIGITS = 32
"""128 bits of a hash: as many as a random id has."""


def derived_id(kind: str, about: str) -> str:
    """The id of the one thing of this kind that there is about something."""
    digest = hashlib.sha256(f"{kind}/{about}".encode()).hexdigest()
    return f"{kind}_{digest[:ID_DIGITS]}"


def tip_of(payment: Payment) -> Subject | None:
    """What an entry is about beside its order: the tip, where the payment is one."""
    return Subject(SubjectKind.TIP, payment.id) if payment.purpose is PaymentPurpose.TIP else None


@attrs.frozen
class LedgerWriter:
    """Enters the movements of one order's money, or about another subject, in one unit and at one time."""

    unit: UnitOfWork
    order_id: str | None
    now: datetime
    subject: Subject | None = None

    async def __call__(
        self,
        kind: TransactionKind,
        reference: str,
        amounts: Mapping[LedgerAccount, Cents],
        state: TransactionState = TransactionState.POSTED,
    ) -> None:
        """Amounts that come to nothing are no transaction. Raises ``NotEnough`` where more is to be reserved
        than there is."""
        entries = entries_of(amounts)
        if not entries:
            return
        made = Transaction(
            derived_id("txn", reference),
            kind,
            reference,
            self.now,
            entries,
            order_id=self.order_id,
            state=state,
            subject=self.subject,
        )
        if state is TransactionState.RESERVED:
            await self.unit.ledger.reserve(made)
        else:
            await self.unit.ledger.add(made)

    async def reserve_once(
        self, kind: TransactionKind, reference: str, amounts: Mapping[LedgerAccount, Cents]
    ) -> None:
        """Before something is asked for, however often: until its outcome is known it stays reserved."""
        if await self.unit.ledger.by_reference(reference) is None:
            await self(kind, reference, amounts, TransactionState.RESERVED)

    async def post(
        self, kind: TransactionKind, reference: str, amounts: Mapping[LedgerAccount, Cents]
    ) -> None:
        """What was asked for was done: post its reservation. Where there is none, or it was thought to be
        refused and voided, it is entered by itself."""
        found = await self.unit.ledger.by_reference(reference)
        if found is None:
            await self(kind, reference, amounts)
        elif found.state is TransactionState.RESERVED:
            await self.unit.ledger.settle(found, TransactionMove.POST, self.now)
        elif found.state is TransactionState.VOIDED:
            await self.post(kind, f"{reference}/after-all", amounts)

    async def void(self, reference: str) -> None:
        """What was asked for was refused: nothing moved."""
        found = await self.unit.ledger.by_reference(reference)
        if found is not None and found.state is TransactionState.RESERVED:
            await self.unit.ledger.settle(found, TransactionMove.VOID, self.now)
