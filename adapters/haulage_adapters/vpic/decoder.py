"""The ``VinDecoder`` port over vPIC's DecodeVinValues (vpic.nhtsa.dot.gov/api)."""

import logging
from http import HTTPStatus
from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.kernel.errors import Unavailable
from haulage.onboarding import DecodedVehicle
from haulage.ports.vin_decoder import VinDecoder
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure
from haulage_adapters.http_client.reading import read_json
from haulage_adapters.http_client.ttl_cache import TtlCache

log = logging.getLogger(__name__)

PATIENCE = Limits(budget_seconds=2.5, attempt_seconds=2.0, attempts=2, max_bytes=200_000)
REMEMBERED = 500
REMEMBERED_SECONDS = 86_400.0
"""What a VIN means does not change; a page asks again at every change of the form."""

FIRST_YEAR, LAST_YEAR = 1980, 2100
Short = Annotated[str, Meta(max_length=200)]


class _Values(msgspec.Struct, rename="pascal"):
    """Of some hundred and fifty those that we use; an unknown one is an empty text."""

    make: Short = ""
    model: Short = ""
    model_year: Short = ""


class _Decoded(msgspec.Struct, rename="pascal"):
    results: Annotated[list[_Values], Meta(max_length=10)]


class VpicDecoder(VinDecoder):
    """Asks *line*, and remembers what a number means for a day."""

    simulated = False

    def __init__(self, line: ServiceClient) -> None:
        self._line = line
        self._known = TtlCache[DecodedVehicle | None](size=REMEMBERED, seconds=REMEMBERED_SECONDS)

    async def aclose(self) -> None:
        """Close the line."""
        await self._line.aclose()

    async def decode(self, vin: str) -> DecodedVehicle | None:
        try:
            return await self._known.get(vin, lambda: self._ask(vin))
        except OutsideFailure as failure:
            log.warning("The VIN decoder did not answer: %s", failure)
            raise Unavailable("vin_decoder") from failure

    async def _ask(self, vin: str) -> DecodedVehicle | None:
        path = f"/api/vehicles/DecodeVinValues/{vin}"
        return await self._line.ask("GET", path, _read, params={"format": "json"})


def _read(answer: Answer) -> DecodedVehicle | None:
    """None where neither make nor year is known, as for a code that nobody registered."""
    if answer.status != HTTPStatus.OK:
        raise InvalidResponse(f"status {answer.status}")
    results = read_json(answer.body, _Decoded).results
    if not results:
        return None
    values = results[0]
    written = values.model_year.strip()
    year = int(written) if written.isascii() and written.isdigit() and len(written) == 4 else None
    if year is not None and not FIRST_YEAR <= year <= LAST_YEAR:
        year = None
    if not values.make.strip() and year is None:
        return None
    return DecodedVehicle(_titled(values.make), values.model.strip(), year)


def _titled(make: str) -> str:
    """vPIC writes FORD and BMW: short names are kept, longer ones are written as people do."""
    make = make.strip()
    return make.title() if make.isupper() and len(make) > 3 else make
