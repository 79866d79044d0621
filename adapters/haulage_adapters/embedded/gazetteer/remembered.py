"""Answers kept while they are not too many in all, however large each may be."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cachetools import LRUCache, cached

P = ParamSpec("P")
T = TypeVar("T")


def remembered(find: Callable[P, T], weigh: Callable[[T], int], budget: int) -> Callable[P, T]:
    """*find* with its last answers kept, up to a *budget* of what they *weigh* together.

    The answer that was used longest ago goes first; the newest one stays, whatever it weighs.
    """
    return cached(LRUCache(budget, getsizeof=lambda answer: min(weigh(answer), budget)))(find)
