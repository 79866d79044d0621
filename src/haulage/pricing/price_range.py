"""The price before a driver is chosen: from the cheapest to the dearest who would come."""

from collections.abc import Iterable

import attrs

from haulage.kernel.money import Cents
from haulage.pricing.fare import Fare


@attrs.frozen
class PriceRange:
    """Two totals in cents with tax, ``low_cents`` at most ``high_cents``."""

    low_cents: Cents
    high_cents: Cents


def price_range(fares: Iterable[Fare]) -> PriceRange | None:
    """The range of what *fares* add up to; None where there are none."""
    prices = [fare.total_cents for fare in fares]
    return PriceRange(min(prices), max(prices)) if prices else None
