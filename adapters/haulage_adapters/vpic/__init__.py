"""VINs by the free decoder of the National Highway Traffic Safety Administration, vPIC."""

from haulage_adapters.vpic.decoder import VpicDecoder

__all__ = ["VpicDecoder"]
