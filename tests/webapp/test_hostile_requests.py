"""Requests that were never meant well."""

import json
import sys
from typing import Annotated, Any

import httpx
import msgspec
import pytest
from litestar import Litestar, Request, post
from litestar.params import JSONBody
from litestar.testing import TestClient

from haulage.kernel.actor import ANONYMOUS
from haulage.kernel.errors import HaulageError
from haulage_adapters.wire.fares import FareIn
from haulage_webapp.errors import Malformed, misfit
from haulage_webapp.request_validation import DECODED, StrictJson, StrictRequest, require_json
from people import MIDTOWN, People, a_quote_request
from webapp.test_roles import OPERATIONS, filled, refusal

pytestmark = pytest.mark.anyio

FARE = {"service_type": "delivery", "miles": 5, "minutes": 20}


@pytest.fixture
def database(migrated_file: object, tmp_path: object, request: pytest.FixtureRequest) -> str:
    """Reading a request is the same over any database: one is enough here."""
    import shutil

    path = shutil.copy(str(migrated_file), str(tmp_path) + "/haulage.db")
    return f"sqlite+aiosqlite:///{path}"


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"service_type":', "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "application/json", 422),
        (b"[" + b"[]," * 20_000 + b"[]]", "application/json", 422),
        (b"{" + b'"a":1,' * 10_000 + b'"a":1}', "application/json", 422),
        (b'{"service_type":"\xff\xfe"}', "application/json", 400),
        (b'{"service_type":"deli\\u0000very"}', "application/json", 400),
        (b'{"miles":NaN}', "application/json", 400),
        (b'{"miles":1e999}', "application/json", 422),
        (json.dumps(FARE).encode(), "text/plain", 415),
        (json.dumps(FARE).encode(), "application/x-www-form-urlencoded", 415),
        (b"x" * 65_537, "application/json", 413),
        (b"", "application/json", 422),
        (b"null", "application/json", 422),
        (b"[]", "application/json", 422),
        (b'"fare"', "application/json", 422),
    ],
)
async def test_what_is_not_a_fitting_body_is_refused_in_words(
    client: httpx.AsyncClient, body: bytes, content_type: str, status: int
) -> None:
    reply = await client.post("/api/v1/fares", content=body, headers={"Content-Type": content_type})
    assert reply.status_code == status
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.json()["request_id"] == reply.headers["x-request-id"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"miles": 0}, "miles"),
        ({"miles": -1}, "miles"),
        ({"miles": 10_000.1}, "miles"),
        ({"miles": "5"}, "miles"),
        ({"miles": True}, "miles"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 100_001}, "minutes"),
        ({"weight_pounds": 0}, "weight_pounds"),
        ({"weight_pounds": 1e308}, "weight_pounds"),
        ({"service_type": "teleport"}, "service_type"),
        ({"urgency": "low"}, "urgency"),
        ({"fragile": "yes"}, "fragile"),
        ({"total_cents": 1}, "total_cents"),
    ],
)
async def test_a_bad_field_is_named(client: httpx.AsyncClient, change: dict[str, object], field: str) -> None:
    reply = await client.post("/api/v1/fares", json=FARE | change)
    assert (reply.status_code, reply.json()["param"]) == (422, field)
    assert field in reply.json()["message"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pickup": MIDTOWN | {"lat": 91}}, "pickup.lat"),
        ({"pickup": MIDTOWN | {"lng": "x"}}, "pickup.lng"),
        ({"pickup": MIDTOWN | {"address": "   "}}, "pickup.address"),
        ({"pickup": MIDTOWN | {"zip": "10001"}}, "pickup.zip"),
        ({"items": []}, "items"),
        ({"items": [{"weight": -1}]}, "items[0].weight"),
        ({"items": [{"weight": 60_000}, {"weight": 60_000}]}, "items"),
        ({"scheduled_time": "2039-01-01T10:00:00"}, "scheduled_time"),
        ({"scheduled_time": "2001-01-01T10:00:00Z"}, "scheduled_time"),
        ({"scheduled_time": "soon"}, "scheduled_time"),
        ({"scheduled_time": "9999-12-31T23:59:59-23:59"}, "scheduled_time"),
        ({"scheduled_time": "0001-01-01T00:00:00+23:59"}, "scheduled_time"),
        ({"dropoff": MIDTOWN}, "dropoff"),
        ({"max_price_cents": 0}, "max_price_cents"),
        ({"max_price_cents": 2**70}, "max_price_cents"),
    ],
)
async def test_a_bad_field_of_a_quote_is_named(people: People, change: dict[str, object], field: str) -> None:
    customer = await people.customer()
    reply = await customer.post("/quotes", a_quote_request(**change))
    assert reply.status_code in {409, 422}
    assert reply.json()["param"] == field


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("orders?date_to=0.5", "date_to"),
        ("orders?date_from=1767225600", "date_from"),
        ("orders?status=null", "status"),
        ("payments/history?tax_year=null", "tax_year"),
        ("payments/tax-year?tax_year=NULL", "tax_year"),
    ],
)
async def test_a_question_is_not_read_into(people: People, question: str, field: str) -> None:
    customer = await people.customer()
    reply = await customer.get(f"/{question}")
    assert (reply.status_code, reply.json()["param"]) == (422, field)


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("GET", "orders/%00", "order_id"),
        ("GET", "document-uploads/a%00b", "client_id"),
        ("PUT", "document-uploads/a%00b/0?type=proof_of_age&size=10", "client_id"),
        ("PUT", "document-uploads/a.b/0?type=proof_of_age&size=10", "client_id"),
        ("PUT", "driver-documents/proof_of_age/a.b", "client_id"),
        ("PUT", "item-photos/a.b", "client_id"),
        ("DELETE", "item-photos/a.b", "client_id"),
        ("PUT", "orders/ord_1/claim-photos/a.b", "client_id"),
        ("PUT", "deliveries/ord_1/proof/photos/a.b", "client_id"),
    ],
)
async def test_a_part_of_an_address_that_cannot_be_is_named(
    people: People, method: str, path: str, name: str
) -> None:
    person, _ = await people.driver()
    reply = await person.ask(method, f"/{path}")
    assert (reply.status_code, reply.json()["param"]) == (422, name)


async def test_a_wrong_day_is_answered_with_a_day(people: People) -> None:
    customer = await people.customer()
    reply = await customer.get("/drivers/drv_1/earnings-summary?from=soon")
    assert reply.json()["detail"] == "from: must be written as in RFC 3339, such as 2026-01-31"


@pytest.mark.parametrize("key", ["", "x" * 256, "spa ce", "é"])
async def test_an_idempotency_key_that_is_none_is_refused(people: People, key: str) -> None:
    customer = await people.customer()
    headers = {"Authorization": f"Bearer {customer.token}", "Idempotency-Key": key.encode("latin-1")}
    reply = await customer.client.post("/api/v1/quotes", json=a_quote_request(), headers=headers)
    assert (reply.status_code, reply.json()["param"]) == (422, "Idempotency-Key")


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/orders/%00",
        "/api/v1/orders/%ff",
        "/api/v1/orders/..%2f..%2fetc%2fpasswd",
        "/api/v1/orders?limit=nan",
        "/api/v1/orders?date_from=2026-01-01T00:00:00",
        "/api/v1/orders?date_from=0001-01-01T00:00:00%2B10:00",
        "/api/v1/orders?cursor=%00",
        "/api/v1/orders/x/events?after=-1",
        "/api/v1/nothing",
        "/assets/%2e%2e/app.py",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
async def test_odd_addresses_never_break_the_server(people: People, path: str) -> None:
    customer = await people.customer()
    headers = {"Authorization": f"Bearer {customer.token}"}
    reply = await customer.client.get(path, headers=headers)
    assert reply.status_code in {200, 400, 404, 422}
    assert "root:" not in reply.text
    assert "litestar" not in reply.text


@pytest.mark.parametrize(
    ("body", "most_calls"),
    [
        (b"[" + b"[]," * 20_000 + b"[]]", 50),
        (b"{" + b'"a":1,' * 10_000 + b'"a":1}', 50),
        (b'{"fixes":[' + b'{"\\u0000":[]},' * 3_000 + b"0]}", 4 * 3_000),
        (b"[" * 60_000, 50),
    ],
    ids=["lists", "fields", "escapes", "depth"],
)
def test_the_worst_body_costs_few_steps_of_python(body: bytes, most_calls: int) -> None:
    """Calls are counted, not seconds. Only what hides a NUL is walked, and each value of it once."""
    with pytest.raises(HaulageError):
        require_json(b"[]", FareIn)  # msgspec reads the class at its first use
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        with pytest.raises(HaulageError):
            require_json(body, FareIn)
    finally:
        sys.setprofile(None)
    assert calls <= most_calls


@pytest.mark.parametrize(
    "body", [b'{"a": "\xff"}', b"[1,]", b"[1] x", b"[" * 60_000], ids=["letters", "comma", "rest", "depth"]
)
def test_what_is_no_json_is_not_told_that_a_field_is_amiss(body: bytes) -> None:
    with pytest.raises(Malformed, match="not valid JSON"):
        require_json(body, FareIn)


def test_a_route_is_given_the_very_value_that_was_judged() -> None:
    """So that a body is decoded once: what the framework decodes itself is another value."""

    @post("/api/fares", status_code=200)
    async def is_same(data: JSONBody[FareIn], request: Request[Any, Any, Any]) -> bool:
        return data is request.scope["state"][DECODED]

    app = Litestar([is_same], middleware=[StrictJson], request_class=StrictRequest, logging_config=None)
    with TestClient(app) as client:
        assert client.post("/api/fares", json=FARE).json() is True


async def test_a_visitor_is_asked_for_a_token_before_anything_else_is_judged(
    client: httpx.AsyncClient,
) -> None:
    """Of every operation that wants one: with a body that is none, and a question that makes no sense."""
    headers = {"Content-Type": "application/json"}
    asked, wrong = 0, []
    for name, method, path, action in OPERATIONS:
        if refusal(ANONYMOUS, action) != 401:
            continue
        asked += 1
        address = filled(path, {"tax_year": "2026", "offset": "0"})
        reply = await client.request(
            method, address, content=b'{"', params={"limit": "many", "date_from": "?"}, headers=headers
        )
        if reply.status_code != 401:
            wrong.append((name, reply.status_code, reply.text[:80]))
    assert wrong == []
    assert asked > 60


async def test_every_answer_carries_the_browsers_rules(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/v1/status", "/api/v1/nothing", "/auth/v1/health", "/schema"):
        headers = (await client.get(path)).headers
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert "unsafe-inline" not in headers["content-security-policy"].split("style-src")[0]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


async def test_health_says_ready(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health/ready")).status_code == 200
    assert (await client.get("/health/live")).json() == {"status": "ok"}


class Noted(msgspec.Struct):
    reason: Annotated[str, msgspec.Meta(pattern=r"\S")] = "x"
    name: Annotated[str, msgspec.Meta(min_length=1)] = "x"
    year: Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$")] = "2026"
    cents: int | None = None


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"reason": "  "}, "reason: must not be empty"),
        ({"name": ""}, "name: must not be empty"),
        ({"year": "26"}, "year: does not have the form that is expected"),
        ({"cents": "5"}, "cents: must be a whole number or null, not text"),
        ({"cents": 0.5}, "cents: must be a whole number or null, not a number"),
        ([], "body: must be an object, not a list"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_words_and_not_by_patterns_or_types(
    body: Any, sentence: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(body, Noted)
    refusal = misfit(str(refused.value))
    assert f"{refusal.field}: {refusal.reason}" == sentence
