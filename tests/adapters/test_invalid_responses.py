"""Whatever a road engine answers, it is a way, a refusal or a failure, and never a crash."""

import copy
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.ports.maps.routes import NoRoute
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines import Osrm, Valhalla
from haulage_adapters.road_engines.validation import valid_leg, valid_route
from recorded_engines import ELSEWHERE, END, RECORDINGS, START

RECORDED = {path.name: json.loads(path.read_text()) for path in sorted(RECORDINGS.glob("*.json"))}

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=st.characters(exclude_categories=[]), max_size=20)
    | st.sampled_from([-1, 0, 10**30, "Ok", "NoRoute", "kilometers", "??", "_p~iF~ps|U", [], {}]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "legs"]), inner, max_size=2)
    ),
    max_leaves=6,
)


def places(said: Any) -> list[tuple[Any, Any]]:
    """Every container in an answer with every key of it."""
    found: list[tuple[Any, Any]] = []
    keys = said.keys() if isinstance(said, dict) else range(len(said)) if isinstance(said, list) else ()
    for key in keys:
        found += [(said, key), *places(said[key])]
    return found


@st.composite
def answers(draw: st.DrawFn, engine: str) -> Answer:
    """A recording with up to three of its values replaced or taken away."""
    name = draw(st.sampled_from([name for name in RECORDED if name.startswith(engine)]))
    said = copy.deepcopy(RECORDED[name])
    for _ in range(draw(st.integers(1, 3))):
        if not (found := places(said)):
            break
        container, key = draw(st.sampled_from(found))
        if isinstance(container, dict) and draw(st.booleans()):
            del container[key]
        else:
            container[key] = draw(anything)
    status = draw(st.sampled_from([200, 200, 200, 400, 404]))
    return Answer(status, json.dumps(said).encode())


def require_a_route(read: Callable[[Answer], Any], answer: Answer) -> None:
    try:
        routes = [valid_route(route, START, END) for route in read(answer)]
    except (InvalidResponse, NoRoute):
        return
    assert routes
    for route in routes:
        assert math.isfinite(route.meters)
        assert math.isfinite(route.seconds)
        words = " ".join([route.name, *(step.instruction for step in route.steps)])
        assert words.encode()


def require_legs(read: Callable[[Answer, int], Any], answer: Answer) -> None:
    try:
        legs = read(answer, 2)
        believed = [
            leg and valid_leg(leg, start, END) for leg, start in zip(legs, (START, ELSEWHERE), strict=True)
        ]
    except (InvalidResponse, NoRoute):
        return
    assert len(believed) == 2


@given(answers("osrm"))
def test_osrm_may_answer_what_it_likes(answer: Answer) -> None:
    require_a_route(Osrm().read_routes, answer)
    require_legs(Osrm().read_legs, answer)


@given(answers("valhalla"))
def test_valhalla_may_answer_what_it_likes(answer: Answer) -> None:
    require_a_route(Valhalla().read_routes, answer)
    require_legs(Valhalla().read_legs, answer)


@given(st.binary(max_size=200), st.sampled_from([200, 400, 404]))
def test_bytes_of_any_kind_are_no_crash(body: bytes, status: int) -> None:
    for protocol in (Osrm(), Valhalla()):
        with pytest.raises((InvalidResponse, NoRoute)):
            protocol.read_routes(Answer(status, body))


@pytest.mark.parametrize("name", ["\\ud800", "\\u0000"])
def test_a_street_whose_name_is_no_text_is_garbled(name: str) -> None:
    said = (RECORDINGS / "osrm-ways.json").read_text().replace("Varick Street", name)
    with pytest.raises(InvalidResponse, match="no text"):
        Osrm().read_routes(Answer(200, said.encode()))


@pytest.mark.parametrize("code", [[], {}, None, "442", 442.5, 1e300])
def test_an_error_code_of_another_kind_is_no_refusal(code: Any) -> None:
    with pytest.raises(InvalidResponse):
        Valhalla().read_routes(Answer(400, json.dumps({"error_code": code}).encode()))
