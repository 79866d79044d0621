"""DBOS does the jobs of our own rows: in the transaction's wake, at their time, and for the dead."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

import attrs
import psycopg
import pytest
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from haulage.jobs import Job, JobKind, JobState, KeptJob
from haulage.kernel.errors import Conflict, Unavailable
from haulage.ports.jobs import JobHandler
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.jobs import RunJob
from haulage_adapters.jobs_dbos import engine as of_threads
from haulage_adapters.jobs_dbos import tables
from haulage_adapters.jobs_dbos.line import DbosLine, workflow_id
from haulage_adapters.jobs_dbos.rhythm import Rhythm
from haulage_adapters.jobs_dbos.runner import DbosJobs
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock
from postgres import server

pytestmark = pytest.mark.anyio

QUICK = Rhythm(
    poll_seconds=0.05, look_seconds=0.1, dead_after_seconds=0.6, overdue_seconds=0.3, farewell_seconds=0.2
)
CLOCK = SystemClock()
WITHIN_SECONDS = 30
ENDED_WITHIN_SECONDS = 10
"""The promise is 3 on a machine of one's own; tests share theirs."""


class Handler:
    """Does what a test tells it, by subject, and remembers."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.faults: dict[str, Exception] = {}

    async def __call__(self, subject: str) -> None:
        self.begun.set()
        await self.go_on.wait()
        if subject in self.faults:
            raise self.faults[subject]
        self.done.append(subject)


@attrs.define
class Workshop:
    """One process's share in the jobs of a database."""

    database: str
    storage: SqlStorage
    line: DbosLine
    handler: Handler

    @asynccontextmanager
    async def open(self, rhythm: Rhythm = QUICK) -> AsyncIterator[None]:
        """Jobs are done while the context lasts."""
        handlers = {kind: JobHandler(self.handler) for kind in JobKind}
        run = RunJob(self.storage, CLOCK, handlers, luck=lambda: 0.0)
        runner = DbosJobs(self.database, self.storage, CLOCK, self.line, rhythm)
        running = asyncio.create_task(runner.run_forever(run))
        try:
            await self.until(self._is_open)
            yield
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    async def _is_open(self) -> bool:
        return self.line.is_open

    async def ask(self, number: int, **due: float) -> str:
        """The id of a job that is kept from now on."""
        job = Job(JobKind.SEND_REFUND, f"pay_{number}", due_at=CLOCK.now() + timedelta(**due))
        await self.storage.write(lambda unit: unit.jobs.enqueue(job, CLOCK.now()))
        return job.id

    async def job(self, job_id: str) -> KeptJob:
        kept = await self.storage.read(lambda unit: unit.jobs.get(job_id))
        assert kept is not None
        return kept

    async def until(self, reached: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(WITHIN_SECONDS):
            while not await reached():  # noqa: ASYNC110 - other threads and processes tell nobody
                await asyncio.sleep(0.02)

    async def settled(self, *job_ids: str, state: JobState = JobState.DONE) -> None:
        async def reached() -> bool:
            return all([(await self.job(job_id)).state is state for job_id in job_ids])

        await self.until(reached)


@pytest.fixture
async def workshop(anyio_backend: str, database: str) -> AsyncIterator[Workshop]:
    line = DbosLine(CLOCK)
    storage = SqlStorage(open_engine(database), dispatch=line.dispatch)
    yield Workshop(database, storage, line, Handler())
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
        await workshop.settled(*now)
        assert (await workshop.job(later)).state is JobState.WAITING
        await workshop.settled(later)
    assert sorted(workshop.handler.done) == ["pay_0", "pay_1", "pay_2", "pay_3", "pay_4", "pay_9"]


async def test_a_job_that_a_command_left_behind_is_found(workshop: Workshop) -> None:
    left = await workshop.ask(1)
    async with workshop.open():
        await workshop.settled(left)
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


async def test_an_attempt_cut_off_by_the_end_of_its_process_is_made_by_the_next(workshop: Workshop) -> None:
    workshop.handler.go_on.clear()
    async with workshop.open():
        cut_off = await workshop.ask(1)
        await workshop.handler.begun.wait()
    assert (await workshop.job(cut_off)).state is JobState.WAITING
    assert await workshop.storage.read(lambda unit: unit.jobs.workers()) == {}
    workshop.handler.go_on.set()
    async with workshop.open():
        await workshop.settled(cut_off)
    assert workshop.handler.done == ["pay_1"]


async def test_waiting_jobs_that_dbos_has_forgotten_or_given_up_are_handed_over_anew(
    workshop: Workshop,
) -> None:
    async with workshop.open():
        kept = await workshop.job(await workshop.ask(1, seconds=600))
        assert workflow_id(kept) == "send_refund:pay_1#1"
        hurried = attrs.evolve(kept, due_at=CLOCK.now())
        workshop.line.close()  # What follows is written by a process without DBOS.
        await workshop.storage.write(lambda unit: unit.jobs.save(kept, hurried))
    async with workshop.open():
        await workshop.settled(kept.id)
    assert workshop.handler.done == ["pay_1"]


def test_dbos_has_no_table_with_a_name_of_ours(tmp_path: Path) -> None:
    """On SQLite its tables lie beside ours, without a schema of their own."""
    path = tmp_path / "dbos.db"
    tables.upgrade(f"sqlite+aiosqlite:///{path}")
    engine = create_engine(f"sqlite:///{path}")
    theirs = set(inspect(engine).get_table_names())
    engine.dispose()
    assert "workflow_status" in theirs
    assert theirs.isdisjoint(metadata.tables)


async def _say_of(workshop: Workshop, job_id: str, status: str) -> None:
    """Have DBOS believe something of a job's attempt."""
    kept = await workshop.job(job_id)
    schema = "" if workshop.database.startswith("sqlite") else "dbos."
    async with workshop.storage.engine.writing.begin() as connection:
        await connection.execute(
            text(f"UPDATE {schema}workflow_status SET status = :status WHERE workflow_uuid = :id"),
            {"status": status, "id": workflow_id(kept)},
        )


async def test_an_attempt_over_which_process_after_process_died_is_left_to_an_operator(
    workshop: Workshop,
) -> None:
    async with workshop.open():
        deadly = await workshop.ask(1, seconds=0.8)
        await _say_of(workshop, deadly, "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
        await workshop.settled(deadly, state=JobState.DEAD)
    assert workshop.handler.done == []
    assert (await workshop.job(deadly)).last_error == "The server died 10 times over this."


@pytest.mark.parametrize("status", ["ERROR", "CANCELLED", "SUCCESS", "DELAYED"])
async def test_a_late_job_is_done_whatever_dbos_makes_of_its_attempt(workshop: Workshop, status: str) -> None:
    async with workshop.open():
        late = await workshop.ask(1, seconds=0.8)
        await _say_of(workshop, late, status)
        await workshop.settled(late)
    assert workshop.handler.done == ["pay_1"]


async def test_a_second_server_in_one_process_waits_until_the_first_has_ended(workshop: Workshop) -> None:
    other = attrs.evolve(workshop, line=DbosLine(CLOCK))
    async with workshop.open():
        handlers = {kind: JobHandler(workshop.handler) for kind in JobKind}
        run = RunJob(workshop.storage, CLOCK, handlers, luck=lambda: 0.0)
        quick = attrs.evolve(QUICK, after_fault_seconds=0.05)
        second = DbosJobs(other.database, other.storage, CLOCK, other.line, quick)
        waiting = asyncio.create_task(second.run_forever(run))
        await workshop.settled(await workshop.ask(1))
        assert not other.line.is_open
    await other.until(other._is_open)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting


async def test_what_dbos_has_finished_is_forgotten(workshop: Workshop) -> None:
    hurried = attrs.evolve(QUICK, tidy_seconds=0.2, keep_seconds=0.0)
    async with workshop.open(hurried):
        await workshop.settled(*[await workshop.ask(number) for number in range(3)])

        async def empty() -> bool:
            schema = "" if workshop.database.startswith("sqlite") else "dbos."
            async with workshop.storage.engine.reading.connect() as connection:
                left = await connection.execute(text(f"SELECT count(*) FROM {schema}workflow_status"))
                return left.scalar() == 0

        await workshop.until(empty)


def test_a_connection_that_a_thread_still_has_at_the_end_is_closed_when_it_comes_back(database: str) -> None:
    engine = of_threads.open_engine(database)
    with engine.connect() as held:
        connection = held.connection.dbapi_connection
        of_threads.close_engine(engine)
        assert held.scalar(text("SELECT 1")) == 1
    assert connection is not None
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        connection.cursor().execute("SELECT 1")


def test_the_tables_of_dbos_can_be_made_ahead(database: str) -> None:
    tables.upgrade(database)
    tables.upgrade(database)


def test_nothing_of_dbos_is_loaded_until_jobs_are_done() -> None:
    probe = "import sys, haulage_adapters.assembly, haulage_cli.root; print('dbos' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "False"


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
    async with workshop.open(attrs.evolve(QUICK, after_fault_seconds=0.1)):
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
