"""The books on SQLite and PostgreSQL: whole transactions go in, and nothing comes out or is changed."""

import asyncio
from typing import Any

import attrs
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from adapters.conftest import Scene
from builders import NOON, a_payment, an_order, minutes_later
from haulage.kernel.actor import OPERATOR, SYSTEM
from haulage.kernel.errors import Conflict, IllegalMove
from haulage.ledger import (
    Balance,
    Entry,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    driver_account,
    entries_of,
    reversal,
)
from haulage.ledger.account import CARD_CLEARING, DISPUTES, PLATFORM_REVENUE
from haulage.orders import PaymentStatus
from haulage.payments import PaymentState
from haulage.ports.storage.ledger import LedgerCheck
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.use_cases.ledger import LedgerUseCases
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

DAN = driver_account("drv_dan")
ENTER = "INSERT INTO ledger_entries (transaction_id, account, amount_cents) VALUES"


def a_transaction(number: int = 1, cents: int = 100, **changes: Any) -> Transaction:
    made = Transaction(
        id=f"txn_{number}",
        kind=TransactionKind.SPLIT,
        reference=f"cause/{number}",
        at=minutes_later(number),
        entries=entries_of({CARD_CLEARING: cents, DAN: -cents}),
    )
    return attrs.evolve(made, **changes)


async def add(storage: SqlStorage, *transactions: Transaction) -> None:
    async def work(unit: UnitOfWork) -> None:
        for transaction in transactions:
            await unit.ledger.add(transaction)

    await storage.write(work)


async def check(storage: SqlStorage) -> LedgerCheck:
    return await LedgerUseCases(storage).verify(OPERATOR)


async def by_hand(storage: SqlStorage, *statements: str) -> None:
    """As whoever may do anything to the database does it."""
    async with storage.engine.writing.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))


async def without_triggers(storage: SqlStorage, *statements: str) -> None:
    tables = ("ledger_entries", "ledger_transactions")
    if storage.engine.writing.dialect.name == "postgresql":
        off = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables]
    else:
        changes = ("update", "delete")
        off = [f"DROP TRIGGER {table}_{change}" for table in tables for change in changes]
    await by_hand(storage, *off, *statements)


async def test_a_transaction_comes_back_as_it_was_posted(storage: SqlStorage, scene: Scene) -> None:
    order = await scene.order(an_order())
    posted = a_transaction(order_id=order.id)
    await add(storage, posted)
    assert await storage.read(lambda unit: unit.ledger.get("txn_1")) == posted
    assert await storage.read(lambda unit: unit.ledger.by_reference("cause/1")) == posted
    assert await storage.read(lambda unit: unit.ledger.of_order(order.id)) == [posted]
    assert await storage.read(lambda unit: unit.ledger.get("txn_9")) is None


@pytest.mark.parametrize("same", [{"id": "txn_1"}, {"reference": "cause/1"}])
async def test_one_cause_moves_money_once(storage: SqlStorage, same: dict[str, str]) -> None:
    await add(storage, a_transaction())
    with pytest.raises(Conflict):
        await add(storage, a_transaction(2, **same))
    assert (await check(storage)).transactions == 1


async def test_of_many_writers_of_one_cause_one_is_first(storage: SqlStorage) -> None:
    writes = (add(storage, a_transaction(number, reference="cause")) for number in range(1, 13))
    answers = await asyncio.gather(*writes, return_exceptions=True)
    assert answers.count(None) == 1
    assert {type(answer) for answer in answers if answer is not None} == {Conflict}


async def test_a_transaction_is_reversed_once(storage: SqlStorage) -> None:
    first = a_transaction()
    await add(storage, first, reversal(first, id="txn_2", at=NOON))
    with pytest.raises(Conflict):
        await add(storage, a_transaction(3, reverses="txn_1"))
    assert await storage.read(lambda unit: unit.ledger.balance(DAN)) == Balance()


async def test_balances_come_from_the_entries(storage: SqlStorage) -> None:
    await add(storage, a_transaction(1, 100), a_transaction(2, 50))
    held = a_transaction(3, state=TransactionState.RESERVED, entries=(Entry(DAN, 30), Entry(DISPUTES, -30)))
    await add(storage, held)
    balances = await storage.read(lambda unit: unit.ledger.balances())
    assert balances == {
        CARD_CLEARING: Balance(150),
        DAN: Balance(-150, 30),
        DISPUTES: Balance(0, 0, -30),
    }
    assert await storage.read(lambda unit: unit.ledger.balance(PLATFORM_REVENUE)) == Balance()


@pytest.mark.parametrize(
    ("move", "left"), [(TransactionMove.POST, Balance(-70)), (TransactionMove.VOID, Balance(-100))]
)
async def test_a_reservation_is_settled_once(
    storage: SqlStorage, move: TransactionMove, left: Balance
) -> None:
    held = a_transaction(2, state=TransactionState.RESERVED, entries=(Entry(DAN, 30), Entry(DISPUTES, -30)))
    await add(storage, a_transaction(), held)
    settled = await storage.write(lambda unit: unit.ledger.settle(held, move, NOON))
    assert await storage.read(lambda unit: unit.ledger.get(held.id)) == attrs.evolve(
        settled, entries=tuple(sorted(held.entries, key=lambda entry: entry.account))
    )
    assert await storage.read(lambda unit: unit.ledger.balance(DAN)) == left
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.ledger.settle(held, TransactionMove.POST, NOON))
    with pytest.raises(IllegalMove):
        await storage.write(lambda unit: unit.ledger.settle(settled, TransactionMove.VOID, NOON))


async def test_reserved_debits_and_reserved_credits_are_told_apart(storage: SqlStorage) -> None:
    def reserved(number: int, cents: int) -> Transaction:
        entries = entries_of({DAN: cents, DISPUTES: -cents})
        return a_transaction(number, state=TransactionState.RESERVED, entries=entries)

    await add(storage, a_transaction(1, 100), reserved(2, 60), reserved(3, -100))
    balance = await storage.read(lambda unit: unit.ledger.balance(DAN))
    assert balance == Balance(-100, 60, -100)
    assert balance.owed_cents == 40


async def test_posting_a_reservation_leaves_the_balances_of_the_days_before_as_they_were(
    storage: SqlStorage,
) -> None:
    async def statement() -> list[tuple[str, TransactionState, int]]:
        page = await storage.read(lambda unit: unit.ledger.statement(DAN, PageRequest(10)))
        return [(line.reference, line.state, line.balance_cents) for line in page.items]

    entries = entries_of({DAN: 60, DISPUTES: -60})
    held = a_transaction(2, state=TransactionState.RESERVED, entries=entries)
    await add(storage, a_transaction(1, 100), held, a_transaction(3, 10))
    reserved, posted = TransactionState.RESERVED, TransactionState.POSTED
    assert await statement() == [
        ("cause/3", posted, -110),
        ("cause/2", reserved, -100),
        ("cause/1", posted, -100),
    ]
    await storage.write(lambda unit: unit.ledger.settle(held, TransactionMove.POST, minutes_later(60)))
    assert await statement() == [
        ("cause/2", posted, -50),
        ("cause/3", posted, -110),
        ("cause/1", posted, -100),
    ]


async def test_a_statement_shows_what_the_account_held_after_each_entry(storage: SqlStorage) -> None:
    await add(storage, *(a_transaction(number, 10 * number) for number in range(1, 6)))
    first = await storage.read(lambda unit: unit.ledger.statement(CARD_CLEARING, PageRequest(3)))
    assert [(line.amount_cents, line.balance_cents) for line in first.items] == [
        (50, 150),
        (40, 100),
        (30, 60),
    ]
    rest = await storage.read(lambda unit: unit.ledger.statement(CARD_CLEARING, PageRequest(3, first.next)))
    assert [(line.reference, line.balance_cents) for line in rest.items] == [("cause/2", 30), ("cause/1", 10)]
    assert rest.next is None


CHANGES = {
    "an amount": "UPDATE ledger_entries SET amount_cents = 1 WHERE account = 'card_clearing'",
    "an account": "UPDATE ledger_entries SET account = 'refunds' WHERE account = 'card_clearing'",
    "an entry gone": "DELETE FROM ledger_entries WHERE account = 'card_clearing'",
    "a transaction gone": "DELETE FROM ledger_transactions",
    "a time": "UPDATE ledger_transactions SET at = settled_at",
    "a posted one voided": "UPDATE ledger_transactions SET state = 'voided', settled_at = at",
    "an entry more": f"{ENTER} ('txn_1', 'refunds', 5)",
    "a transaction of nothing": (
        "INSERT INTO ledger_transactions (id, kind, reference, at, state) "
        "SELECT 'txn_9', kind, 'cause/9', at, state FROM ledger_transactions"
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_the_database_refuses_to_change_the_books(storage: SqlStorage, change: str) -> None:
    await add(storage, a_transaction())
    with pytest.raises(Exception, match=r"whole transactions|NOT NULL|null value"):
        await by_hand(storage, change)
    assert (await check(storage)).in_order


SLY = {
    "sqlite": (
        "INSERT OR REPLACE INTO ledger_entries SELECT transaction_id, account, 7, at FROM ledger_entries",
        "INSERT OR REPLACE INTO ledger_transactions SELECT * FROM ledger_transactions",
    ),
    "postgresql": ("TRUNCATE ledger_entries", "TRUNCATE ledger_transactions CASCADE"),
}


@pytest.mark.parametrize("number", [0, 1])
async def test_the_database_refuses_replacing_and_emptying(storage: SqlStorage, number: int) -> None:
    await add(storage, a_transaction())
    with pytest.raises(Exception, match="whole transactions"):
        await by_hand(storage, SLY[storage.engine.writing.dialect.name][number])
    assert (await check(storage)).transactions == 1


async def test_the_database_refuses_a_transaction_that_does_not_balance(storage: SqlStorage) -> None:
    posted = a_transaction()
    object.__setattr__(posted, "entries", (Entry(CARD_CLEARING, 100), Entry(DAN, -99)))
    with pytest.raises(Exception, match=r"ledger"):
        await add(storage, posted)
    assert (await check(storage)).transactions == 0


async def test_entries_without_their_transaction_are_undone(storage: SqlStorage) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await by_hand(
            storage,
            f"{ENTER} ('txn_1', 'refunds', 5)",
        )
    assert (await check(storage)).in_order


SLIPPED_IN = {
    "one that moves money": "('txn_1', 'refunds', -999)",
    "two that balance": "('txn_1', 'refunds', -999), ('txn_1', 'tips', 999)",
}


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("entries", SLIPPED_IN.values(), ids=SLIPPED_IN)
async def test_entries_of_two_connections_never_make_one_transaction(
    storage: SqlStorage, entries: str
) -> None:
    """Neither connection sees what the other one writes until both have written it."""
    async with storage.engine.writing.connect() as connection:
        await connection.execute(text(f"{ENTER} {entries}"))
        await add(storage, a_transaction())
        with pytest.raises(IntegrityError, match="whole transactions"):
            await connection.commit()
    posted = await storage.read(lambda unit: unit.ledger.get("txn_1"))
    assert posted is not None
    assert len(posted.entries) == 2


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        ("UPDATE ledger_entries SET amount_cents = 99 WHERE account = 'card_clearing'", (1, 1, -1)),
        ("DELETE FROM ledger_entries WHERE account = 'card_clearing'", (1, 1, -100)),
        ("DELETE FROM ledger_entries", (1, 1, 0)),
    ],
)
async def test_what_was_changed_by_hand_is_found(
    storage: SqlStorage, tampering: str, found: tuple[int, int, int]
) -> None:
    await add(storage, a_transaction())
    assert (await check(storage)).in_order
    await without_triggers(storage, tampering)
    checked = await check(storage)
    assert (checked.transactions, checked.unbalanced_transactions, checked.sum_cents) == found
    assert not checked.in_order


async def test_a_paid_order_that_the_books_do_not_know_is_found(storage: SqlStorage, scene: Scene) -> None:
    order = await scene.order(an_order())
    paid = a_payment(state=PaymentState.SUCCEEDED, amount_cents=order.price_cents)
    await storage.write(lambda unit: unit.payments.add(paid))
    assert (await check(storage)).paid_orders_without_entries == 1
    await storage.write(lambda unit: ledger_postings.payment_received(unit, SYSTEM, paid, order, NOON))
    assert (await check(storage)).in_order


async def test_an_order_marked_as_paid_by_hand_is_found(storage: SqlStorage, scene: Scene) -> None:
    await scene.order(an_order(payment_status=PaymentStatus.PAID, paid_at=NOON))
    assert (await check(storage)).paid_orders_without_entries == 1
