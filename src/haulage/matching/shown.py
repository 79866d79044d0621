"""How a match is shown: one decimal, and the algorithm explained."""

from fractions import Fraction

import attrs

from haulage.matching.policy import STANDARD_MATCH_POLICY, MatchPolicy
from haulage.matching.scoring import MatchResult


def one_decimal(value: Fraction) -> float:
    """The value as people read it, rounded half up (OP-21). For showing only: nothing is sorted by it."""
    return (20 * value.numerator + value.denominator) // (2 * value.denominator) / 10


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
