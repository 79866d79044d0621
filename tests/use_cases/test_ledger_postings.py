"""Every movement of money is in the books, with its payment's split, in the transaction that made it."""

import importlib
import sqlite3
from pathlib import Path
from typing import Any

import attrs
import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from builders import minutes_later
from haulage.kernel.policy import OPERATOR, Actor
from haulage.ledger import SplitKind, SplitStatus
from haulage.payments import PaymentState
from haulage.services.payments import ledger_postings
from haulage_adapters.sql import migrations
from haulage_adapters.sql.schema import metadata
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    balances,
    drive,
    late_fee,
    refund,
    split_of,
)
from use_cases.scenario import DECLINED, Scenario

pytestmark = pytest.mark.anyio


async def test_an_unpaid_order_is_not_in_the_books(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.book(ada, dee)
    await scenario.pay(ada, order, DECLINED)
    assert await balances(scenario) == {}


async def test_a_payment_is_the_states_the_providers_and_not_yet_earned(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    assert order.price_cents == PRICE
    assert await balances(scenario) == {
        "card_clearing": PRICE - FEE,
        "processing_fees": FEE,
        "tax_payable": -TAXES,
        "unearned_fares": -(PRICE - TAXES),
    }
    split = await split_of(scenario, order)
    assert split is not None
    assert (split.kind, split.status, split.driver_id) == (SplitKind.FARE, SplitStatus.PENDING, None)
    assert (split.total_cents, split.taxes_cents, split.processing_fee_cents) == (PRICE, TAXES, FEE)
    assert (split.driver_cents, split.platform_cents) == (HALF, HALF)


async def test_paying_again_enters_nothing_again(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    before = await balances(scenario)
    await scenario.pay(ada, order)
    await scenario.market.payments.settle(ada, (await scenario.payment(order)).id)
    assert await balances(scenario) == before


async def test_a_completed_order_is_shared_by_whoever_drove_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    handed_back = await scenario.open_order(ada, dee)
    eve = await scenario.driver("eve")
    order = await drive(scenario, eve, handed_back)
    assert await balances(scenario) == {
        "card_clearing": PRICE - FEE,
        "tax_payable": -TAXES,
        "platform_revenue": -HALF,
        "driver:drv_eve": -HALF,
    }
    split = await split_of(scenario, order)
    assert split is not None
    assert (split.driver_id, split.earned_at) == ("drv_eve", order.completed_at)


async def test_a_free_cancellation_costs_the_platform_the_providers_fee(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    assert await balances(scenario) == {"card_clearing": -FEE, "processing_fees": FEE}
    assert await split_of(scenario, order) is None


async def test_a_cancellation_fee_is_shared_with_the_driver_who_was_kept_waiting(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await late_fee(scenario, ada, dee)
    share = (10_00 - FEE) // 2
    assert await balances(scenario) == {
        "card_clearing": 10_00 - FEE,
        "platform_revenue": -share,
        "driver:drv_dee": -share,
    }
    split = await split_of(scenario, order)
    assert split is not None
    assert (split.kind, split.total_cents, split.taxes_cents) == (SplitKind.CANCELLATION_FEE, 10_00, 0)
    assert list(scenario.cards.refunds.values()) == [PRICE - 10_00]


async def test_a_fee_is_never_above_what_is_left_of_the_payment(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await refund(scenario, order, PRICE - 4_00)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.turn(minutes=6)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == 4_00
    assert (await scenario.payment(order)).refund_requested_cents == PRICE - 4_00
    assert await balances(scenario) == {
        "card_clearing": 4_00 - FEE,
        "platform_revenue": -1_46,
        "driver:drv_dee": -1_46,
    }


@pytest.fixture
async def busy_town(scenario: Scenario, ada: Actor, dee: Actor) -> Scenario:
    """Orders in every state that money can be in: driven, waiting, cancelled with and without a fee."""
    await drive(scenario, dee, await scenario.assigned(ada, dee))
    await late_fee(scenario, ada, dee)
    free = await scenario.assigned(ada, dee)
    await scenario.market.orders.cancel(ada, free.id, "")
    await scenario.open_order(ada, dee)
    await scenario.book(ada, dee, scheduled_time=minutes_later(60, scenario.clock.now()))
    return scenario


async def test_payments_from_before_there_were_books_are_entered_as_if_there_had_been(
    busy_town: Scenario, tmp_path: Path
) -> None:
    expected, splits = await balances(busy_town), await all_rows(busy_town, "payment_splits")
    refunds = await all_rows(busy_town, "refunds")
    before_the_books(tmp_path / "town.db")
    assert (await busy_town.market.ledger.verify(OPERATOR)).paid_orders_without_entries == 4
    enter_what_was_paid(tmp_path / "town.db")
    assert await balances(busy_town) == expected
    sent_again = {"status", "completed_at", "driver_transfer_id", "attempts", "submitted_cents", "updated_at"}
    made = await all_rows(busy_town, "payment_splits")
    assert {row["policy_version"] for row in made} == {1}, "the one that held before the books"
    sent_again.add("policy_version")
    assert [without(row, sent_again | {"version"}) for row in made] == [
        without(row, sent_again | {"version"}) for row in splits
    ]
    words = {
        "reference",
        "requested_by",
        "provider_refund_id",
        "created_at",
        "updated_at",
        "sent_at",
        "version",
    }
    assert [without(row, words) for row in await all_rows(busy_town, "refunds")] == [
        without(row, words) for row in refunds
    ]


async def all_rows(scenario: Scenario, table: str) -> list[dict[str, Any]]:
    async with scenario.storage.engine.reading.connect() as connection:
        found = await connection.execute(metadata.tables[table].select().order_by("id"))
        return [dict(row) for row in found.mappings()]


def without(row: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def before_the_books(path: Path) -> None:
    """As the database was when nobody kept books."""
    with sqlite3.connect(path) as connection:
        triggers = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'ledger_%delete'"
        ).fetchall()
        for (name,) in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        books = ("ledger_tail", "ledger_daily_totals", "ledger_checkpoints", "ledger_entries")
        for table in (*books, "ledger_transactions", "payment_splits", "refunds"):
            connection.execute(f"DELETE FROM {table}")
    connection.close()


def enter_what_was_paid(path: Path) -> None:
    """What the upgrade does with the payments that it finds."""
    versions = Path(migrations.__file__).parent / "versions"
    (file,) = versions.glob("*_money.py")
    money: Any = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{file.stem}")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        for paid in money._paid():
            money._enter(paid)
    engine.dispose()


async def test_a_payment_that_nobody_wants_any_more_is_entered_with_its_refund(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    await scenario.market.orders.cancel(ada, order.id, "")
    before, cancelled = await stored(scenario, payment.id), await scenario.order(order.id)
    late = attrs.evolve(before, state=PaymentState.SUCCEEDED, version=9)

    async def lands(unit: Any) -> None:
        paid = attrs.evolve(late, processing_fee_cents=FEE, refund_requested_cents=PRICE)
        await ledger_postings.payment_came(unit, OPERATOR, paid, cancelled, scenario.clock.now())
        await unit.payments.save(before, paid)

    await scenario.storage.write(lands)
    owed = {"card_clearing": PRICE - FEE, "refunds_payable": -PRICE}
    assert await balances(scenario) == owed | {"processing_fees": FEE}


async def stored(scenario: Scenario, payment_id: str) -> Any:
    return await scenario.storage.read(lambda unit: unit.payments.get(payment_id))


async def test_a_fee_larger_than_the_fare_before_tax_keeps_part_of_what_was_tax(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """The fee carries no tax, so all of the tax goes back to whoever it was held for."""
    order = await scenario.assigned(ada, dee)
    await refund(scenario, order, PRICE - 10_50)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.turn(minutes=6)
    await scenario.market.orders.cancel(ada, order.id, "")
    share = (10_00 - FEE) // 2
    assert await balances(scenario) == {
        "card_clearing": 10_00 - FEE,
        "platform_revenue": -share,
        "driver:drv_dee": -share,
    }
