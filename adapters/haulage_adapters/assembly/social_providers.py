"""Which providers people sign in with: the configured ones, or simulated ones, or none.

Their adapters, and the HTTP client below them, are loaded only where there are some.
"""

from collections.abc import Mapping

from haulage.accounts.identities import Provider
from haulage.ports.identity.social_sign_in import SimulatedProviderPage, SocialSignIn
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage_adapters.settings import Settings

Providers = Mapping[Provider, SocialSignIn]


def providers(
    settings: Settings, tokens: Tokens, clock: Clock
) -> tuple[Providers, SimulatedProviderPage | None]:
    """The providers, and the page of the simulated ones where they are."""
    if settings.simulates_providers:
        return simulated(settings.public_url, settings.callback_url, tokens, clock)

    has_google = settings.google_client_id and settings.google_client_secret
    has_facebook = settings.facebook_client_id and settings.facebook_client_secret
    return (configured(settings, clock) if has_google or has_facebook else {}), None


def configured(settings: Settings, clock: Clock) -> Providers:
    """Those of which client id and secret are known."""
    from haulage_adapters.http_client.client import ServiceClient
    from haulage_adapters.social_authlib import FacebookSignIn, GoogleSignIn
    from haulage_adapters.social_authlib.client import SOCIAL_LIMITS, Registration

    def now() -> float:
        return clock.now().timestamp()

    found: dict[Provider, SocialSignIn] = {}
    if settings.google_client_id and settings.google_client_secret:
        known = Registration(settings.google_client_id, settings.google_client_secret, settings.callback_url)
        found[Provider.GOOGLE] = GoogleSignIn(ServiceClient("", limits=SOCIAL_LIMITS), known, now=now)
    if settings.facebook_client_id and settings.facebook_client_secret:
        known = Registration(
            settings.facebook_client_id, settings.facebook_client_secret, settings.callback_url
        )
        found[Provider.FACEBOOK] = FacebookSignIn(ServiceClient("", limits=SOCIAL_LIMITS), known, now=now)
    return found


def simulated(
    site: str, callback: str, tokens: Tokens, clock: Clock
) -> tuple[Providers, SimulatedProviderPage]:
    """Both, asked by the same clients as the real ones."""
    from haulage_adapters.http_client.client import ServiceClient
    from haulage_adapters.simulated.social import CLIENT_ID, CLIENT_SECRET, SimulatedProvider
    from haulage_adapters.social_authlib import FacebookAddresses, FacebookSignIn, GoogleSignIn
    from haulage_adapters.social_authlib.client import SOCIAL_LIMITS, Registration

    provider = SimulatedProvider(site, callback, tokens, clock)
    known = Registration(CLIENT_ID, CLIENT_SECRET, callback)
    facebook = provider.issuer(Provider.FACEBOOK)
    addresses = FacebookAddresses(
        authorization=f"{facebook}/authorize",
        token=f"{facebook}/token",
        me=f"{facebook}/me",
        issuer=facebook,
        discovery=f"{facebook}/.well-known/openid-configuration/",
    )

    def now() -> float:
        return clock.now().timestamp()

    def line() -> ServiceClient:
        return ServiceClient("", limits=SOCIAL_LIMITS, transport=provider)

    issuer = provider.issuer(Provider.GOOGLE)
    return {
        Provider.GOOGLE: GoogleSignIn(line(), known, issuer=issuer, now=now),
        Provider.FACEBOOK: FacebookSignIn(line(), known, addresses=addresses, now=now),
    }, provider


async def close(opened: Providers) -> None:
    """Close every connection to a provider."""
    for provider in opened.values():
        await provider.aclose()
