"""Two years after an order nothing of it is left but what the books need; a day after it everything is."""

from collections.abc import AsyncIterator
from datetime import timedelta
from fnmatch import fnmatch
from pathlib import Path

import pytest
from sqlalchemy import func, select

from haulage.jobs import Job, JobKind, JobState
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.ports.storage.retention import Expiring
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import receipt_file
from haulage.use_cases.idempotency import ResponseNotStored
from haulage.use_cases.messaging import MessageDraft
from haulage.use_cases.retention import SCHEDULE
from haulage.use_cases.retention.schedule import duration_of
from haulage_adapters.sql.schema import metadata
from use_cases.scenario import Scenario, once, open_scenario_at

pytestmark = pytest.mark.anyio

A_SECOND = timedelta(seconds=1)
GONE = {
    "quotes": 1,
    "quote_offers": 1,
    "order_events": 0,
    "job_offers": 0,
    "delivery_logs": 0,
    "tracking_links": 0,
}


@pytest.fixture
async def scenario(anyio_backend: str, database: str, tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario_at(database, tmp_path, autoconfirm=False) as opened:
        yield opened


async def counts(scenario: Scenario) -> dict[str, int]:
    async with scenario.storage.engine.reading.connect() as connection:
        return {
            name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for name, table in metadata.tables.items()
        }


async def an_order_that_is_done(scenario: Scenario) -> tuple[Actor, Order]:
    ada, dee = await scenario.customer(), await scenario.driver()
    await scenario.driver("eve")
    await scenario.quote(ada)
    order = await scenario.assigned(ada, dee)
    await scenario.market.orders.share_tracking.issue(ada, order.id)
    await scenario.market.messaging.send(ada, order.id, MessageDraft("Hello"))
    sessions = scenario.market.deliveries.sessions
    await scenario.market.deliveries.steps.start(dee, order.id)
    await sessions.pause(dee, order.id)
    await sessions.resume(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    await scenario.market.deliveries.steps.complete(dee, order.id)
    await scenario.market.orders.rate(ada, order.id, 5, once=once("rating"))
    await scenario.later(minutes=5)
    await scenario.market.accounts.sign_up(
        "nobody@example.com", "correct horse battery", {"user_type": "driver"}
    )
    await scenario.send_emails()
    return ada, order


async def test_a_day_later_everything_is_there_and_two_years_later_the_books_alone(
    scenario: Scenario, tmp_path: Path
) -> None:
    await an_order_that_is_done(scenario)
    before = await counts(scenario)
    assert before["quotes"] == 2
    assert min(before[name] for name in GONE if name != "quotes") > GONE["quote_offers"] - 1
    scenario.clock.turn(hours=1)
    await scenario.market.retention.delete_expired()
    assert await counts(scenario) == before
    assert (tmp_path / "mail.jsonl").stat().st_size > 0
    scenario.clock.turn(days=730)
    await scenario.market.retention.delete_expired()
    after = await counts(scenario)
    assert {name: after[name] for name in GONE} == GONE
    for name in (
        "outbound_sms",
        "emails",
        "email_attachments",
        "idempotency_keys",
        "sessions",
        "delivery_pins",
    ):
        assert after[name] == 0, name
    for name in ("orders", "payments", "receipts", "ledger_entries", "audit_entries", "messages"):
        assert after[name] == before[name], name
    assert (tmp_path / "mail.jsonl").stat().st_size == 0
    assert await scenario.market.retention.delete_expired() == 0


async def test_an_answer_is_kept_a_day_and_its_key_a_month(scenario: Scenario) -> None:
    ada, order = await an_order_that_is_done(scenario)
    scenario.clock.turn(hours=25)
    await scenario.market.retention.delete_expired()
    with pytest.raises(ResponseNotStored):
        await scenario.market.orders.rate(ada, order.id, 5, once=once("rating"))


async def test_an_account_that_nobody_confirmed_goes_and_its_address_is_free(scenario: Scenario) -> None:
    await an_order_that_is_done(scenario)
    before = await counts(scenario)
    scenario.clock.turn(seconds=duration_of("unconfirmed_accounts").total_seconds() + 1)
    await scenario.market.retention.delete_expired()
    after = await counts(scenario)
    for name in ("accounts", "users", "drivers"):
        assert after[name] == before[name] - 1, name
    found = await scenario.storage.read(lambda unit: unit.accounts.by_email("nobody@example.com"))
    assert found is None


async def test_a_quote_goes_a_week_after_its_end_and_one_that_was_booked_never(scenario: Scenario) -> None:
    ada, dee = await scenario.customer(), await scenario.driver()
    idle = await scenario.quote(ada)
    booked = await scenario.book(ada, dee)
    at = idle.expires_at + duration_of("unbooked_quotes")

    async def delete(unit: UnitOfWork) -> int:
        return await unit.retention.delete(Expiring.UNBOOKED_QUOTES, at - duration_of("unbooked_quotes"), 10)

    assert await scenario.storage.write(delete) == 0
    at += A_SECOND
    assert await scenario.storage.write(delete) == 1
    assert await scenario.storage.read(lambda unit: unit.quotes.get(idle.id)) is None
    assert await scenario.storage.read(lambda unit: unit.quotes.get(booked.quote_id)) is not None


async def test_a_job_that_was_given_up_goes_after_three_months(scenario: Scenario) -> None:
    now = scenario.clock.now()
    await scenario.storage.write(lambda unit: unit.jobs.enqueue(Job(JobKind.SEND_SMS, "msg_none"), now))
    async with scenario.storage.engine.writing.begin() as connection:
        given_up = metadata.tables["jobs"].update().values(state=JobState.DEAD, finished_at=now)
        await connection.execute(given_up)
    scenario.clock.turn(seconds=duration_of("dead_jobs").total_seconds())
    await scenario.market.retention.delete_expired()
    assert (await counts(scenario))["jobs"] == 1
    scenario.clock.turn(hours=1)
    await scenario.market.retention.delete_expired()
    assert (await counts(scenario))["jobs"] == 0


async def test_every_file_of_the_data_folder_has_a_line_in_the_schedule(
    scenario: Scenario, tmp_path: Path
) -> None:
    await an_order_that_is_done(scenario)
    receipt = tmp_path / "files" / receipt_file("rct_1")
    receipt.parent.mkdir(parents=True)
    receipt.touch()
    known = [place[1:] for each in SCHEDULE for place in each.stored_in if place.startswith("/")]
    unknown = [name for name in _files(tmp_path) if not any(fnmatch(name, each) for each in known)]
    assert [name for name in unknown if not fnmatch(name, "haulage.db*")] == []


def _files(folder: Path) -> list[str]:
    return [str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()]
