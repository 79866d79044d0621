"""Who pays drivers out: a simulation in this process where cards are simulated in it."""

from haulage.ports.payments import CardPayments
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage_adapters.no_payouts import NoPayouts
from haulage_adapters.settings import Settings
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payouts import SimulatedPayouts


def payouts(settings: Settings, cards: CardPayments, clock: Clock) -> DriverPayouts:
    """Out of the accounts of *cards*; never the simulation because a provider failed."""
    if settings.stripe_is_asked:
        return NoPayouts()
    accounts = cards if isinstance(cards, SimulatedCards) else SimulatedCards()
    return SimulatedPayouts(accounts, now=clock.now)
