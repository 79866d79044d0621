"""How a match is shown: one decimal, a colour, and the algorithm explained."""

from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.matching.policy import STANDARD_MATCH_POLICY, MatchPolicy
from haulage.matching.scoring import MatchResult


def one_decimal(value: Fraction) -> float:
    """The value as people read it, rounded half up (OP-21). For showing only: nothing is sorted by it."""
    return (20 * value.numerator + value.denominator) // (2 * value.denominator) / 10


class ScoreBand(StrEnum):
    """The five colours of a score (MAT-15)."""

    EXCELLENT = "excellent"
    GOOD = "good"
    FAIR = "fair"
    LOW = "low"
    POOR = "poor"


BAND_STARTS_AT = {ScoreBand.EXCELLENT: 90, ScoreBand.GOOD: 80, ScoreBand.FAIR: 70, ScoreBand.LOW: 60}


def score_band(score: Fraction | float) -> ScoreBand:
    """The colour of a score or a factor; a band begins with its own figure."""
    for band, starts_at in BAND_STARTS_AT.items():
        if score >= starts_at:
            return band
    return ScoreBand.POOR


@attrs.frozen
class FactorLine:
    """One line of the analysis: a factor, its weight, and the points that it brought."""

    name: str
    weight: Fraction
    value: Fraction
    points: Fraction


@attrs.frozen
class MatchAnalysis:
    """'Matching Algorithm Analysis' (MAT-14): why a driver has the score they have."""

    algorithm: str
    lines: tuple[FactorLine, ...]


def analyse(result: MatchResult, policy: MatchPolicy = STANDARD_MATCH_POLICY) -> MatchAnalysis:
    """The lines of a match in the order of their weights; their points add up to the score."""
    weights: dict[str, Fraction] = attrs.asdict(policy.weights)
    factors: dict[str, Fraction] = attrs.asdict(result.factors)
    lines = (FactorLine(name, weights[name], value, weights[name] * value) for name, value in factors.items())
    return MatchAnalysis(algorithm=policy.version, lines=tuple(lines))
