"""The books in the database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, select, update

from haulage.kernel.money import Cents
from haulage.ledger import (
    AccountKind,
    Balance,
    Entry,
    LedgerAccount,
    Subject,
    Transaction,
    TransactionMove,
    ledger_account,
)
from haulage.ledger.income import Income, IncomeEntry, WithheldEntry, YearOfDriver
from haulage.ledger.transaction import moved, posted_for_less
from haulage.ports.storage.ledger import CheckedPart, LedgerStore, Refusal, StatementLine
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.money import (
    balances,
    checking_payouts,
    checking_sums,
    checkpoints,
    heads,
    income,
    ledger_verification,
    ledger_writes,
    ledger_writes_on_sqlite,
    withholding,
)
from haulage_adapters.sql.rows import columns_of, require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions

WHAT = "ledger"


class SqlLedgerStore(LedgerStore):
    def __init__(self, session: Session) -> None:
        self._session = session
        self._locked: set[str] = set()
        """Owners whose heads this unit has locked."""

    async def add(self, transaction: Transaction) -> None:
        _require_entered(await self._enter([transaction], None))

    async def reserve(self, transaction: Transaction, *, leaving: Cents = 0) -> None:
        left = dict.fromkeys(heads.spent(transaction), leaving)
        _require_entered(await self._enter([transaction], left))

    async def add_all(
        self, transactions: Sequence[Transaction], leaving: Mapping[LedgerAccount, Cents] | None = None
    ) -> Sequence[Refusal | None]:
        left = {account.code: cents for account, cents in (leaving or {}).items()}
        return await self._enter(transactions, left)

    async def _enter(
        self, transactions: Sequence[Transaction], leaving: Mapping[str, Cents] | None
    ) -> list[Refusal | None]:
        unlocked = {owner for each in transactions for owner in _owners(each)} - self._locked
        answers = await ledger_writes.enter(self._session, transactions, leaving, unlocked)
        self._locked |= unlocked
        return answers

    async def lock(self, owner: str) -> None:
        await self.lock_all([owner])

    async def lock_all(self, owners: Collection[str]) -> None:
        if missing := set(owners) - self._locked:
            await heads.lock(self._session, missing)
            self._locked |= missing

    async def balances_of_all(self, owners: Collection[str]) -> Mapping[str, Mapping[LedgerAccount, Balance]]:
        return await heads.balances_of_all(self._session, owners)

    async def balances_of(self, owner: str) -> Mapping[LedgerAccount, Balance]:
        return await heads.balances_of(self._session, owner)

    async def owners_with(self, kind: AccountKind, limit: int, after: str | None = None) -> Sequence[str]:
        return await heads.owners_with(self._session, kind, limit, after)

    async def get(self, transaction_id: str) -> Transaction | None:
        return await self._one(ledger_transactions.c.id == transaction_id)

    async def by_reference(self, reference: str) -> Transaction | None:
        return await self._one(ledger_transactions.c.reference == reference)

    async def of_order(self, order_id: str) -> Sequence[Transaction]:
        """Oldest first."""
        return await self._many(ledger_transactions.c.order_id == order_id)

    async def of_subject(self, subject: Subject) -> Sequence[Transaction]:
        """Oldest first."""
        row = ledger_transactions.c
        return await self._many((row.subject_kind == subject.kind) & (row.subject_id == subject.id))

    async def post_less(
        self, reserved: Transaction, amounts: Mapping[LedgerAccount, Cents], at: datetime
    ) -> Transaction:
        less = posted_for_less(reserved, amounts, at)
        await self.settle(reserved, TransactionMove.VOID, at)
        await self.add(less)
        return less

    async def settle(self, reserved: Transaction, move: TransactionMove, at: datetime) -> Transaction:
        """Post or void a reservation; ``Conflict`` when somebody else has."""
        settled = moved(reserved, move, at)
        await self.lock_all(_owners(reserved))
        changed = await self._session.changed(
            update(ledger_transactions)
            .where(ledger_transactions.c.id == reserved.id, ledger_transactions.c.state == reserved.state)
            .values(state=settled.state, settled_at=settled.settled_at),
            what=WHAT,
        )
        require_one(changed, WHAT)
        await heads.settle(self._session, reserved, settled.state)
        return settled

    async def balance(self, account: LedgerAccount) -> Balance:
        if account.owner:
            return await heads.balance(self._session, account)
        return (await balances.balances(self._session, account)).get(account, Balance())

    async def balances(self) -> Mapping[LedgerAccount, Balance]:
        """Every account that something was posted to or is reserved in."""
        return await balances.balances(self._session)

    async def statement(self, account: LedgerAccount, page: PageRequest) -> Page[StatementLine]:
        """The account's entries, newest first, each with the balance after it."""
        return await balances.statement(self._session, account, page)

    async def income_of(self, driver_id: str, since: datetime, until: datetime) -> Income:
        return await income.income_of(self._session, driver_id, since, until)

    async def list_income(
        self, driver_id: str, since: datetime, until: datetime, request: PageRequest
    ) -> Page[IncomeEntry]:
        return await income.list_income(self._session, driver_id, since, until, request)

    async def years_of(
        self, driver_ids: Collection[str], since: datetime, until: datetime
    ) -> Mapping[str, YearOfDriver]:
        return await income.years_of(self._session, driver_ids, since, until)

    async def list_withheld(
        self, driver_id: str, since: datetime, until: datetime, request: PageRequest
    ) -> Page[WithheldEntry]:
        return await withholding.list_withheld(self._session, driver_id, since, until, request)

    async def withheld_within(self, periods: Sequence[tuple[datetime, datetime]]) -> Sequence[Cents]:
        return await withholding.withheld_within(self._session, periods)

    async def first_posted_at(self, driver_id: str) -> datetime | None:
        return await income.first_posted_at(self._session, driver_id)

    async def roll_up(self, limit: int) -> int:
        return await checkpoints.roll_up(self._session, limit)

    async def rebuild_next(self, after: str | None) -> str | None:
        account = await checkpoints.rebuild_next(self._session, after)
        if account is not None:
            await heads.rebuild(self._session, account)
        return account

    async def check_daily_totals(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        return await checking_sums.check_daily_totals(self._session, limit, after, since)

    async def check_accounts(self, limit: int, *, after: str | None = None) -> CheckedPart:
        return await checking_sums.check_accounts(self._session, limit, after)

    async def check_heads(self, limit: int, *, after: str | None = None) -> CheckedPart:
        return await heads.check(self._session, limit, after)

    async def check_payouts(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        return await checking_payouts.check_payouts(self._session, limit, after, since)

    async def check_refunds_payable(self) -> CheckedPart:
        return await checking_sums.check_refunds_payable(self._session)

    async def check_transactions(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        return await ledger_verification.check_transactions(self._session, limit, after, since)

    async def check_orders(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        return await ledger_verification.check_orders(self._session, limit, after, since)

    async def check_older_orders(
        self, limit: int, *, since: datetime, after: str | None = None
    ) -> CheckedPart:
        return await ledger_verification.check_older_orders(self._session, limit, after, since)

    async def _one(self, condition: Any) -> Transaction | None:
        found = await self._many(condition)
        return found[0] if found else None

    async def _many(self, condition: Any) -> list[Transaction]:
        rows = await self._session.rows(
            select(ledger_transactions, ledger_entries.c.account, ledger_entries.c.amount_cents)
            .join(ledger_entries, ledger_entries.c.transaction_id == ledger_transactions.c.id)
            .where(condition)
            .order_by(ledger_transactions.c.at, ledger_transactions.c.id)
        )
        return _transactions(rows)


def _require_entered(answers: Sequence[Refusal | None]) -> None:
    for refusal in answers:
        if refusal is not None:
            raise refusal


def _owners(transaction: Transaction) -> set[str]:
    return {entry.account.owner for entry in transaction.entries if entry.account.owner}


def _transactions(rows: Iterable[RowMapping]) -> list[Transaction]:
    """Rows of one transaction stand together."""
    entries: dict[str, list[Entry]] = {}
    first: dict[str, RowMapping] = {}
    for row in rows:
        first.setdefault(row["id"], row)
        entries.setdefault(row["id"], []).append(Entry(ledger_account(row["account"]), row["amount_cents"]))
    return [
        Transaction(
            **columns_of(row, ledger_writes_on_sqlite.FLAT),
            entries=tuple(sorted(entries[id], key=_account)),
            subject=balances.subject_of(row),
        )
        for id, row in first.items()
    ]


def _account(entry: Entry) -> LedgerAccount:
    """The order of the chart."""
    return entry.account
