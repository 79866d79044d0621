"""Jobs for administrators: what waits, what was given up, and having it tried again."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from haulage.jobs import JobState
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.jobs import JobCounts, JobOut
from haulage_adapters.wire.work_tables import JOB_TABLE, JobColumn
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Kind = Annotated[str | None, QueryParameter(max_length=32, description="Such as send_refund.")]


@get(
    "/jobs",
    operation_id="list_jobs",
    summary="What is done later, newest first (admins)",
    tags=["administration"],
    opt=does(Action.MANAGE_JOBS),
    responses=refusals(401, 403),
)
async def list_jobs(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Annotated[JobState | None, QueryParameter()] = None,
    kind: Kind = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[JobOut]:
    request = PageRequest(limit, cursor)
    return PageOut.of(await marketplace.jobs.manage.list(actor, request, state=status, kind=kind), JobOut.of)


@get(
    "/jobs/counts",
    operation_id="count_jobs",
    summary="How many jobs wait, are done and were given up, and whether they are paused (admins)",
    tags=["administration"],
    opt=does(Action.MANAGE_JOBS),
    responses=refusals(401, 403),
)
async def count_jobs(marketplace: InjectedMarketplace, actor: InjectedActor) -> JobCounts:
    jobs = marketplace.jobs.manage
    counts, dead_money = await jobs.counts(actor), await jobs.count_dead_money(actor)
    return JobCounts.of(counts, dead_money, await jobs.paused(actor))


@get(
    "/jobs/{job_id:str}",
    operation_id="get_job",
    summary="One job (admins)",
    tags=["administration"],
    opt=does(Action.MANAGE_JOBS),
    responses=refusals(401, 403, 404),
)
async def get_job(job_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor) -> JobOut:
    return JobOut.of(await marketplace.jobs.manage.show(actor, job_id))


@post(
    "/jobs/{job_id:str}/retry",
    operation_id="retry_job",
    summary="Have a job that was given up, or waits, tried again at once (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.MANAGE_JOBS),
    responses=refusals(401, 403, 404, 409),
)
async def retry_job(job_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor) -> JobOut:
    return JobOut.of(await marketplace.jobs.manage.retry(actor, job_id))


@get(
    "/jobs/export",
    operation_id="export_jobs",
    summary="What is done later as CSV, newest first (admins)",
    opt=does(Action.MANAGE_JOBS),
    **AS_CSV,
)
async def export_jobs(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[JobColumn] | None, QueryParameter(max_items=len(JobColumn))] = None,
    status: Annotated[JobState | None, QueryParameter()] = None,
) -> Stream:
    return csv_file("jobs", JOB_TABLE, columns, await marketplace.export_lists.jobs(actor, status))


ROUTES = (list_jobs, export_jobs, count_jobs, get_job, retry_job)
