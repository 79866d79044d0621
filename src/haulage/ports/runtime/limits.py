"""Limits on how often one caller may ask."""

from enum import StrEnum
from typing import Protocol


class Limited(StrEnum):
    """What is limited; each has its own figure."""

    SUGGESTIONS = "suggestions"
    PLACES = "places"
    ROUTES = "routes"
    QUOTES = "quotes"
    PREVIEWS = "previews"


class RateLimits(Protocol):
    """Counts by what is asked and by who asks."""

    async def take(self, limited: Limited, who: str) -> None:
        """Count one. Raises ``TooManyRequests`` when none is left, and then counts nothing."""
        ...
