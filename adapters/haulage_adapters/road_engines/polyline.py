"""Lines as OSRM (``polyline6``) and Valhalla write them: Google's encoding with six decimals."""

import re

import polyline

from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines.protocol import LatLng

DECIMALS = 6
MAX_POINTS = 500_000
_NUMBER = "[_-~]{0,6}[?-^]"
"""Of at most 35 bits: the library reads numbers of any length, in a time that grows with its square."""

_LINE = re.compile(f"(?:{_NUMBER}{_NUMBER}){{0,{MAX_POINTS}}}")


def decode(text: str) -> list[LatLng]:
    """Latitudes and longitudes in order. Raises ``InvalidResponse`` for what is no line on the globe."""
    if not _LINE.fullmatch(text):
        raise InvalidResponse("a line in no known encoding, with half a point, or endless")
    points = polyline.decode(text, DECIMALS)
    if any(abs(lat) > 90 or abs(lng) > 180 for lat, lng in points):
        raise InvalidResponse("a line that leaves the globe")
    return points
