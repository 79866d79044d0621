from fractions import Fraction

import attrs
import pytest

from haulage.matching import STANDARD_MATCH_POLICY, DistanceTier


def test_the_bound_is_the_next_tier_and_full_marks_for_all_the_rest() -> None:
    assert STANDARD_MATCH_POLICY.best_beyond(90) == Fraction("97.5")
    assert STANDARD_MATCH_POLICY.best_beyond(0) == 75


def test_weights_must_add_up_to_one() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        attrs.evolve(STANDARD_MATCH_POLICY.weights, price=Fraction(1, 5))


@pytest.mark.parametrize(
    "tiers",
    [
        (DistanceTier(5, 100), DistanceTier(2, 90)),
        (DistanceTier(2, 80), DistanceTier(5, 90)),
        (DistanceTier(2, 100), DistanceTier(2, 90)),
    ],
)
def test_tiers_that_a_search_could_not_prune_by_are_refused(tiers: tuple[DistanceTier, ...]) -> None:
    with pytest.raises(ValueError, match="tiers must run outward"):
        attrs.evolve(STANDARD_MATCH_POLICY, tiers=tiers)


def test_every_service_has_points_for_every_vehicle() -> None:
    for points in STANDARD_MATCH_POLICY.vehicle_points.values():
        assert len(points) == 4
