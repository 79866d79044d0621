"""``haulage screening``: what a background check means, and the checks of applicants."""

from typing import Any, BinaryIO

import click

from haulage.kernel.policy import Action
from haulage.screening import ScreeningDecision, ScreeningReport, decide
from haulage_cli import screening_cases
from haulage_cli.json_fields import Fields, decode, reading
from haulage_cli.options import examples, with_json
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does

FILE_FIELDS = frozenset(["report", "searches", "license_reports", "today"])
MAX_PARTS = 1000


@click.group()
def screening() -> None:
    """Evaluate background checks, and lead those of applicants through their steps."""


for each in screening_cases.COMMANDS:
    screening.add_command(each)


@screening.command(
    "decide",
    epilog=examples("haulage screening decide check.json", "haulage screening decide - --json < check.json"),
)
@click.argument("file", type=click.File("rb"))
@with_json
@does(Action.SEE_PUBLIC_PAGE)
def decide_file(file: BinaryIO, as_json: bool) -> None:
    """What a provider's report means, from one JSON object: report, searches, license_reports and today.

    It is a recommendation to the person who reviews the application, and rejects nobody.
    """
    with reading(file.name):
        report = _read(file.read())
    decision = decide(report)
    if as_json:
        write_json(_as_json(report, decision))
        return
    write_facts(
        [
            ("Progress", report.progress),
            ("Outcome", report.outcome),
            ("Recommended", decision.status),
            ("Points", report.points),
            ("Reasons", " ".join(decision.reasons)),
        ]
    )
    rows = [(each.description, each.severity, each.points) for each in report.violations]
    if rows:
        write_table(("violation", "severity", "points"), rows)


def _read(raw: bytes) -> ScreeningReport:
    """Raises ``InvalidInput`` with the path of the field."""
    from haulage_adapters.assembly.screening import read_report

    fields = Fields(decode(raw))
    fields.refuse_unknown(FILE_FIELDS)
    if fields.has("today"):
        fields.day("today")
    searches = [value for _, value in fields.list("searches", MAX_PARTS)]
    licenses = [value for _, value in fields.list("license_reports", MAX_PARTS)]
    return read_report(fields.value("report"), searches, licenses)


def _as_json(report: ScreeningReport, decision: ScreeningDecision) -> dict[str, Any]:
    return {
        "progress": report.progress,
        "outcome": report.outcome,
        "overall_status": decision.status,
        "reasons": list(decision.reasons),
        "violations": [
            {"violation": each.description, "severity": each.severity, "points": each.points}
            for each in report.violations
        ],
        "points": report.points,
    }
