"""The one contract of every fleet index: it answers like scoring everybody, whatever happened before."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from benchmarks.numpy_fleet import NumpyFleet
from core.matching.builders import MONDAY_NOON, UNION_SQUARE, a_driver, a_request, north_of
from core.matching.oracle import oracle_top
from core.matching.strategies import CENTERS, alike, drivers, fleets, places, requests, unhurried
from haulage.drivers import DriverPosition
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.matching import (
    STANDARD_MATCH_POLICY,
    FleetDriver,
    GridFleet,
    MatchPolicy,
    MatchRequest,
    MatchResult,
    best_matches,
)
from haulage.ports.fleet import FleetIndex

MakeIndex = Callable[[Iterable[FleetDriver]], FleetIndex]
INDEXES: dict[str, MakeIndex] = {"grid": GridFleet, "numpy": NumpyFleet}

every_index = pytest.mark.parametrize("make", INDEXES.values(), ids=list(INDEXES))


def shown(results: list[MatchResult]) -> list[tuple[Any, ...]]:
    return [(r.driver.id, r.score, r.estimated_price_cents) for r in results]


def expected(fleet: list[FleetDriver], request: MatchRequest, k: int) -> list[tuple[Any, ...]]:
    return [(row["id"], row["score"], row["price"]) for row in oracle_top(fleet, request, k)]


@every_index
@unhurried
@given(data=st.data(), center=st.sampled_from(CENTERS), k=st.integers(1, 50))
def test_the_best_are_those_of_a_reference_written_apart(
    make: MakeIndex, data: st.DataObject, center: Point, k: int
) -> None:
    fleet, request = data.draw(fleets(center)), data.draw(requests(center))
    assert shown(make(fleet).top(request, k)) == expected(fleet, request, k)


@every_index
def test_a_dense_crowd_of_equals_is_told_apart_by_the_last_rule(make: MakeIndex) -> None:
    crowd = [a_driver(f"d{number:04d}", rating=None) for number in range(3000)]
    results = make(reversed(crowd)).top(a_request(), 7)
    assert [r.driver.id for r in results] == [f"d{number:04d}" for number in range(7)]


@every_index
def test_a_driver_far_out_who_is_better_in_all_else_beats_the_near(make: MakeIndex) -> None:
    near = [a_driver(f"near{n}", rating=1, minimum_cents=9900) for n in range(100)]
    far = a_driver("far", current_location=north_of(UNION_SQUARE, 9.9))
    assert make([*near, far]).top(a_request(), 1)[0].driver.id == "far"


@every_index
@pytest.mark.parametrize("beside", [0.0, 2e-9, 5e-9, 1.2e-8, -2e-9])
def test_drivers_micrometers_around_an_edge_are_left_to_the_reference(make: MakeIndex, beside: float) -> None:
    fleet = [
        a_driver(f"d{n}", current_location=north_of(UNION_SQUARE, 2 + beside), rating=5 - n / 10)
        for n in range(9)
    ]
    fleet.append(a_driver("other", current_location=north_of(UNION_SQUARE, 4), rating=4.9))
    request = a_request(max_distance_miles=5)
    assert make(fleet).top(request) == best_matches(request, fleet)
    narrow = a_request(max_distance_miles=2)
    assert make(fleet).top(narrow) == best_matches(narrow, fleet)


@every_index
def test_a_driver_at_the_ceiling_of_the_price_is_offered_and_one_above_it_is_not(make: MakeIndex) -> None:
    fleet = [a_driver("at", minimum_cents=2500), a_driver("above", minimum_cents=2501)]
    request = a_request(max_price_cents=2500)
    assert [r.driver.id for r in make(fleet).top(request)] == ["at"]


@every_index
def test_loads_that_fill_a_vehicle_to_the_last_grain_still_fit(make: MakeIndex) -> None:
    third = Fraction(1000, 3)
    exactly = a_driver("exactly", vehicle=attrs.evolve(a_driver().vehicle, capacity=_capacity(third)))
    grain_less = a_driver(
        "grain", vehicle=attrs.evolve(a_driver().vehicle, capacity=_capacity(third - Fraction(1, 10**20)))
    )
    request = a_request(items=[_load(third)])
    assert [r.driver.id for r in make([exactly, grain_less]).top(request)] == ["exactly"]


def _capacity(pounds: Fraction) -> Any:
    return attrs.evolve(a_driver().vehicle.capacity, weight=pounds)


def _load(pounds: Fraction) -> Any:
    return attrs.evolve(a_request().items[0], weight=pounds)


@every_index
def test_an_empty_fleet_has_nobody_to_offer(make: MakeIndex) -> None:
    index = make([])
    assert len(index) == 0
    assert index.top(a_request()) == []


@every_index
def test_fewer_than_asked_for_are_given_when_fewer_fit(make: MakeIndex) -> None:
    assert len(make([a_driver("a"), a_driver("b")]).top(a_request(), 500)) == 2


@every_index
def test_less_than_one_driver_cannot_be_asked_for(make: MakeIndex) -> None:
    with pytest.raises(InvalidInput):
        make([]).top(a_request(), 0)


@every_index
def test_a_driver_without_a_place_is_kept_and_not_matched_until_seen(make: MakeIndex) -> None:
    index = make([a_driver("a", current_location=None, located_at=None)])
    assert len(index) == 1
    assert index.top(a_request()) == []
    assert index.move_many([seen("a", UNION_SQUARE)]) == 1
    assert [r.driver.current_location for r in index.top(a_request())] == [UNION_SQUARE]


@every_index
def test_upserting_an_id_again_replaces_everything_known_of_it(make: MakeIndex) -> None:
    index = make([a_driver("a")])
    index.move_many([seen("a", north_of(UNION_SQUARE, 1))])
    index.upsert(a_driver("a", rating=3))
    assert len(index) == 1
    (result,) = index.top(a_request())
    assert (result.driver.rating, result.driver.current_location) == (3, UNION_SQUARE)


@every_index
def test_the_same_id_twice_at_the_start_counts_once_as_the_later(make: MakeIndex) -> None:
    index = make([a_driver("a", rating=3), a_driver("a", rating=4)])
    assert [r.driver.rating for r in index.top(a_request())] == [4]


@every_index
def test_a_removed_driver_is_gone_and_may_come_back(make: MakeIndex) -> None:
    index = make([a_driver("a"), a_driver("b")])
    assert index.remove("a")
    assert not index.remove("a")
    assert index.find("a") is None
    assert [r.driver.id for r in index.top(a_request())] == ["b"]
    index.upsert(a_driver("a"))
    assert [r.driver.id for r in index.top(a_request())] == ["a", "b"]


@every_index
def test_moves_of_strangers_and_old_news_are_passed_over(make: MakeIndex) -> None:
    index = make([a_driver("a")])
    earlier = DriverPosition("a", north_of(UNION_SQUARE, 3), MONDAY_NOON - timedelta(seconds=1))
    assert index.move_many([seen("stranger", UNION_SQUARE), earlier]) == 0
    assert index.find("a") == a_driver("a")


@every_index
def test_the_later_of_two_moves_in_one_batch_counts(make: MakeIndex) -> None:
    index = make([a_driver("a")])
    here, there = north_of(UNION_SQUARE, 1), north_of(UNION_SQUARE, 6)
    assert index.move_many([seen("a", there, 9), seen("a", here, 3)]) == 1
    assert index.move_many([seen("a", here, 10), seen("a", there, 11)]) == 2
    (result,) = index.top(a_request())
    assert result.driver.current_location == there
    assert result.factors.distance == 75


@every_index
def test_a_move_without_an_offset_is_refused(make: MakeIndex) -> None:
    with pytest.raises(InvalidInput):
        make([a_driver("a")]).move_many([DriverPosition("a", UNION_SQUARE, datetime(2026, 5, 4))])  # noqa: DTZ001


@every_index
def test_thousands_of_moves_over_the_map_leave_nobody_behind(make: MakeIndex) -> None:
    fleet = {f"d{n}": a_driver(f"d{n}", rating=n % 50 / 10) for n in range(300)}
    index = make(fleet.values())
    for step in range(40):
        moves = [
            seen(
                id,
                Point(40 + (number * 7 + step * 13) % 211 / 100, -74 + (number * 11 + step * 5) % 173 / 100),
                step,
            )
            for number, id in enumerate(fleet)
        ]
        assert index.move_many(moves) == 300
        fleet = {move.driver_id: fleet[move.driver_id].located(move.point, move.at) for move in moves}
        request = a_request(max_distance_miles=30, now=MONDAY_NOON)
        assert index.top(request, 9) == best_matches(request, fleet.values(), 9)


def seen(id: str, point: Point, seconds: int = 1) -> DriverPosition:
    return DriverPosition(id, point, MONDAY_NOON + timedelta(seconds=seconds))


@attrs.frozen(eq=False)
class WrongBound(MatchPolicy):
    """A twin that believes the next tier to be worth less than it is."""

    def best_beyond(self, next_points: int) -> Fraction:
        return super().best_beyond(next_points) - 2


@pytest.mark.parametrize("index", [GridFleet, NumpyFleet])
def test_a_search_that_stops_too_early_is_caught(index: type[GridFleet] | type[NumpyFleet]) -> None:
    """The twin shows that the tests above can fail: a bound two points too low loses a winner."""
    wrong = WrongBound(**{f.name: getattr(STANDARD_MATCH_POLICY, f.name) for f in attrs.fields(MatchPolicy)})
    near = [a_driver(f"near{n:03d}", rating=4) for n in range(300)]  # 97.0 at the first tier
    better = a_driver("better", current_location=north_of(UNION_SQUARE, 3))  # 97.5 at the second
    fleet = [*near, better]
    assert index(fleet).top(a_request(), 1)[0].driver.id == "better"
    assert index(fleet, policy=wrong).top(a_request(), 1)[0].driver.id == "near000"


class FleetLife(RuleBasedStateMachine):
    """Drivers come, change, move and go in any order; both indexes agree with a plain dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, FleetDriver] = {}
        self.indexes: list[FleetIndex] = []
        self.center = CENTERS[0]
        self.clock = 0

    @initialize(data=st.data(), center=st.sampled_from(CENTERS))
    def begin(self, data: st.DataObject, center: Point) -> None:
        self.center = center
        fleet = data.draw(fleets(center, at_most=8))
        self.known = {driver.id: driver for driver in fleet}
        self.indexes = [make(fleet) for make in INDEXES.values()]

    @rule(data=st.data(), number=st.integers(0, 12))
    def upsert(self, data: st.DataObject, number: int) -> None:
        one = data.draw(st.sampled_from([drivers, alike]))
        driver = data.draw(one(self.center, f"d{number}"))
        self.known[driver.id] = driver
        for index in self.indexes:
            index.upsert(driver)

    @rule(number=st.integers(0, 12))
    def remove(self, number: int) -> None:
        gone = self.known.pop(f"d{number}", None)
        assert [index.remove(f"d{number}") for index in self.indexes] == [gone is not None] * 2

    @rule(data=st.data(), numbers=st.lists(st.integers(0, 12), max_size=8))
    def move(self, data: st.DataObject, numbers: list[int]) -> None:
        self.clock += 1
        positions = [seen(f"d{number}", data.draw(places(self.center)), self.clock) for number in numbers]
        applied = 0
        for position in positions:
            driver = self.known.get(position.driver_id)
            if driver:
                self.known[driver.id] = driver.located(position.point, position.at)
                applied += 1
        assert [index.move_many(positions) for index in self.indexes] == [applied] * 2

    @rule(data=st.data(), k=st.integers(1, 15))
    def ask(self, data: st.DataObject, k: int) -> None:
        request = data.draw(requests(self.center))
        wanted = expected(list(self.known.values()), request, k)
        for index in self.indexes:
            assert shown(index.top(request, k)) == wanted

    @invariant()
    def everybody_is_known(self) -> None:
        for index in self.indexes:
            assert len(index) == len(self.known)
            assert {id: index.find(id) for id in self.known} == self.known


TestFleetLife = FleetLife.TestCase
TestFleetLife.settings = settings(unhurried, max_examples=40, stateful_step_count=30)
