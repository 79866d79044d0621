"""Favorite drivers come before others, and pass every test that others pass."""

from builders import an_offer
from core.matching.builders import UNION_SQUARE, a_driver, a_request, north_of
from haulage.matching.favorites import favorites_first, with_favorites
from haulage.matching.search import best_matches

FAR = north_of(UNION_SQUARE, 15)
"""Near enough to be matched, and so far that four others have better scores."""


def test_a_favorite_who_fits_joins_the_list_below_better_scores() -> None:
    others = [a_driver(f"d{number}") for number in range(5)]
    best = best_matches(a_request(), others, 5)
    favorite = best_matches(a_request(), [a_driver("favorite", current_location=FAR)], 1)
    found = with_favorites(best, favorite, 5)
    assert [each.driver.id for each in found] == ["d0", "d1", "d2", "d3", "favorite"]


def test_a_favorite_who_is_among_the_best_is_there_once() -> None:
    drivers = [a_driver(f"d{number}") for number in range(3)]
    best = best_matches(a_request(), drivers, 5)
    found = with_favorites(best, best_matches(a_request(), drivers[1:2], 1), 5)
    assert [each.driver.id for each in found] == ["d0", "d1", "d2"]


def test_being_a_favorite_makes_nobody_fit() -> None:
    unfit = [
        a_driver("unapproved", is_approved=False),
        a_driver("offline", is_online=False),
        a_driver("oneself"),
        a_driver("dear", per_mile_cents=100_00),
    ]
    request = a_request(excluded_driver_ids=frozenset({"oneself"}))
    assert with_favorites([], best_matches(request, unfit, 4), 5) == []


def test_favorites_are_shown_first_and_keep_their_ranks() -> None:
    offers = [an_offer(f"d{rank}", rank=rank) for rank in (1, 2, 3, 4)]
    shown = favorites_first(offers, {"d4", "d2"})
    assert [(each.driver_id, each.rank) for each in shown] == [("d2", 2), ("d4", 4), ("d1", 1), ("d3", 3)]
