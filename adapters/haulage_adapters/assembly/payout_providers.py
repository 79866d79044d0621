"""Who pays drivers out: whoever takes the cards, Stripe or the simulation in this process."""

from haulage.ports.payments import CardPayments
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage_adapters.settings import Settings
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payouts import SimulatedPayouts


def payouts(settings: Settings, cards: CardPayments, clock: Clock) -> DriverPayouts:
    """Out of the accounts of *cards*; never the simulation because a provider failed."""
    if settings.stripe_is_configured:
        from haulage_adapters.stripe_payments import StripeCards, StripePayouts

        if isinstance(cards, StripeCards):
            return StripePayouts(cards)
    accounts = cards if isinstance(cards, SimulatedCards) else SimulatedCards()
    return SimulatedPayouts(accounts, now=clock.now)
