"""``haulage onboarding``: applications to drive, and how far an applicant is."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO

import click

from haulage.kernel.local_time import platform_time
from haulage.kernel.policy import Action
from haulage.onboarding import ApplicationStatus
from haulage.ports.storage.paging import PageRequest
from haulage_cli import onboarding_documents
from haulage_cli.json_fields import reading
from haulage_cli.onboarding_file import read_onboarding
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.onboarding import ApplicationStanding
    from haulage_adapters.settings import Settings

COLUMNS = ("application", "name", "email", "status", "submitted")


@click.group(
    epilog=examples(
        "haulage onboarding list",
        "haulage onboarding approve app_3f2a --reason 'Papers seen at the office'",
        "haulage onboarding documents",
        "haulage onboarding progress applicant.json",
    )
)
def onboarding() -> None:
    """Review applications to drive, and see how far an applicant is."""


@onboarding.command(
    epilog=examples(
        "haulage onboarding progress applicant.json",
        "haulage onboarding progress - --json < applicant.json",
    )
)
@click.argument("file", type=click.File("rb"))
@with_json
@does(Action.SEE_PUBLIC_PAGE)
def progress(file: BinaryIO, as_json: bool) -> None:
    """How far an applicant is, from one JSON object and without a database: id, status, personal_info,
    driving_info, vehicle_info, references, documents (type, status, rejection_reason), background_check
    (status, overall_status) and training (module_id, status)."""
    with reading(file.name):
        application_id, found = read_onboarding(file.read())
    by = found.estimated_completion(platform_time(datetime.now(UTC)).date())
    if as_json:
        from haulage_adapters.wire.applications import progress_out

        write_json(progress_out(application_id, found, by))
        return
    write_facts(
        [
            ("Application", f"{found.application}%"),
            ("Documents", f"{found.documents}%"),
            ("Background check", f"{found.background_check}%"),
            ("Training", f"{found.training}%"),
            ("Overall", f"{found.overall}%"),
            ("Current step", found.current_step),
            ("Completed steps", ", ".join(found.completed_steps) or None),
            ("Estimated completion", by),
            ("Next steps", "; ".join(found.next_steps)),
        ]
    )
    if found.blockers:
        rows = [(each.description, each.action_required) for each in found.blockers]
        write_table(("action required", "what to do"), rows)


@onboarding.command("list", epilog=examples("haulage onboarding list --status rejected --json"))
@click.option("--status", type=OneOf(ApplicationStatus), help="Only those with this status.")
@with_page
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def list_applications(
    status: ApplicationStatus | None, limit: int, cursor: str | None, settings: "Settings", as_json: bool
) -> None:
    """Applications that wait for a decision, or those with a status; oldest first."""
    from haulage_adapters.wire.applications import ListedApplicationOut
    from haulage_adapters.wire.common import PageOut
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings,
        lambda marketplace: marketplace.onboarding.review.list(
            operating(), PageRequest(limit, cursor), status
        ),
    )
    if as_json:
        write_json(PageOut.of(found, ListedApplicationOut.of))
        return
    rows = [(each.id, each.name, each.email, each.status, each.submitted_at) for each in found.items]
    write_table(COLUMNS, rows)


@onboarding.command(epilog=examples("haulage onboarding show app_3f2a --json"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def show(application_id: str, settings: "Settings", as_json: bool) -> None:
    """An application that was submitted."""
    from haulage_cli.runtime import on_marketplace

    _write(
        on_marketplace(
            settings, lambda marketplace: marketplace.onboarding.review.show(operating(), application_id)
        ),
        as_json,
    )


@onboarding.command(epilog=examples("haulage onboarding review app_3f2a"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def review(application_id: str, settings: "Settings", as_json: bool) -> None:
    """Say that somebody looks at an application."""
    from haulage_cli.runtime import on_marketplace

    _write(
        on_marketplace(
            settings, lambda marketplace: marketplace.onboarding.review.begin(operating(), application_id)
        ),
        as_json,
    )


@onboarding.command(epilog=examples("haulage onboarding approve app_3f2a --reason 'Papers seen'"))
@click.argument("application_id")
@click.option("--reason", type=WORDS, required=True, help="Why; it is stored with the application.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def approve(application_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Make an applicant a driver."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "ApplicationStanding":
        return await marketplace.onboarding.review.approve(operating(), application_id, reason)

    _write(on_marketplace(settings, work), as_json)


@onboarding.command(epilog=examples("haulage onboarding reject app_3f2a --reason 'The license has expired'"))
@click.argument("application_id")
@click.option("--reason", type=WORDS, required=True, help="Why; the applicant reads it.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def reject(application_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Reject an application; its applicant gets a mail with the reason."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "ApplicationStanding":
        return await marketplace.onboarding.review.reject(operating(), application_id, reason)

    _write(on_marketplace(settings, work), as_json)


for command in onboarding_documents.COMMANDS:
    onboarding.add_command(command)


def _write(standing: "ApplicationStanding", as_json: bool) -> None:
    application = standing.application
    if as_json:
        from haulage_adapters.wire.applications import ApplicationOut

        write_json(ApplicationOut.of(standing))
        return
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
            ("Decided", application.reviewed_at),
            ("Reason", application.reason or None),
        ]
    )
