"""Jobs on SQLite: how many a second one worker does, and how soon a promise of seconds begins behind mails.

The worker, its storage and its wake-up are the real ones; only the handlers do nothing, or wait as for a
provider.
"""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import attrs
from measuring import Report, WrongAnswer

from haulage.jobs import Job, JobKind, JobState
from haulage.ports.runtime.jobs import JobHandler
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.jobs import RecoverJobs, RunJob
from haulage_adapters.job_worker import JobWorker
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.deadlines import within

JOBS = {"small": 40, "full": 601}
PROVIDER_SECONDS = 0.5
WANTED_A_SECOND, WANTED_PROMISE_SECONDS = 100, 1.0
GIVEN_SECONDS = 300
EMPTY, SLOW = "empty jobs", f"jobs with {PROVIDER_SECONDS} s of a provider"
PROMISE = "an offer's turn behind them"
CLOCK = SystemClock()


@attrs.define(eq=False)
class Counting:
    """A handler that waits as for a provider, counts, and says when it has done so many."""

    wanted: int
    seconds: float
    done: Counter[str] = attrs.field(factory=Counter)
    all_done: asyncio.Event = attrs.field(factory=asyncio.Event)
    begun_at: float = 0.0

    async def __call__(self, subject: str) -> None:
        self.begun_at = self.begun_at or time.perf_counter()
        await asyncio.sleep(self.seconds)
        self.done[subject] += 1
        if len(self.done) == self.wanted:
            self.all_done.set()


def run(report: Report) -> None:
    """Both workloads, each on a database of its own."""
    count = JOBS[report.size]
    for name, seconds in ((EMPTY, 0.0), (SLOW, PROVIDER_SECONDS)):
        taken, promise = asyncio.run(_measure(count, seconds))
        report.row("jobs", name, count / taken, "jobs/s")
        report.row("jobs", f"{PROMISE}: {name}", promise, "s until it begins")
        report.at_most(f"{PROMISE}: {name}, seconds", WANTED_PROMISE_SECONDS, promise)
        if not seconds:
            report.at_least(f"{name} a second", WANTED_A_SECOND, count / taken)


async def _measure(count: int, seconds: float) -> tuple[float, float]:
    """Seconds until all mails are done, and until the promise that came behind them began."""
    mails, promise = Counting(count, seconds), Counting(1, 0.0)
    handlers = {kind: JobHandler(mails) for kind in JobKind} | {JobKind.MOVE_OFFER_ON: JobHandler(promise)}
    async with _working(handlers) as storage:
        subjects = [f"rcp_{number}" for number in range(count)]
        begun = time.perf_counter()
        await storage.write(lambda unit: _enqueue(unit, JobKind.EMAIL_RECEIPT, subjects))
        asked = time.perf_counter()
        await storage.write(lambda unit: _enqueue(unit, JobKind.MOVE_OFFER_ON, ["off_1"]))
        async with asyncio.timeout(GIVEN_SECONDS):
            await asyncio.gather(mails.all_done.wait(), promise.all_done.wait())
        ended = time.perf_counter()
        await _require_once(storage, mails, promise, count)
    return ended - begun, promise.begun_at - asked


async def _enqueue(unit: UnitOfWork, kind: JobKind, subjects: list[str]) -> None:
    for subject in subjects:
        await unit.jobs.enqueue(Job(kind, subject), CLOCK.now())


async def _require_once(storage: SqlStorage, mails: Counting, promise: Counting, count: int) -> None:
    if set(mails.done.values()) != {1} or set(promise.done.values()) != {1}:
        raise WrongAnswer("a job was done more than once")
    async with asyncio.timeout(GIVEN_SECONDS):
        while (found := await _counted(storage, count))[JobState.WAITING]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    if found != dict.fromkeys(JobState, 0) | {JobState.DONE: count + 1}:
        raise WrongAnswer(f"jobs ended as {found}")


async def _counted(storage: SqlStorage, count: int) -> dict[JobState, int]:
    return await storage.read(lambda unit: unit.jobs.count_by_state(count + 2))


@asynccontextmanager
async def _working(handlers: dict[JobKind, JobHandler]) -> AsyncIterator[SqlStorage]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'jobs.sqlite3'}"
        await upgrade(url)
        storage = SqlStorage(open_engine(url))
        run_job = RunJob(storage, CLOCK, handlers, lambda: 0.0, log_alarm, within)
        recover = RecoverJobs(storage, CLOCK, lambda: 0.0, log_alarm)
        working = asyncio.create_task(
            JobWorker(storage, CLOCK, recover, storage.notifier).run_forever(run_job)
        )
        try:
            yield storage
        finally:
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            await storage.aclose()
