"""A fleet in squares of latitude and longitude, in plain Python: exact, and fast to some 100,000 drivers."""

from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Final, Protocol, TypeAlias

from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.money import MAX_CENTS, Cents
from haulage.matching.cells import Box, CellGrid, unit_vector
from haulage.matching.driver import FleetDriver
from haulage.matching.kinds import Kinds
from haulage.matching.policy import FULL_MARKS, STANDARD_MATCH_POLICY, MatchPolicy
from haulage.matching.request import DEFAULT_TOP, MatchRequest
from haulage.matching.scoring import MatchResult, Scorer
from haulage.matching.search import (
    Candidate,
    LastPlace,
    QuickFigures,
    Ring,
    best_scored,
    check_places,
    confirmed,
    finalists,
    last_place,
    quick_figures,
)

CELLS_PER_DEGREE = 32
"""About two miles of latitude: measured best for fleets of 10,000 to 1,000,000."""

FIRST_SCREENING = 24
"""After this many candidates the hopeless ones are thrown out, and again at each doubling."""

NOBODY_YET = -1e6

Record: TypeAlias = tuple[float, float, float, float, Cents, Cents, float, float, int, str]
"""Place on the unit globe (three), rating points, cents a mile, minimum cents, pounds, cubic feet,
kind, id: one tuple, so that the inner loop unpacks it at once."""

RATING: Final = 3
KIND: Final = 8
"""Looked at first, and shared between drivers, so that most records cost one visit to memory."""

Cell: TypeAlias = dict[str, Record]


class Position(Protocol):
    """Where a driver was, and when."""

    @property
    def driver_id(self) -> str: ...
    @property
    def point(self) -> Point: ...
    @property
    def at(self) -> datetime: ...


class GridFleet:
    """An exact index of a fleet; see :class:`haulage.ports.fleet.FleetIndex` for its promises."""

    def __init__(
        self, drivers: Iterable[FleetDriver] = (), *, policy: MatchPolicy = STANDARD_MATCH_POLICY
    ) -> None:
        self._policy = policy
        self._grid = CellGrid(CELLS_PER_DEGREE)
        self._kinds = Kinds(policy)
        self._drivers: dict[str, FleetDriver] = {}
        self._cells: dict[int, Cell] = {}
        self._cell_of: dict[str, int] = {}
        self._moved: dict[str, Position] = {}
        self._cheapest = DriverRates(MAX_CENTS, MAX_CENTS)
        for driver in drivers:
            self.upsert(driver)

    def __len__(self) -> int:
        return len(self._drivers)

    def upsert(self, driver: FleetDriver) -> None:
        self._moved.pop(driver.id, None)
        self._drivers[driver.id] = driver
        self._cheapest = DriverRates(
            min(self._cheapest.per_mile_cents, driver.rates.per_mile_cents),
            min(self._cheapest.minimum_fare_cents, driver.rates.minimum_fare_cents),
        )
        if driver.current_location is None:
            self._take_out(driver.id)
        else:
            self._put(driver.id, driver.current_location, self._facts(driver))

    def move_many(self, positions: Iterable[Position]) -> int:
        applied = 0
        for position in positions:
            driver = self._drivers.get(position.driver_id)
            if position.at.tzinfo is None:
                raise InvalidInput("at", "must carry an offset from UTC")
            if driver is None or self._is_older(position, driver):
                continue
            cell = self._cell_of.get(driver.id)
            facts = self._facts(driver) if cell is None else self._cells[cell][driver.id][3:]
            self._put(driver.id, position.point, facts)
            self._moved[driver.id] = position
            applied += 1
        return applied

    def remove(self, driver_id: str) -> bool:
        known = self._drivers.pop(driver_id, None)
        self._moved.pop(driver_id, None)
        self._take_out(driver_id)
        return known is not None

    def find(self, driver_id: str) -> FleetDriver | None:
        driver = self._drivers.get(driver_id)
        position = self._moved.pop(driver_id, None)
        if driver is not None and position is not None:
            driver = self._drivers[driver_id] = driver.located(position.point, position.at)
        return driver

    def top(self, request: MatchRequest, k: int = DEFAULT_TOP) -> list[MatchResult]:
        check_places(k)
        scorer = Scorer(request, self._policy)
        figures = quick_figures(scorer, self._cheapest)
        found, last = self._search(scorer, figures, k)
        finals = ((quick, self._known(id)) for quick, _, id in finalists(found, last))
        results = confirmed(scorer, finals, k)
        if results is None:
            return best_scored(scorer, map(self._known, list(self._cell_of)), k)
        return results

    def _search(
        self, scorer: Scorer, figures: QuickFigures, k: int
    ) -> tuple[list[Candidate], LastPlace | None]:
        request = scorer.request
        best = _Best(k, self._excluded(scorer))
        box: Box | None = None
        outside: list[Record] = []
        for ring in figures.rings:
            wider = self._grid.box(request.pickup_location, ring.miles)
            records = chain(outside, chain.from_iterable(self._new_cells(wider, box)))
            outside = best.take_in(
                records,
                unit_vector(request.pickup_location),
                ring,
                figures,
                self._kinds.points(request),
            )
            box = wider
            if figures.settled(best.last, ring):
                break
        return best.found, best.last

    def _excluded(self, scorer: Scorer) -> Container[str]:
        """Where the law asks for credentials, who lacks them is excluded like those who are named."""
        request = scorer.request
        if request.carrier_need is None:
            return request.excluded_driver_ids
        return _NotPermitted(scorer, self._drivers)

    def _new_cells(self, box: Box, seen: Box | None) -> Iterator[Iterable[Record]]:
        """Occupied cells of a box that were not in the box seen before, which lies within it."""
        columns = self._grid.columns
        if box.size > len(self._cells):
            for key, cell in self._cells.items():
                row, column = divmod(key, columns)
                if box.holds(row, column, columns) and not (seen and seen.holds(row, column, columns)):
                    yield cell.values()
            return
        cells = self._cells.get
        for row in range(box.top, box.bottom + 1):
            start = row * columns
            for first, end in box.unseen(row, seen):
                for column in range(first, end):
                    met = cells(start + column % columns)
                    if met:
                        yield met.values()

    def _known(self, driver_id: str) -> FleetDriver:
        driver = self.find(driver_id)
        assert driver is not None
        return driver

    def _is_older(self, position: Position, driver: FleetDriver) -> bool:
        latest = self._moved.get(driver.id)
        at = latest.at if latest else driver.located_at
        return at is not None and position.at < at

    def _facts(self, driver: FleetDriver) -> tuple[float, Cents, Cents, float, float, int, str]:
        policy, room = self._policy, driver.vehicle.capacity
        return (
            rating_points(driver, policy),
            driver.rates.per_mile_cents,
            driver.rates.minimum_fare_cents,
            float(room.weight),
            float(room.volume),
            self._kinds.number(driver),
            driver.id,
        )

    def _put(
        self, driver_id: str, point: Point, facts: tuple[float, Cents, Cents, float, float, int, str]
    ) -> None:
        key = self._grid.key(point)
        if self._cell_of.get(driver_id) != key:
            self._take_out(driver_id)
            self._cell_of[driver_id] = key
        self._cells.setdefault(key, {})[driver_id] = (*unit_vector(point), *facts)

    def _take_out(self, driver_id: str) -> None:
        key = self._cell_of.pop(driver_id, None)
        if key is not None:
            cell = self._cells[key]
            del cell[driver_id]
            if not cell:
                del self._cells[key]


def rating_points(driver: FleetDriver, policy: MatchPolicy) -> float:
    """What the rating brings to the score, nearly."""
    return _rating_points(driver.rating, policy)


@lru_cache(maxsize=1024)
def _rating_points(rating: Fraction | None, policy: MatchPolicy) -> float:
    if rating is None:
        return float(policy.weights.rating * policy.unrated_points)
    return float(policy.weights.rating * rating * FULL_MARKS / policy.best_rating)


class _NotPermitted:
    """The ids that a request excludes, and those of drivers without its credentials."""

    def __init__(self, scorer: Scorer, drivers: Mapping[str, FleetDriver]) -> None:
        self._scorer = scorer
        self._drivers = drivers

    def __contains__(self, driver_id: object) -> bool:
        if driver_id in self._scorer.request.excluded_driver_ids:
            return True
        return not self._scorer.is_permitted(self._drivers[str(driver_id)])


class _Best:
    """The drivers who may be among the best so far, and what the last place has."""

    def __init__(self, places: int, excluded: Container[str]) -> None:
        self._places = places
        self._excluded = excluded
        self.found: list[Candidate] = []
        self.last: LastPlace | None = None

    def take_in(  # noqa: C901, PLR0915 (the formula of a score, written out where calls would cost more)
        self,
        records: Iterable[Record],
        center: tuple[float, float, float],
        ring: Ring,
        figures: QuickFigures,
        points_of: dict[int, float],
    ) -> list[Record]:
        """Give the ring's drivers their quick scores; those further out are handed back.

        This is the loop that the whole cost is in: names are local, and each driver is left as soon
        as nothing more can save them, which for most is before their distance is known.
        """
        f, excluded, found = figures, self._excluded, self.found
        weight, volume, easy = f.weight, f.volume, f.easy_load
        capacity_points, capacity_fall = f.capacity_points, f.capacity_fall
        per_mile_factor, minimum_factor, divisor = 2 * f.per_mile_factor, 2 * f.minimum_factor, f.divisor
        twice, extra, ceiling, cheap = 2 * f.divisor, f.extra_cents, f.ceiling_cents, f.cheap_cents
        price_points, price_fall, edge = f.price_points, f.price_fall, ring.chord
        fixed_points = ring.points + capacity_points
        center_x, center_y, center_z = center
        enough = self._enough()
        hopeless = enough - ring.points - f.most_after_rating
        screening = max(FIRST_SCREENING, 2 * len(found))
        outside = []
        for record in records:
            points = record[RATING] + points_of[record[KIND]]
            if points < hopeless:
                continue
            x, y, z, _, per_mile, minimum, pounds, feet, _, id = record
            if weight > pounds or volume > feet:
                continue
            x -= center_x
            y -= center_y
            z -= center_z
            chord = x * x + y * y + z * z
            if chord > edge:
                outside.append(record)
                continue
            points += fixed_points
            load = weight / pounds
            bulk = volume / feet
            if bulk > load:  # noqa: PLR1730 (calling max costs as much as the rest of the formula)
                load = bulk
            if load > easy:
                points -= (load - easy) * capacity_fall
            price = per_mile * per_mile_factor
            least = minimum * minimum_factor
            if least > price:  # noqa: PLR1730
                price = least
            estimate = (price + divisor) // twice + extra
            if estimate <= cheap:
                points += price_points
            elif estimate <= ceiling:
                points += (ceiling - estimate) * price_fall
            else:
                continue
            if points >= enough and id not in excluded:
                found.append((points, chord, id))
                if len(found) >= screening:
                    found = self._screen(found)
                    enough = self._enough()
                    hopeless = enough - ring.points - f.most_after_rating
                    screening = max(FIRST_SCREENING, 2 * len(found))
        self._screen(found)
        return outside

    def _screen(self, found: list[Candidate]) -> list[Candidate]:
        self.last = last_place(found, self._places)
        self.found = finalists(found, self.last)
        return self.found

    def _enough(self) -> float:
        return NOBODY_YET if self.last is None else self.last.points
