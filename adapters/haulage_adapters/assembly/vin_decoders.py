"""Who reads VINs: the configured decoder, the simulation in the demonstration, and nobody elsewhere."""

from haulage.ports.vin_decoder import VinDecoder
from haulage_adapters.settings import Settings


def vin_decoder(settings: Settings) -> VinDecoder | None:
    """Never the simulation because a decoder failed."""
    if settings.vin_decoder_url is not None:
        from haulage_adapters.http_client.client import ServiceClient
        from haulage_adapters.vpic.decoder import PATIENCE, VpicDecoder

        return VpicDecoder(ServiceClient(settings.vin_decoder_url, limits=PATIENCE))
    if settings.demo:
        from haulage_adapters.simulated.vin_decoder import SimulatedVinDecoder

        return SimulatedVinDecoder()
    return None


async def close(decoder: VinDecoder | None) -> None:
    """Let go of what holds connections."""
    if decoder is not None and hasattr(decoder, "aclose"):
        await decoder.aclose()
