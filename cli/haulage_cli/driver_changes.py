"""What ``haulage drivers update`` is told: options that say what a driver changes of their profile."""

import functools
from collections.abc import Callable
from datetime import time
from decimal import Decimal
from typing import Any

import click

from haulage.drivers import HoursChange, LicensePlate, ProfileChange, VehicleChange, license_plate
from haulage.kernel.driver_price import LEAST_MINIMUM_FARE_CENTS, LEAST_PER_MILE_CENTS
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import WEEKDAYS, HoursRange
from haulage.kernel.vehicles import VehicleColor, VehicleType
from haulage_cli.options import TIME_OF_DAY, WORDS, ExactNumber, OneOf

DAYS = {day[:3]: number for number, day in enumerate(WEEKDAYS)}


class DayHours(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """``mon=08:00-18:00``."""

    name = "day=hh:mm-hh:mm"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, HoursRange]:
        day, _, hours = str(value).partition("=")
        start, _, end = hours.partition("-")
        if day not in DAYS:
            self.fail(f"{value!r} begins with none of {', '.join(DAYS)}", param, ctx)
        return DAYS[day], HoursRange(
            TIME_OF_DAY.convert(start, param, ctx), TIME_OF_DAY.convert(end, param, ctx)
        )


class Plate(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """``NY=ABC 1234``."""

    name = "state=plate"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> LicensePlate:
        state, _, text = str(value).partition("=")
        if not text:
            self.fail(f"{value!r} is not such as NY=ABC1234", param, ctx)
        return license_plate(state, text)


def with_change(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a profile, given to the command together as ``change``; what is not given stays."""

    @functools.wraps(command)
    def wrapped(
        type: VehicleType | None,
        make: str | None,
        model: str | None,
        year: int | None,
        capacity_pounds: Decimal | None,
        capacity_cubic_feet: Decimal | None,
        color: VehicleColor | None,
        features: tuple[str, ...],
        plate: LicensePlate | None,
        unplated: bool,
        specialties: tuple[str, ...],
        works_with_helper: bool | None,
        start: time | None,
        end: time | None,
        days: tuple[tuple[int, HoursRange], ...],
        alike: bool,
        price_per_mile_cents: int | None,
        minimum_fare_cents: int | None,
        **rest: Any,
    ) -> Any:
        if plate and unplated:
            raise click.UsageError("--plate and --no-plate contradict each other.")
        vehicle = VehicleChange(
            type, make, model, year, capacity_pounds, capacity_cubic_feet, features or None, color
        )
        change = ProfileChange(
            vehicle,
            HoursChange(start, end, _by_weekday(days, alike=alike), alike),
            price_per_mile_cents,
            minimum_fare_cents,
            specialties or None,
            works_with_helper,
            plate,
            unplated,
        )
        return command(change=change, **rest)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def _by_weekday(days: tuple[tuple[int, HoursRange], ...], *, alike: bool) -> dict[int, HoursRange] | None:
    if days and alike:
        raise click.UsageError("--hours and --every-day-alike contradict each other.")
    found = dict(days)
    if len(found) < len(days):
        raise InvalidInput("weekday_hours", "must name each day once")
    return found or None


OPTIONS = (
    click.option("--type", "type", type=OneOf(VehicleType), help="Kind of vehicle."),
    click.option("--make", type=WORDS, help="Who made the vehicle."),
    click.option("--model", type=WORDS, help="What they call it."),
    click.option("--year", type=int, help="Of the vehicle, 2000 to next year."),
    click.option("--color", type=OneOf(VehicleColor), help="Of the vehicle."),
    click.option("--plate", type=Plate(), help="State and license plate."),
    click.option("--no-plate", "unplated", is_flag=True, help="Forget the license plate."),
    click.option(
        "--capacity-pounds", type=ExactNumber("vehicle.capacity_pounds"), help="What it carries at most."
    ),
    click.option(
        "--capacity-cubic-feet",
        type=ExactNumber("vehicle.capacity_cubic_feet"),
        help="What goes into it at most.",
    ),
    click.option(
        "--feature", "features", type=WORDS, multiple=True, help="Of the vehicle; repeat for all of them."
    ),
    click.option(
        "--specialty", "specialties", type=WORDS, multiple=True, help="Of the driver; repeat for all of them."
    ),
    click.option(
        "--with-helper/--alone",
        "works_with_helper",
        default=None,
        help="Whether a helper comes along.",
    ),
    click.option("--start", type=TIME_OF_DAY, help="When every working day begins, in New York."),
    click.option("--end", type=TIME_OF_DAY, help="When it ends; before the start is on the next day."),
    click.option(
        "--hours",
        "days",
        type=DayHours(),
        multiple=True,
        help="One weekday's hours, instead of --start and --end; repeat for all, the others are days off.",
    ),
    click.option("--every-day-alike", "alike", is_flag=True, help="Forget the hours by weekday."),
    click.option(
        "--per-mile-cents",
        "price_per_mile_cents",
        type=int,
        help=f"What a mile costs, {LEAST_PER_MILE_CENTS} cents at least.",
    ),
    click.option(
        "--minimum-fare-cents",
        type=int,
        help=f"The least that is driven for, {LEAST_MINIMUM_FARE_CENTS} cents at least.",
    ),
)
