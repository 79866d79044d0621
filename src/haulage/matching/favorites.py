"""A customer's favorite drivers, who are asked and shown before others."""

from collections.abc import Iterable, Sequence, Set

from haulage.matching.offer import Offer
from haulage.matching.scoring import MatchResult


def with_favorites(
    best: Sequence[MatchResult], favorites: Iterable[MatchResult], places: int
) -> list[MatchResult]:
    """The best matches and the favorites among all matches, in the order of their scores.

    *favorites* passed the same tests as everybody: being a favorite makes nobody fit, free or approved. They
    join the list, in which the last of the others make room for them.
    """
    chosen = {result.driver.id: result for result in favorites}
    others = [result for result in best if result.driver.id not in chosen]
    room = max(0, places - len(chosen))
    return sorted([*chosen.values(), *others[:room]], key=lambda result: result.rank)[:places]


def favorites_first(offers: Iterable[Offer], favorite_ids: Set[str]) -> list[Offer]:
    """Favorites before others, each side in the order of its ranks. Ranks and scores stay as they are."""
    return sorted(offers, key=lambda offer: (offer.driver_id not in favorite_ids, offer.rank))
