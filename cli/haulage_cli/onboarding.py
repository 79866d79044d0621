"""``haulage onboarding``: applications to drive, who may drive, and how far an applicant is."""

from datetime import UTC, datetime
from typing import BinaryIO

import click

from haulage.kernel.local_time import platform_time
from haulage.kernel.policy import Action
from haulage_cli import onboarding_documents
from haulage_cli.application_review import REVIEW_COMMANDS
from haulage_cli.driver_standing import STANDING_COMMANDS
from haulage_cli.json_fields import reading
from haulage_cli.onboarding_file import read_onboarding
from haulage_cli.options import examples, with_json
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does


@click.group(
    epilog=examples(
        "haulage onboarding list",
        "haulage onboarding approve app_3f2a --reason 'Papers seen at the office'",
        "haulage onboarding documents",
        "haulage onboarding suspend drv_3f2a --reason 'The insurance has ended'",
        "haulage onboarding progress applicant.json",
    )
)
def onboarding() -> None:
    """Review applications to drive, say who may drive, and see how far an applicant is."""


for _command in (*REVIEW_COMMANDS, *STANDING_COMMANDS, *onboarding_documents.COMMANDS):
    onboarding.add_command(_command)


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
