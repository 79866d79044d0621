"""Lists and sums read what they show by an index, whatever the table has grown to."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import pytest

from adapters.query_plans import plan_of
from builders import NOON, an_order
from haulage.jobs import JobState
from haulage.ledger import SplitStatus, driver_account
from haulage.ledger.account import CARD_CLEARING
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import SplitFilter
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.paging import Place
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

PAGE = PageRequest(20)
Asking = Callable[[UnitOfWork], Awaitable[Any]]
ASKED: dict[str, tuple[str, Asking]] = {
    "a driver's splits": (
        "ix_payment_splits_driver_id_created_at_id",
        lambda unit: unit.splits.list(SplitFilter(customer_id="usr_1", driver_id="drv_1"), PAGE),
    ),
    "what a driver earned": ("ix_payment_splits_earned", lambda unit: unit.splits.earned_by("drv_1", NOON)),
    "what a driver's splits came to": (
        "ix_payment_splits_",  # by driver; empty, the two that begin with it are one to PostgreSQL
        lambda unit: unit.splits.figures(SplitFilter(driver_id="drv_1"), NOON),
    ),
    "what everybody's splits came to": (
        "ix_payment_splits_created_at_id",
        lambda unit: unit.splits.figures(SplitFilter(), NOON),
    ),
    "splits that failed": (
        "ix_payment_splits_status_created_at_id",
        lambda unit: unit.splits.list(SplitFilter(status=SplitStatus.FAILED), PAGE),
    ),
    "dead jobs": (
        "ix_jobs_state_created_at_id",
        lambda unit: unit.jobs.list(PAGE, state=JobState.DEAD),
    ),
    "jobs of a kind": (
        "ix_jobs_kind_created_at_id",
        lambda unit: unit.jobs.list(PAGE, kind="purge_locations"),
    ),
    "a driver's balance": (
        "ledger_accounts",
        lambda unit: unit.ledger.balance(driver_account("drv_1")),
    ),
    "the platform's balance": ("ledger_checkpoints", lambda unit: unit.ledger.balance(CARD_CLEARING)),
    "a driver's record": ("ix_orders_completed_by", lambda unit: unit.orders.record_of("drv_1")),
    "what operators did": (
        "ix_audit_entries_by_operators",
        lambda unit: unit.audit.newest(20, wanted=AuditFilter(actor_id="operator")),
    ),
    "everybody's payments": ("ix_payments_created_at_id", lambda unit: unit.payments.list(PAGE)),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.new_database
async def test_a_page_is_read_in_the_order_of_an_index(name: str, scene: Any, storage: SqlStorage) -> None:
    index, work = ASKED[name]
    query_plan = await plan_of(storage, work)
    assert index in query_plan
    assert "Seq Scan" not in query_plan
    assert "SCAN payment_splits\n" not in query_plan + "\n"


BOOKS: dict[str, Asking] = {
    "balance": lambda unit: unit.ledger.balance(driver_account("drv_1")),
    "trial balance": lambda unit: unit.ledger.balances(),
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.new_database
async def test_a_balance_reads_no_more_entries_than_those_that_no_sum_has(
    name: str, storage: SqlStorage
) -> None:
    """SQLite decides without knowing how many rows there are; PostgreSQL knows, and has none here."""
    query_plan = await plan_of(storage, BOOKS[name])
    assert "ix_ledger_entries" not in query_plan
    assert "SCAN ledger_entries" not in query_plan


@pytest.mark.parametrize("cursor", [None, Place(NOON, "txn_1").written()], ids=["first page", "later page"])
@pytest.mark.new_database
async def test_a_statement_is_read_in_the_order_of_an_index(cursor: str | None, storage: SqlStorage) -> None:
    page = PageRequest(20, cursor)
    query_plan = await plan_of(storage, lambda unit: unit.ledger.statement(driver_account("drv_1"), page))
    assert "ix_ledger_entries_account_at_transaction_id_amount_cents" in query_plan
    assert "SCAN ledger" not in query_plan
    assert "FOR ORDER BY" not in query_plan


@pytest.mark.parametrize("since", [None, NOON])
async def test_the_statuses_of_a_drivers_orders_are_counted_in_an_index_alone(
    since: datetime | None, scene: Any, storage: SqlStorage
) -> None:
    """PostgreSQL does so in large tables alone, where the benchmark of lists measures it."""
    if storage.engine.writing.dialect.name == "sqlite":
        wanted = OrderFilter(driver_id="drv_1", created_from=since)
        query_plan = await plan_of(storage, lambda unit: unit.orders.count_by_status(wanted))
        assert "USING COVERING INDEX ix_orders_driver_id_created_at_id_status" in query_plan


@pytest.mark.new_database
async def test_orders_are_found_by_the_beginning_of_their_number_in_its_index(
    scene: Any, storage: SqlStorage
) -> None:
    query_plan = await plan_of(storage, lambda unit: unit.orders.list(OrderFilter(text="#2099"), PAGE))
    assert "number>" in query_plan or "number >=" in query_plan
    assert "SCAN orders" not in query_plan


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2099", ["ord_2", "ord_3", "ord_1"]),
        ("#20990", ["ord_2", "ord_3"]),
        ("209901", ["ord_3"]),
        ("02099", []),
        ("0", []),
        ("99999999999999999999", []),
        ("2147483647", ["ord_5"]),
        ("9" * 300, []),
    ],
)
async def test_a_number_is_found_by_its_first_digits(
    text: str, found: list[str], scene: Any, storage: SqlStorage
) -> None:
    for place, number in enumerate((20991, 20990, 209901, 12099, 2_147_483_647), 1):
        await scene.order(an_order(f"ord_{place}", quote_id=f"qte_{place}", number=number))
    page = await storage.read(lambda unit: unit.orders.list(OrderFilter(text=text), PAGE))
    assert sorted(order.id for order in page.items) == sorted(found)
