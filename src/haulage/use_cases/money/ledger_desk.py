"""Reading the books, and proving that they add up."""

from collections.abc import Sequence

import attrs

from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, Actor, authorize
from haulage.ledger import LedgerAccount, trial_balance
from haulage.ports.ledger_storage import LedgerCheck, StatementLine
from haulage.ports.storage import Page, PageRequest, Storage, UnitOfWork


@attrs.frozen
class AccountStatement:
    """An account's balance, what reservations would change it by, and a page of its entries."""

    account: LedgerAccount
    posted_cents: Cents
    reserved_cents: Cents
    lines: Page[StatementLine]


@attrs.frozen
class LedgerDesk:
    """For administrators and operators."""

    storage: Storage

    async def verify(self, actor: Actor) -> LedgerCheck:
        """All the books, read in one view."""
        authorize(actor, Action.READ_LEDGER)
        return await self.storage.read(lambda unit: unit.ledger.check())

    async def trial_balance(self, actor: Actor) -> Sequence[tuple[LedgerAccount, Cents]]:
        """Every account with what it holds, in the order of the chart; the sum is nothing."""
        authorize(actor, Action.READ_LEDGER)
        return trial_balance(await self.storage.read(lambda unit: unit.ledger.balances()))

    async def account(self, actor: Actor, account: LedgerAccount, page: PageRequest) -> AccountStatement:
        """Newest first. An account that nothing was ever posted to holds nothing."""
        authorize(actor, Action.READ_LEDGER)

        async def look(unit: UnitOfWork) -> AccountStatement:
            balance = await unit.ledger.balance(account)
            lines = await unit.ledger.statement(account, page)
            return AccountStatement(account, balance.posted_cents, balance.reserved_cents, lines)

        return await self.storage.read(look)
