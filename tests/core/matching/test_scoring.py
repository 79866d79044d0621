from datetime import UTC, datetime, time, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.matching.builders import MONDAY_NOON, UNION_SQUARE, a_driver, a_request, a_van, north_of
from core.matching.oracle import factors_of, half_up, oracle_top
from core.matching.strategies import CENTERS, drivers, fleets, hours, instants, requests, unhurried
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours, platform_time
from haulage.kernel.services import MatchUrgency, ServiceType
from haulage.kernel.vehicles import UNKNOWN_MODEL, VehicleType
from haulage.matching import Dimensions, FleetDriver, Item, MatchRequest, best_matches, score_driver
from haulage.matching.driver import hour_of_week, hours_of_week
from haulage.matching.scoring import MatchResult

NINE_TO_FIVE = WorkingHours(every_day=HoursRange(time(9), time(17)))
NIGHT = WorkingHours(every_day=HoursRange(time(22), time(6)))


def match(driver: FleetDriver, request: MatchRequest | None = None) -> MatchResult:
    result = score_driver(request or a_request(), driver)
    assert result is not None
    return result


def is_excluded(driver: FleetDriver, request: MatchRequest | None = None) -> bool:
    return score_driver(request or a_request(), driver) is None


def new_york(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 5, 4, hour + 4, minute, tzinfo=UTC)


def test_a_near_rated_cheap_and_roomy_driver_scores_a_hundred() -> None:
    assert match(a_driver()).score == 100


@pytest.mark.parametrize(
    ("miles", "points"),
    [
        (0, 100),
        (2, 100),
        (2.001, 90),
        (5, 90),
        (5.001, 75),
        (10, 75),
        (10.001, 50),
        (20, 50),
        (20.001, 25),
        (30, 25),
        (30.001, 0),
        (300, 0),
    ],
)
def test_a_tier_owns_its_outer_edge(miles: float, points: int) -> None:
    driver = a_driver(current_location=north_of(UNION_SQUARE, miles))
    assert match(driver, a_request(max_distance_miles=1000)).factors.distance == points


def test_the_pool_is_twenty_miles_unless_it_is_widened() -> None:
    just_inside = a_driver(current_location=north_of(UNION_SQUARE, 20))
    just_outside = a_driver(current_location=north_of(UNION_SQUARE, 20.001))
    assert not is_excluded(just_inside)
    assert is_excluded(just_outside)
    assert not is_excluded(just_outside, a_request(max_distance_miles=21))


def test_a_driver_whose_place_nobody_knows_is_never_matched() -> None:
    assert is_excluded(a_driver(current_location=None))


@pytest.mark.parametrize(
    ("service", "points"),
    [
        (ServiceType.DELIVERY, (100, 100, 80, 70)),
        (ServiceType.MOVING, (50, 70, 90, 100)),
        (ServiceType.PICKUP, (100, 90, 80, 70)),
    ],
)
def test_each_service_likes_its_own_vehicles(service: ServiceType, points: tuple[int, ...]) -> None:
    request = a_request(service_type=service)
    found = tuple(match(a_driver(vehicle=a_van(type)), request).factors.vehicle_match for type in VehicleType)
    assert found == points


@pytest.mark.parametrize(("pounds", "points"), [(100, 100), (800, 100), (900, 80), (950, 70), (1000, 60)])
def test_capacity_falls_straight_from_an_easy_load_to_a_full_one(pounds: int, points: int) -> None:
    driver = a_driver(vehicle=a_van(weight=1000))
    assert match(driver, a_request(items=[Item("load", pounds)])).factors.capacity == points


def test_the_tighter_of_weight_and_volume_decides_the_capacity() -> None:
    bulky = Item("foam", 10, Dimensions(12, 12, 12 * 9))
    driver = a_driver(vehicle=a_van(weight=1000, volume=10))
    assert match(driver, a_request(items=[bulky])).factors.capacity == 80


def test_items_add_up_to_one_load() -> None:
    driver = a_driver(vehicle=a_van(weight=1000))
    three = [Item("a", 300), Item("b", 300), Item("c", 300)]
    assert match(driver, a_request(items=three)).factors.capacity == 80


def test_a_load_over_weight_or_volume_excludes_the_driver() -> None:
    assert is_excluded(a_driver(vehicle=a_van(weight=1000)), a_request(items=[Item("a", 1000.01)]))
    crate = Item("crate", 1, Dimensions(12, 12, 12.01))
    assert is_excluded(a_driver(vehicle=a_van(volume=1)), a_request(items=[crate]))


@pytest.mark.parametrize("missing", ["is_online", "is_available", "is_approved"])
def test_a_job_for_now_needs_a_driver_online_available_and_approved(missing: str) -> None:
    assert is_excluded(a_driver(**{missing: False}))


def test_a_scheduled_job_needs_approval_and_hours_only() -> None:
    tomorrow = a_request(scheduled_time=MONDAY_NOON + timedelta(days=1))
    assert not is_excluded(a_driver(is_online=False, is_available=False), tomorrow)
    assert is_excluded(a_driver(is_approved=False), tomorrow)


@pytest.mark.parametrize(
    ("hour", "minute", "works"), [(8, 59, False), (9, 0, True), (16, 59, True), (17, 0, False)]
)
def test_working_hours_start_with_their_first_hour_and_end_before_their_last(
    hour: int, minute: int, works: bool
) -> None:
    request = a_request(now=new_york(hour, minute))
    assert is_excluded(a_driver(working_hours=NINE_TO_FIVE), request) is not works


@pytest.mark.parametrize(
    ("hour", "works"), [(21, False), (22, True), (23, True), (24, True), (29, True), (30, False)]
)
def test_a_night_shift_spans_midnight(hour: int, works: bool) -> None:
    request = a_request(now=datetime(2026, 5, 4, 4, tzinfo=UTC) + timedelta(hours=hour))
    assert is_excluded(a_driver(working_hours=NIGHT), request) is not works


def test_a_scheduled_job_is_held_against_the_hours_of_its_own_time() -> None:
    at_night = a_request(now=new_york(12), scheduled_time=new_york(12) + timedelta(hours=12))
    assert is_excluded(a_driver(working_hours=NINE_TO_FIVE), at_night)
    assert not is_excluded(a_driver(working_hours=NIGHT), at_night)


@unhurried
@given(hours=hours, at=instants)
def test_hours_of_the_week_say_what_the_working_hours_say(hours: WorkingHours, at: datetime) -> None:
    local = platform_time(at)
    bit = hour_of_week(local.weekday(), local.hour)
    assert bool(hours_of_week(hours) >> bit & 1) is hours.cover(at)


def test_the_rating_counts_in_fifths_and_the_unrated_get_eighty() -> None:
    assert match(a_driver(rating=4.5)).factors.rating == 90
    assert match(a_driver(rating=None)).factors.rating == 80


@pytest.mark.parametrize(
    ("ceiling", "points"), [(5000, 100), (5001, None), (4000, 75), (3000, Fraction(100, 3)), (2500, 0)]
)
def test_the_price_has_full_marks_to_half_the_ceiling_and_none_at_it(
    ceiling: int, points: Fraction | None
) -> None:
    found = match(a_driver(minimum_cents=2500), a_request(max_price_cents=ceiling)).factors.price
    assert found == (100 if points is None else points)


def test_a_driver_above_the_ceiling_is_excluded() -> None:
    assert is_excluded(a_driver(minimum_cents=2500), a_request(max_price_cents=2499))


def test_the_estimate_is_rounded_half_up_after_service_and_urgency() -> None:
    request = a_request(
        service_type=ServiceType.MOVING, urgency=MatchUrgency.MEDIUM, trip_miles=Fraction("7.5")
    )
    assert (
        match(a_driver(per_mile_cents=350), request).estimated_price_cents == 4331
    )  # 26.25 x 1.65 = 43.3125
    half = a_request(urgency=MatchUrgency.MEDIUM, trip_miles=1)
    assert match(a_driver(minimum_cents=2525), half).estimated_price_cents == 2778  # 27.775


def test_the_extra_fees_are_added_to_every_estimate() -> None:
    assert match(a_driver(), a_request(extra_fees_cents=3500)).estimated_price_cents == 25_00 + 35_00


@pytest.mark.parametrize("requirement", ["lift gate", " LIFT gate ", "Piano"])
def test_a_special_requirement_may_be_a_feature_or_a_specialty(requirement: str) -> None:
    driver = a_driver(vehicle=a_van(features=("Lift Gate",)), specialties={"piano "})
    assert not is_excluded(driver, a_request(special_requirements=[requirement]))


def test_a_requirement_that_is_not_offered_excludes_the_driver() -> None:
    driver = a_driver(vehicle=a_van(features=("lift gate",)))
    assert is_excluded(driver, a_request(special_requirements=["lift gate", "crane"]))
    assert is_excluded(driver, a_request(special_requirements=["lift"]))


def test_two_people_are_asked_of_drivers_who_work_with_a_helper_whatever_words_they_list() -> None:
    alone, two = a_driver(specialties={"works with a helper"}), a_driver(works_with_helper=True)
    needed, worded = (
        a_request(needs_helper=True),
        a_request(special_requirements=["works with a helper"]),
    )
    assert is_excluded(alone, needed)
    assert not is_excluded(two, needed)
    assert not is_excluded(alone, worded)
    assert is_excluded(two, worded)


def test_a_driver_named_as_excluded_is_left_out() -> None:
    assert is_excluded(a_driver("busy"), a_request(excluded_driver_ids={"busy"}))


def test_the_score_is_the_weighted_sum_rounded_to_four_decimals() -> None:
    driver = a_driver(rating=4.77, current_location=north_of(UNION_SQUARE, 3), minimum_cents=2500)
    result = match(driver, a_request(max_price_cents=3333, items=[Item("a", 2777)]))
    load = Fraction(2777, 3000)
    expected = (
        Fraction("22.5") + 20 + (15 - 30 * (load - Fraction("0.8"))) + 15 + Fraction("14.31")
        + 20 * (1 - Fraction(2500, 3333))
    )  # fmt: skip
    assert result.score == half_up(expected, 4)


def test_a_half_ten_thousandth_rounds_up() -> None:
    driver = a_driver(minimum_cents=8001)
    result = match(driver, a_request(max_price_cents=16_000))
    assert result.score == Fraction("99.9988")  # 90 + 20 x (1 - 8001/16000) = 99.99875


def test_equal_scores_go_to_the_nearer_driver() -> None:
    near = a_driver("z", current_location=north_of(UNION_SQUARE, 1))
    far = a_driver("a", current_location=north_of(UNION_SQUARE, 1.0001))
    assert ids([far, near]) == ["z", "a"]


def test_equally_near_to_a_millionth_of_a_mile_is_equally_near() -> None:
    unrated = a_driver("a", rating=None, current_location=north_of(UNION_SQUARE, 1))
    rated_the_same = a_driver("b", rating=4, current_location=north_of(UNION_SQUARE, 1.00000001))
    assert ids([unrated, rated_the_same]) == ["b", "a"]


def test_last_of_all_the_smaller_id_wins() -> None:
    assert ids([a_driver("d10"), a_driver("d9"), a_driver("d1")]) == ["d1", "d10", "d9"]


def ids(drivers: list[FleetDriver]) -> list[str]:
    return [result.driver.id for result in best_matches(a_request(), drivers)]


def test_arrival_is_the_quick_estimate_in_whole_minutes_and_at_least_one() -> None:
    assert match(a_driver()).estimated_arrival == 1
    assert match(a_driver(current_location=north_of(UNION_SQUARE, 2.5))).estimated_arrival == 6
    assert match(a_driver(current_location=north_of(UNION_SQUARE, 2.51))).estimated_arrival == 7


def test_confidence_is_the_score_times_the_share_of_inputs_that_were_measured() -> None:
    assert match(a_driver()).confidence == 100
    assert match(a_driver(located_at=MONDAY_NOON - timedelta(seconds=299))).confidence == 100
    assert match(a_driver(located_at=MONDAY_NOON - timedelta(seconds=300))).confidence == 80
    assert match(a_driver(located_at=None)).confidence == 80
    assert match(a_driver(rating=None)).confidence == Fraction(97) * 4 / 5
    assert match(a_driver(capacity_confirmed=False, hours_confirmed=False)).confidence == 60
    assert match(a_driver(vehicle=a_van(make=UNKNOWN_MODEL))).confidence == 80


@unhurried
@given(data=st.data(), center=st.sampled_from(CENTERS))
def test_every_factor_of_every_driver_is_what_a_second_reading_says(
    data: st.DataObject, center: Point
) -> None:
    driver, request = data.draw(drivers(center, "d")), data.draw(requests(center))
    expected, result = factors_of(driver, request), score_driver(request, driver)
    assert (result is None) == (expected is None)
    if result and expected:
        f = result.factors
        assert [f.distance, f.vehicle_match, f.capacity, f.availability, f.rating, f.price] == expected[0]


@unhurried
@given(data=st.data(), center=st.sampled_from(CENTERS), k=st.integers(1, 8))
def test_the_best_of_a_list_are_what_a_second_reading_says(
    data: st.DataObject, center: Point, k: int
) -> None:
    fleet, request = data.draw(fleets(center, at_most=12)), data.draw(requests(center))
    expected = oracle_top(fleet, request, k)
    found = best_matches(request, fleet, k)
    assert [(r.driver.id, r.score, r.estimated_price_cents) for r in found] == [
        (row["id"], row["score"], row["price"]) for row in expected
    ]


@unhurried
@given(near=st.floats(0, 100), further=st.floats(0, 100))
def test_being_further_away_never_raises_a_score(near: float, further: float) -> None:
    near, further = sorted((near, further))
    request = a_request(max_distance_miles=200)
    a, b = (match(a_driver(current_location=north_of(UNION_SQUARE, m)), request) for m in (near, further))
    assert a.score >= b.score


@unhurried
@given(low=st.integers(0, 500), high=st.integers(0, 500))
def test_a_better_rating_never_lowers_a_score(low: int, high: int) -> None:
    low, high = sorted((low, high))
    assert match(a_driver(rating=high / 100)).score >= match(a_driver(rating=low / 100)).score


@unhurried
@given(cheap=st.integers(0, 10_000), dear=st.integers(0, 10_000))
def test_asking_more_never_raises_a_score(cheap: int, dear: int) -> None:
    cheap, dear = sorted((cheap, dear))
    assert match(a_driver(minimum_cents=cheap)).score >= match(a_driver(minimum_cents=dear)).score


@unhurried
@given(data=st.data(), center=st.sampled_from(CENTERS))
def test_a_score_does_not_depend_on_who_else_is_there(data: st.DataObject, center: Point) -> None:
    fleet, request = data.draw(fleets(center)), data.draw(requests(center))
    everybody = best_matches(request, fleet, k) if (k := len(fleet)) else []
    assert everybody == sorted(filter(None, (score_driver(request, d) for d in fleet)), key=lambda r: r.rank)
