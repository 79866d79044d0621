"""The upgrade that gives refunds an account of their own, over books that are full already."""

import importlib
from pathlib import Path
from typing import Any

import attrs
import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from adapters.conftest import Scene
from builders import NOON, a_paid_order, a_payment
from haulage.kernel.policy import OPERATOR
from haulage.ledger import Balance, Entry, Transaction, TransactionKind
from haulage.ledger.account import CARD_CLEARING, REFUNDS_PAYABLE, UNEARNED_FARES
from haulage.payments import PaymentState, Refund, RefundKind, RefundStatus
from haulage.payments.refund import sent, withdrawn
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import parse_url
from haulage_adapters.sql.migrations.respelling import respell
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

(FILE,) = (Path(migrations.__file__).parent / "versions").glob("*_refunds_payable.py")
UPGRADE: Any = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{FILE.stem}")


def a_refund(number: int, cents: int) -> Refund:
    return Refund(
        id=f"rfd_{number}",
        payment_id="pay_1",
        order_id="ord_1",
        kind=RefundKind.NOT_PERFORMED,
        amount_cents=cents,
        tax_cents=0,
        driver_cents=0,
        platform_cents=0,
        fare_cents=cents,
        own_cents=0,
        reason="",
        requested_by="usr_admin",
        reference=f"rfd_{number}",
        created_at=NOON,
        updated_at=NOON,
    )


async def fill(unit: UnitOfWork) -> None:
    """A paid order with a refund that went out and one that waits, entered as older releases did."""
    paid = a_payment("pay_1", order_id="ord_1", amount_cents=30_00)
    await unit.payments.add(attrs.evolve(paid, state=PaymentState.SUCCEEDED, refund_requested_cents=12_00))
    await unit.refunds.add(gone := a_refund(1, 5_00))
    await unit.refunds.save(gone, sent(gone, "re_1", NOON))
    await unit.refunds.add(a_refund(2, 7_00))
    for number, cents in ((1, 5_00), (2, 7_00)):
        entries = (Entry(CARD_CLEARING, -cents), Entry(UNEARNED_FARES, cents))
        reference = f"refund/rfd_{number}"
        await unit.ledger.add(
            Transaction(f"txn_{number}", TransactionKind.REFUND, reference, NOON, entries, order_id="ord_1")
        )


def upgrade_rows(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        respell("ledger_transactions", "kind", UPGRADE.TRANSACTIONS)
        respell("refunds", "status", UPGRADE.STATUSES)
        UPGRADE._owe_what_has_not_gone_out()


@pytest.fixture
async def upgraded(storage: SqlStorage, scene: Scene, database: str) -> SqlStorage:
    """Upgrades enforce no foreign keys on SQLite, so their connection is another than the stores'."""
    await scene.order(a_paid_order("ord_1"))
    await storage.write(fill)
    url = parse_url(database)
    engine = create_engine(
        url if "sqlite" not in database else url.set(drivername="sqlite"), poolclass=NullPool
    )
    with engine.begin() as connection:
        upgrade_rows(connection)
    return storage


async def test_what_has_not_gone_out_is_owed_and_with_the_provider(upgraded: SqlStorage) -> None:
    held = await upgraded.read(lambda unit: unit.ledger.balances())
    assert held[CARD_CLEARING] == Balance(-5_00)
    assert held[REFUNDS_PAYABLE] == Balance(-7_00)
    check = await LedgerUseCases(upgraded).verify(OPERATOR)
    assert (check.unbalanced_transactions, check.sum_cents) == (0, 0)


async def test_the_books_still_keep_what_they_have_and_take_the_new_words(upgraded: SqlStorage) -> None:
    entries = (Entry(CARD_CLEARING, -7_00), Entry(REFUNDS_PAYABLE, 7_00))
    gone = Transaction("txn_3", TransactionKind.REFUND_SENT, "refund/rfd_2/sent/0", NOON, entries)
    await upgraded.write(lambda unit: unit.ledger.add(gone))
    async with upgraded.engine.writing.connect() as connection:
        for statement in (
            "DELETE FROM ledger_transactions",
            "UPDATE ledger_entries SET amount_cents = 1",
            (
                "INSERT INTO ledger_entries (transaction_id, account, amount_cents) "
                "VALUES ('txn_1', 'card_clearing_2', 1)"
            ),
        ):
            with pytest.raises(DatabaseError):
                await connection.execute(text(statement))
            await connection.rollback()


async def test_a_withdrawn_refund_can_be_kept(upgraded: SqlStorage) -> None:
    async def withdraw(unit: UnitOfWork) -> None:
        waiting = await unit.refunds.get("rfd_2")
        assert waiting is not None
        await unit.refunds.save(waiting, withdrawn(waiting, "A mistake", NOON))

    await upgraded.write(withdraw)
    kept = await upgraded.read(lambda unit: unit.refunds.get("rfd_2"))
    assert kept is not None
    assert kept.status is RefundStatus.WITHDRAWN
