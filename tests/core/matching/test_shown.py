from fractions import Fraction

import pytest

from core.matching.builders import a_driver, a_request
from haulage.matching import STANDARD_MATCH_POLICY, analyse, one_decimal, score_driver


@pytest.mark.parametrize(
    ("exact", "shown"), [("0", 0.0), ("89.9499", 89.9), ("89.95", 90.0), ("99.25", 99.3), ("100", 100.0)]
)
def test_one_decimal_is_rounded_half_up(exact: str, shown: float) -> None:
    assert one_decimal(Fraction(exact)) == shown


def test_the_analysis_adds_up_to_the_score() -> None:
    result = score_driver(a_request(), a_driver(rating=4.5))
    assert result
    analysis = analyse(result)
    assert analysis.algorithm == STANDARD_MATCH_POLICY.version == "v2.1"
    assert sum(line.points for line in analysis.lines) == result.score
    assert next(line.name for line in analysis.lines) == "distance"
    assert sum(line.weight for line in analysis.lines) == 1
