"""Record that a driver was paid outside of haulage, so that the ledger owes them nothing."""

from collections.abc import Sequence

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.audit.audit_event import Fact
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.reference import checked_reference
from haulage.ledger import (
    PaymentSplit,
    Subject,
    SubjectKind,
    Transaction,
    TransactionKind,
    debt_account,
    driver_account,
    entries_of,
)
from haulage.ledger.account import BANK, WITHHOLDING_PAYABLE
from haulage.ledger.payment_split import paid_elsewhere
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.backup_withholding import withheld_of
from haulage.services.payments.driver_funds import debt_cents
from haulage.services.payments.reserves import unreserved
from haulage.use_cases.accounts.find_user_id import user_id_of

SETTLEMENT = "settlement"


class NothingToSettle(RuleBroken):
    """The driver has no earnings that were not sent, or owes the platform as much."""

    code = "nothing_to_settle"
    message = "The books owe this driver nothing that no dispute and no claim holds."


class ShareBeingSent(RuleBroken):
    """The card provider was asked to pay the driver a share, and whether it did is not known yet."""

    code = "share_being_sent"
    message = "A share is on its way to this driver. Try again in a few minutes, and pay what is left then."


@attrs.frozen
class Due:
    """What the books owe a driver beside what they owe, and what of it is withheld for the tax office."""

    driver_id: str
    amount_cents: Cents
    withheld_cents: Cents

    @property
    def paid_cents(self) -> Cents:
        """What the operator pays."""
        return self.amount_cents - self.withheld_cents


@attrs.frozen
class Settled(Due):
    """The same once it was paid, and under which reference the operator finds it at their bank. ``shares``
    counts those that had not been sent, and never are now."""

    reference: str
    shares: int


@attrs.frozen
class _Reckoned:
    """How what is due comes about."""

    due: Due
    earned_cents: Cents
    debt_cents: Cents
    unsent: Sequence[PaymentSplit]


@attrs.frozen
class SettleDriver:
    """Posts a payment of everything that a driver earned and was not sent. It sends no money: the operator
    has, from the platform's bank account. What was sent to the driver's account at the card provider was not
    kept from them, and is no part of it.

    What the driver owes us is netted, and of whoever has given no Form W-9 24% is withheld as of a payout
    (OP-67). What a dispute
    or a claim stops stays, the whole share even where the books reserve a part: it is sent in whole once it
    is let go. Shares that had not been sent are paid by it, so that the card provider is not asked for them
    any more.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def due(self, email: str, actor: Actor = OPERATOR) -> Due:
        """What is to be paid; it moves nothing. Raises what settling raises, but for the reference."""
        authorize(actor, Action.SETTLE_DRIVER, Facts("Driver"))
        user_id = await user_id_of(self.storage, email)
        return (await self.storage.write(lambda unit: _reckon(unit, user_id))).due

    async def __call__(self, email: str, reference: str, actor: Actor = OPERATOR) -> Settled:
        """*reference* is an id without spaces, such as the bank's. The same reference settles once.

        Raises ``NoSuchAccount``, ``InvalidEmail``, ``NotFound`` for somebody who does not drive,
        ``InvalidInput``, ``NothingToSettle``, ``ShareBeingSent``, or ``Conflict`` for a reference that was
        used before.
        """
        authorize(actor, Action.SETTLE_DRIVER, Facts("Driver"))
        checked_reference(reference)
        user_id = await user_id_of(self.storage, email)
        return await self.storage.write(lambda unit: self._settle(unit, user_id, reference, actor))

    async def _settle(self, unit: UnitOfWork, user_id: str, reference: str, actor: Actor) -> Settled:
        now, found = self.clock.now(), await _reckon(unit, user_id)
        due = found.due
        for split in found.unsent:
            await unit.splits.save(split, paid_elsewhere(split, now))
        entries = entries_of(
            {
                driver_account(due.driver_id): found.earned_cents,
                debt_account(due.driver_id): -found.debt_cents,
                WITHHOLDING_PAYABLE: -due.withheld_cents,
                BANK: -due.paid_cents,
            }
        )
        name = f"{SETTLEMENT}:{due.driver_id}:{reference}"
        about = Subject(SubjectKind.DRIVER, due.driver_id)
        id = self.identifiers.new("ltx")
        moved = Transaction(id, TransactionKind.PAYOUT, name, now, entries, subject=about)
        await unit.ledger.add(moved)
        facts: dict[str, Fact] = {
            "amount_cents": due.amount_cents,
            "withheld_cents": due.withheld_cents,
            "reference": reference,
            "shares": len(found.unsent),
        }
        await unit.audit.append(
            AuditEvent(AuditAction.DRIVER_SETTLED, actor, now, "driver", due.driver_id, facts)
        )
        return Settled(due.driver_id, due.amount_cents, due.withheld_cents, reference, len(found.unsent))


async def _reckon(unit: UnitOfWork, user_id: str) -> _Reckoned:
    driver = await unit.drivers.get_by_user(user_id)
    if driver is None:
        raise NotFound("Driver")
    await unit.ledger.lock(driver.id)  # so that two settlements do not both see the balance
    unsent = await _unsent(unit, driver.id)
    earned = (await unit.ledger.balance(driver_account(driver.id))).owed_cents
    earned -= await _stopped(unit, driver.id)
    debt = await debt_cents(unit, driver.id)
    owed = earned - debt
    if owed <= 0:
        raise NothingToSettle
    return _Reckoned(Due(driver.id, owed, await withheld_of(unit, driver.id, owed)), earned, debt, unsent)


async def _stopped(unit: UnitOfWork, driver_id: str) -> Cents:
    """What will be sent of stopped shares once they are let go, beyond what the books reserve of them."""
    return sum([await unreserved(unit, split) for split in await unit.splits.stopped_of(driver_id)])


async def _unsent(unit: UnitOfWork, driver_id: str) -> Sequence[PaymentSplit]:
    """Shares that nothing stops and that will not be sent any more. Raises ``ShareBeingSent``."""
    unsent = await unit.splits.unsent_of(driver_id)
    if any(split.submitted_cents for split in unsent) or await unit.splits.returning_to(driver_id):
        raise ShareBeingSent
    return unsent
