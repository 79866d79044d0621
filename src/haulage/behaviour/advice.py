"""What the figures say to a driver: insights, recommendations and training (BEH-05, BEH-13, BEH-15)."""

from enum import StrEnum

import attrs

from haulage.behaviour.scores import Metrics


class InsightType(StrEnum):
    SAFETY = "safety"
    EFFICIENCY = "efficiency"
    SPEEDING = "speeding"
    FUEL = "fuel"
    PRAISE = "praise"


class Impact(StrEnum):
    """How much it would change, or has earned."""

    POSITIVE = "positive"
    MEDIUM = "medium"
    HIGH = "high"


@attrs.frozen
class Insight:
    """One finding (BEH-05). ``recommendations`` are what one can do about it."""

    type: InsightType
    title: str
    description: str
    impact: Impact
    actionable: bool
    recommendations: tuple[str, ...] = ()


@attrs.frozen
class AdviceRules:
    """From which figure on something is said; every bound is strict (OP-64)."""

    safety_insight_below: int = 70  # BEH-13
    efficiency_insight_below: int = 75  # BEH-13
    speeding_insight_above: int = 5  # BEH-13
    fuel_insight_below: int = 15  # BEH-13
    praise_above: int = 85  # BEH-13
    safety_recommendation_below: int = 80  # BEH-15
    idle_recommendation_above: int = 3  # BEH-15
    speeding_recommendation_above: int = 5  # BEH-15
    braking_training_above: int = 3  # BEH-15
    deviation_training_above: int = 2  # BEH-15
    fuel_training_below: int = 15  # BEH-15


STANDARD_ADVICE = AdviceRules()


def insights(metrics: Metrics, rules: AdviceRules = STANDARD_ADVICE) -> tuple[Insight, ...]:
    """The findings, what is wrong before what is well; none where nothing was driven."""
    if not metrics.points:
        return ()
    found = []
    if metrics.safety_score < rules.safety_insight_below:
        found.append(_safety(metrics))
    if metrics.efficiency_score < rules.efficiency_insight_below:
        found.append(_efficiency(metrics))
    if metrics.speeding_events > rules.speeding_insight_above:
        found.append(_speeding(metrics))
    if metrics.fuel_efficiency_mpg < rules.fuel_insight_below:
        found.append(_fuel(metrics))
    if metrics.overall_score > rules.praise_above:
        found.append(_praise(metrics))
    return tuple(found)


def recommendations(metrics: Metrics, rules: AdviceRules = STANDARD_ADVICE) -> tuple[str, ...]:
    """What to do next, one sentence each (BEH-15)."""
    if not metrics.points:
        return ()
    said = (
        (
            metrics.safety_score < rules.safety_recommendation_below,
            "Leave more distance to the vehicle ahead, so that braking and speeding up can be gentle.",
        ),
        (
            metrics.idle_events > rules.idle_recommendation_above,
            "Turn the engine off when a stop lasts longer than a few minutes.",
        ),
        (
            metrics.speeding_events > rules.speeding_recommendation_above,
            "Keep to the posted limit: set a speed alert in your navigation.",
        ),
    )
    return tuple(sentence for applies, sentence in said if applies)


def training_needed(metrics: Metrics, rules: AdviceRules = STANDARD_ADVICE) -> tuple[str, ...]:
    """The courses that would help (BEH-15)."""
    if not metrics.points:
        return ()
    courses = (
        (metrics.harsh_braking_events > rules.braking_training_above, "Defensive driving"),
        (metrics.route_deviation_events > rules.deviation_training_above, "Route planning and navigation"),
        (metrics.fuel_efficiency_mpg < rules.fuel_training_below, "Fuel-efficient driving"),
    )
    return tuple(name for applies, name in courses if applies)


def _safety(metrics: Metrics) -> Insight:
    return Insight(
        InsightType.SAFETY,
        "Safety needs attention",
        f"Your safety score is {metrics.safety_score} of 100. Each event takes 2 to 15 points, the more the "
        "worse it was.",
        Impact.HIGH,
        actionable=True,
        recommendations=(
            "Look further ahead and brake early.",
            "Keep three seconds of distance, four with a full load.",
        ),
    )


def _efficiency(metrics: Metrics) -> Insight:
    return Insight(
        InsightType.EFFICIENCY,
        "Time and fuel are being lost",
        f"Your efficiency score is {metrics.efficiency_score} of 100, after {_times(metrics.idle_events)} "
        f"idling and {_times(metrics.route_deviation_events)} off the route.",
        Impact.MEDIUM,
        actionable=True,
        recommendations=(
            "Turn the engine off while you wait or load.",
            "Follow the planned route, or tell dispatch why not.",
        ),
    )


def _speeding(metrics: Metrics) -> Insight:
    return Insight(
        InsightType.SPEEDING,
        "Speeding has become a habit",
        f"You were over the limit {_times(metrics.speeding_events)} in this period.",
        Impact.HIGH,
        actionable=True,
        recommendations=("Set a speed alert in your navigation.", "Plan five minutes more for each trip."),
    )


def _fuel(metrics: Metrics) -> Insight:
    return Insight(
        InsightType.FUEL,
        "Fuel use is high",
        f"An estimated {metrics.fuel_efficiency_mpg:g} miles a gallon: hard braking, hard acceleration and "
        "idling cost fuel.",
        Impact.MEDIUM,
        actionable=True,
        recommendations=("Accelerate gently and let the vehicle roll out.", "Idle less than a minute."),
    )


def _praise(metrics: Metrics) -> Insight:
    return Insight(
        InsightType.PRAISE,
        "Excellent driving",
        f"Your overall score is {metrics.overall_score:g} of 100. Keep it up!",
        Impact.POSITIVE,
        actionable=False,
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
