"""Reading the books part by part finds what reading them at once would, and can begin at a day."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from adapters.conftest import Scene
from adapters.test_ledger_storage import a_transaction, add, by_hand, without_triggers
from builders import a_payment, an_order, minutes_later
from haulage.kernel.actor import OPERATOR, SYSTEM
from haulage.payments import PaymentState
from haulage.ports.storage.ledger import LedgerCheck
from haulage.services.payments import ledger_postings
from haulage.use_cases.ledger import LedgerUseCases, RollUpLedger
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

ALONE = "INSERT INTO ledger_entries (transaction_id, account, amount_cents) VALUES ('{}', 'refunds', 5)"


async def insert_alone(storage: SqlStorage, transaction_id: str) -> None:
    """An entry of no transaction, as only whoever turns the foreign keys off can insert it."""
    if storage.engine.writing.dialect.name == "postgresql":
        unchecked = "SET LOCAL session_replication_role = replica"
        await by_hand(storage, unchecked, ALONE.format(transaction_id))
        return
    with closing(sqlite3.connect(str(storage.engine.writing.url.database))) as connection:
        connection.execute(ALONE.format(transaction_id))
        connection.commit()


async def verify(storage: SqlStorage, **wanted: Any) -> LedgerCheck:
    """In the smallest parts."""
    ledger = LedgerUseCases(storage, transactions_at_once=2, orders_at_once=1, accounts_at_once=1)
    return await ledger.verify(OPERATOR, **wanted)


@pytest.mark.parametrize("place", ["txn_0", "txn_3x", "txn_9"])
async def test_an_entry_of_no_transaction_is_found_wherever_it_stands(
    place: str, storage: SqlStorage
) -> None:
    await add(storage, *(a_transaction(number) for number in range(1, 6)))
    assert await verify(storage) == LedgerCheck(5, 0, 0, 0)
    await insert_alone(storage, place)
    assert await verify(storage) == LedgerCheck(5, 1, 5, 0, wrong_sums=1)


async def test_each_transaction_is_read_once_in_parts_of_any_size(storage: SqlStorage) -> None:
    await add(storage, *(a_transaction(number) for number in range(1, 6)))
    await without_triggers(storage, "UPDATE ledger_entries SET amount_cents = 99 WHERE amount_cents = 100")
    for size in (1, 2, 4, 5, 6):
        ledger = LedgerUseCases(storage, transactions_at_once=size)
        assert await ledger.verify(OPERATOR) == LedgerCheck(5, 5, -5, 0)


async def test_whoever_waits_hears_how_much_was_read(storage: SqlStorage, scene: Scene) -> None:
    await add(storage, *(a_transaction(number) for number in range(1, 4)))
    await scene.orders([an_order("ord_1"), an_order("ord_2")])
    progress: list[tuple[str, int]] = []
    await verify(storage, on_progress=lambda what, read: progress.append((what, read)))
    assert progress[:4] == [("transactions", 2), ("transactions", 3), ("orders", 1), ("orders", 2)]
    assert progress[4:] == [("accounts", 0), ("balances of drivers", 1), ("daily totals", 2)]
    await RollUpLedger(storage)()
    progress.clear()
    await verify(storage, on_progress=lambda what, read: progress.append((what, read)))
    assert progress[4:7] == [("accounts", 1), ("accounts", 2), ("accounts", 2)]
    assert progress[7:] == [("balances of drivers", 1), ("daily totals", 2)]


async def test_since_leaves_out_what_was_entered_before(storage: SqlStorage) -> None:
    await add(storage, *(a_transaction(number) for number in range(1, 6)))
    await without_triggers(
        storage,
        "UPDATE ledger_entries SET amount_cents = 99 WHERE amount_cents = 100 AND transaction_id < 'txn_4'",
    )
    assert (await verify(storage)).unbalanced_transactions == 3
    assert await verify(storage, since=minutes_later(3)) == LedgerCheck(3, 1, -1, 0)
    assert await verify(storage, since=minutes_later(4)) == LedgerCheck(2, 0, 0, 0)


@pytest.mark.parametrize("entered", [True, False], ids=["entered later", "never entered"])
async def test_since_holds_orders_against_the_books(entered: bool, storage: SqlStorage, scene: Scene) -> None:
    """An order from before counts once something about it is entered."""
    await scene.orders([an_order("ord_1"), an_order("ord_2")])
    order = await storage.read(lambda unit: unit.orders.get("ord_1"))
    assert order is not None
    paid = a_payment(state=PaymentState.SUCCEEDED, amount_cents=order.price_cents)
    await storage.write(lambda unit: unit.payments.add(paid))
    since = order.created_at + timedelta(hours=1)
    assert (await verify(storage, since=order.created_at)).paid_orders_without_entries == 1
    assert (await verify(storage, since=since)).paid_orders_without_entries == 0
    if entered:
        later = since + timedelta(hours=1)
        await storage.write(lambda unit: ledger_postings.payment_received(unit, SYSTEM, paid, order, later))
        assert (await verify(storage, since=since)) == LedgerCheck(2, 0, 0, 0)
        changed = "UPDATE payments SET amount_cents = amount_cents + 1"
        await without_triggers(storage, changed)
        assert (await verify(storage, since=since)).paid_orders_without_entries == 1
        assert (await verify(storage, since=later + timedelta(hours=1))).in_order


@pytest.mark.parametrize(
    "changed",
    [
        "total_cents = total_cents - 100, platform_cents = platform_cents - 100",
        "taxes_cents = taxes_cents + 1, platform_cents = platform_cents - 1",
    ],
)
async def test_fares_and_taxes_that_the_books_have_otherwise_are_found(
    changed: str, storage: SqlStorage, scene: Scene
) -> None:
    await scene.orders([an_order("ord_1")])
    order = await storage.read(lambda unit: unit.orders.get("ord_1"))
    assert order is not None
    paid = a_payment(state=PaymentState.SUCCEEDED, amount_cents=order.price_cents)
    await storage.write(lambda unit: unit.payments.add(paid))
    at = order.created_at + timedelta(hours=1)
    await storage.write(lambda unit: ledger_postings.payment_received(unit, SYSTEM, paid, order, at))
    assert (await verify(storage)).in_order
    await by_hand(storage, "UPDATE payment_splits SET " + changed)
    assert (await verify(storage)).paid_orders_without_entries == 1
