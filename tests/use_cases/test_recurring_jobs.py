"""What is done by the clock is done once a period, by all processes together."""

import asyncio
from datetime import timedelta

import attrs
import pytest

from haulage.jobs import Every, Job, JobKind, RecurringJob
from haulage.jobs.stored_job import given_up, new_stored_job
from haulage.kernel.actor import OPERATOR
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.jobs import EnqueueRecurringJobs, ReportDeadJobs
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

DAILY = (RecurringJob(JobKind.REPORT_DEAD_JOBS, Every.DAY),)


def a_process(scenario: Scenario) -> EnqueueRecurringJobs:
    return EnqueueRecurringJobs(scenario.storage, scenario.clock, DAILY)


async def subjects(scenario: Scenario) -> list[str]:
    kind = JobKind.REPORT_DEAD_JOBS
    page = await scenario.market.jobs.manage.list(OPERATOR, PageRequest(100), kind=kind)
    return sorted(stored.subject for stored in page.items)


async def test_many_processes_at_once_enqueue_a_period_once(scenario: Scenario) -> None:
    processes = [a_process(scenario) for _ in range(8)]
    await asyncio.gather(*(enqueue() for enqueue in processes))
    first = await subjects(scenario)
    assert len(first) == 1
    scenario.clock.turn(days=1)
    await asyncio.gather(*(enqueue() for enqueue in processes))
    assert len(await subjects(scenario)) == 2


async def test_a_period_is_not_begun_again_after_a_restart_when_it_is_done(scenario: Scenario) -> None:
    await a_process(scenario)()
    assert await scenario.market.jobs.run.all_due() == 1
    await a_process(scenario)()
    assert await scenario.market.jobs.run.all_due() == 0


async def test_a_process_that_has_enqueued_a_period_asks_the_database_no_more(scenario: Scenario) -> None:
    process = a_process(scenario)
    assert await process() == 1
    assert await process() == 0


async def test_a_week_of_downtime_leaves_one_job_and_no_flood(scenario: Scenario) -> None:
    await a_process(scenario)()
    scenario.clock.turn(days=7)
    await a_process(scenario)()
    assert len(await subjects(scenario)) == 2


async def test_dead_jobs_raise_an_alarm_every_hour_until_they_are_retried(scenario: Scenario) -> None:
    raised: list[tuple[str, dict[str, str | int]]] = []
    report = ReportDeadJobs(scenario.storage, lambda event, **facts: raised.append((event, facts)))
    await report("now")
    assert raised == []
    now = scenario.clock.now()
    kinds = [JobKind.SEND_REFUND, JobKind.SEND_REFUND, JobKind.REMOVE_PHOTO, JobKind.SEND_EMAIL]
    for number, kind in enumerate(kinds):
        job = Job(kind, f"thing_{number}")
        stored = attrs.evolve(new_stored_job(job, now))
        await scenario.storage.write(lambda unit, job=job: unit.jobs.enqueue(job, now))
        dead = given_up(stored, "No answer.", now + timedelta(seconds=1))
        await scenario.storage.write(lambda unit, stored=stored, dead=dead: unit.jobs.save(stored, dead))
    await report("now")
    only_others = ("jobs.dead", {"remove_photo": 1})
    assert raised == [("jobs.money_dead", {"send_refund": 2}), only_others], "mails are reported once"
    for number in range(2):
        await scenario.market.jobs.manage.retry(OPERATOR, f"send_refund:thing_{number}")
    raised.clear()
    await report("now")
    assert raised == [("jobs.dead", {"remove_photo": 1})]
