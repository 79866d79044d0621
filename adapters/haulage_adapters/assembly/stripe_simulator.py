"""The simulated Stripe as the command line starts it."""

from haulage_adapters.stripe_simulator.request_options import SimulatedStripe, simulate_stripe

__all__ = ["SimulatedStripe", "simulate_stripe"]
