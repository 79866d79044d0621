"""The upgrade that keeps returned shares before they are sent, over rows and jobs of older releases."""

import importlib
from pathlib import Path
from typing import Any

import attrs
import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, text
from sqlalchemy.pool import NullPool

from adapters.conftest import Scene
from adapters.test_refunds_before import a_refund
from builders import NOON, a_paid_order, a_payment, minutes_later
from haulage.jobs import Job, JobKind, JobState
from haulage.ledger import PaymentSplit, SplitKind, SplitStatus
from haulage.ledger.split import SplitPolicy
from haulage.payments import PaymentState, RefundStatus
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import parse_url
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

(FILE,) = (Path(migrations.__file__).parent / "versions").glob("*_returned_attempts.py")
UPGRADE: Any = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{FILE.stem}")
(FIRST_FILE,) = (Path(migrations.__file__).parent / "versions").glob("*_returned_shares.py")
FIRST: Any = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{FIRST_FILE.stem}")


def a_split(payment_id: str = "pay_1", **changes: Any) -> PaymentSplit:
    """That the driver was sent at the first asking, unless it is said otherwise."""
    amounts = {"total_cents": 30_00, "taxes_cents": 0, "processing_fee_cents": 0}
    shares = {"driver_cents": 15_00, "platform_cents": 15_00, "miles": 1.0, "minutes": 10}
    times = {"created_at": NOON, "updated_at": NOON}
    whose: dict[str, Any] = {"kind": SplitKind.FARE, "policy": SplitPolicy.SPLIT_50_50, "policy_version": 1}
    made = PaymentSplit(f"spl_{payment_id[4:]}", payment_id, "ord_1", **whose, **amounts, **shares, **times)
    sent: dict[str, Any] = {"status": SplitStatus.COMPLETED, "submitted_cents": 15_00, "attempts": 1}
    return attrs.evolve(made, driver_id="drv_1", earned_at=NOON, **({"completed_at": NOON} | sent | changes))


async def fill(unit: UnitOfWork) -> None:
    """Three withdrawn refunds: one with its row, one of which only a job tells, one that took from nobody's
    transfer; and a job of each but the last."""
    paid = a_payment("pay_1", order_id="ord_1", amount_cents=30_00)
    await unit.payments.add(attrs.evolve(paid, state=PaymentState.SUCCEEDED))
    await unit.splits.add(a_split())
    for number in (1, 2, 3):
        made = attrs.evolve(a_refund(number, 5_00), driver_cents=2_00, fare_cents=3_00)
        gone = {"status": RefundStatus.WITHDRAWN, "withdrawn_at": NOON, "withdrawal_reason": "A mistake"}
        await unit.refunds.add(made)
        await unit.refunds.save(made, attrs.evolve(made, **gone))
    for number in (1, 2):
        await add_done_job(unit, f"rfd_{number}")


async def add_done_job(unit: UnitOfWork, refund_id: str) -> None:
    await unit.jobs.enqueue(job := Job(JobKind.RETURN_SHARE, refund_id), NOON)
    kept = await unit.jobs.get(job.id)
    assert kept is not None
    await unit.jobs.save(kept, attrs.evolve(kept, state=JobState.DONE, finished_at=NOON, attempts=1))


def upgrade_rows(connection: Connection, *rows: dict[str, Any]) -> None:
    """From the table as it was before, with these rows."""
    with Operations.context(MigrationContext.configure(connection)):
        connection.execute(text("DROP TABLE returned_shares"))
        FIRST.upgrade()
        for row in rows:
            connection.execute(insert(UPGRADE.OLD), row)
        UPGRADE.upgrade()


def upgrade_database(database: str, *rows: dict[str, Any]) -> None:
    url = parse_url(database)
    engine = create_engine(
        url if "sqlite" not in database else url.set(drivername="sqlite"), poolclass=NullPool
    )
    with engine.begin() as connection:
        upgrade_rows(connection, *rows)


async def test_what_was_sent_again_is_known_by_its_row_or_asked_for_by_its_job(
    storage: SqlStorage, scene: Scene, database: str
) -> None:
    await scene.order(a_paid_order("ord_1"))
    await storage.write(fill)
    row = {"refund_id": "rfd_1", "split_id": "spl_1", "amount_cents": 2_00, "transfer_id": "tr_1"}
    upgrade_database(database, row | {"sent_at": NOON})
    found = await storage.read(lambda unit: unit.splits.returned_of("spl_1"))
    assert {each.id: (each.amount_cents, each.transfer_id) for each in found} == {
        "rfd_1": (2_00, "tr_1"),
        "rfd_2": (2_00, None),
    }
    told = {each.id: each.reference for each in found}
    assert told["rfd_2"] == "rfd_2-returned", "under which it was asked for before"
    for number, state in ((1, JobState.DONE), (2, JobState.WAITING)):
        id = Job(JobKind.RETURN_SHARE, f"rfd_{number}").id
        kept = await storage.read(lambda unit, id=id: unit.jobs.get(id))
        assert kept is not None
        assert kept.state is state


WITHDRAWN = minutes_later(60)
REFUSED: dict[str, Any] = {"submitted_cents": None, "completed_at": None}
SHARES: dict[str, tuple[dict[str, Any], bool]] = {
    "was sent": ({}, True),
    "is under way": ({"status": SplitStatus.PENDING, "completed_at": None}, True),
    "arrived after the withdrawal": ({"completed_at": minutes_later(90)}, True),
    "was refused": (REFUSED | {"status": SplitStatus.FAILED, "failure_reason": "Closed"}, False),
    "is to be asked for again": (REFUSED | {"status": SplitStatus.PENDING, "attempts": 2}, False),
    "is under way again": ({"status": SplitStatus.PENDING, "attempts": 2, "completed_at": None}, False),
    "arrived at the second asking": ({"attempts": 2, "completed_at": minutes_later(90)}, False),
    "arrived at the second asking, before": ({"attempts": 2, "completed_at": minutes_later(30)}, True),
}
"""What became of the driver's share; and whether it left out for certain what the refund had taken."""


@pytest.mark.parametrize(("changes", "is_owed"), SHARES.values(), ids=SHARES)
async def test_a_driver_whose_share_may_hold_what_was_withdrawn_is_not_sent_it_again(
    storage: SqlStorage, scene: Scene, database: str, changes: dict[str, Any], is_owed: bool
) -> None:
    await scene.order(a_paid_order("ord_1"))

    async def fill_one(unit: UnitOfWork) -> None:
        paid = a_payment("pay_2", order_id="ord_1", amount_cents=30_00)
        await unit.payments.add(attrs.evolve(paid, state=PaymentState.SUCCEEDED))
        await unit.splits.add(a_split("pay_2", **changes))
        made = attrs.evolve(a_refund(2, 5_00), payment_id="pay_2", driver_cents=2_00, fare_cents=3_00)
        gone = {"status": RefundStatus.WITHDRAWN, "withdrawn_at": WITHDRAWN, "withdrawal_reason": "A mistake"}
        await unit.refunds.add(made)
        await unit.refunds.save(made, attrs.evolve(made, **gone))
        await add_done_job(unit, "rfd_2")

    await storage.write(fill_one)
    upgrade_database(database)
    found = await storage.read(lambda unit: unit.splits.returned_of("spl_2"))
    assert [(each.id, each.amount_cents) for each in found] == ([("rfd_2", 2_00)] if is_owed else [])
    kept = await storage.read(lambda unit: unit.jobs.get(Job(JobKind.RETURN_SHARE, "rfd_2").id))
    assert kept is not None
    assert kept.state is (JobState.WAITING if is_owed else JobState.DONE)
