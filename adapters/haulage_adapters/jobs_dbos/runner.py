"""DBOS in this process, from its start to its end."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import attrs
from sqlalchemy.exc import SQLAlchemyError

from haulage.kernel.errors import HaulageError
from haulage.ports.clock import Clock
from haulage.ports.jobs import JobAttempts, JobRunner
from haulage.ports.storage import Storage
from haulage_adapters.jobs_dbos.engine import close_engine, open_engine
from haulage_adapters.jobs_dbos.line import QUEUE, RELEASE, WORKFLOW, DbosLine
from haulage_adapters.jobs_dbos.rhythm import DEATHS, STANDARD_RHYTHM, Rhythm
from haulage_adapters.jobs_dbos.watch import Watch

if TYPE_CHECKING:
    from dbos import DBOSClient
    from sqlalchemy import Engine

T = TypeVar("T")
Workflow: TypeAlias = Callable[[str, int], Coroutine[Any, Any, None]]

APPLICATION = "haulage"
_IN_PROCESS = Lock()
IDLE_SECONDS = 0.1
"""How often a thread that has nothing to do for us wakes up, and so how soon it notices the end."""

log = logging.getLogger(__name__)


def new_worker_id() -> str:
    """Names this process among all that ever were: two can never be taken for each other."""
    return f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(4)}"


@attrs.define(eq=False)
class DbosJobs(JobRunner):
    """Runs DBOS for as long as it is asked to. DBOS can be in a process only once, and so can this.

    All of DBOS lives in threads, its start and its end too, so that requests never wait for it; attempts
    are made in the loop that asked for them, over the connections that requests use.
    """

    url: str
    storage: Storage
    clock: Clock
    line: DbosLine
    rhythm: Rhythm = STANDARD_RHYTHM
    _under_way: set["asyncio.Task[Exception | None]"] = attrs.field(factory=set, init=False)

    async def run_forever(self, attempts: JobAttempts) -> None:
        """Have jobs done until cancelled; a database that does not answer is waited for."""
        await asyncio.to_thread(import_module, "dbos")  # Half a second, in which requests are answered.
        while True:
            try:
                async with _alone(self.rhythm.after_fault_seconds):
                    await self._run(attempts)
            except Exception as fault:
                log.warning(
                    "jobs are not being done: %s", fault, exc_info=not isinstance(fault, HaulageError)
                )
                await asyncio.sleep(self.rhythm.after_fault_seconds)

    async def _run(self, attempts: JobAttempts) -> None:
        worker_id = new_worker_id()
        await self.storage.write(lambda unit: unit.jobs.beat(worker_id))
        async with self._launched(worker_id, attempts) as client:
            watch = Watch(worker_id, self.storage, self.clock, client, self.rhythm)
            while True:
                pause = self.rhythm.look_seconds
                try:
                    await to_the_end(watch.look())
                except (HaulageError, SQLAlchemyError) as fault:
                    log.warning("jobs could not be looked after: %s", fault)
                    pause = self.rhythm.after_fault_seconds
                await asyncio.sleep(pause)

    @asynccontextmanager
    async def _launched(self, worker_id: str, attempts: JobAttempts) -> AsyncIterator["DBOSClient"]:
        engine, loop = open_engine(self.url), asyncio.get_running_loop()

        async def job(job_id: str, version: int) -> None:
            """Runs in DBOS's own loop. Raising ends the workflow in error; the job's row still waits then,
            and is found again."""
            made = asyncio.run_coroutine_threadsafe(self._attempt(attempts, job_id, version), loop)
            await asyncio.wrap_future(made)

        try:
            client = await to_the_end(asyncio.to_thread(self._launch, worker_id, job, engine))
            self.line.open(client)
            yield client
        finally:
            self.line.close()
            await self._end(worker_id, engine)

    def _launch(self, worker_id: str, job: Workflow, engine: "Engine") -> "DBOSClient":
        """Start DBOS, its tables brought up to date."""
        from dbos import DBOS, DBOSClient, DBOSPortableJSONSerializer

        DBOS(
            config={
                "name": APPLICATION,
                "system_database_engine": engine,
                "application_version": RELEASE,
                "executor_id": worker_id,
                "use_listen_notify": False,
                "notification_listener_polling_interval_sec": IDLE_SECONDS,
                "serializer": DBOSPortableJSONSerializer(),
                "log_level": "ERROR",
            }
        )
        DBOS.workflow(name=WORKFLOW, max_recovery_attempts=DEATHS)(job)
        DBOS.launch()
        DBOS.register_queue(
            QUEUE,
            worker_concurrency=self.rhythm.at_once,
            polling_interval_sec=self.rhythm.poll_seconds,
            on_conflict="always_update",
        )
        return DBOSClient(
            system_database_engine=engine,
            application_name=APPLICATION,
            serializer=DBOSPortableJSONSerializer(),
            lazy=True,
            retry_connection_errors=False,
        )

    async def _attempt(self, attempts: JobAttempts, job_id: str, version: int) -> None:
        task = asyncio.ensure_future(attempts(job_id, version))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        fault = await task
        if fault is not None:
            log.error("job %s failed by a fault in the program", job_id, exc_info=fault)

    async def _end(self, worker_id: str, engine: "Engine") -> None:
        """Let attempts finish, stop DBOS, and say that we have left, so that others need not wait."""
        from dbos import DBOS

        if self._under_way:
            await asyncio.wait(self._under_way, timeout=self.rhythm.farewell_seconds)
        late = tuple(self._under_way)
        for task in late:
            task.cancel()
        # Their connections go back before the storage is closed.
        await asyncio.gather(*late, return_exceptions=True)
        if not await _ended(lambda: DBOS.destroy(destroy_registry=True), self.rhythm.end_seconds):
            log.warning("DBOS has not ended, probably for want of the database")
        close_engine(engine)
        try:
            await self.storage.write(lambda unit: unit.jobs.forget_worker(worker_id))
        except HaulageError as refusal:
            log.warning("others will find out by themselves that this process has left: %s", refusal)


async def _ended(work: Callable[[], None], seconds: float) -> bool:
    """Whether *work* was done in time; a thread that still waits for its database ends with the process."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def run() -> None:
        try:
            work()
        finally:
            with suppress(RuntimeError):  # the loop is closed by now
                loop.call_soon_threadsafe(done.set)

    Thread(target=run, daemon=True, name="ending-dbos").start()
    try:
        async with asyncio.timeout(seconds):
            await done.wait()
    except TimeoutError:
        return False
    return True


@asynccontextmanager
async def _alone(look_again_seconds: float) -> AsyncIterator[None]:
    """Wait until nobody else in this process runs DBOS, as when tests open two servers in one."""
    while not _IN_PROCESS.acquire(blocking=False):  # noqa: ASYNC110 - several loops may wait for it
        await asyncio.sleep(look_again_seconds)
    try:
        yield
    finally:
        _IN_PROCESS.release()


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Cancelled in the middle of a transaction, the work would leave a connection behind."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
