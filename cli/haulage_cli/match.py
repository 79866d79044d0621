"""``haulage match``: the best drivers of a file for the job in another, without a database."""

import json
import sys
import time as clock
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import Any, BinaryIO, NoReturn, TypeVar

import attrs
import click

from haulage.drivers.profile import NEW_DRIVER_CAPACITY, NEW_DRIVER_HOURS, NEW_DRIVER_RATES
from haulage.kernel.cargo import Dimensions, Item, any_fragile, total_pounds
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import HaulageError, InvalidInput
from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.measures import finite
from haulage.kernel.money import dollars
from haulage.kernel.services import ASSUMED_ITEM_POUNDS, ItemClass, MatchUrgency, ServiceType
from haulage.kernel.vehicles import UNKNOWN_MODEL, Capacity, Vehicle, VehicleType
from haulage.matching import (
    DEFAULT_MAX_DISTANCE_MILES,
    DEFAULT_TOP,
    FleetDriver,
    MatchRequest,
    MatchResult,
    Scorer,
    one_decimal,
)
from haulage.matching.search import best_scored
from haulage.pricing import Load, driver_extra_fees_cents

Choice = TypeVar("Choice", bound=StrEnum)

MAX_TEXT = 1000
MAX_LIST = 1000
MAX_DIGITS = 18
MAX_LOCATION_AGE_SECONDS = 1_000_000_000
FIRST_VEHICLE_YEAR, LAST_VEHICLE_YEAR = 1900, 2200
SLOW_SECONDS = 2.0
LINES_BETWEEN_REPORTS = 10_000
LIKENESS = 0.8

REQUEST_FIELDS = frozenset(
    [
        *("id", "customer_id", "service_type", "pickup_location", "delivery_location", "scheduled_time"),
        *("now", "trip_miles", "items", "requires_assembly", "special_requirements", "max_price_cents"),
        *("max_distance_miles", "urgency"),
    ]
)
ITEM_FIELDS = frozenset(["description", "weight", "dimensions", "fragile", "heavy"])
DIMENSION_FIELDS = frozenset(["length", "width", "height"])
PLACE_FIELDS = frozenset(["lat", "lng"])
DRIVER_FIELDS = frozenset(
    [
        *("id", "name", "email", "phone", "rating", "total_jobs", "is_online", "is_available", "is_approved"),
        *("current_location", "location_age_seconds", "vehicle", "specialties", "working_hours"),
        *("price_per_mile_cents", "minimum_fare_cents"),
    ]
)
VEHICLE_FIELDS = frozenset(["type", "make", "model", "year", "capacity", "features"])
CAPACITY_FIELDS = frozenset(["weight", "volume"])
HOURS_FIELDS = frozenset(["start", "end"])


@attrs.define(eq=False, str=False)
class BadFile(InvalidInput):
    """A field, or a whole line, of one of the files; *source* says which file and line."""

    source: str = ""

    @property
    def message(self) -> str:
        return f"{self.source}: {self.name} {self.reason}" if self.name else f"{self.source}: {self.reason}"

    @property
    def field(self) -> str | None:
        return self.name or None


@contextmanager
def _reading(source: str) -> Iterator[None]:
    """Name the file and line in whatever is refused inside."""
    try:
        yield
    except BadFile:
        raise
    except InvalidInput as refused:
        raise BadFile(refused.name, refused.reason, source) from None


@contextmanager
def _inside(path: str) -> Iterator[None]:
    """Put the path in front of the field that is refused inside."""
    try:
        yield
    except InvalidInput as refused:
        raise InvalidInput(f"{path}.{refused.name}", refused.reason) from None


def _no_constant(word: str) -> NoReturn:
    raise InvalidInput("", f"holds {word}, which is not a JSON number")


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise InvalidInput("", f"holds a number of {len(digits)} digits")
    return int(digits)


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)


def _decode(raw: bytes) -> Any:
    try:
        return _DECODER.decode(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInput("", "is not UTF-8 text") from None
    except RecursionError:
        raise InvalidInput("", "is nested too deeply") from None
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno} column {problem.colno}"
        raise InvalidInput("", f"is not valid JSON: {problem.msg} ({where})") from None


class _Fields:
    """One JSON object read field by field; what is absent and what is null are the same."""

    def __init__(self, value: object, name: str = "") -> None:
        if not isinstance(value, dict):
            raise InvalidInput(name, "must be a JSON object")
        self._values = value
        self._prefix = f"{name}." if name else ""

    def refuse_unknown(self, known: frozenset[str]) -> None:
        """A misspelled field would silently mean its default."""
        for name in self._values.keys() - known:
            meant = _alike(name, known)
            hint = f"; did you mean {meant}?" if meant else ""
            raise InvalidInput(self._path(name), f"is not a field here{hint}")

    def refuse_misspelled(self, known: frozenset[str]) -> None:
        """Fleet files come from other systems and may say more; but not nearly the same."""
        for name in self._values.keys() - known:
            meant = _alike(name, known)
            if meant and meant not in self._values:
                raise InvalidInput(self._path(name), f"is not a field here; did you mean {meant}?")

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def value(self, name: str) -> Any:
        value = self._values.get(name)
        if value is None:
            raise InvalidInput(self._path(name), "is required")
        return value

    def text(self, name: str, default: str = "") -> str:
        value = self._values.get(name)
        return default if value is None else _text(value, self._path(name))

    def flag(self, name: str) -> bool:
        value = self._values.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise InvalidInput(self._path(name), "must be true or false")
        return value

    def whole(self, name: str, default: int, at_least: int, at_most: int) -> int:
        value = self._values.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not at_least <= value <= at_most:
            raise InvalidInput(
                self._path(name), f"must be a whole number between {at_least:,} and {at_most:,}"
            )
        return value

    def choice(self, name: str, choices: type[Choice], default: Choice | None = None) -> Choice:
        value = self._values.get(name)
        if value is None and default is not None:
            return default
        try:
            return choices(self.value(name))
        except ValueError:
            raise InvalidInput(self._path(name), f"must be one of {', '.join(choices)}") from None

    def instant(self, name: str) -> datetime:
        try:
            return datetime.fromisoformat(_text(self.value(name), self._path(name)))
        except ValueError:
            raise InvalidInput(self._path(name), "must be an ISO 8601 time") from None

    def time(self, name: str) -> time:
        return _time_of_day(_text(self.value(name), self._path(name)), self._path(name))

    def inner(self, name: str) -> "_Fields":
        return _Fields(self.value(name), self._path(name))

    def list(self, name: str) -> list[tuple[str, Any]]:
        """The list's values with their paths."""
        values = self._values.get(name)
        if values is None:
            return []
        if not isinstance(values, list) or len(values) > MAX_LIST:
            raise InvalidInput(self._path(name), f"must be a list of at most {MAX_LIST}")
        return [(f"{self._path(name)}[{number}]", value) for number, value in enumerate(values)]

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(_text(value, path) for path, value in self.list(name))

    def place(self, name: str, *, strict: bool) -> Point:
        fields = self.inner(name)
        if strict:
            fields.refuse_unknown(PLACE_FIELDS)
        else:
            fields.refuse_misspelled(PLACE_FIELDS)
        lat, lng = fields.value("lat"), fields.value("lng")
        with _inside(self._path(name)):
            return Point(lat, lng)

    def _path(self, name: str) -> str:
        return self._prefix + name


@lru_cache(maxsize=1024)
def _alike(name: str, known: frozenset[str]) -> str | None:
    return next(iter(get_close_matches(name.lower(), known, n=1, cutoff=LIKENESS)), None)


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise InvalidInput(path, "must be text")
    if len(value) > MAX_TEXT:
        raise InvalidInput(path, f"must be at most {MAX_TEXT} characters")
    if not value.isascii() or "\0" in value:
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidInput(path, "must be valid text") from None
        if "\0" in value:
            raise InvalidInput(path, "must not hold a NUL")
    return value


@lru_cache(maxsize=1024)
def _time_of_day(text: str, path: str) -> time:
    for form in ("%H:%M", "%H:%M:%S"):
        try:
            return datetime.strptime(text, form).time()  # noqa: DTZ007 (a time of day has no offset)
        except ValueError:
            continue
    raise InvalidInput(path, "must be a time of day such as 08:00")


def _request(raw: bytes, now: datetime) -> MatchRequest:
    """The job of a request file, with the extra fees that its items bring (OP-10)."""
    fields = _Fields(_decode(raw))
    fields.refuse_unknown(REQUEST_FIELDS)
    service = fields.choice("service_type", ServiceType)
    items = tuple(_item(value, path, service) for path, value in fields.list("items"))
    pickup = fields.place("pickup_location", strict=True)
    delivery = fields.place("delivery_location", strict=True) if fields.has("delivery_location") else None
    if fields.has("trip_miles") or delivery is None:
        miles = fields.value("trip_miles")
    else:
        miles = great_circle_miles(pickup, delivery)
    load = Load(fragile=any_fragile(items), assembly=fields.flag("requires_assembly"))
    if items:
        load = attrs.evolve(load, weight_pounds=total_pounds(items))
    return MatchRequest(
        id=fields.text("id"),
        customer_id=fields.text("customer_id"),
        service_type=service,
        pickup_location=pickup,
        delivery_location=delivery,
        scheduled_time=fields.instant("scheduled_time") if fields.has("scheduled_time") else None,
        now=fields.instant("now") if fields.has("now") else now,
        trip_miles=miles,
        items=items,
        special_requirements=fields.texts("special_requirements"),
        max_price_cents=fields.value("max_price_cents"),
        max_distance_miles=(
            fields.value("max_distance_miles")
            if fields.has("max_distance_miles")
            else DEFAULT_MAX_DISTANCE_MILES
        ),
        urgency=fields.choice("urgency", MatchUrgency, MatchUrgency.MEDIUM),
        extra_fees_cents=driver_extra_fees_cents(load),
    )


def _item(value: object, path: str, service: ServiceType) -> Item:
    fields = _Fields(value, path)
    fields.refuse_unknown(ITEM_FIELDS)
    dimensions = None
    if fields.has("dimensions"):
        sides = fields.inner("dimensions")
        sides.refuse_unknown(DIMENSION_FIELDS)
        length, width, height = (sides.value(side) for side in ("length", "width", "height"))
        with _inside(path):
            dimensions = Dimensions(length, width, height)
    size = ItemClass.LARGE if service is ServiceType.MOVING else ItemClass.SMALL
    weight = fields.value("weight") if fields.has("weight") else ASSUMED_ITEM_POUNDS[size]
    description, fragile, heavy = fields.text("description"), fields.flag("fragile"), fields.flag("heavy")
    with _inside(path):
        return Item(
            description=description, weight=weight, dimensions=dimensions, fragile=fragile, heavy=heavy
        )


def _driver(raw: bytes, now: datetime) -> FleetDriver:
    """One line of a fleet; what a driver has not recorded is as sign-up leaves it (AUT-08, AUT-09)."""
    fields = _Fields(_decode(raw))
    fields.refuse_misspelled(DRIVER_FIELDS)
    vehicle, capacity_confirmed = _vehicle(fields, now)
    rates = DriverRates(
        fields.value("price_per_mile_cents")
        if fields.has("price_per_mile_cents")
        else NEW_DRIVER_RATES.per_mile_cents,
        fields.value("minimum_fare_cents")
        if fields.has("minimum_fare_cents")
        else NEW_DRIVER_RATES.minimum_fare_cents,
    )
    return FleetDriver(
        id=_text(fields.value("id"), "id"),
        name=fields.text("name"),
        email=fields.text("email"),
        phone=fields.text("phone"),
        rating=fields.value("rating") if fields.has("rating") else None,
        total_jobs=fields.whole("total_jobs", 0, 0, 10**9),
        is_online=fields.flag("is_online"),
        is_available=fields.flag("is_available"),
        is_approved=fields.flag("is_approved"),
        current_location=(
            fields.place("current_location", strict=False) if fields.has("current_location") else None
        ),
        located_at=_located_at(fields, now),
        vehicle=vehicle,
        specialties=frozenset(fields.texts("specialties")),
        working_hours=_working_hours(fields),
        rates=rates,
        capacity_confirmed=capacity_confirmed,
        hours_confirmed=fields.has("working_hours"),
    )


def _located_at(fields: _Fields, now: datetime) -> datetime | None:
    if not fields.has("location_age_seconds"):
        return None
    age = finite(fields.value("location_age_seconds"), field="location_age_seconds")
    if not 0 <= age <= MAX_LOCATION_AGE_SECONDS:
        raise InvalidInput("location_age_seconds", f"must be between 0 and {MAX_LOCATION_AGE_SECONDS:,}")
    return now - timedelta(seconds=float(age))


def _vehicle(fields: _Fields, now: datetime) -> tuple[Vehicle, bool]:
    """The vehicle, and whether its capacity is the driver's own figure."""
    given = fields.inner("vehicle") if fields.has("vehicle") else _Fields({}, "vehicle")
    given.refuse_misspelled(VEHICLE_FIELDS)
    capacity, confirmed = NEW_DRIVER_CAPACITY, False
    if given.has("capacity"):
        room = given.inner("capacity")
        room.refuse_misspelled(CAPACITY_FIELDS)
        confirmed = room.has("weight") and room.has("volume")
        capacity = Capacity(
            room.value("weight") if room.has("weight") else NEW_DRIVER_CAPACITY.weight,
            room.value("volume") if room.has("volume") else NEW_DRIVER_CAPACITY.volume,
        )
    vehicle = Vehicle(
        given.choice("type", VehicleType, VehicleType.PICKUP),
        given.text("make", UNKNOWN_MODEL),
        given.text("model", UNKNOWN_MODEL),
        given.whole("year", now.year, FIRST_VEHICLE_YEAR, LAST_VEHICLE_YEAR),
        capacity,
        frozenset(given.texts("features")),
    )
    return vehicle, confirmed


def _working_hours(fields: _Fields) -> WorkingHours:
    if not fields.has("working_hours"):
        return NEW_DRIVER_HOURS
    hours = fields.inner("working_hours")
    hours.refuse_misspelled(HOURS_FIELDS)
    return _every_day(hours.time("start"), hours.time("end"))


@lru_cache(maxsize=4096)
def _every_day(start: time, end: time) -> WorkingHours:
    return WorkingHours(every_day=HoursRange(start, end))


def _drivers(fleet: BinaryIO, now: datetime) -> Iterator[FleetDriver]:
    """The fleet's lines one by one; the file is never held in memory. Blank lines are passed over."""
    seen: dict[str, int] = {}
    for number, line in enumerate(fleet, 1):
        if not line.strip():
            continue
        with _reading(f"{_name(fleet)} line {number}"):
            driver = _driver(line, now)
            if driver.id in seen:
                raise InvalidInput("id", f"is the same as on line {seen[driver.id]}")
            seen[driver.id] = number
            yield driver


def _with_progress(drivers: Iterable[FleetDriver]) -> Iterator[FleetDriver]:
    """Say on a terminal how far a long reading has come."""
    began, told = clock.monotonic(), False
    watched = sys.stderr.isatty()
    for number, driver in enumerate(drivers, 1):
        yield driver
        if watched and number % LINES_BETWEEN_REPORTS == 0 and clock.monotonic() - began > SLOW_SECONDS:
            click.echo(f"\r{number:,} drivers read", err=True, nl=False)
            told = True
    if told:
        click.echo(err=True)


def _name(file: BinaryIO) -> str:
    return click.format_filename(file.name, shorten=True)


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


@click.command()
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
def match(context: click.Context, fleet: BinaryIO, job: BinaryIO, top: int, as_json: bool) -> None:
    """Print the best drivers of a fleet for a job, best first."""
    try:
        with _reading(_name(job)):
            request = _request(job.read(), datetime.now(UTC))
        drivers = _with_progress(_drivers(fleet, request.now))
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
