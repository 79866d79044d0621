"""The fleet index over NumPy: the search of the plain grid, a whole ring at a time."""

from collections.abc import Iterable

import numpy as np

from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import MAX_CENTS, Cents
from haulage.matching import DEFAULT_TOP, STANDARD_MATCH_POLICY, FleetDriver, MatchPolicy, MatchRequest
from haulage.matching.cells import CellGrid, unit_vector
from haulage.matching.grid import Position, rating_points
from haulage.matching.policy import SCORE_UNITS
from haulage.matching.scoring import MatchResult, Scorer
from haulage.matching.search import (
    FLOAT_ERROR_UNITS,
    LastPlace,
    QuickFigures,
    Ring,
    best_scored,
    check_places,
    confirmed,
    quick_figures,
    with_tie_margin,
)

from .cell_store import CellStore, Floats, Integers
from .kind_table import KindTable

CELLS_PER_DEGREE = 64
"""About one mile of latitude: measured best for 10,000 to 1,000,000 drivers."""

FEW_ROWS = 256
"""A ring with fewer drivers is scanned together with the next: the calls cost more than the rows."""

EXACT_IN_FLOATS = 2.0**51
"""Whole numbers up to here, and their floored quotients, are exact in floats."""

OUT = -1e9


class NumpyFleet:
    """An exact index of a fleet; see :class:`haulage.ports.fleet.FleetIndex` for its promises."""

    def __init__(
        self, drivers: Iterable[FleetDriver] = (), *, policy: MatchPolicy = STANDARD_MATCH_POLICY
    ) -> None:
        self._policy = policy
        self._kinds = KindTable(policy)
        self._store = CellStore(CellGrid(CELLS_PER_DEGREE))
        self._numbers: dict[str, int] = {}
        self._drivers: list[FleetDriver | None] = []
        self._moved: list[Position | None] = []
        self._free: list[int] = []
        self._least_per_mile: Cents = MAX_CENTS
        self._least_minimum: Cents = MAX_CENTS
        self._most_per_mile: Cents = 0
        self._fill(drivers)

    def __len__(self) -> int:
        return len(self._numbers)

    def upsert(self, driver: FleetDriver) -> None:
        number = self._register(driver)
        if driver.current_location is None:
            self._store.take_out(number)
        else:
            facts = np.array((*unit_vector(driver.current_location), *self._facts(driver)))
            key = self._store.grid.key(driver.current_location)
            self._store.put(number, facts, self._kinds.number(driver), key)

    def move_many(self, positions: Iterable[Position]) -> int:
        applied = 0
        moves: dict[int, Position] = {}
        numbers, moved, drivers, located = self._numbers, self._moved, self._drivers, self._store.holds
        for position in positions:
            if position.at.tzinfo is None:
                raise InvalidInput("at", "must carry an offset from UTC")
            number = numbers.get(position.driver_id)
            if number is None:
                continue
            before, driver = moved[number], drivers[number]
            known_at = before.at if before else driver.located_at if driver else None
            if known_at is not None and position.at < known_at:
                continue
            moved[number] = position
            applied += 1
            if located(number):
                moves[number] = position
            else:
                self.upsert(self._known(number))
        if moves:
            self._move(moves)
        return applied

    def remove(self, driver_id: str) -> bool:
        number = self._numbers.pop(driver_id, None)
        if number is None:
            return False
        self._store.take_out(number)
        self._drivers[number] = self._moved[number] = None
        self._free.append(number)
        return True

    def find(self, driver_id: str) -> FleetDriver | None:
        number = self._numbers.get(driver_id)
        return None if number is None else self._known(number)

    def top(self, request: MatchRequest, k: int = DEFAULT_TOP) -> list[MatchResult]:
        check_places(k)
        scorer = Scorer(request, self._policy)
        figures = quick_figures(scorer, DriverRates(self._least_per_mile, self._least_minimum))
        points, numbers = self._search(scorer, figures, k)
        finals = ((quick, self._known(number)) for quick, number in zip(points, numbers, strict=True))
        results = confirmed(scorer, finals, k)
        if results is None:
            return best_scored(scorer, map(self._known, self._store.all_numbers()), k)
        return results

    def _search(self, scorer: Scorer, figures: QuickFigures, k: int) -> tuple[list[float], list[int]]:
        request, rings = scorer.request, figures.rings
        center = np.array(unit_vector(request.pickup_location))
        found = _Found(k)
        scanned, number = OUT, 0
        while number < len(rings):
            slots = self._slots(request, rings[number])
            while len(slots) < FEW_ROWS and number + 1 < len(rings):
                number = _ring_with_enough(rings, number, len(slots))
                slots = self._slots(request, rings[number])
            ring = rings[number]
            self._score(found, scorer, figures, slots, center, rings[: number + 1], scanned)
            if figures.settled(found.last, ring):
                break
            scanned = ring.chord
            number += 1
        return found.points.tolist(), found.numbers.tolist()

    def _slots(self, request: MatchRequest, ring: Ring) -> Integers:
        return self._store.slots(self._store.grid.box(request.pickup_location, ring.miles))

    def _score(
        self,
        found: "_Found",
        scorer: Scorer,
        figures: QuickFigures,
        slots: Integers,
        center: Floats,
        rings: tuple[Ring, ...],
        scanned: float,
    ) -> None:
        """Quick scores of the drivers between the chord already *scanned* and the last ring's edge."""
        f, store, request = figures, self._store, scorer.request
        facts = store.facts.take(slots, axis=0)
        apart = facts[:, :3] - center
        chords = np.einsum("ij,ij->i", apart, apart)
        near = np.flatnonzero((chords <= rings[-1].chord) & (chords > scanned))
        slots, chords = slots.take(near), chords.take(near)
        points = self._kinds.points(request).take(store.kinds.take(slots))
        points += facts[:, 3].take(near)
        points += _distance_points(chords, rings)
        if found.last is not None:
            hopeful = np.flatnonzero(points + f.most_after_rating >= found.last.points)
            slots, chords = slots.take(hopeful), chords.take(hopeful)
            points, near = points.take(hopeful), near.take(hopeful)
        facts = facts.take(near, axis=0)
        pounds, feet = facts[:, 6], facts[:, 7]
        load = np.maximum(f.weight / pounds, f.volume / feet)
        points += f.capacity_points - np.maximum(load - f.easy_load, 0) * f.capacity_fall
        estimate = self._estimates(facts[:, 4], facts[:, 5], scorer) + f.extra_cents
        points += np.minimum((f.ceiling_cents - estimate) * f.price_fall, f.price_points)
        points[(pounds < f.weight) | (feet < f.volume) | (estimate > f.ceiling_cents)] = OUT
        numbers = store.numbers.take(slots)
        if request.excluded_driver_ids:
            barred = [self._numbers[id] for id in request.excluded_driver_ids if id in self._numbers]
            points[np.isin(numbers, barred)] = OUT
        found.add(points, chords, numbers)

    def _estimates(self, per_mile: Floats, minimum: Floats, scorer: Scorer) -> Floats:
        """Each driver's own price in whole cents; the larger of two prices rounds like both.

        Exact, but for miles with so many decimals that the product passes what a float can count;
        then a half cent is missed only by chance, and the reference would notice.
        """
        multiplier = scorer.multiplier
        rate = scorer.request.trip_miles * multiplier
        least = _half_up(minimum, multiplier.numerator, multiplier.denominator)
        if 2 * self._most_per_mile * rate.numerator + rate.denominator < EXACT_IN_FLOATS:
            return np.maximum(least, _half_up(per_mile, rate.numerator, rate.denominator))
        return np.maximum(least, np.floor(per_mile * float(rate) + 0.5))

    def _known(self, number: int) -> FleetDriver:
        driver, position = self._drivers[number], self._moved[number]
        assert driver is not None
        if position is not None:
            driver = self._drivers[number] = driver.located(position.point, position.at)
            self._moved[number] = None
        return driver

    def _register(self, driver: FleetDriver) -> int:
        """The driver's number, with everything but their place taken over."""
        number = self._numbers.get(driver.id)
        if number is None:
            if self._free:
                number = self._free.pop()
            else:
                number = len(self._drivers)
                self._drivers.append(None)
                self._moved.append(None)
            self._numbers[driver.id] = number
        self._drivers[number], self._moved[number] = driver, None
        rates = driver.rates
        self._least_per_mile = min(self._least_per_mile, rates.per_mile_cents)
        self._least_minimum = min(self._least_minimum, rates.minimum_fare_cents)
        self._most_per_mile = max(self._most_per_mile, rates.per_mile_cents)
        return number

    def _fill(self, drivers: Iterable[FleetDriver]) -> None:
        """All the drivers of the beginning at once, which saves most of the time."""
        for driver in drivers:
            self._register(driver)
        placed = [(n, d, d.current_location) for n, d in enumerate(self._drivers) if d and d.current_location]
        key = self._store.grid.key
        self._store.fill(
            np.array([number for number, _, _ in placed], np.int64),
            np.array([(*unit_vector(point), *self._facts(d)) for _, d, point in placed]).reshape(-1, 8),
            np.array([self._kinds.number(driver) for _, driver, _ in placed], np.int32),
            np.array([key(point) for _, _, point in placed], np.int64),
        )

    def _facts(self, driver: FleetDriver) -> tuple[float, float, float, float, float]:
        room, rates = driver.vehicle.capacity, driver.rates
        return (
            rating_points(driver, self._policy),
            rates.per_mile_cents,
            rates.minimum_fare_cents,
            float(room.weight),
            float(room.volume),
        )

    def _move(self, moves: dict[int, Position]) -> None:
        numbers = np.fromiter(moves, np.int64, len(moves))
        degrees = np.array([(p.point.lat, p.point.lng) for p in moves.values()])
        lat, lng = np.radians(degrees[:, 0]), np.radians(degrees[:, 1])
        across = np.cos(lat)
        places = np.stack([across * np.cos(lng), across * np.sin(lng), np.sin(lat)], axis=1)
        grid = self._store.grid
        rows = np.floor((degrees[:, 0] + 90) * grid.per_degree).astype(np.int64)
        columns = np.floor((degrees[:, 1] + 180) * grid.per_degree).astype(np.int64) % grid.columns
        self._store.move(numbers, places, rows * grid.columns + columns)


class _Found:
    """The drivers who may be among the best so far, and what the last place has."""

    def __init__(self, places: int) -> None:
        self._places = places
        self.last: LastPlace | None = None
        self.points: Floats = np.empty(0)
        self._chords: Floats = np.empty(0)
        self.numbers: Integers = np.empty(0, np.int64)

    def add(self, points: Floats, chords: Floats, numbers: Integers) -> None:
        enough = OUT / 2 if self.last is None else self.last.points
        if len(points) > self._places:
            place = len(points) - self._places
            spread = (1 + 2 * FLOAT_ERROR_UNITS) / SCORE_UNITS
            enough = max(enough, float(np.partition(points, place)[place]) - spread)
        good = np.flatnonzero(points >= enough)
        points = np.concatenate([self.points, points.take(good)])
        chords = np.concatenate([self._chords, chords.take(good)])
        numbers = np.concatenate([self.numbers, numbers.take(good)])
        if len(points) >= self._places:
            least = np.floor(points * SCORE_UNITS + (0.5 - FLOAT_ERROR_UNITS))
            last = np.lexsort((chords, -least))[self._places - 1]
            self.last = LastPlace(int(least[last]), with_tie_margin(float(chords[last])))
            most = np.floor(points * SCORE_UNITS + (0.5 + FLOAT_ERROR_UNITS))
            units = self.last.units
            good = np.flatnonzero((most > units) | ((most == units) & (chords <= self.last.chord)))
            points, chords, numbers = points.take(good), chords.take(good), numbers.take(good)
        self.points, self._chords, self.numbers = points, chords, numbers


def _ring_with_enough(rings: tuple[Ring, ...], number: int, rows: int) -> int:
    """The next ring that holds enough rows to be worth a scan, if drivers are spread evenly."""
    return next(
        (
            further
            for further in range(number + 1, len(rings))
            if rows * (rings[further].miles / rings[number].miles) ** 2 >= FEW_ROWS
        ),
        len(rings) - 1,
    )


def _distance_points(chords: Floats, rings: tuple[Ring, ...]) -> Floats:
    edges = np.array([ring.chord for ring in rings])
    points = np.array([ring.points for ring in rings])
    return points.take(edges.searchsorted(chords))


def _half_up(cents: Floats, numerator: int, denominator: int) -> Floats:
    rounded: Floats = np.floor((cents * (2 * numerator) + denominator) / (2 * denominator))
    return rounded
