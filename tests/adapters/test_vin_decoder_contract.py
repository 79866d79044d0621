"""The promise of the ``VinDecoder`` port, kept by vPIC's decoder and by the simulation."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import respx
import stamina

from haulage.kernel.errors import Unavailable
from haulage.onboarding import DecodedVehicle
from haulage.ports.vin_decoder import VinDecoder
from haulage_adapters.assembly.vin_decoders import vin_decoder
from haulage_adapters.http_client.client import ServiceClient
from haulage_adapters.settings import Settings
from haulage_adapters.simulated.vin_decoder import SimulatedVinDecoder
from haulage_adapters.vpic import VpicDecoder

pytestmark = pytest.mark.anyio

URL = "https://vpic.example"
FORD, UNKNOWN = "1FTBW2CM6MKA00001", "ZZZBW2CM6MKA00001"
ANSWER = {"Make": "FORD", "Model": "Transit", "ModelYear": "2021", "ErrorCode": "0", "PlantCity": ""}


@pytest.fixture(autouse=True)
def _no_waiting_between_attempts() -> Iterator[None]:
    with stamina.set_testing(True, attempts=2):
        yield


@pytest.fixture
def asked() -> Iterator[respx.Route]:
    """vPIC knows one number, and answers others with empty texts."""

    def answer(request: httpx.Request) -> httpx.Response:
        known = request.url.path.endswith(FORD)
        return httpx.Response(200, json={"Count": 1, "Results": [ANSWER if known else {"Make": ""}]})

    with respx.mock(assert_all_called=False) as router:
        yield router.get(url__startswith=f"{URL}/api/vehicles/DecodeVinValues/").mock(side_effect=answer)


@pytest.fixture
async def vpic(anyio_backend: str) -> AsyncIterator[VpicDecoder]:
    decoder = VpicDecoder(ServiceClient(URL))
    yield decoder
    await decoder.aclose()


@pytest.fixture(params=["simulated", "vpic"])
def decoder(request: pytest.FixtureRequest, vpic: VpicDecoder) -> VinDecoder:
    return vpic if request.param == "vpic" else SimulatedVinDecoder()


async def test_a_known_number_tells_make_model_and_year(decoder: VinDecoder, asked: respx.Route) -> None:
    assert await decoder.decode(FORD) == DecodedVehicle("Ford", "Transit", 2021)


async def test_an_unknown_number_tells_nothing(decoder: VinDecoder, asked: respx.Route) -> None:
    assert await decoder.decode(UNKNOWN) is None


async def test_a_number_is_asked_for_once(vpic: VpicDecoder, asked: respx.Route) -> None:
    await vpic.decode(FORD)
    await vpic.decode(FORD)
    assert asked.call_count == 1
    assert asked.calls.last.request.url.params["format"] == "json"


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(500),
        httpx.Response(404, text="gone"),
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json={"Results": [{"Make": 7}]}),
        httpx.Response(200, json={"Results": [{"Make": "x" * 300}]}),
    ],
)
async def test_who_answers_wrongly_is_unavailable(
    vpic: VpicDecoder, asked: respx.Route, answer: httpx.Response
) -> None:
    asked.mock(return_value=answer)
    with pytest.raises(Unavailable):
        await vpic.decode(FORD)


async def test_a_year_that_cannot_be_is_left_out(vpic: VpicDecoder, asked: respx.Route) -> None:
    asked.mock(return_value=httpx.Response(200, json={"Results": [{"Make": "FORD", "ModelYear": "0021"}]}))
    assert await vpic.decode(FORD) == DecodedVehicle("Ford", "", None)


async def test_the_simulation_stands_in_the_demonstration_alone() -> None:
    assert vin_decoder(Settings()) is None
    assert isinstance(vin_decoder(Settings(demo=True)), SimulatedVinDecoder)
    real = vin_decoder(Settings(demo=True, vin_decoder_url=URL))
    assert isinstance(real, VpicDecoder)
    await real.aclose()
