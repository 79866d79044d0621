"""Hold what an applicant typed of their vehicle against its VIN (ONB-19)."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import DecodedVehicle, differing, is_vin, written_vin
from haulage.ports.storage.unit_of_work import Storage
from haulage.ports.vin_decoder import VinDecoder
from haulage.use_cases.onboarding.reviewed_application import submitted_application


@attrs.frozen
class VinCheck:
    """What the VIN says, None where nobody knows, and which typed fields it contradicts."""

    decoded: DecodedVehicle | None
    differing: tuple[str, ...] = ()
    is_simulated: bool = False


@attrs.frozen
class CheckVin:
    """Stores nothing. Without a decoder nothing is known of any VIN."""

    storage: Storage
    decoder: VinDecoder | None

    async def __call__(
        self, actor: Actor, vin: str, *, make: str = "", model: str = "", year: int | None = None
    ) -> VinCheck:
        """Of what the actor types. Raises ``InvalidInput`` for what is no VIN, and ``Unavailable``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        if not is_vin(vin):
            raise InvalidInput("vin", "must be the 17 characters of a VIN")
        return await self._held_against(vin, make=make, model=model, year=year)

    async def of_application(self, actor: Actor, application_id: str) -> VinCheck:
        """For reviewers, of what an applicant submitted. Raises ``NotFound`` and ``Unavailable``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        found = await self.storage.read(lambda unit: submitted_application(unit, application_id))
        typed = found.form.vehicle
        if not is_vin(typed.vin):
            return VinCheck(None)
        return await self._held_against(typed.vin, make=typed.make, model=typed.model, year=typed.year)

    async def _held_against(self, vin: str, *, make: str, model: str, year: int | None) -> VinCheck:
        if self.decoder is None:
            return VinCheck(None)
        decoded = await self.decoder.decode(written_vin(vin))
        if decoded is None:
            return VinCheck(None, is_simulated=self.decoder.simulated)
        found = differing(decoded, make=make, model=model, year=year)
        return VinCheck(decoded, found, self.decoder.simulated)
