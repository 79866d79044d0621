"""Fit the calibration to trips, check it on days it has not seen, and write the table.

    python -m haulage_adapters.embedded.calibrated.fit TRIPS.csv [--check-only]

The file has the columns ``pickup_at`` (America/New_York where it carries no offset), ``pickup_lat``,
``pickup_lng``, ``dropoff_lat``, ``dropoff_lng``, ``distance_mi`` and ``duration_s``. Distances are fitted
first, then minutes for the distances so estimated. Both fits minimise absolute errors of logarithms, so
that a meter left running weighs no more than its own trip, and half of all estimates are too long.
Priors keep what few trips tell from running away: areas nobody drove in stay at the pace that is
written here, and the hours of a day lean on their neighbours and on the other weekdays. The days are
dealt into five hands; each hand is estimated by a fit on the other four.

Needs numpy (the extra ``plot`` brings it); the adapter itself does not.
"""

import csv
import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np

from haulage.kernel.geo import Point
from haulage.kernel.local_time import PLATFORM_ZONE, platform_time
from haulage_adapters.embedded.calibrated.calibration import HOURS, Calibration, hours_of, shares
from haulage_adapters.embedded.calibrated.geography import Area, Shore
from haulage_adapters.embedded.calibrated.shore_route import ShoreRoute, find_shore_route

Vector: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

SOURCE = "New York yellow-cab trips, first 20 days of January 2015, TLC trip records"

HANDS = 5
ROUNDS = 40

PRIOR_ROAD_FACTOR = 1.42
PRIOR_ROAD_TRIPS = 60
"""Roads outside Manhattan against the straight line, and how many trips this belief is worth."""

LONG_ROAD_FACTOR = ((10.0, 1.0), (30.0, 0.92), (100.0, 0.86), (400.0, 0.83))
"""Ours: the longer a leg, the straighter its road; no taxi trip tells."""

FITTED_KNOTS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LONG_MPH = ((16.0, 25.0), (32.0, 33.0), (64.0, 42.0), (200.0, 52.0))
"""Ours: average speeds of trips longer than those fitted on, outside Manhattan's areas."""

ELSEWHERE_ROAD_FACTOR = ((10.0, 1.42), (30.0, 1.32), (100.0, 1.22), (400.0, 1.17))
ELSEWHERE_MPH = (
    (0.5, 11.0),
    (2.0, 14.0),
    (5.0, 17.0),
    (10.0, 22.0),
    (25.0, 32.0),
    (60.0, 44.0),
    (200.0, 55.0),
)
"""Ours: 17 miles an hour across a town, more the longer the trip."""

PRIOR_AREA_FACTOR = {
    Area.UPTOWN: 0.95,
    Area.BROOKLYN_QUEENS_RIVERSIDE: 0.9,
    Area.LONG_ISLAND: 0.82,
    Area.MAINLAND: 0.85,
    Area.STATEN_ISLAND: 0.62,
    Area.WEST: 0.75,
}
PRIOR_AREA_TRIPS = 15
"""Paces against Manhattan's, before any trip is seen."""

NEIGHBOUR_TRIPS, WEEKDAY_TRIPS = 6.0, 40.0
"""How many trips it takes to part an hour from the hours beside it, and a weekday from the others."""


@attrs.frozen
class Seen:
    """A trip as the meter saw it."""

    route: ShoreRoute
    at: datetime
    miles: float
    minutes: float


def read_trips(path: Path) -> list[Seen]:
    with path.open(newline="") as lines:
        return [_seen(row) for row in csv.DictReader(lines) if _moved(row)]


def _moved(row: dict[str, str]) -> bool:
    return float(row["distance_mi"]) > 0 and float(row["duration_s"]) > 0


def _seen(row: dict[str, str]) -> Seen:
    at = datetime.fromisoformat(row["pickup_at"])
    start = Point(float(row["pickup_lat"]), float(row["pickup_lng"]))
    end = Point(float(row["dropoff_lat"]), float(row["dropoff_lng"]))
    return Seen(
        route=find_shore_route(start, end),
        at=at if at.tzinfo else at.replace(tzinfo=PLATFORM_ZONE),
        miles=float(row["distance_mi"]),
        minutes=float(row["duration_s"]) / 60,
    )


def fit(trips: list[Seen]) -> Calibration:
    """The table that these trips ask for."""
    trips = [trip for trip in trips if sum(leg.miles for leg in trip.route.legs) > 0.1]
    along, across, road = _fit_miles(trips)
    draft = Calibration(
        source=SOURCE,
        along_factor=along,
        across_factor=across,
        road_factor=road,
        long_road_factor=LONG_ROAD_FACTOR,
        minutes_per_mile=((1.0, 1.0),),
        hour_factor=((1.0,) * HOURS,) * 7,
        area_factor=dict.fromkeys(Area, 1.0),
        across_slowness=0.0,
        crossing_slowness=0.0,
        elsewhere_road_factor=ELSEWHERE_ROAD_FACTOR,
        elsewhere_mph=ELSEWHERE_MPH,
    )
    return _fit_minutes(trips, draft)


def _fit_miles(trips: list[Seen]) -> tuple[float, float, float]:
    """Factors along, across and outside the grid by relative errors, then scaled to the median."""
    rows, target = [], []
    for trip in trips:
        grid = [leg for leg in trip.route.legs if leg.shore is Shore.MANHATTAN]
        other = [leg for leg in trip.route.legs if leg.shore is not Shore.MANHATTAN]
        parts = [
            sum(leg.along for leg in grid),
            sum(leg.across for leg in grid),
            sum(leg.miles for leg in other),
        ]
        rows.append([part / trip.miles for part in parts])
        target.append(1 - trip.route.crossing_miles / trip.miles)
    design, aim = np.array(rows), np.array(target)
    believed = np.array([[0.0, 0.0, float(PRIOR_ROAD_TRIPS) ** 0.5]])
    factors = _least_absolute(design, aim, believed, believed @ np.array([1, 1, PRIOR_ROAD_FACTOR]))
    ratio = np.median(design @ factors + 1 - aim)
    along, across, road = (round(float(factor / ratio), 3) for factor in factors)
    return along, across, road


def _fit_minutes(trips: list[Seen], draft: Calibration) -> Calibration:
    areas = list(Area)
    first_hour = len(FITTED_KNOTS)
    first_area = first_hour + 7 * HOURS
    width = first_area + len(areas) + 2
    design, aim = np.zeros((len(trips), width)), np.zeros(len(trips))
    for row, trip in enumerate(trips):
        miles = draft.miles(trip.route)
        aim[row] = np.log(trip.minutes / miles)
        for knot in range(len(FITTED_KNOTS)):
            design[row, knot] = _hat(miles, knot)
        for day, hour, share in hours_of(trip.at):
            design[row, first_hour + day * HOURS + hour] += share
        by_area, across, crossing = shares(trip.route)
        for area, share in by_area.items():
            design[row, first_area + areas.index(area)] += share
        design[row, -2:] = across, crossing
    beliefs, believed = _beliefs(areas, first_hour, first_area, width)
    found = _least_absolute(design, aim, beliefs, believed)
    hours = found[first_hour:first_area]
    level = float(np.mean(hours))
    paces = [(miles, round(float(np.exp(found[n] + level)), 3)) for n, miles in enumerate(FITTED_KNOTS)]
    return attrs.evolve(
        draft,
        minutes_per_mile=(*paces, *((miles, round(60 / mph, 3)) for miles, mph in LONG_MPH)),
        hour_factor=tuple(
            tuple(round(float(factor), 3) for factor in np.exp(day - level))
            for day in hours.reshape(7, HOURS)
        ),
        area_factor={area: round(float(np.exp(found[first_area + n])), 3) for n, area in enumerate(areas)},
        across_slowness=round(float(found[-2]), 3),
        crossing_slowness=round(float(found[-1]), 3),
    )


def _beliefs(areas: list[Area], first_hour: int, first_area: int, width: int) -> tuple[Vector, Vector]:
    rows, values = [], []

    def believe(weight: float, value: float, *terms: tuple[int, float]) -> None:
        row = np.zeros(width)
        for place, factor in terms:
            row[place] += factor * weight**0.5
        rows.append(row)
        values.append(value * weight**0.5)

    for n, area in enumerate(areas):
        believe(PRIOR_AREA_TRIPS, float(np.log(PRIOR_AREA_FACTOR.get(area, 1.0))), (first_area + n, 1.0))
    for hour in range(7 * HOURS):
        here, before = first_hour + hour, first_hour + (hour - 1) % (7 * HOURS)
        believe(NEIGHBOUR_TRIPS, 0.0, (here, 1.0), (before, -1.0))
        day = hour // HOURS
        alike = range(5) if day < 5 else range(5, 7)
        mean = [(first_hour + other * HOURS + hour % HOURS, -1 / len(alike)) for other in alike]
        believe(WEEKDAY_TRIPS, 0.0, (here, 1.0), *mean)
    believe(5.0, 0.0, (width - 2, 1.0))
    believe(5.0, 0.0, (width - 1, 1.0))
    believe(1.0, 0.0, *((first_hour + hour, 1 / HOURS / 7) for hour in range(7 * HOURS)))
    return np.array(rows), np.array(values)


def _hat(miles: float, knot: int) -> float:
    """How much of the figure at *miles* is that of the knot, by the logarithm of the miles."""
    knots = np.log(FITTED_KNOTS)
    return float(np.interp(np.log(miles), knots, np.eye(len(knots))[knot]))


def _least_absolute(design: Vector, aim: Vector, beliefs: Vector, believed: Vector) -> Vector:
    """Least absolute deviations under quadratic beliefs, by reweighting (errors below 5% count alike)."""
    weight = np.ones(len(aim))
    found = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        weighted = design * weight[:, None]
        found = np.linalg.solve(
            weighted.T @ design + beliefs.T @ beliefs, weighted.T @ aim + beliefs.T @ believed
        )
        weight = 0.3 / np.maximum(np.abs(design @ found - aim), 0.05)
    return found


@attrs.frozen
class Estimated:
    trip: Seen
    miles: float
    minutes: float


def estimated(calibration: Calibration, trips: Iterable[Seen]) -> list[Estimated]:
    result = []
    for trip in trips:
        miles = calibration.miles(trip.route)
        result.append(Estimated(trip, miles, calibration.minutes(trip.route, miles, trip.at)))
    return result


def cross_validated(trips: list[Seen]) -> list[Estimated]:
    """Every trip by a fit that has not seen its day."""
    hands: list[list[Seen]] = [[] for _ in range(HANDS)]
    for trip in trips:
        hands[platform_time(trip.at).toordinal() % HANDS].append(trip)
    result = []
    for hand in hands:
        others = [trip for other in hands if other is not hand for trip in other]
        result += estimated(fit(others), hand)
    return result


def report(checked: list[Estimated]) -> str:
    """Ratios of estimated to real and errors in minutes, all together, by area and by hour."""
    heading = f"{'':34}{'trips':>7}{'time':>8}{'miles':>8}{'MAE min':>9}"
    lines = [heading, _line("all", checked)]
    lines += _by(checked, lambda each: _where(each.trip.route))
    lines += _by(checked, lambda each: f"from {platform_time(each.trip.at).hour:02}:00")
    lines += _by(checked, lambda each: f"{_least(each.trip.miles)} miles and more")
    return "\n".join(lines)


def _least(miles: float) -> float:
    return max(floor for floor in (0.0, *FITTED_KNOTS) if miles >= floor)


def _where(route: ShoreRoute) -> str:
    shores = sorted({str(leg.shore) for leg in route.legs})
    return route.legs[0].areas[0] if shores == ["manhattan"] else " and ".join(shores)


def _by(checked: list[Estimated], key: Callable[[Estimated], str]) -> list[str]:
    groups: dict[str, list[Estimated]] = {}
    for each in checked:
        groups.setdefault(key(each), []).append(each)
    return ["", *(_line(name, groups[name]) for name in sorted(groups))]


def _line(name: str, group: list[Estimated]) -> str:
    times = np.median([each.minutes / each.trip.minutes for each in group])
    miles = np.median([each.miles / each.trip.miles for each in group])
    error = np.mean([abs(each.minutes - each.trip.minutes) for each in group])
    return f"{name:34}{len(group):>7}{times:>8.3f}{miles:>8.3f}{error:>9.2f}"


def write_table(calibration: Calibration, trips: int, path: Path) -> None:
    """The calibration as a module."""
    hours = "".join(
        "        (\n"
        + "".join(
            "            " + ", ".join(map(str, day[hour : hour + 8])) + ",\n" for hour in range(0, HOURS, 8)
        )
        + "        ),\n"
        for day in calibration.hour_factor
    )
    areas = "".join(
        f"        Area.{area.name}: {factor},\n" for area, factor in calibration.area_factor.items()
    )
    path.write_text(
        TABLE.format(
            trips=f"{trips:,}",
            hours=hours,
            areas=areas,
            long_road=_knots(calibration.long_road_factor),
            paces=_knots(calibration.minutes_per_mile),
            elsewhere_road=_knots(calibration.elsewhere_road_factor),
            elsewhere=_knots(calibration.elsewhere_mph),
            c=calibration,
        )
    )


def _knots(knots: Iterable[tuple[float, float]]) -> str:
    return "".join(f"        ({miles}, {figure}),\n" for miles, figure in knots)


TABLE = '''"""The calibration that the embedded routes use. Written by ``fit.py``; do not edit by hand.

Source: {c.source} ({trips} trips).
Fitted by least absolute errors of logarithms: distances along and across Manhattan's grid and outside
it against the meter's miles, then minutes against the length of the trip, the hour of the week, the
areas passed, and the shares across the avenues and over crossings. Areas without trips, long trips and
what lies outside the New York area are beliefs, written as such in ``fit.py``.
"""

from haulage_adapters.embedded.calibrated.calibration import Calibration
from haulage_adapters.embedded.calibrated.geography import Area

# fmt: off
NEW_YORK = Calibration(
    source="{c.source}",
    along_factor={c.along_factor},
    across_factor={c.across_factor},
    road_factor={c.road_factor},
    long_road_factor=(
{long_road}    ),
    minutes_per_mile=(
{paces}    ),
    hour_factor=(
{hours}    ),
    area_factor={{
{areas}    }},
    across_slowness={c.across_slowness},
    crossing_slowness={c.crossing_slowness},
    elsewhere_road_factor=(
{elsewhere_road}    ),
    elsewhere_mph=(
{elsewhere}    ),
)
'''


def main(arguments: list[str]) -> int:
    check_only = "--check-only" in arguments
    files = [argument for argument in arguments if not argument.startswith("--")]
    if len(files) != 1:
        sys.stderr.write(__doc__ or "")
        return 2
    trips = read_trips(Path(files[0]))
    sys.stdout.write(report(cross_validated(trips)) + "\n")
    if not check_only:
        write_table(fit(trips), len(trips), Path(__file__).with_name("table.py"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
