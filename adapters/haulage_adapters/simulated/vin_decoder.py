"""A decoder of VINs for the demonstration: maker by the first three characters, year by the tenth."""

from haulage.onboarding import DecodedVehicle
from haulage.ports.vin_decoder import VinDecoder

MAKES = {"1FT": ("Ford", "Transit"), "1GC": ("Chevrolet", "Express"), "WD3": ("Mercedes-Benz", "Sprinter")}
"""World manufacturer identifiers (49 CFR 565.12); the models are made up."""

YEAR_CODES = "ABCDEFGHJKLMNPRSTVWXY123456789"
FIRST_YEAR = 2010
"""The letters and digits of the tenth place, over thirty years (49 CFR 565.15(d))."""


class SimulatedVinDecoder(VinDecoder):
    """Knows three makers."""

    simulated = True

    async def decode(self, vin: str) -> DecodedVehicle | None:
        known = MAKES.get(vin[:3])
        if known is None:
            return None
        make, model = known
        place = YEAR_CODES.find(vin[9])
        return DecodedVehicle(make, model, FIRST_YEAR + place if place >= 0 else None)
