"""``haulage onboarding list|show|review|ask|approve|reject|override``: the queue of applications to drive."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage.onboarding import ApplicationStatus
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.onboarding import ReviewedApplication
    from haulage_adapters.settings import Settings

COLUMNS = ("application", "name", "email", "status", "submitted")
MOST_HOURS = 24 * 365


@click.command("list", epilog=examples("haulage onboarding list --status rejected --json"))
@click.option("--status", type=OneOf(ApplicationStatus), help="Only those with this status.")
@click.option(
    "--waiting-hours", type=click.IntRange(0, MOST_HOURS), help="Only what was submitted so long ago."
)
@with_page
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def list_applications(
    status: ApplicationStatus | None,
    waiting_hours: int | None,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Applications that wait for a decision, or those with a status; oldest first."""
    from haulage_adapters.wire.application_review import ListedApplicationOut
    from haulage_adapters.wire.common import PageOut
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings,
        lambda marketplace: marketplace.onboarding.review.list(
            operating(), PageRequest(limit, cursor), status, waiting_hours=waiting_hours
        ),
    )
    if as_json:
        write_json(PageOut.of(found, ListedApplicationOut.of))
        return
    rows = [(each.id, each.name, each.email, each.status, each.submitted_at) for each in found.items]
    write_table(COLUMNS, rows)


@click.command("show", epilog=examples("haulage onboarding show app_3f2a --json"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def show(application_id: str, settings: "Settings", as_json: bool) -> None:
    """An application that was submitted, with what an approval still needs."""
    _do(
        settings, lambda marketplace: marketplace.onboarding.review.show(operating(), application_id), as_json
    )


@click.command("review", epilog=examples("haulage onboarding review app_3f2a"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def review(application_id: str, settings: "Settings", as_json: bool) -> None:
    """Say that one looks at an application oneself."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.review.begin(operating(), application_id),
        as_json,
    )


@click.command("ask", epilog=examples("haulage onboarding ask app_3f2a --reason 'Which year is the van?'"))
@click.argument("application_id")
@click.option("--reason", type=WORDS, required=True, help="What is asked; the applicant reads it.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def ask(application_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Give an application back to its applicant, who gets a mail with what is asked."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.review.ask_again(operating(), application_id, reason),
        as_json,
    )


@click.command("approve", epilog=examples("haulage onboarding approve app_3f2a --reason 'Papers seen'"))
@click.argument("application_id")
@click.option("--reason", type=WORDS, required=True, help="Why; it is stored with the application.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def approve(application_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Make an applicant a driver with whom everything stands."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.approvals.approve(operating(), application_id, reason),
        as_json,
    )


@click.command(
    "reject", epilog=examples("haulage onboarding reject app_3f2a --reason 'The license has expired'")
)
@click.argument("application_id")
@click.option("--reason", type=WORDS, required=True, help="Why; the applicant reads it.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def reject(application_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Reject an application; its applicant gets a mail with the reason."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.review.reject(operating(), application_id, reason),
        as_json,
    )


@click.command("override", epilog=examples("haulage onboarding override app_3f2a --reason 'Known to us'"))
@click.argument("application_id")
@click.option("--reason", type=WORDS, required=True, help="Why; it is stored with the approval.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def override(application_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Ask somebody else to approve an applicant without all that is needed."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.approvals.request_override(
            operating(), application_id, reason
        ),
        as_json,
    )


@click.command("override-confirm", epilog=examples("haulage onboarding override-confirm app_3f2a"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def override_confirm(application_id: str, settings: "Settings", as_json: bool) -> None:
    """Approve what an administrator, or another operator, asked for."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.approvals.confirm_override(operating(), application_id),
        as_json,
    )


@click.command("override-withdraw", epilog=examples("haulage onboarding override-withdraw app_3f2a"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def override_withdraw(application_id: str, settings: "Settings", as_json: bool) -> None:
    """Take back, or turn down, an approval without all that is needed."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.approvals.withdraw_override(operating(), application_id),
        as_json,
    )


REVIEW_COMMANDS = (
    list_applications,
    show,
    review,
    ask,
    approve,
    reject,
    override,
    override_confirm,
    override_withdraw,
)


def _do(
    settings: "Settings", work: "Callable[[Marketplace], Awaitable[ReviewedApplication]]", as_json: bool
) -> None:
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.application_review import ReviewedApplicationOut

        write_json(ReviewedApplicationOut.of_reviewed(found))
        return
    _write(found)


def _write(found: "ReviewedApplication") -> None:
    standing, override = found.standing, found.override
    application = standing.application
    person, driving, vehicle = application.form.personal, application.form.license, application.form.vehicle
    write_facts(
        [
            ("Application", application.id),
            ("User", application.user_id),
            ("Status", application.status),
            ("Submitted", application.submitted_at),
            ("Name", f"{person.first_name} {person.last_name}"),
            ("Email", person.email),
            ("Phone", person.phone),
            ("Born", person.date_of_birth),
            ("License", f"{driving.number} ({driving.state}), until {driving.expires_on}"),
            ("Experience", f"{driving.years_of_experience} years"),
            ("Vehicle", f"{vehicle.year or ''} {vehicle.make} {vehicle.model}".strip()),
            ("VIN", vehicle.vin or None),
            ("References", "; ".join(f"{each.name} {each.phone}" for each in application.form.references)),
            ("Remark", standing.remark),
            ("Still needed", "; ".join(standing.lacking) or None),
            ("Too young until", standing.approvable_on),
            ("Override requested by", override and override.requested_by),
            ("Override reason", override and override.reason),
            ("Decided", application.reviewed_at),
            ("Reason", application.reason or None),
        ]
    )
