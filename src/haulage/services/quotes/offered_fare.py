"""What a customer pays for the driver they choose."""

from haulage.matching.offer import Offer
from haulage.pricing import fare_of_driver
from haulage.pricing.fare import Fare
from haulage.pricing.price_policy import PricePolicy
from haulage.pricing.quote import Quote


def fare_of_offer(quote: Quote, offer: Offer, policy: PricePolicy) -> Fare:
    """What the customer pays if they choose this driver."""
    if policy is PricePolicy.CALCULATOR_PRICE:
        return quote.fare
    return fare_of_driver(offer.estimate, quote.trip.load, tax=quote.tax)
