"""Events of all providers: who reads those that were stored."""

from collections.abc import Mapping

import attrs

from haulage.payments.provider_event import EventProvider, ProviderEvent
from haulage.ports.storage.provider_events import StoredEventReader
from haulage_adapters.assembly import card_providers, screening_providers
from haulage_adapters.settings import Settings


@attrs.frozen
class StoredEvents(StoredEventReader):
    """Each is read by its own provider's reader; without one it stays as it is."""

    readers: Mapping[EventProvider, StoredEventReader]

    def read_again(self, event: ProviderEvent) -> ProviderEvent:
        reader = self.readers.get(event.provider)
        return event if reader is None else reader.read_again(event)


def stored_events(settings: Settings) -> StoredEventReader | None:
    """None where nobody sends anything."""
    readers = {
        EventProvider.STRIPE: card_providers.events(settings),
        EventProvider.CHECKR: screening_providers.events(settings),
    }
    configured = {name: reader for name, reader in readers.items() if reader is not None}
    return StoredEvents(configured) if configured else None
