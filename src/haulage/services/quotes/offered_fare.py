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
    return driver_fare(quote, offer)


def driver_fare(quote: Quote, offer: Offer) -> Fare:
    """The offered driver's own price."""
    helper = quote.fare.helper_fee_cents
    return fare_of_driver(offer.estimate, quote.trip.load, tax=quote.tax, helper_fee_cents=helper)
