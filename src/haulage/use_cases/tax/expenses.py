"""What a driver spent: written down, changed with a trace, removed, and listed by year."""

from collections.abc import Sequence
from datetime import date, datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import (
    MAX_EXPENSES_PER_YEAR,
    ExpenseDraft,
    RecordedExpense,
    SpentOn,
    TaxRecord,
    TaxRecordChange,
    TooManyExpenses,
    spent_by_category,
)
from haulage.use_cases.tax.driven_year import checked_year
from haulage.use_cases.tax.expense_receipts import forget_receipt

WHAT = "Expense"


@attrs.frozen
class ExpenseYear:
    """A page of a calendar year's expenses, with the sums of the whole year."""

    year: int
    categories: tuple[SpentOn, ...]
    page: Page[RecordedExpense]

    @property
    def spent_cents(self) -> Cents:
        return sum(each.spent_cents for each in self.categories)

    @property
    def deductible_cents(self) -> Cents:
        return sum(each.deductible_cents for each in self.categories)


@attrs.frozen
class Expenses:
    """A driver's own, and nobody else's way to them."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def list(
        self, actor: Actor, driver_id: str, page: PageRequest, year: int | None = None
    ) -> ExpenseYear:
        """The latest day first; without *year* the present one of the driver's own calendar. Raises
        ``NotFound`` and ``InvalidInput``."""
        authorize_own(actor, driver_id)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> ExpenseYear:
            today = await today_of(unit, driver_id, now)
            chosen = today.year if year is None else checked_year(year)
            spent = await unit.driver_taxes.expenses_of(driver_id, chosen)
            found = await unit.driver_taxes.list_expenses(driver_id, chosen, page)
            return ExpenseYear(chosen, spent_by_category(each.expense for each in spent), found)

        return await self.storage.read(query)

    async def today(self, actor: Actor, driver_id: str) -> date:
        """On the driver's own calendar. Raises ``NotFound``."""
        authorize_own(actor, driver_id)
        now = self.clock.now()
        return await self.storage.read(lambda unit: today_of(unit, driver_id, now))

    async def add(self, actor: Actor, driver_id: str, draft: ExpenseDraft) -> RecordedExpense:
        """Raises ``NotFound``, ``InvalidInput`` or ``TooManyExpenses``."""
        authorize_own(actor, driver_id)
        id, now = self.identifiers.new("exp"), self.clock.now()

        async def work(unit: UnitOfWork) -> RecordedExpense:
            checked = draft.checked(await today_of(unit, driver_id, now))
            await require_room(unit, driver_id, [checked])
            expense = RecordedExpense(id, driver_id, checked, now, now)
            await unit.driver_taxes.add_expenses([expense])
            return expense

        return await self.storage.write(work)

    async def change(
        self, actor: Actor, driver_id: str, expense_id: str, draft: ExpenseDraft
    ) -> RecordedExpense:
        """How it was before stays. Raises ``NotFound``, ``InvalidInput``, ``TooManyExpenses`` or
        ``Conflict``."""
        authorize_own(actor, driver_id)
        change_id, now = self.identifiers.new("txc"), self.clock.now()

        async def work(unit: UnitOfWork) -> RecordedExpense:
            checked = draft.checked(await today_of(unit, driver_id, now))
            before = await own_expense(unit, driver_id, expense_id)
            if checked == before.draft:
                return before
            if checked.expense.day.year != before.expense.day.year:
                await require_room(unit, driver_id, [checked])
            await unit.driver_taxes.add_change(trace_of(before, change_id, now))
            after = attrs.evolve(before, draft=checked, updated_at=now)
            return await unit.driver_taxes.save_expense(before, after)

        return await self.storage.write(work)

    async def remove(self, actor: Actor, driver_id: str, expense_id: str) -> None:
        """Its trace stays, and its photo goes. Raises ``NotFound`` or ``Conflict``."""
        authorize_own(actor, driver_id)
        change_id, now = self.identifiers.new("txc"), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            expense = await own_expense(unit, driver_id, expense_id)
            await unit.driver_taxes.remove_expense(expense)
            await unit.driver_taxes.add_change(trace_of(expense, change_id, now, is_removal=True))
            await forget_receipt(unit, expense.receipt_id, now)

        await self.storage.write(work)

    async def changes(self, actor: Actor, driver_id: str, expense_id: str) -> Sequence[TaxRecordChange]:
        """How an expense was before each change, the latest first, also of one that was removed. Raises
        ``NotFound``."""
        authorize_own(actor, driver_id)

        async def query(unit: UnitOfWork) -> Sequence[TaxRecordChange]:
            found = await unit.driver_taxes.changes_of(driver_id, expense_id)
            if not found:
                await own_expense(unit, driver_id, expense_id)
            return found

        return await self.storage.read(query)


def authorize_own(actor: Actor, driver_id: str) -> None:
    authorize(actor, Action.MANAGE_OWN_TAXES, Facts("Driver", driver_id=driver_id))


async def today_of(unit: UnitOfWork, driver_id: str, now: datetime) -> date:
    """On the driver's own calendar."""
    return now.astimezone(await zone_of(unit, driver_id)).date()


async def own_expense(unit: UnitOfWork, driver_id: str, expense_id: str) -> RecordedExpense:
    """Raises ``NotFound``."""
    expense = await unit.driver_taxes.expense(driver_id, expense_id)
    if expense is None:
        raise NotFound(WHAT)
    return expense


async def require_room(unit: UnitOfWork, driver_id: str, drafts: Sequence[ExpenseDraft]) -> None:
    """Raises ``TooManyExpenses``."""
    years = [draft.expense.day.year for draft in drafts]
    for year in sorted(set(years)):
        known = await unit.driver_taxes.count_expenses(driver_id, year)
        if known + years.count(year) > MAX_EXPENSES_PER_YEAR:
            raise TooManyExpenses


def trace_of(
    before: RecordedExpense, change_id: str, now: datetime, *, is_removal: bool = False
) -> TaxRecordChange:
    return TaxRecordChange(
        change_id, before.driver_id, TaxRecord.EXPENSE, before.id, now, is_removal, before.facts()
    )
