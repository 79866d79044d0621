"""A quote that can be booked: the inputs, the price and how long it holds (OP-09)."""

from datetime import datetime, timedelta

import attrs

from haulage.kernel.cargo import Item
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import Place
from haulage.kernel.money import Cents
from haulage.kernel.services import ItemClass
from haulage.pricing.fare import Fare, quote_fare
from haulage.pricing.sales_tax import SalesTax
from haulage.pricing.tariff import tariff_of
from haulage.pricing.trip import Trip

QUOTE_LIFETIME = timedelta(minutes=15)
"""Ours (OP-09): long enough to choose a driver, short enough for prices to stay true."""


class QuoteExpired(RuleBroken):
    """The quote's 15 minutes are over."""

    code = "quote_expired"
    message = "This quote has expired. Please ask for a new price."


@attrs.frozen
class Quote:
    """The calculator's price for a trip, bound to a customer until it expires.

    ``trip``, ``tax`` and the tariff version in ``fare`` are all that made the price, so
    :func:`replay` makes it again.
    """

    id: str
    customer_id: str
    item_class: ItemClass
    pickup: Place
    dropoff: Place
    items: tuple[Item, ...]
    trip: Trip
    tax: SalesTax
    fare: Fare
    ceiling_cents: Cents
    created_at: datetime
    expires_at: datetime
    scheduled_time: datetime | None = None
    scheduled_until: datetime | None = None
    special_requirements: tuple[str, ...] = ()
    carrier_need: CarrierNeed | None = None
    """What the law asks of the driver, as it was on the day of the quote (OP-102)."""

    def require_live(self, now: datetime) -> None:
        if now >= self.expires_at:
            raise QuoteExpired


def replay(quote: Quote) -> Fare:
    """The price again, from the stored inputs and the tariff that made it."""
    return quote_fare(quote.trip, tariff_of(quote.fare.tariff), tax=quote.tax)
