"""Jobs are kept with the change that calls for them, once, and never changed behind somebody's back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.jobs import Job, JobKind, JobState, StoredJob
from haulage.jobs.stored_job import STANDARD_PATIENCE, failed, finished, given_up
from haulage.kernel.errors import Conflict, HaulageError
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def a_job(number: int, kind: JobKind = JobKind.SEND_REFUND, due: int = 0) -> Job:
    return Job(kind, f"pay_{number}", due_at=NOON + due * SECOND)


async def asked(storage: SqlStorage, *jobs: Job) -> list[StoredJob]:
    for place, job in enumerate(jobs):
        await storage.write(lambda unit, job=job, at=NOON + place * SECOND: unit.jobs.enqueue(job, at))
    stored = [await storage.read(lambda unit, id=job.id: unit.jobs.get(id)) for job in jobs]
    return [each for each in stored if each is not None]


async def changed(storage: SqlStorage, stored: StoredJob, how: Callable[[StoredJob], StoredJob]) -> StoredJob:
    return await storage.write(lambda unit: unit.jobs.save(stored, how(stored)))


async def test_a_job_is_kept_with_the_change_or_not_at_all(storage: SqlStorage) -> None:
    async def work(unit: UnitOfWork) -> None:
        await unit.jobs.enqueue(a_job(1), NOON)
        raise Conflict("change")

    with pytest.raises(HaulageError):
        await storage.write(work)
    assert await storage.read(lambda unit: unit.jobs.get(a_job(1).id)) is None


async def test_asking_twice_is_asking_once_even_when_it_is_done(storage: SqlStorage) -> None:
    stored, *_ = await asked(storage, a_job(1), attrs.evolve(a_job(1), due_at=NOON + 60 * SECOND))
    assert stored.due_at == NOON
    done = await changed(storage, stored, lambda job: finished(job, NOON))
    assert await asked(storage, a_job(1)) == [done]


async def test_due_are_those_whose_time_has_come_the_longest_due_first(storage: SqlStorage) -> None:
    await asked(storage, a_job(1, due=9), a_job(2, due=5), a_job(3, due=30))
    found = await storage.read(lambda unit: unit.jobs.due(NOON + 10 * SECOND, 10))
    assert [stored.subject for stored in found] == ["pay_2", "pay_1"]
    assert len(await storage.read(lambda unit: unit.jobs.due(NOON + 60 * SECOND, 2))) == 2


async def test_of_two_who_save_one_attempt_only_the_first_does(storage: SqlStorage) -> None:
    (stored,) = await asked(storage, a_job(1))
    saved = await changed(storage, stored, lambda job: failed(job, "why", NOON, 1, STANDARD_PATIENCE))
    assert saved.version == stored.version + 1
    with pytest.raises(Conflict):
        await changed(storage, stored, lambda job: finished(job, NOON))
    assert await storage.read(lambda unit: unit.jobs.get(stored.id)) == saved


async def test_lists_are_newest_first_by_state_and_kind_in_pages(storage: SqlStorage) -> None:
    stored = await asked(storage, *(a_job(n) for n in range(3)), a_job(3, JobKind.CANCEL_UNPAID_ORDER))
    dead = await changed(storage, stored[1], lambda job: given_up(job, "no", NOON))
    page = await storage.read(lambda unit: unit.jobs.list(PageRequest(limit=3)))
    assert [each.subject for each in page.items] == ["pay_3", "pay_2", "pay_1"]
    rest = await storage.read(lambda unit: unit.jobs.list(PageRequest(limit=3, cursor=page.next)))
    assert [each.subject for each in rest.items] == ["pay_0"]
    found = await storage.read(lambda unit: unit.jobs.list(PageRequest(), state=JobState.DEAD))
    assert list(found.items) == [dead]
    found = await storage.read(lambda unit: unit.jobs.list(PageRequest(), kind="cancel_unpaid_order"))
    assert list(found.items) == [stored[3]]
    assert await storage.read(lambda unit: unit.jobs.count_by_state(2)) == {
        JobState.WAITING: 2,
        JobState.DEAD: 1,
        JobState.DONE: 0,
    }, "counted up to two"


async def test_only_jobs_that_are_done_are_forgotten(storage: SqlStorage) -> None:
    first, second, _ = await asked(storage, a_job(1), a_job(2), a_job(3))
    await changed(storage, first, lambda job: finished(job, NOON))
    await changed(storage, second, lambda job: given_up(job, "no", NOON))
    forget = NOON + SECOND
    assert await storage.write(lambda unit: unit.jobs.forget_before(forget, 10)) == 1
    left = await storage.read(lambda unit: unit.jobs.list(PageRequest()))
    assert {stored.subject for stored in left.items} == {"pay_2", "pay_3"}
