"""Who checks applicants: the configured agency, and a simulation in this process elsewhere."""

from datetime import timedelta

import attrs

from haulage.ports.runtime.clock import Clock
from haulage.ports.screening import ScreeningProvider
from haulage.ports.storage.provider_events import ProviderEvents
from haulage_adapters.settings import Settings
from haulage_adapters.settings.screening import CheckrFlow
from haulage_adapters.simulated.screening import SIMULATED_AGENCY, SimulatedScreening

START_AFTER = timedelta(seconds=5)
"""ONB-38: so long a simulated check waits before it begins."""

SIMULATED_LOOK, REAL_LOOK = timedelta(seconds=5), timedelta(hours=6)
"""Ours: a real agency sends events, so that asking it is for those that were lost."""

SIMULATED_CHECKR = attrs.evolve(SIMULATED_AGENCY, name="Simulated Checkr")
"""A server on this machine that speaks like it is no agency either."""


def provider(settings: Settings, clock: Clock) -> ScreeningProvider:
    """Never the simulation because an agency failed (ONB-39)."""
    if settings.checkr_is_configured:
        from haulage_adapters.checkr_screening.client import CheckrClient
        from haulage_adapters.checkr_screening.provider import CHECKR, CheckrScreening

        return CheckrScreening(
            CheckrClient(settings.checkr_key, settings.checkr_address),
            settings.checkr_packages,
            settings.checkr_flow is CheckrFlow.INVITATION,
            SIMULATED_CHECKR if settings.screening_is_simulated else CHECKR,
        )
    return SimulatedScreening(clock, finishes=settings.demo)


def events(settings: Settings) -> ProviderEvents | None:
    """Who reads what the agency sends; None where nobody sends anything. Its events are signed by the key."""
    if not settings.checkr_is_configured:
        return None
    from haulage_adapters.checkr_screening.events import CheckrEvents

    return CheckrEvents(settings.checkr_key)


async def close(provider: ScreeningProvider) -> None:
    """Let go of what holds connections."""
    if hasattr(provider, "aclose"):
        await provider.aclose()
