"""Expenses from a CSV file: looked at first, and added once every line of it is good."""

from collections.abc import Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import ExpenseDraft, ExpenseLine, RecordedExpense, read_expense_file, with_duplicates
from haulage.use_cases.tax.expenses import authorize_own, require_room, today_of


@attrs.frozen
class ExpenseImport:
    """What a file holds. ``added`` is 0 in a preview, and where all of it is there already."""

    lines: Sequence[ExpenseLine]
    added: int = 0

    @property
    def new(self) -> int:
        return sum(line.draft is not None and not line.is_duplicate for line in self.lines)

    @property
    def duplicates(self) -> int:
        return sum(line.is_duplicate for line in self.lines)

    @property
    def refused(self) -> int:
        return sum(line.draft is None for line in self.lines)


@attrs.frozen
class ImportExpenses:
    """Into a driver's own."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def preview(self, actor: Actor, driver_id: str, text: str) -> ExpenseImport:
        """Changes nothing. Raises ``NotFound``, and ``InvalidInput`` where it is no such file."""
        authorize_own(actor, driver_id)
        return await self.storage.read(lambda unit: self._read(unit, driver_id, text))

    async def __call__(
        self, actor: Actor, driver_id: str, text: str, *, with_duplicates: bool = False
    ) -> ExpenseImport:
        """All of it or nothing; what is there already is left out unless it is asked for *with_duplicates*.

        Raises ``NotFound``, ``TooManyExpenses``, and ``InvalidInput`` with the first line that is refused.
        """
        authorize_own(actor, driver_id)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ExpenseImport:
            # The lock comes first: of two copies of one file the second finds the first.
            await unit.driver_taxes.count_expenses(driver_id, now.year)
            found = await self._read(unit, driver_id, text)
            drafts = _to_add(found, with_duplicates=with_duplicates)
            await require_room(unit, driver_id, drafts)
            made = [
                RecordedExpense(self.identifiers.new("exp"), driver_id, draft, now, now) for draft in drafts
            ]
            await unit.driver_taxes.add_expenses(made)
            return attrs.evolve(found, added=len(made))

        return await self.storage.write(work)

    async def _read(self, unit: UnitOfWork, driver_id: str, text: str) -> ExpenseImport:
        lines = read_expense_file(text, await today_of(unit, driver_id, self.clock.now()))
        years = {line.draft.expense.day.year for line in lines if line.draft is not None}
        known = [
            each.draft for year in years for each in await unit.driver_taxes.expenses_of(driver_id, year)
        ]
        return ExpenseImport(with_duplicates(lines, known))


def _to_add(found: ExpenseImport, *, with_duplicates: bool) -> list[ExpenseDraft]:
    refused = next((line for line in found.lines if line.draft is None), None)
    if refused is not None:
        raise InvalidInput(f"csv[{refused.number}]", refused.problem)
    return [
        line.draft
        for line in found.lines
        if line.draft is not None and (with_duplicates or not line.is_duplicate)
    ]
