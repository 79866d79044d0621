"""``haulage maps route``: distances and times by road, one or a file of them, without a database."""

import asyncio
import csv
import sys
from collections import deque
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

import attrs
import click

from haulage.kernel.errors import HaulageError, InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.measures import METERS_PER_MILE
from haulage.kernel.policy import Action
from haulage.ports.maps.routes import Leg, Route, Routes
from haulage_adapters.settings import Settings
from haulage_cli.csv_lines import next_cells, plain_number, short_lines
from haulage_cli.json_fields import reading
from haulage_cli.name_lookups import run
from haulage_cli.options import INSTANT, POSITION, examples, with_json
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does

COLUMNS = ("pickup_lat", "pickup_lng", "dropoff_lat", "dropoff_lng", "pickup_at")
ADDED = ("distance_miles", "duration_seconds")
TOGETHER = 16
"""Ways of a file that are asked for at once."""

ROUTE_EXAMPLES = examples(
    "haulage maps route --from 40.7580,-73.9855 --to 40.7033,-73.9881 --at 2026-12-01T17:30:00-05:00",
    "haulage maps route --batch trips.csv > routes.csv",
)


@click.command(epilog=ROUTE_EXAMPLES)
@click.option("--from", "start", type=POSITION, help="Where the route begins.")
@click.option("--to", "end", type=POSITION, help="Where it ends.")
@click.option("--at", type=INSTANT, help="When one sets out, New York time if without offset [default now].")
@click.option(
    "--batch",
    type=click.File("rb"),
    help=f"A CSV file with the columns {' '.join(COLUMNS)}; - reads it from stdin.",
)
@with_json
@does(Action.FIND_ROUTES)
def route(
    start: Point | None, end: Point | None, at: datetime | None, batch: BinaryIO | None, as_json: bool
) -> None:
    """Distance and time from one place to another, or for every row of a file.

    A batch answers as CSV: the rows as they came, with distance_miles and duration_seconds.
    """
    from haulage_adapters.settings import read_settings

    if batch is not None:
        if start or end or at:
            raise click.UsageError("--batch takes its ways from the file: leave out --from, --to and --at")
        run(_write_rows(read_settings(), batch))
        return
    if start is None or end is None:
        raise click.UsageError("Give --from and --to, or --batch")
    when = _on_our_clock(at, "at") if at else datetime.now(UTC)
    found = run(_find(read_settings(), start, end, when))
    if as_json:
        write_json({"distance_miles": miles_of(found.leg), "duration_seconds": found.duration_seconds})
    else:
        write_facts(_facts(found))


async def _find(settings: Settings, start: Point, end: Point, at: datetime) -> Route:
    from haulage_adapters.assembly.maps import open_routes

    async with open_routes(settings) as engine:
        return await engine.route(start, end, at=at)


def miles_of(leg: Leg) -> float:
    """Miles to the thousandth."""
    return round(leg.distance_meters / float(METERS_PER_MILE), 3)


def _facts(found: Route) -> list[tuple[str, Any]]:
    facts: list[tuple[str, Any]] = [
        ("Distance", f"{miles_of(found.leg):,.1f} miles"),
        ("Time", f"{-(-found.duration_seconds // 60):,} min"),
        *(("Way", step.instruction) for step in found.steps),
    ]
    return [*facts, ("Engine", f"{found.engine}{' (approximate)' if found.approximate else ''}")]


@attrs.frozen
class _Row:
    """A line of the file as it came, and the route that it asks for."""

    cells: list[str]
    start: Point
    end: Point
    at: datetime


async def _write_rows(settings: Settings, batch: BinaryIO) -> None:
    from haulage_adapters.assembly.maps import open_routes

    source = click.format_filename(batch.name, shorten=True)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    rows = csv.reader(short_lines(batch, source))
    with reading(f"{source} line 1"):
        heading = _heading(rows)
        places = [heading.index(column) for column in COLUMNS]
    writer.writerow([*heading, *ADDED])
    async with open_routes(settings) as engine:
        async for row, found in _found(engine, _rows(rows, len(heading), places, source)):
            writer.writerow([*row.cells, f"{miles_of(found):.3f}", found.duration_seconds])


async def _found(engine: Routes, rows: Iterator[_Row]) -> AsyncIterator[tuple[_Row, Leg]]:
    """The answers in the order of the rows, so many asked for together; a bad row is refused in its turn."""
    pending_rows: deque[tuple[_Row, asyncio.Future[Leg]]] = deque()
    try:
        while True:
            row, refusal = _next(rows)
            if row is not None:
                pending = engine.leg(row.start, row.end, at=row.at)
                pending_rows.append((row, asyncio.ensure_future(pending)))
            while pending_rows and (row is None or len(pending_rows) == TOGETHER):
                first, task = pending_rows.popleft()
                yield first, await task
            if refusal is not None:
                raise refusal
            if row is None:
                return
    finally:
        for _, task in pending_rows:
            task.cancel()
        await asyncio.gather(*(task for _, task in pending_rows), return_exceptions=True)


def _next(rows: Iterator[_Row]) -> tuple[_Row | None, HaulageError | None]:
    """The next row, or why it is refused; neither at the end."""
    try:
        return next(rows, None), None
    except HaulageError as refusal:
        return None, refusal


def _heading(rows: Iterator[list[str]]) -> list[str]:
    heading = next(rows, [])
    for column in COLUMNS:
        if heading.count(column) != 1:
            raise InvalidInput(column, "must be a column, once")
    for column in ADDED:
        if column in heading:
            raise InvalidInput(column, "is a column that the answer adds; leave it out")
    return heading


def _rows(rows: Any, width: int, places: list[int], source: str) -> Iterator[_Row]:
    """The rows one by one; blank lines are passed over."""
    while True:
        with reading(f"{source} line {rows.line_num + 1}"):
            cells = next_cells(rows, width)
            if cells is None:
                return
            if not cells:
                continue
            row = _row(cells, *(cells[place] for place in places))
        yield row


def _row(cells: list[str], lat_a: str, lng_a: str, lat_b: str, lng_b: str, at: str) -> _Row:
    start = Point(_degrees(lat_a, "pickup_lat", 90), _degrees(lng_a, "pickup_lng", 180))
    end = Point(_degrees(lat_b, "dropoff_lat", 90), _degrees(lng_b, "dropoff_lng", 180))
    try:
        when = datetime.fromisoformat(at)
    except ValueError:
        raise InvalidInput("pickup_at", "must be a time such as 2026-12-01 09:30:00") from None
    return _Row(cells, start, end, _on_our_clock(when, "pickup_at"))


def _degrees(text: str, column: str, most: int) -> float:
    try:
        degrees = plain_number(text)
    except ValueError:
        raise InvalidInput(column, "must be a number of degrees") from None
    if not -most <= degrees <= most:
        raise InvalidInput(column, f"must be between -{most} and {most} degrees")
    return degrees


def _on_our_clock(at: datetime, field: str) -> datetime:
    """A time without an offset is New York's; one that no calendar can hold in UTC is refused."""
    try:
        return (at if at.tzinfo else at.replace(tzinfo=PLATFORM_ZONE)).astimezone(UTC)
    except OverflowError:
        raise InvalidInput(field, "is outside the calendar") from None
