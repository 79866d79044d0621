"""OSRM's steps in the words that drivers read."""

from typing import Any

import pytest

from haulage_adapters.http_client.reading import read_value
from haulage_adapters.road_engines.osrm_instructions import WordedStep, instruction

pytestmark = pytest.mark.anyio


def step(kind: str, modifier: str = "", name: str = "Main Street", **more: Any) -> dict[str, Any]:
    said = {key: more.pop(key) for key in ("exit", "bearing_after", "rotary_name") if key in more}
    return {"maneuver": {"type": kind, "modifier": modifier, **said}, "name": name, **more}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (step("depart", bearing_after=358), "Head north on Main Street"),
        (step("depart", bearing_after=120, name=""), "Head southeast"),
        (step("depart", name=""), "Head out"),
        (step("turn", "left"), "Turn left onto Main Street"),
        (step("turn", "sharp right"), "Turn sharply right onto Main Street"),
        (step("turn", "slight left", name="", ref="NY 9A"), "Bear left onto NY 9A"),
        (step("turn", "uturn"), "Make a U-turn onto Main Street"),
        (step("turn", "straight", name=""), "Go straight"),
        (step("new name", "straight"), "Continue on Main Street"),
        (step("continue", "left"), "Turn left on Main Street"),
        (step("continue", "uturn"), "Make a U-turn on Main Street"),
        (step("continue", "straight"), "Continue on Main Street"),
        (step("merge", "slight left", name="I 278"), "Merge left onto I 278"),
        (
            step("on ramp", "right", name="", destinations="I 495 East: Long Island, Queens, Montauk"),
            "Take the ramp on the right toward I 495 East: Long Island, Queens",
        ),
        (
            step("off ramp", "slight right", name="", exits="28B", destinations="Cadman Plaza West"),
            "Take exit 28B on the right toward Cadman Plaza West",
        ),
        (
            step("off ramp", "right", name="Cadman Plaza West", destinations="Cadman Plaza West"),
            "Take the exit on the right onto Cadman Plaza West",
        ),
        (step("off ramp", "right"), "Take the exit on the right onto Main Street"),
        (step("fork", "slight left"), "Keep left at the fork onto Main Street"),
        (step("end of road", "right"), "At the end of the road, turn right onto Main Street"),
        (step("roundabout", "right", exit=2), "At the roundabout, take the second exit onto Main Street"),
        (
            step("rotary", "right", exit=1, rotary_name="Columbus Circle"),
            "At Columbus Circle, take the first exit onto Main Street",
        ),
        (step("roundabout", "right", exit=99), "At the roundabout, take the exit onto Main Street"),
        (step("roundabout turn", "left"), "At the roundabout, turn left onto Main Street"),
        (step("exit roundabout", "right"), "Leave the roundabout onto Main Street"),
        (step("use lane", "straight"), "Continue on Main Street"),
        (step("arrive", "left"), "Arrive at the destination, on the left"),
        (step("arrive"), "Arrive at the destination"),
        (step("levitate", "right"), "Turn right onto Main Street"),
    ],
)
def test_a_maneuver_is_worded_in_plain_english(said: dict[str, Any], sentence: str) -> None:
    assert instruction(read_value(said, WordedStep)) == sentence
