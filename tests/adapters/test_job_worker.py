"""Workers do the jobs of all: at once, at their time, each once, and those of the dead."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

import attrs
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from haulage.jobs import Job, JobKind, JobsPause, JobState, PauseReason, StoredJob
from haulage.kernel.errors import Conflict, Unavailable
from haulage.ports.runtime.jobs import JobHandler
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.jobs import RecoverJobs, RunJob
from haulage_adapters.job_worker import JobWorker, WorkerTiming
from haulage_adapters.notifier import open_notifier
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.deadlines import within
from postgres import server

pytestmark = pytest.mark.anyio

NEVER = 3600.0
QUICK = WorkerTiming(look_again=0.1, beat=0.05, dead_after=0.4, farewell=0.2, after_fault=0.1)
WAKEFUL = attrs.evolve(QUICK, look_again=NEVER)
"""Finds nothing by itself: what it does, it was woken for."""
CLOCK = SystemClock()
WITHIN_SECONDS = 30
ENDED_WITHIN_SECONDS = 10
"""The promise is 3 on a machine of one's own; tests share theirs."""


class Handler:
    """Does what a test tells it, by subject, and remembers."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.under_way = 0
        self.most_under_way = 0
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.held_up: frozenset[JobKind] = frozenset()
        self.faults: dict[str, Exception] = {}

    def of(self, kind: JobKind) -> Callable[[str], Awaitable[None]]:
        async def handle(subject: str) -> None:
            self.begun.set()
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
            try:
                if not self.held_up or kind in self.held_up:
                    await self.go_on.wait()
            finally:
                self.under_way -= 1
            if subject in self.faults:
                raise self.faults[subject]
            self.done.append(subject)

        return handle


@attrs.define
class Workshop:
    """One process's share in the jobs of a database."""

    storage: SqlStorage
    notifier: Notifier
    handler: Handler

    @asynccontextmanager
    async def open(self, timing: WorkerTiming = QUICK, at_once: int = 64) -> AsyncIterator[None]:
        """Jobs are done while the context lasts."""
        handlers = {kind: JobHandler(self.handler.of(kind)) for kind in JobKind}
        run = RunJob(self.storage, CLOCK, handlers, lambda: 0.0, log_alarm, within)
        recover = RecoverJobs(self.storage, CLOCK, lambda: 0.0, log_alarm)
        worker = JobWorker(self.storage, CLOCK, recover, self.notifier, at_once, timing)
        known = len(await self.workers())
        running = asyncio.create_task(worker.run_forever(run))

        async def beating() -> bool:
            return len(await self.workers()) > known

        try:
            await self.until(beating)
            yield
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    async def workers(self) -> dict[str, int]:
        return await self.storage.read(lambda unit: unit.jobs.workers())

    async def ask(self, number: int, kind: JobKind = JobKind.SEND_REFUND, **due: float) -> str:
        """The id of a job that is kept from now on."""
        job = Job(kind, f"pay_{number}", due_at=CLOCK.now() + timedelta(**due))
        await self.storage.write(lambda unit: unit.jobs.enqueue(job, CLOCK.now()))
        return job.id

    async def job(self, job_id: str) -> StoredJob:
        stored = await self.storage.read(lambda unit: unit.jobs.get(job_id))
        assert stored is not None
        return stored

    async def claimed(self, worker_id: str, limit: int = 100) -> list[StoredJob]:
        """As by another process, which does nothing with them."""
        queue = JobKind.SEND_REFUND.queue
        return list(
            await self.storage.write(lambda unit: unit.jobs.claim(worker_id, queue, CLOCK.now(), limit))
        )

    async def until(self, reached: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(WITHIN_SECONDS):
            while not await reached():  # noqa: ASYNC110 - other processes tell nobody
                await asyncio.sleep(0.02)

    async def settled(self, *job_ids: str, state: JobState = JobState.DONE) -> None:
        async def reached() -> bool:
            return all([(await self.job(job_id)).state is state for job_id in job_ids])

        await self.until(reached)


@pytest.fixture
async def workshop(anyio_backend: str, database: str) -> AsyncIterator[Workshop]:
    async with open_notifier(database) as notifier:
        storage = SqlStorage(open_engine(database), notifier=notifier)
        yield Workshop(storage, notifier, Handler())
        await storage.aclose()


async def test_jobs_are_done_at_their_time_and_those_undone_with_their_change_never(
    workshop: Workshop,
) -> None:
    async def undone(unit: UnitOfWork) -> None:
        await unit.jobs.enqueue(Job(JobKind.SEND_REFUND, "pay_undone"), CLOCK.now())
        raise Conflict("change")

    async with workshop.open():
        with pytest.raises(Conflict):
            await workshop.storage.write(undone)
        later = await workshop.ask(9, seconds=1.5)
        now = [await workshop.ask(number) for number in range(5)]
        await workshop.settled(*now, later)
    done = await workshop.job(later)
    assert done.finished_at is not None
    assert done.finished_at >= done.since > done.created_at
    assert sorted(workshop.handler.done) == ["pay_0", "pay_1", "pay_2", "pay_3", "pay_4", "pay_9"]


async def test_a_job_that_a_command_left_behind_is_found(workshop: Workshop) -> None:
    left = await workshop.ask(1)
    async with workshop.open():
        await workshop.settled(left)
    assert workshop.handler.done == ["pay_1"]


async def test_no_job_is_begun_while_they_are_paused_and_the_log_says_so(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    pause = JobsPause(CLOCK.now(), PauseReason.RESTORED)
    assert await workshop.storage.write(lambda unit: unit.operation.pause_jobs(pause))
    waiting = await workshop.ask(1)

    async def was_asked() -> bool:
        return "haulage jobs resume" in caplog.text

    async with workshop.open():
        await workshop.until(was_asked)
        assert (await workshop.job(waiting)).attempts == 0
        assert await workshop.storage.write(lambda unit: unit.operation.resume_jobs())
        await workshop.settled(waiting)
    assert workshop.handler.done == ["pay_1"]


async def test_what_fails_is_tried_again_after_its_pause(workshop: Workshop) -> None:
    workshop.handler.faults["pay_1"] = Unavailable("cards", "No answer.")
    async with workshop.open():
        failing = await workshop.ask(1)

        async def failed() -> bool:
            return (await workshop.job(failing)).attempts == 1

        await workshop.until(failed)
        assert (await workshop.job(failing)).last_error == "No answer."
        del workshop.handler.faults["pay_1"]
        await workshop.settled(failing)
    assert (await workshop.job(failing)).attempts == 2


async def test_a_worker_wakes_for_a_new_job_and_for_the_time_of_one_without_looking_in_between(
    workshop: Workshop,
) -> None:
    async with workshop.open(WAKEFUL):
        await workshop.settled(await workshop.ask(1))
        later, retried = await workshop.ask(2, seconds=0.3), await workshop.ask(3, seconds=600)
        await workshop.settled(later)
        stored = await workshop.job(retried)
        hurried = attrs.evolve(stored, due_at=CLOCK.now())
        await workshop.storage.write(lambda unit: unit.jobs.save(stored, hurried))
        await workshop.settled(retried)
    assert workshop.handler.done == ["pay_1", "pay_2", "pay_3"]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_worker_wakes_for_a_job_of_another_process(workshop: Workshop, database: str) -> None:
    async with workshop.open(WAKEFUL), open_notifier(database) as notifier:
        other = SqlStorage(open_engine(database), notifier=notifier)
        elsewhere = attrs.evolve(workshop, storage=other)
        await workshop.settled(await elsewhere.ask(1))
        await other.aclose()


async def test_two_workers_share_many_jobs_and_do_each_once(workshop: Workshop) -> None:
    jobs = [await workshop.ask(number) for number in range(60)]
    async with workshop.open(at_once=8), workshop.open(at_once=8):
        await workshop.settled(*jobs)
    assert len(workshop.handler.done) == len(set(workshop.handler.done)) == 60
    assert workshop.handler.most_under_way <= 16


async def test_claims_at_the_same_time_never_meet(workshop: Workshop) -> None:
    for number in range(40):
        await workshop.ask(number)
    shares = await asyncio.gather(*(workshop.claimed(f"worker_{n}", 10) for n in range(8)))
    ids = [stored.id for share in shares for stored in share]
    assert len(ids) == len(set(ids)) == 40


@pytest.mark.parametrize(("kind", "most"), [(JobKind.EMAIL_RECEIPT, 4), (JobKind.REMOVE_PHOTO, 13)])
async def test_a_promise_of_seconds_does_not_wait_behind_mails_or_photos_that_hang(
    workshop: Workshop, kind: JobKind, most: int
) -> None:
    workshop.handler.held_up = frozenset({kind})
    workshop.handler.go_on.clear()
    for number in range(30):
        await workshop.ask(number, kind)
    async with workshop.open(WAKEFUL, at_once=16):

        async def full() -> bool:
            return workshop.handler.under_way == most

        await workshop.until(full)
        await workshop.settled(
            await workshop.ask(100, JobKind.MOVE_OFFER_ON), await workshop.ask(101, JobKind.SEND_REFUND)
        )
        assert sorted(workshop.handler.done) == ["pay_100", "pay_101"]
        workshop.handler.go_on.set()
        await workshop.settled(*[f"{kind.value}:pay_{number}" for number in range(30)])
    assert workshop.handler.most_under_way <= 16


async def test_a_worker_that_ends_hands_its_jobs_back_at_once(workshop: Workshop) -> None:
    workshop.handler.go_on.clear()
    patient = attrs.evolve(WAKEFUL, dead_after=NEVER)
    async with workshop.open(patient):
        cut_off = await workshop.ask(1)
        await workshop.handler.begun.wait()
    assert (await workshop.job(cut_off)).state is JobState.WAITING
    assert await workshop.workers() == {}
    workshop.handler.go_on.set()
    async with workshop.open(patient):
        await workshop.settled(cut_off)
    assert workshop.handler.done == ["pay_1"]
    assert (await workshop.job(cut_off)).deaths == 0


async def test_the_jobs_of_a_dead_worker_are_done_by_others(workshop: Workshop) -> None:
    await workshop.storage.write(lambda unit: unit.jobs.beat("worker_dead"))
    held = await workshop.ask(1)
    assert len(await workshop.claimed("worker_dead")) == 1
    async with workshop.open():
        free = await workshop.ask(2)
        await workshop.settled(free, held)
        assert (await workshop.job(held)).deaths == 1

        async def forgotten() -> bool:
            return "worker_dead" not in await workshop.workers()

        await workshop.until(forgotten)


async def test_a_job_over_which_process_after_process_died_is_left_to_an_operator(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    deadly = await workshop.ask(1)
    stored = await workshop.job(deadly)
    await workshop.storage.write(lambda unit: unit.jobs.save(stored, attrs.evolve(stored, deaths=9)))
    await workshop.claimed("worker_dead")
    async with workshop.open():
        await workshop.settled(deadly, state=JobState.DEAD)
    assert workshop.handler.done == []
    assert (await workshop.job(deadly)).last_error == "The server died 10 times over this."
    assert 'alarm jobs.money_dead {"attempts": 0, "job": "send_refund:pay_1"}' in caplog.text


@pytest.fixture
def admitted(database: str) -> Iterator[Callable[[bool], None]]:
    """Has PostgreSQL refuse everybody at the database, or let them in again."""
    engine = create_engine(server().url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    name = make_url(database).database

    def admit(everybody: bool) -> None:
        with engine.connect() as connection:
            connection.execute(text(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS {everybody}'))
            ending = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
            connection.execute(text(ending), {"name": name})

    yield admit
    admit(True)
    engine.dispose()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_jobs_go_on_when_the_database_is_back(
    workshop: Workshop, admitted: Callable[[bool], None]
) -> None:
    async with workshop.open(QUICK):
        await workshop.settled(await workshop.ask(1))
        later = await workshop.ask(2, seconds=1)
        admitted(False)
        with pytest.raises(Unavailable):
            await workshop.job(later)
        admitted(True)
        await workshop.settled(later)
    assert sorted(workshop.handler.done) == ["pay_1", "pay_2"]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_server_without_its_database_ends_in_time(
    workshop: Workshop, admitted: Callable[[bool], None]
) -> None:
    async with workshop.open():
        await workshop.settled(await workshop.ask(1))
        admitted(False)
        begun = time.monotonic()
    assert time.monotonic() - begun < ENDED_WITHIN_SECONDS
