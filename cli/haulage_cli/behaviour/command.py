"""``haulage behaviour score``: the events and scores of recorded drives, without a database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import click

from haulage.behaviour import DrivingEvent, Metrics, ScoredDrive, score_drive
from haulage.kernel.policy import Action
from haulage_cli.behaviour.drive_file import COLUMNS, OPTIONAL, read_drives
from haulage_cli.options import examples, with_json
from haulage_cli.output import write_json, write_note, write_table
from haulage_cli.permissions import does

SCORE_EXAMPLES = examples(
    "haulage behaviour score drives.csv",
    "haulage behaviour score drives.csv --json --plot drives.png",
)
EVENT_COLUMNS = ("drive", "event", "severity", "from", "until", "details")
SCORE_COLUMNS = ("drive", "miles", "minutes", "safety", "efficiency", "overall", "risk", "mpg", "CO2 kg")
UNITS = {
    "speed_mph": "mph",
    "limit_mph": "mph limit",
    "excess_mph": "mph over",
    "acceleration_mps2": "m/s2",
    "meters_off_route": "m off route",
    "idle_minutes": "min",
    "seconds": "s",
}


@click.command(epilog=SCORE_EXAMPLES)
@click.argument("file", type=click.File("rb"))
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw speeds and traces into this file (.png, .svg or .pdf).",
)
@with_json
@does(Action.SCORE_DRIVES)
def score(file: BinaryIO, plot: Path | None, as_json: bool) -> None:
    """Score the drives of a CSV file; - reads it from stdin.

    Times without an offset are UTC. Speeding needs the limit of each fix, leaving the route its distance
    from it: without these columns neither is looked for.
    """
    drives = read_drives(file, click.format_filename(file.name, shorten=True))
    scored = {name: score_drive(fixes) for name, fixes in drives.items()}
    if plot is not None:
        from haulage_cli.behaviour.plot import draw

        undrawn = draw(drives, scored, plot)
        if undrawn:
            write_note(f"{undrawn} more drives are not in the picture")
    if as_json:
        write_json(scores_json(scored))
    else:
        _show(scored)


score.help = f"{score.help}\n\n    Columns: {' '.join(COLUMNS)}; optional: {' '.join(OPTIONAL)}.\n"


def scores_json(scored: Mapping[str, ScoredDrive]) -> dict[str, Any]:
    """Every event in the order of the drives and of time, and each drive's metrics."""
    return {
        "events": [
            {
                "drive": name,
                "type": event.type,
                "severity": event.severity,
                "start": event.start.isoformat(),
                "end": event.end.isoformat(),
            }
            for name, drive in scored.items()
            for event in drive.events
        ],
        "scores": {name: drive.metrics for name, drive in scored.items()},
    }


def _show(scored: Mapping[str, ScoredDrive]) -> None:
    events = [(name, event) for name, drive in scored.items() for event in drive.events]
    if events:
        write_table(EVENT_COLUMNS, [_event_row(name, event) for name, event in events])
    else:
        click.echo("No events.")
    click.echo()
    write_table(SCORE_COLUMNS, [_score_row(name, drive.metrics) for name, drive in scored.items()])


def _event_row(name: str, event: DrivingEvent) -> tuple[str, ...]:
    details = (f"{value:.4g} {UNITS[field]}" for field, value in event.details.items() if value is not None)
    times = (f"{at:%Y-%m-%d %H:%M:%S}" for at in (event.start, event.end))
    return (name, event.type.replace("_", " "), event.severity, *times, ", ".join(details))


def _score_row(name: str, metrics: Metrics) -> tuple[str, ...]:
    return (
        name,
        f"{metrics.total_distance_miles:.2f}",
        f"{metrics.total_driving_minutes + metrics.total_idle_minutes:.1f}",
        str(metrics.safety_score),
        str(metrics.efficiency_score),
        f"{metrics.overall_score:g}",
        metrics.risk_level,
        f"{metrics.fuel_efficiency_mpg:g}",
        f"{metrics.co2_emissions_kg:.2f}",
    )
