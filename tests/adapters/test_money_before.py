"""The upgrade enters what was paid before there were books, on SQLite and on PostgreSQL."""

import importlib
from pathlib import Path
from typing import Any

import attrs
import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from adapters.conftest import Scene
from builders import (
    NOON,
    a_paid_order,
    a_payment,
    a_quote,
    a_started_order,
    an_offer,
    an_order,
    minutes_later,
)
from haulage.jobs import JobState
from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.policy import OPERATOR
from haulage.ledger import Balance, SplitKind, SplitStatus, driver_account
from haulage.ledger.account import (
    CARD_CLEARING,
    PLATFORM_REVENUE,
    PROCESSING_FEES,
    REFUNDS_PAYABLE,
    TAX_PAYABLE,
    UNEARNED_FARES,
)
from haulage.orders import Cancellation, Order
from haulage.orders.order import assign, cancel, complete, confirm_pickup
from haulage.payments import PaymentState
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases
from haulage_adapters.sql import migrations
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

PRICE, TAXES, FEE, HALF = 27_06, 2_06, 1_08, 11_96
KEPT, KEPT_HALF = 10_00, 4_46


def delivered(order: Order) -> Order:
    return complete(confirm_pickup(order, minutes_later(20)), minutes_later(40))


def ended(order: Order, fee: int) -> Order:
    return cancel(order, Cancellation(minutes_later(10), "usr_3", "no", fee))


async def add(unit: UnitOfWork, number: int, order: Order, **payment: Any) -> None:
    """An order at the default driver's price with its payment, as an older release left them."""
    quote_id, order_id = f"qte_{number}", f"ord_{number}"
    await unit.quotes.add(a_quote(quote_id, customer_id="usr_3"))
    estimate = DriverEstimate(18_75, 6_25, 0, 0)
    await unit.quotes.replace_offers(quote_id, [an_offer("drv_1", quote_id=quote_id, estimate=estimate)])
    facts = {"number": 10_000 + number, "customer_id": "usr_3", "quote_id": quote_id, "price_cents": PRICE}
    await unit.orders.add(attrs.evolve(order, id=order_id, chosen_driver_id="drv_1", **facts))
    paid = a_payment(f"pay_{number}", order_id=order_id, customer_id="usr_3", amount_cents=PRICE)
    succeeded = {"state": PaymentState.SUCCEEDED, "processing_fee_cents": FEE}
    await unit.payments.add(attrs.evolve(paid, **succeeded | payment))


def enter(connection: Connection) -> None:
    """The parts of the migrations that are about rows; what has not gone out is owed since a later one."""
    money, payable = _migration("money"), _migration("refunds_payable")
    with Operations.context(MigrationContext.configure(connection)):
        for paid in money._paid():
            money._enter(paid)
        payable._owe_what_has_not_gone_out()


def _migration(name: str) -> Any:
    (file,) = (Path(migrations.__file__).parent / "versions").glob(f"*_{name}.py")
    return importlib.import_module(f"haulage_adapters.sql.migrations.versions.{file.stem}")


@pytest.fixture
async def upgraded(storage: SqlStorage, scene: Scene) -> SqlStorage:
    whole = {"refund_requested_cents": PRICE, "refunded_cents": PRICE}

    async def fill(unit: UnitOfWork) -> None:
        await add(unit, 1, delivered(a_started_order()))
        await add(unit, 2, a_paid_order())
        waiting = assign(a_paid_order(), "drv_2", NOON)
        await add(unit, 3, ended(waiting, KEPT), refund_requested_cents=PRICE - KEPT)
        await add(unit, 4, ended(a_paid_order(), 0), **whole)
        await add(unit, 5, ended(an_order(), 0), **whole)
        await add(unit, 6, an_order(), state=PaymentState.REQUIRES_PAYMENT_METHOD)

    await storage.write(fill)
    async with storage.engine.writing.begin() as connection:
        await connection.run_sync(enter)
    return storage


async def test_the_books_are_in_order_and_everybody_has_their_part(upgraded: SqlStorage) -> None:
    assert (await LedgerUseCases(upgraded).verify(OPERATOR)).in_order
    found = await upgraded.read(lambda unit: unit.ledger.balances())
    assert {account: held for account, held in found.items() if held != Balance()} == {
        CARD_CLEARING: Balance(2 * (PRICE - FEE) + (PRICE - FEE) - 2 * FEE),
        REFUNDS_PAYABLE: Balance(-(PRICE - KEPT)),
        TAX_PAYABLE: Balance(-2 * TAXES),
        PROCESSING_FEES: Balance(3 * FEE),
        UNEARNED_FARES: Balance(-(PRICE - TAXES)),
        PLATFORM_REVENUE: Balance(-HALF - KEPT_HALF),
        driver_account("drv_1"): Balance(-HALF),
        driver_account("drv_2"): Balance(-KEPT_HALF),
    }


async def test_splits_are_made_and_what_was_earned_is_to_be_sent(upgraded: SqlStorage) -> None:
    kinds = {}
    for number in range(1, 7):
        split = await upgraded.read(lambda unit, number=number: unit.splits.of_payment(f"pay_{number}"))
        kinds[number] = split and (split.kind, split.status, split.driver_id, split.driver_cents)
    pending = SplitStatus.PENDING
    assert kinds == {
        1: (SplitKind.FARE, pending, "drv_1", HALF),
        2: (SplitKind.FARE, pending, None, HALF),
        3: (SplitKind.CANCELLATION_FEE, pending, "drv_2", KEPT_HALF),
        4: None,
        5: None,
        6: None,
    }
    jobs = await upgraded.read(
        lambda unit: unit.jobs.list(PageRequest(), state=JobState.WAITING, kind="send_share")
    )
    assert len(jobs.items) == 2


async def test_refunds_are_told_apart_by_whether_they_were_sent(upgraded: SqlStorage) -> None:
    found = {}
    for number in range(1, 7):
        refunds = await upgraded.read(lambda unit, number=number: unit.refunds.of_payment(f"pay_{number}"))
        found[number] = [(each.kind, each.status, each.amount_cents, each.reference) for each in refunds]
    assert found == {
        1: [],
        2: [],
        3: [("cancellation", "pending", PRICE - KEPT, f"pay_3-{PRICE - KEPT}")],
        4: [("cancellation", "sent", PRICE, f"pay_4-{PRICE}")],
        5: [("unwanted", "sent", PRICE, f"pay_5-{PRICE}")],
        6: [],
    }
