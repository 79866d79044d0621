"""Where the country ends, and that a build ends with whoever wanted it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.outline import in_the_country
from haulage_adapters.embedded.gazetteer.store import ENDS_WITH_STDIN


@pytest.mark.parametrize(
    ("here", "there"),
    [
        pytest.param(Point(42.3314, -83.0458), Point(42.3149, -83.0364), id="Detroit and Windsor"),
        pytest.param(Point(32.555, -117.043), Point(32.5149, -117.0382), id="San Ysidro and Tijuana"),
        pytest.param(Point(31.7619, -106.485), Point(31.69, -106.424), id="El Paso and Ciudad Juarez"),
        pytest.param(Point(43.0945, -79.035), Point(43.09, -79.085), id="the two Niagara Falls"),
        pytest.param(Point(47.6062, -122.335), Point(49.26, -123.1), id="Seattle and Vancouver"),
        pytest.param(Point(21.31, -157.86), Point(51.5, -0.12), id="Honolulu and London"),
        pytest.param(Point(24.556, -81.78), Point(23.11, -82.37), id="Key West and Havana"),
    ],
)
def test_a_town_across_the_border_is_not_in_the_country(here: Point, there: Point) -> None:
    assert in_the_country(here)
    assert not in_the_country(there)


def test_a_build_ends_when_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    file = tmp_path / "places"
    command = [sys.executable, "-m", "haulage_adapters.embedded.gazetteer", str(file), "country"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(
        [*command, ENDS_WITH_STDIN], env=environment, stdin=subprocess.DEVNULL, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert not file.exists()
