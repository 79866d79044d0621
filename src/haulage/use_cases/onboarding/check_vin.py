"""Hold what an applicant typed of their vehicle against its VIN (ONB-19)."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import DecodedVehicle, differing, is_vin, written_vin
from haulage.ports.vin_decoder import VinDecoder


@attrs.frozen
class VinCheck:
    """What the VIN says, None where nobody knows, and which typed fields it contradicts."""

    decoded: DecodedVehicle | None
    differing: tuple[str, ...] = ()
    is_simulated: bool = False


@attrs.frozen
class CheckVin:
    """Stores nothing. Without a decoder nothing is known of any VIN."""

    decoder: VinDecoder | None

    async def __call__(
        self, actor: Actor, vin: str, *, make: str = "", model: str = "", year: int | None = None
    ) -> VinCheck:
        """Raises ``InvalidInput`` for what is no VIN, and ``Unavailable``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        if not is_vin(vin):
            raise InvalidInput("vin", "must be the 17 characters of a VIN")
        if self.decoder is None:
            return VinCheck(None)
        decoded = await self.decoder.decode(written_vin(vin))
        if decoded is None:
            return VinCheck(None, is_simulated=self.decoder.simulated)
        found = differing(decoded, make=make, model=model, year=year)
        return VinCheck(decoded, found, self.decoder.simulated)
