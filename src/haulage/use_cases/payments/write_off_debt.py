"""Write off what a driver owes us and will not pay."""

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.reference import checked_reference
from haulage.ledger import Subject, SubjectKind, TransactionKind, postings
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import debt_cents
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.services.payments.reserves import top_up
from haulage.use_cases.accounts.find_user_id import user_id_of


@attrs.define
class DebtIsLess(RuleBroken):
    """The driver does not owe as much as is to be written off."""

    code = "debt_is_less"
    cents: Cents

    @property
    def message(self) -> str:
        return f"This driver owes {dollars(max(0, self.cents))}: no more can be written off."


@attrs.frozen
class WrittenOff:
    """What was written off, and what the driver still owes."""

    driver_id: str
    amount_cents: Cents
    left_cents: Cents


@attrs.frozen
class WriteOffDebt:
    """The platform bears the debt: the driver's next shares are sent to them whole again."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def __call__(
        self, email: str, reference: str, cents: Cents | None = None, actor: Actor = OPERATOR
    ) -> WrittenOff:
        """All of it, or *cents*. *reference* is an id without spaces of where it was decided.

        Raises ``NoSuchAccount``, ``InvalidEmail``, ``NotFound`` for somebody who does not drive,
        ``InvalidInput`` or ``DebtIsLess``.
        """
        authorize(actor, Action.WRITE_OFF_DEBT, Facts("Driver"))
        checked_reference(reference)
        if cents is not None and cents <= 0:
            raise InvalidInput("amount_cents", "must be at least one cent")
        user_id = await user_id_of(self.storage, email)
        return await self.storage.write(lambda unit: self._write_off(unit, user_id, reference, cents, actor))

    async def _write_off(
        self, unit: UnitOfWork, user_id: str, reference: str, wanted: Cents | None, actor: Actor
    ) -> WrittenOff:
        now, driver = self.clock.now(), await unit.drivers.get_by_user(user_id)
        if driver is None:
            raise NotFound("Driver")
        debt = await debt_cents(unit, driver.id)
        cents = debt if wanted is None else wanted
        if not 0 < cents <= debt:
            raise DebtIsLess(debt)
        enter = LedgerWriter(unit, None, now, Subject(SubjectKind.DRIVER, driver.id))
        name = f"written-off/{self.identifiers.new('wof')}"
        await enter(TransactionKind.DEBT, name, postings.debt_written_off(cents, driver.id))
        await top_up(unit, driver.id, now)
        event = AuditEvent(
            AuditAction.DEBT_WRITTEN_OFF,
            actor,
            now,
            "driver",
            driver.id,
            {"amount_cents": cents, "left_cents": debt - cents, "reference": reference},
        )
        await unit.audit.append(event)
        return WrittenOff(driver.id, cents, debt - cents)
