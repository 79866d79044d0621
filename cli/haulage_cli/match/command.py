"""``haulage match``: the best drivers of a file for the job in another, without a database."""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

import attrs
import click

from haulage.kernel.errors import HaulageError
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.matching import DEFAULT_TOP, FleetDriver, MatchResult, Scorer, one_decimal
from haulage.matching.search import best_scored
from haulage_cli.json_fields import reading
from haulage_cli.match.fleet_file import name_of, read_fleet
from haulage_cli.match.request_file import read_request
from haulage_cli.options import examples
from haulage_cli.permissions import does

SLOW_SECONDS = 2.0
LINES_BETWEEN_REPORTS = 10_000


@click.command(
    epilog=examples(
        "haulage match --fleet fleet.jsonl --request request.json",
        "gunzip -c fleet.jsonl.gz | haulage match --fleet - --request request.json --top 10 --json",
    )
)
@click.option(
    "--fleet",
    type=click.File("rb"),
    required=True,
    help="Drivers, one JSON object a line; - reads them from stdin.",
)
@click.option("--request", "job", type=click.File("rb"), required=True, help="The job, one JSON object.")
@click.option(
    "--top", type=click.IntRange(min=1), default=DEFAULT_TOP, show_default=True, help="How many drivers."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.pass_context
@does(Action.MATCH_OWN_FLEET)
def match(context: click.Context, fleet: BinaryIO, job: BinaryIO, top: int, as_json: bool) -> None:
    """Print the best drivers of a fleet for a job, best first."""
    try:
        with reading(name_of(job)):
            request = read_request(job.read(), datetime.now(UTC))
        drivers = _with_progress(read_fleet(fleet, request.now))
        results = best_scored(Scorer(request), drivers, top)
    except HaulageError as refused:
        if as_json:
            click.echo(json.dumps({"code": refused.code, "message": refused.message, "param": refused.field}))
        click.echo(refused.message, err=True)
        context.exit(1)
    if as_json:
        click.echo(json.dumps([_row(result) for result in results]))
    else:
        _print_table(results)


def _with_progress(drivers: Iterable[FleetDriver]) -> Iterator[FleetDriver]:
    """Say on a terminal how far a long reading has come."""
    began, was_reported = time.monotonic(), False
    watched = sys.stderr.isatty()
    for number, driver in enumerate(drivers, 1):
        yield driver
        if watched and number % LINES_BETWEEN_REPORTS == 0 and time.monotonic() - began > SLOW_SECONDS:
            click.echo(f"\r{number:,} drivers read", err=True, nl=False)
            was_reported = True
    if was_reported:
        click.echo(err=True)


def _row(result: MatchResult) -> dict[str, Any]:
    return {
        "driver_id": result.driver.id,
        "score": one_decimal(result.score),
        "factors": {name: one_decimal(value) for name, value in attrs.asdict(result.factors).items()},
        "estimated_arrival": result.estimated_arrival,
        "estimated_price_cents": result.estimated_price_cents,
        "confidence": one_decimal(result.confidence),
    }


def _print_table(results: list[MatchResult]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not results:
        console.print("No Available Drivers")
        return
    table = Table(title=f"Available Drivers ({len(results)})", caption="Sorted by best match")
    table.add_column("Driver")
    for heading in ("Score", "Miles", "Arrival", "Estimate", "Rating", "Confidence"):
        table.add_column(heading, justify="right")
    for result in results:
        rating = result.driver.rating
        table.add_row(
            Text(_printable(result.driver.name or result.driver.id)),
            f"{one_decimal(result.score)}",
            f"{result.miles:.1f}",
            f"{result.estimated_arrival} min",
            dollars(result.estimated_price_cents),
            "unrated" if rating is None else f"{float(rating):g}",
            f"{one_decimal(result.confidence)}",
        )
    console.print(table)


def _printable(text: str) -> str:
    """A name from a file may not steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
