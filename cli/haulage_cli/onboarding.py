"""``haulage onboarding``: how far an applicant is, without a database."""

from typing import Any, BinaryIO

import click

from haulage.kernel.policy import Action
from haulage.onboarding import OnboardingProgress
from haulage_cli.json_fields import reading
from haulage_cli.onboarding_file import read_onboarding
from haulage_cli.options import examples, with_json
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does


@click.group()
def onboarding() -> None:
    """Follow applications to drive; needs no database."""


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
    """How far an applicant is, from one JSON object: status, personal_info, driving_info, vehicle_info,
    references, documents (type, status, rejection_reason), background_check (status, overall_status) and
    training (module_id, status)."""
    with reading(file.name):
        found = read_onboarding(file.read())
    if as_json:
        write_json(_as_json(found))
        return
    write_facts(
        [
            ("Application", f"{found.application}%"),
            ("Documents", f"{found.documents}%"),
            ("Background check", f"{found.background_check}%"),
            ("Training", f"{found.training}%"),
            ("Overall", f"{found.overall}%"),
            ("Current step", found.current_step),
            ("Days left", found.estimated_days),
            ("Next steps", "; ".join(found.next_steps)),
        ]
    )
    if found.blockers:
        rows = [(each.description, each.action_required) for each in found.blockers]
        write_table(("action required", "what to do"), rows)


def _as_json(found: OnboardingProgress) -> dict[str, Any]:
    return {
        "application": found.application,
        "documents": found.documents,
        "background_check": found.background_check,
        "training": found.training,
        "overall": found.overall,
        "current_step": found.current_step,
        "estimated_days": found.estimated_days,
        "blockers": [
            {
                "type": each.type,
                "description": each.description,
                "action_required": each.action_required,
            }
            for each in found.blockers
        ],
        "next_steps": list(found.next_steps),
    }
