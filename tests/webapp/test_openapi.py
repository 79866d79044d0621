"""The API's description: every route has a policy, a name and its true errors."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar, get
from litestar.handlers import HTTPRouteHandler
from litestar.testing import TestClient
from msgspec import inspect

from haulage.kernel.policy import POLICY, Action
from haulage_adapters.wire.common import In
from haulage_webapp import openapi
from haulage_webapp.openapi import main
from haulage_webapp.openapi_schema import NOT_BLANK
from haulage_webapp.security import ACTION, require_policy
from webapp.documented import api, documented_app, written_document


def handlers() -> list[HTTPRouteHandler]:
    routes = documented_app().routes
    return [handler for route in routes for handler in getattr(route, "route_handlers", [])]


def operations(schema: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, op) for path, item in schema["paths"].items() for method, op in item.items()]


def test_every_route_names_an_action_that_the_policy_knows() -> None:
    found = handlers()
    assert len(found) > 30
    unruled = [handler for handler in found if handler.opt.get(ACTION) not in POLICY]
    # The framework answers OPTIONS by itself and asks no handler of ours.
    assert [handler for handler in unruled if handler.http_methods != {"OPTIONS"}] == []


def test_a_route_without_a_policy_answers_nobody() -> None:
    @get("/open-door", sync_to_thread=False)
    def open_door() -> str:
        return "come in"

    careless = Litestar([open_door], guards=[require_policy], logging_config=None)
    with TestClient(careless, raise_server_exceptions=False) as client:
        assert client.get("/open-door").status_code == 500
    ruled = get("/open-door", sync_to_thread=False, opt={ACTION: Action.SEE_PUBLIC_PAGE})(open_door.fn)
    with TestClient(Litestar([ruled], guards=[require_policy], logging_config=None)) as client:
        assert client.get("/open-door").text == "come in"


def test_every_operation_has_a_name_of_its_own_and_a_summary() -> None:
    schema = api()
    names = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(names) == len(set(names)) > 30
    assert all(operation.get("summary") for _, _, operation in operations(schema))


def test_refusals_are_described_as_problem_details() -> None:
    for path, _, operation in operations(api()):
        if not path.startswith("/api/v1"):
            continue
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                content = response["content"]["application/problem+json"]
                assert content["schema"]["$ref"].endswith("/Problem")


def test_the_checked_in_document_is_what_the_application_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = written_document()
    monkeypatch.setattr(openapi, "document", lambda: text)
    written = tmp_path / "openapi.json"
    assert main(["--write", str(written)]) == 0
    assert main(["--check", str(written)]) == 0
    written.write_text("{}")
    assert main(["--check", str(written)]) == 1


def shapes(root: type[In] = In) -> list[type[In]]:
    return [each for shape in root.__subclasses__() for each in (shape, *shapes(shape))]


def test_every_shape_that_comes_in_refuses_unknown_fields_also_where_two_have_one_name() -> None:
    taken = api()["components"]["schemas"]
    names = {shape.__name__ for shape in shapes()}
    described = [name for name in taken if name in names or name.rpartition("_")[2] in names]
    assert len(described) > 40
    assert [name for name in described if taken[name].get("additionalProperties") is not False] == []


@pytest.mark.parametrize(
    ("shape", "field", "word", "value"),
    [
        ("PositionIn", "heading", "minimum", 0),
        ("PositionIn", "heading", "exclusiveMaximum", 360),
        ("PositionIn", "address", "pattern", r"^[^\x00]*$"),
        ("PlaceIn", "address", "pattern", r"^[^\x00]*\S[^\x00]*$"),
        ("ProofIn", "pin", "pattern", "^[0-9]{4}$"),
        ("QuoteIn", "items", "minItems", 1),
    ],
)
def test_what_holds_of_a_field_is_described(shape: str, field: str, word: str, value: object) -> None:
    described = api()["components"]["schemas"][shape]["properties"][field]
    assert described[word] == value


def text_patterns(shape: Any) -> Iterator[str]:
    """Of every text in what *shape* describes, however deep it lies in lists, choices and mappings."""
    if isinstance(shape, inspect.StrType) and shape.pattern is not None:
        yield shape.pattern
    inner = (getattr(shape, name, ()) for name in ("type", "types", "item_type", "key_type", "value_type"))
    for each in inner:
        for part in each if isinstance(each, tuple) else (each,):
            if isinstance(part, inspect.Type):
                yield from text_patterns(part)


@cache
def patterns() -> list[str]:
    fields = (field for shape in shapes() for field in cast("Any", inspect.type_info(shape)).fields)
    found = {pattern for field in fields for pattern in text_patterns(field.type)}
    return sorted(found - {NOT_BLANK})


@given(st.data())
def test_no_pattern_lets_a_newline_through_at_the_end(data: st.DataObject) -> None:
    assert patterns()
    for pattern in patterns():
        fitting = data.draw(st.from_regex(pattern)).removesuffix("\n")
        assert re.search(pattern, fitting)
        assert not re.search(pattern, fitting + "\n"), pattern


def test_the_ends_of_patterns_are_described_as_clients_write_them() -> None:
    assert r"\\Z" not in written_document()


def test_the_refusals_of_bodies_and_years_are_described() -> None:
    paths = api()["paths"]
    assert {"408", "413", "415"} <= set(paths["/api/v1/fares"]["post"]["responses"])
    assert "404" in paths["/api/v1/payments/tax-year/{tax_year}/pdf"]["post"]["responses"]
