"""Reading a vehicle's identification number."""

from typing import Protocol

from haulage.onboarding import DecodedVehicle


class VinDecoder(Protocol):
    """Whoever knows the manufacturers' codes."""

    simulated: bool

    async def decode(self, vin: str) -> DecodedVehicle | None:
        """What the number says; None for one that it does not know. Raises ``Unavailable`` within three
        seconds when it does not answer."""
        ...
