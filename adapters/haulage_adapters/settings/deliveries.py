"""How deliveries move on."""

import attrs

from haulage.deliveries import GeofencePolicy
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import one_of

PREFIX = "geofence_"


def geofence(text: str) -> object:
    """The policy's name, or the end of it that tells it from the other."""
    return one_of(GeofencePolicy)(text if text.startswith(PREFIX) else PREFIX + text)


@attrs.frozen(slots=False)
class DeliverySettings:
    geofence: GeofencePolicy = setting(
        GeofencePolicy.AUTO,
        "HAULAGE_GEOFENCE",
        geofence,
        "Whether coming to a stop moves a delivery on or asks its driver first: auto or prompt.",
    )
