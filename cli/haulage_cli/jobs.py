"""``haulage jobs``: what is done later, and what was given up."""

from typing import TYPE_CHECKING

import click

from haulage.jobs import JobKind, JobState, StoredJob
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_settings
from haulage_cli.output import clean, write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings

JOB = "send_refund:pay_3f2a:4000"


@click.group(epilog=examples("haulage jobs list --dead", f"haulage jobs retry {JOB}"))
def jobs() -> None:
    """See what waits to be done, was done or was given up, have it tried again; pause it all."""


@jobs.command(
    "list",
    epilog=examples(
        "haulage jobs list", "haulage jobs list --dead", "haulage jobs list --kind send_refund --json"
    ),
)
@click.option("--dead", is_flag=True, help="Only jobs that were given up; the same as --state dead.")
@click.option("--state", type=OneOf(JobState), help="Only jobs in this state.")
@click.option("--kind", type=OneOf(JobKind), help="Only jobs of this kind.")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="How many at most.")
@click.option("--cursor", type=WORDS, help="The next of an earlier list.")
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def list_jobs(
    dead: bool,
    state: JobState | None,
    kind: JobKind | None,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """List the jobs, newest first."""
    from haulage_cli.runtime import on_marketplace

    if dead and state not in (None, JobState.DEAD):
        raise click.UsageError("--dead is --state dead: give one of the two.")
    wanted = JobState.DEAD if dead else state
    request = PageRequest(limit, cursor)
    page = on_marketplace(
        settings, lambda market: market.jobs.manage.list(operating(), request, state=wanted, kind=kind)
    )
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.jobs import JobOut

        write_json(PageOut.of(page, JobOut.of))
        return
    rows = [(each.id, each.state, each.due_at, each.attempts, each.last_error or "") for each in page.items]
    write_table(("job", "state", "due", "attempts", "last error"), rows)
    if page.next:
        click.echo(f"More: --cursor {page.next}", err=True)


@jobs.command(epilog=examples(f"haulage jobs show {JOB}", f"haulage jobs show {JOB} --json"))
@click.argument("job_id", metavar="JOB", type=WORDS)
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def show(job_id: str, settings: "Settings", as_json: bool) -> None:
    """Show one job: what it is about, and what came of it."""
    from haulage_cli.runtime import on_marketplace

    _write_job(
        on_marketplace(settings, lambda market: market.jobs.manage.show(operating(), job_id)), as_json=as_json
    )


@jobs.command(epilog=examples(f"haulage jobs retry {JOB}"))
@click.argument("job_id", metavar="JOB", type=WORDS)
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def retry(job_id: str, settings: "Settings", as_json: bool) -> None:
    """Have a job that was given up, or waits, tried again from the beginning.

    A running server or worker does it within seconds.
    """
    from haulage_cli.runtime import on_marketplace

    _write_job(
        on_marketplace(settings, lambda market: market.jobs.manage.retry(operating(), job_id)),
        as_json=as_json,
    )


@jobs.command(epilog=examples("haulage jobs pause"))
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def pause(settings: "Settings", as_json: bool) -> None:
    """Have servers and workers begin no job, send no mail, and move no money until 'haulage jobs resume'.

    What is under way ends. Orders are taken and driven as ever, but not paid for.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.jobs.manage.pause(operating()))
    if as_json:
        write_json({"paused_since": found.since, "reason": found.reason})
    else:
        since = clean(found.since)
        click.echo(f"Jobs are paused since {since}. Go on with: haulage jobs resume")


@jobs.command(epilog=examples("haulage jobs resume"))
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def resume(settings: "Settings", as_json: bool) -> None:
    """Let jobs, mails and payments go on that were paused, by a restore or by 'haulage jobs pause'.

    After a restore do so only when no other server works on a copy of this database: both would send the
    same mails, and pay the same shares and refunds.
    """
    from haulage_cli.runtime import on_marketplace

    was_paused = on_marketplace(settings, lambda market: market.jobs.manage.resume(operating()))
    if as_json:
        write_json({"was_paused": was_paused})
    else:
        click.echo("Jobs go on." if was_paused else "Jobs were not paused.")


def _write_job(job: StoredJob, *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.jobs import JobOut

        write_json(JobOut.of(job))
        return
    write_facts(
        [
            ("Job", job.id),
            ("About", job.subject),
            ("State", job.state),
            ("Asked for", job.created_at),
            ("Due", job.due_at),
            ("Finished", job.finished_at or "not yet"),
            ("Attempts", str(job.attempts)),
            ("Last error", job.last_error or "none"),
        ]
    )
