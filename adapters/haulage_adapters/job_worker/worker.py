"""One process's share in the jobs of all."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Coroutine, Sequence
from datetime import datetime
from typing import Any, TypeVar

import attrs

from haulage.jobs import JobQueue, StoredJob
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import JobAttempts, JobRunner
from haulage.ports.runtime.notifier import Notifier, Subscription
from haulage.ports.runtime.topics import JOBS
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.jobs import RecoverJobs
from haulage_adapters.job_worker.liveness import Liveness
from haulage_adapters.job_worker.slots import JobSlots
from haulage_adapters.job_worker.timing import STANDARD_TIMING, WorkerTiming
from haulage_adapters.system.faults import log_fault

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 64


def new_worker_id() -> str:
    """Names this process among all that ever were: two can never be taken for each other."""
    return f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(4)}"


@attrs.define(eq=False)
class JobWorker(JobRunner):
    """Takes due jobs, as many at a time as it has slots, and makes their attempts as tasks of the loop."""

    storage: Storage
    clock: Clock
    recover: RecoverJobs
    notifier: Notifier
    at_once: int = AT_ONCE
    timing: WorkerTiming = STANDARD_TIMING

    async def run_forever(self, attempts: JobAttempts) -> None:
        """Have jobs done until cancelled; a database that does not answer is waited for.

        When it is cancelled, attempts under way have a moment to finish. The others are cancelled, and
        every job that is still ours is handed back, so that nobody needs to wait until we count as dead.
        """
        shift = _Shift(self, attempts)
        beating = asyncio.create_task(shift.beat_forever())
        try:
            async with self.notifier.listen(JOBS) as signal:
                await shift.work_forever(signal)
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            await shift.leave()


@attrs.define(eq=False)
class _Shift:
    """What one process does between its start and its end, under one id."""

    worker: JobWorker
    attempts: JobAttempts
    id: str = attrs.field(factory=new_worker_id)
    _slots: JobSlots = attrs.field(init=False)
    _under_way: set["asyncio.Task[None]"] = attrs.field(factory=set, init=False)
    _is_known: bool = attrs.field(default=False, init=False)
    _is_paused: bool = attrs.field(default=False, init=False)
    _slot_freed: asyncio.Event = attrs.field(factory=asyncio.Event, init=False)

    def __attrs_post_init__(self) -> None:
        self._slots = JobSlots(self.worker.at_once)

    async def work_forever(self, signal: Subscription) -> None:
        while True:
            try:
                pause = await to_the_end(self._begin_what_is_due())
            except Exception as fault:
                log_fault(log, "jobs are not being done", fault)
                pause = self.worker.timing.after_fault
            if pause > 0:
                await self._sleep(signal, pause)

    async def _begin_what_is_due(self) -> float:
        """How long to sleep then, in seconds, unless a job is added or a slot becomes free."""
        self._slot_freed.clear()
        if not self._is_known:
            # Before it holds anything: a holder that nobody knows counts as dead.
            await self.worker.storage.write(lambda unit: unit.jobs.beat(self.id))
            self._is_known = True
        open_queues = [queue for queue in JobQueue if self._slots.room(queue)]
        if not open_queues:
            return self.worker.timing.look_again
        now = self.worker.clock.now()
        next_due = await self.worker.storage.read(lambda unit: self._next_due(unit, open_queues))
        if not any(at <= now for at in next_due.values()):
            return self._until(min(next_due.values(), default=None), now)
        rooms = {queue: self._slots.room(queue) for queue, at in next_due.items() if at <= now}
        taken = await self.worker.storage.write(lambda unit: self._take(unit, rooms, now))
        for queue, job in taken:
            self._begin(queue, job)
        return 0 if taken else self.worker.timing.look_again

    async def _next_due(self, unit: UnitOfWork, queues: Sequence[JobQueue]) -> dict[JobQueue, datetime]:
        """None is due while jobs are paused."""
        pause = await unit.operation.jobs_pause()
        if pause is not None and not self._is_paused:
            log.warning(
                "jobs are paused since %s: no job is done, no mail is sent and no money moves until "
                "'haulage jobs resume'",
                pause.since.isoformat(timespec="seconds"),
            )
        elif pause is None and self._is_paused:
            log.warning("jobs go on")
        self._is_paused = pause is not None
        return {} if self._is_paused else await unit.jobs.next_due(queues)

    def _until(self, due_at: datetime | None, now: datetime) -> float:
        longest = self.worker.timing.look_again
        return longest if due_at is None else min(longest, max(0.01, (due_at - now).total_seconds()))

    async def _take(
        self, unit: UnitOfWork, rooms: dict[JobQueue, int], now: datetime
    ) -> list[tuple[JobQueue, StoredJob]]:
        return [
            (queue, job)
            for queue, room in rooms.items()
            for job in await unit.jobs.claim(self.id, queue, now, room)
        ]

    def _begin(self, queue: JobQueue, job: StoredJob) -> None:
        self._slots.take(queue)
        task = asyncio.create_task(self._attempt(job))
        self._under_way.add(task)

        def ended(task: "asyncio.Task[None]") -> None:
            self._under_way.discard(task)
            self._slots.free(queue)
            self._slot_freed.set()

        task.add_done_callback(ended)

    async def _attempt(self, job: StoredJob) -> None:
        """The job is ours until the attempt is written down, so a database that does not answer is asked
        again."""
        while True:
            try:
                fault = await self.attempts(job)
            except Exception as fault:
                log_fault(log, f"the attempt at job {job.id} could not be written down", fault)
                await asyncio.sleep(self.worker.timing.after_fault)
                continue
            if fault is not None:
                log.error("job %s failed by a fault in the program", job.id, exc_info=fault)
            return

    async def _sleep(self, signal: Subscription, seconds: float) -> None:
        """Until a job was added, a slot has become free, or the time is over."""
        woken = [
            asyncio.ensure_future(signal.wait(seconds)),
            asyncio.ensure_future(self._slot_freed.wait()),
        ]
        try:
            await asyncio.wait(woken, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in woken:
                each.cancel()
            notified, _ = await asyncio.gather(*woken, return_exceptions=True)
        if notified is not True and self._slot_freed.is_set():
            await asyncio.sleep(self.worker.timing.gather)

    async def beat_forever(self) -> None:
        liveness = Liveness(self.id, self.worker.storage, self.worker.recover, self.worker.timing)
        while True:
            try:
                await to_the_end(liveness.look())
            except Exception as fault:
                log_fault(log, "workers could not be looked after", fault)
            await asyncio.sleep(self.worker.timing.beat)

    async def leave(self) -> None:
        """Let attempts finish, cancel the others, and hand back what is still ours."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=self.worker.timing.farewell)
        late = tuple(self._under_way)
        for task in late:
            task.cancel()
        # Their connections go back before the storage is closed.
        await asyncio.gather(*late, return_exceptions=True)
        try:
            await self.worker.storage.write(lambda unit: unit.jobs.release(self.id))
        except Exception as fault:
            log_fault(log, "others will find out by themselves that this process has left", fault)


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Cancelled in the middle of a transaction, the work would leave a connection behind."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
