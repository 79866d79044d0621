"""Who takes cards: Stripe where it is configured, and a simulation in this process elsewhere."""

from haulage.ports.payments import CardPayments
from haulage.ports.storage.provider_events import ProviderEvents
from haulage_adapters.paused_cards import PausedCards
from haulage_adapters.settings import Settings
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.provider_book import ProviderBook


def cards(settings: Settings) -> CardPayments:
    """The configured provider; never the simulation because one failed."""
    if not settings.stripe_is_configured:
        return SimulatedCards(
            decline_share=settings.card_decline_share,
            seed=settings.card_seed,
            book=ProviderBook(settings.simulated_provider_file),
        )
    from haulage_adapters.stripe_payments import StripeCards, StripeConnection

    line = StripeConnection(settings.stripe_key, api_base=settings.stripe_api_base)
    return StripeCards(
        line,
        simulated=settings.stripe_is_simulated,
        takes_cards=not settings.cards_are_shown_to_stripe,
    )


def events(settings: Settings) -> ProviderEvents | None:
    """Who reads what the provider sends; None where nobody sends anything."""
    if not (settings.stripe_is_configured and settings.stripe_webhook_secret):
        return None
    from haulage_adapters.stripe_payments import StripeEvents

    return StripeEvents(*settings.stripe_webhook_secret, *(settings.stripe_connect_webhook_secret or ()))


def provider_of(cards: CardPayments) -> CardPayments:
    """The provider behind a :class:`PausedCards`."""
    return cards.provider if isinstance(cards, PausedCards) else cards


async def close(cards: CardPayments) -> None:
    """Let go of what holds connections."""
    provider = provider_of(cards)
    if hasattr(provider, "aclose"):
        await provider.aclose()
