"""Stripe: charges, refunds, drivers' shares, payouts and events, by its own client library."""

from haulage_adapters.stripe_payments.client import StripeConnection
from haulage_adapters.stripe_payments.events import StripeEvents
from haulage_adapters.stripe_payments.payments import StripeCards
from haulage_adapters.stripe_payments.payouts import StripePayouts

__all__ = ["StripeCards", "StripeConnection", "StripeEvents", "StripePayouts"]
