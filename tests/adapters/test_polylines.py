"""Lines as routing engines encode them."""

import pytest

from adapters.test_road_engines import encoded
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines.polyline import decode


def test_a_line_is_decoded_as_it_was_encoded() -> None:
    points = [(40.758, -73.9855), (40.7033, -73.9881), (-33.865143, 151.2099), (90.0, -180.0), (0.0, 0.0)]
    assert decode(encoded(points)) == points
    assert decode("") == []


@pytest.mark.parametrize("text", ["_", "?", "\x00?", "é?", "~~~~~~~~~~??", "___________?"])
def test_what_is_no_line_is_garbled(text: str) -> None:
    with pytest.raises(InvalidResponse):
        decode(text)


def test_an_endless_number_is_refused_at_a_glance() -> None:
    with pytest.raises(InvalidResponse):
        decode("_" * 8_000_000 + "?")


def test_a_line_that_leaves_the_globe_is_garbled() -> None:
    for place in ((90.1, 0.0), (0.0, -180.1)):
        with pytest.raises(InvalidResponse, match="leaves the globe"):
            decode(encoded([(0.0, 0.0), place]))
