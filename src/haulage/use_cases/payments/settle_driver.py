"""Record that a driver was paid outside of haulage, so that the ledger owes them nothing."""

from collections.abc import Sequence

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.audit.audit_event import Fact
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
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
from haulage.ledger.account import BANK
from haulage.ledger.payment_split import paid_elsewhere
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import debt_cents
from haulage.services.payments.reserves import unreserved
from haulage.use_cases.accounts.find_user_id import user_id_of

MAX_REFERENCE_LENGTH = 64
BAD_REFERENCE = f"must be 1 to {MAX_REFERENCE_LENGTH} letters, digits and ._:-"
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
class Settled:
    """What was paid, and under which reference the operator finds it at their bank. ``shares`` counts those
    that had not been sent, and never are now."""

    driver_id: str
    amount_cents: Cents
    reference: str
    shares: int


@attrs.frozen
class SettleDriver:
    """Posts a payment of everything that a driver earned and was not sent. It sends no money: the operator
    has, from the platform's bank account. What was sent to the driver's account at the card provider was not
    kept from them, and is no part of it.

    What the driver owes us is netted. What a dispute
    or a claim stops stays, the whole share even where the books reserve a part: it is sent in whole once it
    is let go. Shares that had not been sent are paid by it, so that the card provider is not asked for them
    any more.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def __call__(self, email: str, reference: str, actor: Actor = OPERATOR) -> Settled:
        """*reference* is an id without spaces, such as the bank's. The same reference settles once.

        Raises ``NoSuchAccount``, ``InvalidEmail``, ``NotFound`` for somebody who does not drive,
        ``InvalidInput``, ``NothingToSettle``, ``ShareBeingSent``, or ``Conflict`` for a reference that was
        used before.
        """
        authorize(actor, Action.SETTLE_DRIVER, Facts("Driver"))
        if not is_reference(reference):
            raise InvalidInput("reference", BAD_REFERENCE)
        user_id = await user_id_of(self.storage, email)
        return await self.storage.write(lambda unit: self._settle(unit, user_id, reference, actor))

    async def _settle(self, unit: UnitOfWork, user_id: str, reference: str, actor: Actor) -> Settled:
        now = self.clock.now()
        driver = await unit.drivers.get_by_user(user_id)
        if driver is None:
            raise NotFound("Driver")
        account = driver_account(driver.id)
        await unit.ledger.lock(driver.id)  # so that two settlements do not both see the balance
        unsent = await _unsent(unit, driver.id)
        earned = (await unit.ledger.balance(account)).owed_cents - await _stopped(unit, driver.id)
        debt = await debt_cents(unit, driver.id)
        owed = earned - debt
        if owed <= 0:
            raise NothingToSettle
        for split in unsent:
            await unit.splits.save(split, paid_elsewhere(split, now))
        entries = entries_of({account: earned, debt_account(driver.id): -debt, BANK: -owed})
        name = f"{SETTLEMENT}:{driver.id}:{reference}"
        about = Subject(SubjectKind.DRIVER, driver.id)
        id = self.identifiers.new("ltx")
        moved = Transaction(id, TransactionKind.PAYOUT, name, now, entries, subject=about)
        await unit.ledger.add(moved)
        facts: dict[str, Fact] = {"amount_cents": owed, "reference": reference, "shares": len(unsent)}
        await unit.audit.append(
            AuditEvent(AuditAction.DRIVER_SETTLED, actor, now, "driver", driver.id, facts)
        )
        return Settled(driver.id, owed, reference, len(unsent))


async def _stopped(unit: UnitOfWork, driver_id: str) -> Cents:
    """What will be sent of stopped shares once they are let go, beyond what the books reserve of them."""
    return sum([await unreserved(unit, split) for split in await unit.splits.stopped_of(driver_id)])


async def _unsent(unit: UnitOfWork, driver_id: str) -> Sequence[PaymentSplit]:
    """Shares that nothing stops and that will not be sent any more. Raises ``ShareBeingSent``."""
    unsent = await unit.splits.unsent_of(driver_id)
    if any(split.submitted_cents for split in unsent) or await unit.splits.returning_to(driver_id):
        raise ShareBeingSent
    return unsent


def is_reference(text: str) -> bool:
    plain = text.isascii() and all(letter.isalnum() or letter in "._:-" for letter in text)
    return plain and 0 < len(text) <= MAX_REFERENCE_LENGTH
