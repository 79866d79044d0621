"""Scores, fuel, risk, advice: the documented figures, each at its edge."""

from typing import Any

import attrs
import pytest

from core.behaviour.drives import START, a_drive, a_fix, at_second
from haulage.behaviour import (
    DrivingEvent,
    EventType,
    Fix,
    InsightType,
    Metrics,
    RiskLevel,
    Severity,
    Totals,
    score,
    score_drive,
)
from haulage.behaviour.advice import insights, recommendations, training_needed
from haulage.kernel.geo import Point

B, A, S, D, IDLE = (
    EventType.HARSH_BRAKING,
    EventType.HARSH_ACCELERATION,
    EventType.SPEEDING,
    EventType.ROUTE_DEVIATION,
    EventType.IDLE,
)


def an_event(kind: EventType = B, severity: Severity = Severity.LOW) -> DrivingEvent:
    return DrivingEvent(kind, severity, START, START, 4.0, Point(40.75, -73.98), 20.0)


def metrics(*events: DrivingEvent, **changes: Any) -> Metrics:
    return attrs.evolve(score(Totals(points=10), events), **changes)


def test_safety_loses_points_by_the_severity_of_every_event() -> None:
    events = [an_event(kind, severity) for kind in EventType for severity in (Severity.LOW,)]
    assert metrics(*events).safety_score == 100 - 5 * 2
    each = [an_event(B, severity) for severity in Severity]
    assert metrics(*each).safety_score == 100 - 2 - 5 - 10 - 15


def test_scores_never_leave_their_scale() -> None:
    worst = metrics(*[an_event(IDLE, Severity.CRITICAL)] * 30)
    assert (worst.safety_score, worst.efficiency_score, worst.overall_score) == (0, 0, 0)
    assert metrics().overall_score == 100


def test_efficiency_loses_five_an_idling_and_three_a_deviation() -> None:
    found = metrics(an_event(IDLE), an_event(D), an_event(D))
    assert found.efficiency_score == 100 - 5 - 6
    assert found.overall_score == (found.safety_score + found.efficiency_score) / 2


def test_fuel_and_carbon_dioxide_follow_the_events() -> None:
    events = [an_event(B)] * 2 + [an_event(A), an_event(IDLE)]
    driven = score(Totals(points=1, micrometers=16_093_440_000), events)
    assert driven.fuel_efficiency_mpg == pytest.approx(20 * (1 - 0.02 * 3 - 0.01))
    assert driven.co2_emissions_kg == pytest.approx(10 / 18.6 * 8.887)
    assert metrics(*[an_event(A)] * 60).fuel_efficiency_mpg == 5


def test_speeds_and_times_are_of_the_driving() -> None:
    driven = score_drive(a_drive([36.0] * 101 + [0.0] * 1)).metrics
    assert driven.max_speed_mph == 36
    assert driven.total_distance_miles == pytest.approx((100 + 0.5) * 36 / 3600)
    assert driven.total_driving_minutes * 60 == pytest.approx(101)
    rested = score_drive(a_drive([0.0] * 61)).metrics
    assert (rested.total_idle_minutes, rested.total_driving_minutes) == (1, 0)
    assert rested.average_speed_mph == 0


def test_a_short_gap_counts_its_straight_line_and_a_jump_counts_nothing() -> None:
    there = a_fix(60, 30.0, lat=40.75 + 0.0072463)
    bridged = score_drive([a_fix(0, 30.0), there]).metrics
    assert bridged.total_distance_miles == pytest.approx(0.5, rel=0.01)
    assert bridged.total_driving_minutes == 1
    jumped = score_drive([a_fix(0, 30.0), a_fix(10, 30.0, lat=41.75)]).metrics
    assert (jumped.total_distance_miles, jumped.total_driving_minutes) == (0, 0)
    assert score_drive([a_fix(0, 30.0), a_fix(301, 30.0, lat=40.76)]).metrics.total_distance_miles == 0


def test_compliance_is_the_share_of_points_near_their_route() -> None:
    fixes: list[Fix] = [
        a_fix(n, 20.0, off_route_meters=meters) for n, meters in enumerate([None, 0.0, 500.0, 500.1, None])
    ]
    assert score_drive(fixes).metrics.route_compliance == pytest.approx(2 / 3)
    assert score_drive(a_drive([20.0])).metrics.route_compliance is None


@pytest.mark.parametrize(
    ("events", "risk"),
    [
        ([], RiskLevel.LOW),
        ([an_event(B, Severity.CRITICAL)], RiskLevel.CRITICAL),
        ([an_event()] * 26, RiskLevel.CRITICAL),
        ([an_event()] * 25, RiskLevel.HIGH),
        ([an_event(B, Severity.HIGH)] * 3, RiskLevel.HIGH),
        ([an_event(B, Severity.HIGH)] * 2, RiskLevel.MEDIUM),
        ([an_event(B, Severity.MEDIUM)] * 3, RiskLevel.LOW),
        ([an_event()] * 8, RiskLevel.MEDIUM),
        ([an_event()] * 15, RiskLevel.MEDIUM),
        ([an_event()] * 16, RiskLevel.HIGH),
    ],
)
def test_risk_is_the_scores_or_the_worst_events(events: list[DrivingEvent], risk: RiskLevel) -> None:
    assert metrics(*events).risk_level is risk


@pytest.mark.parametrize(
    ("figures", "found"),
    [
        ({"safety_score": 70, "overall_score": 85}, []),
        ({"safety_score": 69, "overall_score": 85}, [InsightType.SAFETY]),
        ({"efficiency_score": 75, "overall_score": 85}, []),
        ({"efficiency_score": 74, "overall_score": 85}, [InsightType.EFFICIENCY]),
        ({"speeding_events": 5, "overall_score": 85}, []),
        ({"speeding_events": 6, "overall_score": 85}, [InsightType.SPEEDING]),
        ({"fuel_efficiency_mpg": 15, "overall_score": 85}, []),
        ({"fuel_efficiency_mpg": 14.9, "overall_score": 85}, [InsightType.FUEL]),
        ({"overall_score": 85.5}, [InsightType.PRAISE]),
    ],
)
def test_insights_begin_at_the_documented_figures(figures: dict[str, Any], found: list[InsightType]) -> None:
    assert [insight.type for insight in insights(metrics(**figures))] == found


@pytest.mark.parametrize(
    ("figures", "count"),
    [
        ({"safety_score": 80}, 0),
        ({"safety_score": 79}, 1),
        ({"idle_events": 3}, 0),
        ({"idle_events": 4}, 1),
        ({"speeding_events": 5}, 0),
        ({"speeding_events": 6}, 1),
    ],
)
def test_recommendations_begin_at_the_documented_figures(figures: dict[str, Any], count: int) -> None:
    assert len(recommendations(metrics(**figures))) == count


@pytest.mark.parametrize(
    ("figures", "count"),
    [
        ({"harsh_braking_events": 3}, 0),
        ({"harsh_braking_events": 4}, 1),
        ({"route_deviation_events": 2}, 0),
        ({"route_deviation_events": 3}, 1),
        ({"fuel_efficiency_mpg": 15}, 0),
        ({"fuel_efficiency_mpg": 14.6}, 1),
    ],
)
def test_training_begins_at_the_documented_figures(figures: dict[str, Any], count: int) -> None:
    assert len(training_needed(metrics(**figures))) == count


def test_nobody_is_praised_for_not_driving() -> None:
    nothing = score(Totals(), [])
    assert (insights(nothing), recommendations(nothing), training_needed(nothing)) == ((), (), ())


def test_an_actionable_insight_says_what_to_do() -> None:
    for insight in insights(metrics(*[an_event(B, Severity.HIGH)] * 20, *[an_event(IDLE)] * 9)):
        assert insight.actionable == bool(insight.recommendations)
    assert at_second(0) == START
