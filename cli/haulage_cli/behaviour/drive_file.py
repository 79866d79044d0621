"""A CSV file of fixes, drive by drive."""

import csv
from datetime import UTC, datetime
from typing import Any, BinaryIO

import attrs

from haulage.behaviour import Fix, make_fix
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage_cli.csv_lines import next_cells, plain_number, short_lines
from haulage_cli.json_fields import reading

COLUMNS = ("t_utc", "lat", "lng", "speed_mph", "heading_deg")
OPTIONAL = ("drive", "limit_mph", "off_route_meters")
ONLY_DRIVE = "1"
"""What the drive of a file is called that names none."""

MAX_NAME = 200


@attrs.frozen
class _Places:
    """In which field of a row each column is; None for an optional one that is not there."""

    t_utc: int
    lat: int
    lng: int
    speed_mph: int
    heading_deg: int
    drive: int | None
    limit_mph: int | None
    off_route_meters: int | None


def read_drives(file: BinaryIO, source: str) -> dict[str, list[Fix]]:
    """The fixes by drive, both in the order of the file. Refusals name line and column."""
    rows = csv.reader(short_lines(file, source))
    with reading(f"{source} line 1"):
        heading = next_cells(rows) or []
        places = _places(heading)
    drives: dict[str, list[Fix]] = {}
    while True:
        with reading(f"{source} line {rows.line_num + 1}"):
            cells = next_cells(rows, len(heading))
            if cells is None:
                return drives
            if cells:
                name = ONLY_DRIVE if places.drive is None else _name(cells[places.drive])
                drives.setdefault(name, []).append(_fix(cells, places))


def _places(heading: list[str]) -> _Places:
    for column in (*COLUMNS, *OPTIONAL):
        count = heading.count(column)
        if count > 1 or (count == 0 and column in COLUMNS):
            raise InvalidInput(column, "must be a column, once")
    found: dict[str, Any] = {
        name: heading.index(name) if name in heading else None for name in (*COLUMNS, *OPTIONAL)
    }
    return _Places(**found)


def _name(text: str) -> str:
    name = text.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise InvalidInput("drive", f"must be a name of at most {MAX_NAME} characters")
    return name


def _fix(cells: list[str], places: _Places) -> Fix:
    lat, lng = _number(cells[places.lat], "lat"), _number(cells[places.lng], "lng")
    try:
        return make_fix(
            _time(cells[places.t_utc]),
            Point(lat, lng),
            _number(cells[places.speed_mph], "speed_mph"),
            heading_deg=_number_or_none(cells[places.heading_deg], "heading_deg"),
            limit_mph=_optional(cells, places.limit_mph, "limit_mph"),
            off_route_meters=_optional(cells, places.off_route_meters, "off_route_meters"),
        )
    except InvalidInput as refused:
        if refused.name != "at":
            raise
        raise InvalidInput("t_utc", refused.reason) from None


def _optional(cells: list[str], place: int | None, column: str) -> float | None:
    return None if place is None else _number_or_none(cells[place], column)


def _number_or_none(text: str, column: str) -> float | None:
    """An empty field is not known; a receiver that stands still tells no heading."""
    return _number(text, column) if text.strip() else None


def _number(text: str, column: str) -> float:
    if not text.strip():
        raise InvalidInput(column, "is required")
    try:
        return plain_number(text)
    except ValueError:
        raise InvalidInput(column, "must be a number") from None


def _time(text: str) -> datetime:
    """A time without an offset is UTC, as the column's name says."""
    try:
        at = datetime.fromisoformat(text.strip())
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except ValueError:
        raise InvalidInput("t_utc", "must be a time such as 2026-12-01 09:30:00") from None
    except OverflowError:
        raise InvalidInput("t_utc", "is outside the calendar") from None
