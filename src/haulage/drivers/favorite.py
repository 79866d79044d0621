"""Drivers whom a customer would like to come again."""

from datetime import datetime

import attrs

from haulage.kernel.errors import RuleBroken

MOST_FAVORITES = 20
"""Ours: more than anybody remembers by name."""


class TooManyFavorites(RuleBroken):
    code = "too_many_favorites"
    message = f"You have {MOST_FAVORITES} favorite drivers. Remove one to add another."


@attrs.frozen
class FavoriteDriver:
    """A driver on somebody's list."""

    user_id: str
    driver_id: str
    created_at: datetime
