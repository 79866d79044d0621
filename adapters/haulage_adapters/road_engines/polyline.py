"""Lines as OSRM (``polyline6``) and Valhalla write them: Google's encoding with six decimals."""

from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines.protocol import LatLng

SCALE = 1_000_000
MAX_BITS = 32
MAX_POINTS = 500_000


def decode(text: str) -> list[LatLng]:
    """Latitudes and longitudes in order. Raises ``InvalidResponse`` for what is no line on the globe."""
    numbers = _numbers(text)
    if len(numbers) % 2 or len(numbers) > 2 * MAX_POINTS:
        raise InvalidResponse("a line with half a point, or endless")
    points, lat, lng = [], 0, 0
    for north, east in zip(numbers[::2], numbers[1::2], strict=True):
        lat, lng = lat + north, lng + east
        if abs(lat) > 90 * SCALE or abs(lng) > 180 * SCALE:
            raise InvalidResponse("a line that leaves the globe")
        points.append((lat / SCALE, lng / SCALE))
    return points


def _numbers(text: str) -> list[int]:
    numbers, value, shift = [], 0, 0
    for letter in text:
        bits = ord(letter) - 63
        if not 0 <= bits < 64 or shift > MAX_BITS:
            raise InvalidResponse("a line in no known encoding")
        value |= (bits & 31) << shift
        shift += 5
        if bits < 32:
            numbers.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    if shift:
        raise InvalidResponse("a line that breaks off")
    return numbers
