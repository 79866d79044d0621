"""A stand-in for Stripe: the part of its HTTP interface that this marketplace uses, over invented money.

It keeps state, honours idempotency keys, knows the test cards, signs webhooks and can be told to lose
answers, so that the official client meets in it what it would meet in bad weather.
"""

from haulage_adapters.stripe_simulator.deliveries import Mischief
from haulage_adapters.stripe_simulator.server import Simulator

__all__ = ["Mischief", "Simulator"]
