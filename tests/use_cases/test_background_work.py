"""What a process does beside requests goes on whatever one part of it does."""

import asyncio
import os
import signal
from datetime import timedelta

import attrs
import pytest
from sqlalchemy import func, insert, select

from haulage.jobs import Job, JobKind
from haulage.kernel.actor import OPERATOR
from haulage.ports.runtime.jobs import JobHandler
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.assembly import background_work
from haulage_adapters.assembly.background_work import ChoreTiming, chores_of, working_beside
from haulage_adapters.settings import Settings
from haulage_adapters.sql.tables import order_text_rewrites
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

HASTY = ChoreTiming(every_seconds=0.01, limit=timedelta(seconds=0.05), farewell_seconds=0.1)
SECONDS = 20


@attrs.define
class Chores:
    """Four of them: one raises, one hangs, and two can be counted."""

    counts: dict[str, int] = attrs.Factory(dict)
    reached: asyncio.Event = attrs.Factory(asyncio.Event)

    def of(self, _market: object) -> dict[str, background_work.Chore]:
        return {"raises": self.fail, "hangs": self.hang, "first": self.first, "last": self.last}

    async def fail(self) -> None:
        raise KeyError("a defect")

    async def hang(self) -> None:
        self._count("hangs")
        await asyncio.Event().wait()

    async def first(self) -> None:
        self._count("first")

    async def last(self) -> None:
        self._count("last")

    def _count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1
        if len(self.counts) == 3 and min(self.counts.values()) >= 3:
            self.reached.set()


async def test_a_chore_that_raises_or_hangs_keeps_no_other_from_being_done(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chores = Chores()
    monkeypatch.setattr(background_work, "chores_of", chores.of)
    async with asyncio.timeout(SECONDS), working_beside(Settings(), scenario.market, HASTY):
        await chores.reached.wait()
    assert "chore 'raises' failed" in caplog.text
    assert 'alarm chores.failed {"chore": "raises"}' in caplog.text
    assert "chore 'hangs' failed" in caplog.text
    assert "It took longer than 0.05 s." in caplog.text


async def test_every_chore_can_be_done_on_an_empty_marketplace(scenario: Scenario) -> None:
    for chore in chores_of(scenario.market).values():
        await chore()


async def test_recurring_jobs_are_enqueued_by_every_process_that_works(scenario: Scenario) -> None:
    async def enqueued() -> bool:
        page = await scenario.market.jobs.manage.list(OPERATOR, PageRequest(), kind=JobKind.REPORT_DEAD_JOBS)
        return len(page.items) == 1

    async with asyncio.timeout(SECONDS), working_beside(Settings(), scenario.market):
        while not await enqueued():  # noqa: ASYNC110 - the background tells nobody
            await asyncio.sleep(0.01)


async def test_the_signal_to_end_hands_jobs_back_while_the_server_still_waits_for_its_streams(
    scenario: Scenario,
) -> None:
    begun, signaled = asyncio.Event(), asyncio.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: signaled.set())

    async def hang(_subject: str) -> None:
        begun.set()
        await asyncio.Event().wait()

    run = attrs.evolve(scenario.market.jobs.run, handlers=dict.fromkeys(JobKind, JobHandler(hang)))
    market = attrs.evolve(scenario.market, jobs=attrs.evolve(scenario.market.jobs, run=run))
    job = Job(JobKind.SEND_REFUND, "pay_1")
    await scenario.storage.write(lambda unit: unit.jobs.enqueue(job, scenario.clock.now()))

    async def handed_back() -> bool:
        return not await scenario.storage.read(lambda unit: unit.jobs.holders())

    try:
        async with asyncio.timeout(SECONDS), working_beside(Settings(), market):
            await begun.wait()
            assert not await handed_back()
            os.kill(os.getpid(), signal.SIGTERM)
            while not await handed_back():  # noqa: ASYNC110 - the background tells nobody
                await asyncio.sleep(0.01)
            assert signaled.is_set(), "the server hears of it too"
    finally:
        signal.signal(signal.SIGTERM, before)


async def left_to_rewrite(scenario: Scenario) -> int:
    async with scenario.storage.engine.reading.connect() as connection:
        return int(await connection.scalar(select(func.count()).select_from(order_text_rewrites)) or 0)


@pytest.mark.parametrize("by", ["a chore", "an erasure"])
async def test_search_texts_that_were_left_are_rewritten(scenario: Scenario, by: str) -> None:
    await scenario.customer("ann")
    async with scenario.storage.engine.writing.begin() as connection:
        await connection.execute(insert(order_text_rewrites).values(person_id="usr_ann", below=20_000))
    assert await left_to_rewrite(scenario) == 1
    if by == "a chore":
        await chores_of(scenario.market)["search texts"]()
    else:
        await scenario.market.personal_data.erase.of("acc_ann@example.com")
    assert await left_to_rewrite(scenario) == 0
