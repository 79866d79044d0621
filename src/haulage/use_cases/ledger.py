"""Read the ledger's accounts, and verify that they balance."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.ledger import LedgerAccount, trial_balance
from haulage.ledger.driver_balance import DriverBalance
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.ledger import NOTHING_READ, CheckedPart, LedgerCheck, StatementLine
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import balance_of

TRANSACTIONS_AT_ONCE = 5_000
ORDERS_AT_ONCE = 1_000
"""Ours: so much is read in one view, which takes less than a second."""

ENTRIES_AT_ONCE = 50_000
ACCOUNTS_AT_ONCE = 500
HEADS_AT_ONCE = 5_000
ROLLED_UP_AT_ONCE = 1_000
"""Ours: few enough that SQLite's one writer is not held for long."""

TRANSACTIONS, ORDERS, DAILY_TOTALS, ACCOUNTS = "transactions", "orders", "daily totals", "accounts"
BALANCES = "balances of drivers"
OnProgress = Callable[[str, int], None]


def _ignore_progress(_what: str, _read: int) -> None:
    """The default: progress is not reported."""


@attrs.frozen
class AccountStatement:
    """An account's balance, what reservations would change it by, and a page of its entries."""

    account: LedgerAccount
    posted_cents: Cents
    reserved_cents: Cents
    lines: Page[StatementLine]


@attrs.frozen
class LedgerUseCases:
    """For administrators and operators."""

    storage: Storage
    transactions_at_once: int = TRANSACTIONS_AT_ONCE
    orders_at_once: int = ORDERS_AT_ONCE
    entries_at_once: int = ENTRIES_AT_ONCE
    accounts_at_once: int = ACCOUNTS_AT_ONCE
    heads_at_once: int = HEADS_AT_ONCE

    async def verify(
        self, actor: Actor, *, since: datetime | None = None, on_progress: OnProgress = _ignore_progress
    ) -> LedgerCheck:
        """All the books; or, with *since*, the transactions entered since then, with the orders created
        since then and those that these transactions are about, the payouts asked for since then, and the
        stored sums of the days since then.

        They are read part by part, each in a view of its own, so that no view is held for long: what is
        entered meanwhile is whole in some part, or comes too late to be read. *on_progress* is called after
        each part with what is being read, ``transactions``, ``orders``, ``daily totals``, ``accounts`` or
        ``balances of drivers``, and how many of these were.
        """
        authorize(actor, Action.READ_LEDGER)

        async def transactions(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_transactions(
                    self.transactions_at_once, after=after, since=since
                )
            )

        async def orders(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_orders(self.orders_at_once, after=after, since=since)
            )

        found = await _all_parts(transactions, lambda read: on_progress(TRANSACTIONS, read))
        found = found.with_more(await _all_parts(orders, lambda read: on_progress(ORDERS, read)))
        if since is not None:
            found = found.with_more(await self._older_orders(since))
        found = found.with_more(await self._sums(since, on_progress))
        found = found.with_more(await self._payouts(since))
        refunds = await self.storage.read(lambda unit: unit.ledger.check_refunds_payable())
        return found.with_more(refunds.found)

    async def _payouts(self, since: datetime | None) -> LedgerCheck:
        async def payouts(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_payouts(self.orders_at_once, after=after, since=since)
            )

        return await _all_parts(payouts, lambda _read: None)

    async def _sums(self, since: datetime | None, on_progress: OnProgress) -> LedgerCheck:
        """Every day of every account; or the days since then."""

        async def days(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_daily_totals(self.entries_at_once, after=after, since=since)
            )

        async def accounts(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_accounts(self.accounts_at_once, after=after)
            )

        async def heads(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_heads(self.heads_at_once, after=after)
            )

        found = await _all_parts(accounts, lambda read: on_progress(ACCOUNTS, read))
        found = found.with_more(await _all_parts(heads, lambda read: on_progress(BALANCES, read)))
        return found.with_more(await _all_parts(days, lambda read: on_progress(DAILY_TOTALS, read)))

    async def _older_orders(self, since: datetime) -> LedgerCheck:
        async def orders(after: str | None) -> CheckedPart:
            return await self.storage.read(
                lambda unit: unit.ledger.check_older_orders(self.orders_at_once, after=after, since=since)
            )

        return await _all_parts(orders, lambda _read: None)

    async def trial_balance(self, actor: Actor) -> Sequence[tuple[LedgerAccount, Cents]]:
        """Every account with what it holds, in the order of the chart; the sum is nothing."""
        authorize(actor, Action.READ_LEDGER)
        return trial_balance(await self.storage.read(lambda unit: unit.ledger.balances()))

    async def driver(self, actor: Actor, driver_id: str) -> DriverBalance:
        """What a driver has, and what they may be paid now. Raises ``NotFound``."""
        authorize(actor, Action.READ_LEDGER)

        async def query(unit: UnitOfWork) -> DriverBalance:
            if await unit.drivers.get(driver_id) is None:
                raise NotFound("Driver")
            return await balance_of(unit, driver_id)

        return await self.storage.read(query)

    async def account(self, actor: Actor, account: LedgerAccount, page: PageRequest) -> AccountStatement:
        """Newest first. An account that nothing was ever posted to holds nothing."""
        authorize(actor, Action.READ_LEDGER)

        async def query(unit: UnitOfWork) -> AccountStatement:
            balance = await unit.ledger.balance(account)
            lines = await unit.ledger.statement(account, page)
            return AccountStatement(account, balance.posted_cents, balance.reserved_cents, lines)

        return await self.storage.read(query)


@attrs.frozen
class RollUpLedger:
    """The recurring job that adds what was posted to the sums that balances are read from (see the ledger's
    store). How often it runs has no bearing on what a balance is; only on how long it takes to read."""

    storage: Storage
    at_once: int = ROLLED_UP_AT_ONCE

    async def __call__(self, _hour: str = "") -> int:
        """Until nothing is left; how many transactions there were. Raises ``Unavailable``."""
        count = 0
        while True:
            added = await self.storage.write(lambda unit: unit.ledger.roll_up(self.at_once))
            count += added
            if added < self.at_once:
                return count


@attrs.frozen
class RebuildLedgerSums:
    """For operators, when somebody has changed the stored sums by hand."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, *, on_progress: OnProgress = _ignore_progress) -> int:
        """Compute the stored sums of all accounts anew from the entries, while everybody works; how many
        accounts there are."""
        authorize(actor, Action.REBUILD_LEDGER_SUMS)
        event = AuditEvent(AuditAction.LEDGER_SUMS_REBUILT, actor, self.clock.now(), "ledger", "all")
        await self.storage.write(lambda unit: unit.audit.append(event))
        count = 0
        account = await self._rebuild_after(None)
        while account is not None:
            count += 1
            on_progress(ACCOUNTS, count)
            account = await self._rebuild_after(account)
        return count

    async def _rebuild_after(self, account: str | None) -> str | None:
        return await self.storage.write(lambda unit: unit.ledger.rebuild_next(account))


async def _all_parts(
    part: Callable[[str | None], Awaitable[CheckedPart]], on_progress: Callable[[int], None]
) -> LedgerCheck:
    found, read, after = NOTHING_READ, 0, None
    while True:
        here = await part(after)
        found, read, after = found.with_more(here.found), read + here.read, here.next
        on_progress(read)
        if after is None:
            return found
