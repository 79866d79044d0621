"""Asking outside services: budget, retries, breaker, size cap and memory, on a line of any adapter."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

import httpx
import msgspec
import pytest
import respx
import stamina
from msgspec import Meta

from haulage.kernel.errors import NotFound
from haulage_adapters.http_client.breaker import Breaker, State
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import CircuitOpen, InvalidResponse, OutsideFailure, TimedOut
from haulage_adapters.http_client.reading import JsonObject, Name, read_json, read_or_none, read_value
from haulage_adapters.http_client.ttl_cache import TtlCache
from recorded_engines import Seconds

pytestmark = pytest.mark.anyio

URL = "http://ann:secret@service.test/base/"


@pytest.fixture(autouse=True)
def _no_waiting_between_attempts() -> Iterator[None]:
    with stamina.set_testing(True, attempts=3):
        yield


@pytest.fixture
def server() -> Iterator[respx.MockRouter]:
    with respx.mock(base_url="http://service.test/base", assert_all_called=False) as router:
        yield router


@pytest.fixture
async def line(anyio_backend: str) -> AsyncIterator[ServiceClient]:
    opened = ServiceClient(URL, limits=Limits(budget_seconds=0.5, attempt_seconds=0.25, max_bytes=1_000))
    yield opened
    await opened.aclose()


def body(answer: Answer) -> bytes:
    return answer.body


async def test_the_user_and_password_go_into_the_header_and_out_of_the_address(
    server: respx.MockRouter, line: ServiceClient
) -> None:
    calls = server.get("/things").respond(200, text="ok")
    assert await line.ask("GET", "/things", body) == b"ok"
    request = calls.calls[0].request
    assert request.headers["Authorization"].startswith("Basic ")
    assert "secret" not in str(request.url)


async def test_a_broken_connection_a_server_error_and_a_limit_are_tried_again(
    server: respx.MockRouter, line: ServiceClient
) -> None:
    server.get("/things").mock(
        side_effect=[httpx.ConnectError("refused"), httpx.Response(503), httpx.Response(200, text="ok")]
    )
    assert await line.ask("GET", "/things", body) == b"ok"
    server.get("/busy").mock(side_effect=[httpx.Response(429), httpx.Response(200, text="ok")])
    assert await line.ask("GET", "/busy", body) == b"ok"


async def test_a_refused_connection_is_given_up_after_three_attempts(
    server: respx.MockRouter, line: ServiceClient
) -> None:
    calls = server.get("/things").mock(side_effect=httpx.ConnectError("refused"))
    with pytest.raises(OutsideFailure, match="ConnectError"):
        await line.ask("GET", "/things", body)
    assert calls.call_count == 3


async def test_what_may_not_be_repeated_is_asked_once(server: respx.MockRouter, line: ServiceClient) -> None:
    calls = server.post("/charges").respond(500)
    with stamina.set_testing(False), pytest.raises(OutsideFailure, match="status 500"):
        await line.ask("POST", "/charges", body, json={}, repeatable=False)
    assert calls.call_count == 1


async def test_a_limit_that_names_more_seconds_than_there_are_is_not_tried_again(
    server: respx.MockRouter, line: ServiceClient
) -> None:
    calls = server.get("/things").respond(429, headers={"Retry-After": "30"})
    with stamina.set_testing(False), pytest.raises(OutsideFailure, match="status 429"):
        await line.ask("GET", "/things", body)
    assert calls.call_count == 1


@pytest.mark.parametrize("status", [400, 401, 404, 422])
async def test_a_refusal_by_the_service_is_an_answer(
    server: respx.MockRouter, line: ServiceClient, status: int
) -> None:
    calls = server.get("/things").respond(status, text="no")
    assert await line.ask("GET", "/things", lambda answer: answer.status) == status
    assert calls.call_count == 1


async def test_a_service_that_hangs_is_left_when_the_budget_is_spent(server: respx.MockRouter) -> None:
    """The budget is all that is waited for: a hundredth of a second."""

    async def hang(request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError("nobody ends this wait")

    server.get("/things").mock(side_effect=hang)
    line = ServiceClient(URL, limits=Limits(budget_seconds=0.01, attempt_seconds=60))
    with pytest.raises(TimedOut, match=r"within 0\.01 seconds"):
        await line.ask("GET", "/things", body)
    await line.aclose()


async def test_an_attempt_that_hangs_leaves_time_for_another(server: respx.MockRouter) -> None:
    calls = []

    async def hang_once(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        if len(calls) == 1:
            await asyncio.Event().wait()
        return httpx.Response(200, text="ok")

    server.get("/things").mock(side_effect=hang_once)
    line = ServiceClient(URL, limits=Limits(budget_seconds=30, attempt_seconds=0.01))
    assert await line.ask("GET", "/things", body) == b"ok"
    await line.aclose()


async def test_no_more_questions_than_the_line_holds_are_asked_together(server: respx.MockRouter) -> None:
    together, most = 0, 0
    go_on = asyncio.Event()

    async def count(request: httpx.Request) -> httpx.Response:
        nonlocal together, most
        together += 1
        most = max(most, together)
        go_on.set()
        await asyncio.sleep(0)
        together -= 1
        return httpx.Response(200, text="ok")

    server.get("/things").mock(side_effect=count)
    line = ServiceClient(URL, limits=Limits(at_once=2))
    await asyncio.gather(*(line.ask("GET", "/things", body) for _ in range(8)))
    assert most == 2
    await line.aclose()


async def test_a_body_beyond_the_cap_is_not_read_to_its_end(
    server: respx.MockRouter, line: ServiceClient
) -> None:
    sent = []

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1_000_000):
            sent.append(1)
            yield b"x" * 100

    calls = server.get("/things").mock(side_effect=lambda _: httpx.Response(200, content=endless()))
    with pytest.raises(InvalidResponse, match="more than 1,000 bytes"):
        await line.ask("GET", "/things", body)
    assert len(sent) == 11
    assert calls.call_count == 1


async def test_a_packed_body_is_not_unpacked(server: respx.MockRouter, line: ServiceClient) -> None:
    server.get("/things").respond(200, headers={"Content-Encoding": "gzip"}, content=b"\x1f\x8b")
    with pytest.raises(InvalidResponse, match="packed"):
        await line.ask("GET", "/things", body)


async def test_no_redirect_is_followed(server: respx.MockRouter, line: ServiceClient) -> None:
    server.get("/things").respond(302, headers={"Location": "http://service.test/base/other"})
    other = server.get("/other").respond(200, text="ok")
    with pytest.raises(InvalidResponse, match="redirect"):
        await line.ask("GET", "/things", body)
    assert not other.called


def failing() -> None:
    raise OutsideFailure("down")


def test_who_is_not_let_in_is_told_what_failed_last() -> None:
    breaker = Breaker(failures=1)
    with pytest.raises(OutsideFailure), breaker.guarding():
        raise OutsideFailure("status 502")
    with pytest.raises(CircuitOpen, match="left alone for a while; at last: status 502"), breaker.guarding():
        raise AssertionError


def guarded(breaker: Breaker, work=failing):
    with breaker.guarding():
        return work()


def opened(clock: Seconds) -> Breaker:
    """A breaker after two failures in a row, which is as many as it takes."""
    breaker = Breaker(failures=2, rest_seconds=10, now=clock)
    for _ in range(2):
        with pytest.raises(OutsideFailure):
            guarded(breaker)
    return breaker


def test_after_failures_in_a_row_nobody_asks_until_the_rest_is_over() -> None:
    clock = Seconds()
    breaker = opened(clock)
    assert breaker.state is State.OPEN
    clock.now = 9.9
    with pytest.raises(CircuitOpen):
        guarded(breaker, lambda: pytest.fail("nobody may ask"))
    clock.now = 10
    assert breaker.state is State.HALF_OPEN


def test_a_try_that_succeeds_closes_the_breaker_and_one_that_fails_opens_it_again() -> None:
    clock = Seconds()
    breaker = opened(clock)
    clock.now = 10
    with pytest.raises(OutsideFailure, match="down"):
        guarded(breaker)
    assert breaker.state is State.OPEN
    clock.now = 20
    assert guarded(breaker, lambda: "up") == "up"
    assert breaker.state is State.CLOSED
    with pytest.raises(OutsideFailure):
        guarded(breaker)
    assert breaker.state is State.CLOSED


def test_only_one_caller_tries() -> None:
    clock = Seconds()
    breaker = opened(clock)
    clock.now = 10
    with breaker.guarding(), pytest.raises(CircuitOpen):
        guarded(breaker)
    assert breaker.state is State.CLOSED


def test_a_refusal_is_an_answer_and_no_failure() -> None:
    def refuse() -> None:
        raise NotFound("Way")

    breaker = Breaker(failures=2, now=Seconds())
    for work in (failing, refuse, failing, refuse):
        with pytest.raises((OutsideFailure, NotFound)):
            guarded(breaker, work)
    assert breaker.state is State.CLOSED


def test_a_caller_who_goes_away_while_trying_leaves_the_try_to_the_next() -> None:
    def cancelled() -> None:
        raise asyncio.CancelledError

    clock = Seconds()
    breaker = opened(clock)
    clock.now = 10
    with pytest.raises(asyncio.CancelledError):
        guarded(breaker, cancelled)
    assert breaker.state is State.HALF_OPEN
    assert guarded(breaker, lambda: "up") == "up"


async def test_an_open_breaker_spares_the_service(server: respx.MockRouter) -> None:
    calls = server.get("/things").mock(side_effect=httpx.ConnectError("refused"))
    clock = Seconds()
    line = ServiceClient(URL, breaker=Breaker(failures=2, now=clock))
    for _ in range(5):
        with pytest.raises(OutsideFailure):
            await line.ask("GET", "/things", body)
    assert calls.call_count == 2 * 3
    clock.now = 10
    calls.mock(return_value=httpx.Response(200, text="ok"))
    assert await line.ask("GET", "/things", body) == b"ok"
    await line.aclose()


class Counting:
    """Answers with how often it was asked, when it is let."""

    def __init__(self) -> None:
        self.calls = 0
        self.let = asyncio.Event()
        self.let.set()

    async def __call__(self) -> int:
        self.calls += 1
        mine = self.calls
        await self.let.wait()
        return mine


async def test_an_answer_is_remembered_for_its_time() -> None:
    clock, ask = Seconds(), Counting()
    memory = TtlCache[int](size=10, seconds=60, now=clock)
    assert [await memory.get("key", ask), await memory.get("key", ask)] == [1, 1]
    clock.now = 60
    assert await memory.get("key", ask) == 2
    assert await memory.get("other", ask) == 3


async def test_the_memory_forgets_what_was_used_longest_ago() -> None:
    memory, ask = TtlCache[int](size=2, seconds=60, now=Seconds()), Counting()
    for key in ("a", "b", "a", "c", "a"):
        await memory.get(key, ask)
    assert ask.calls == 3
    await memory.get("b", ask)
    assert ask.calls == 4


async def test_a_memory_of_no_size_keeps_nothing() -> None:
    memory, ask = TtlCache[int](size=0, seconds=60, now=Seconds()), Counting()
    assert [await memory.get("key", ask), await memory.get("key", ask)] == [1, 2]


async def test_equal_questions_at_once_are_one() -> None:
    memory, ask = TtlCache[int](size=0, seconds=60, now=Seconds()), Counting()
    assert await asyncio.gather(*(memory.get("key", ask) for _ in range(20))) == [1] * 20


async def test_a_caller_who_goes_away_takes_no_answer_from_the_others() -> None:
    memory, ask = TtlCache[int](size=10, seconds=60, now=Seconds()), Counting()
    ask.let.clear()
    first, second = (asyncio.create_task(memory.get("key", ask)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    ask.let.set()
    assert await second == 1
    assert first.cancelled()


async def test_a_failure_is_told_to_all_who_wait_and_not_remembered() -> None:
    memory = TtlCache[int](size=10, seconds=60, now=Seconds())

    async def fail() -> int:
        raise OutsideFailure("down")

    found = await asyncio.gather(*(memory.get("key", fail) for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in found] == [OutsideFailure] * 3
    assert await memory.get("key", Counting()) == 1


@pytest.mark.parametrize(
    "text",
    [b"", b"not json", b"[1]", b'"text"', b'{"a": NaN}', b'{"a": -Infinity}', b"\xff\xfe", b"[" * 100_000],
)
def test_what_is_no_json_object_is_garbled(text: bytes) -> None:
    with pytest.raises(InvalidResponse):
        read_json(text, JsonObject)


class Bounded(msgspec.Struct):
    """Something of every kind that outside services send."""

    number: Annotated[float, Meta(ge=0, le=10)] = 0
    index: Annotated[int, Meta(ge=0, le=10)] = 0
    name: Name = ""
    rows: Annotated[list[tuple[int]], Meta(min_length=1)] = msgspec.field(default_factory=lambda: [(0,)])
    parts: JsonObject = {}


HOSTILE: list[tuple[str, Any]] = [
    *(("number", value) for value in (None, "1", True, -1, 11, float("inf"), float("nan"), 10**400, [], {})),
    *(("index", value) for value in (None, "1", True, -1, 11, 1.0, float("nan"), 10**400, [], {})),
    *(("name", value) for value in (None, 1, True, "x" * 201, "a\0b", "\ud800", [], {})),
    *(("rows", value) for value in (None, 1, "[]", {}, [], [[]], [[1, 2]], [None], [[None]])),
    *(("parts", value) for value in (None, 1, "{}", [])),
]


@pytest.mark.parametrize(("field", "value"), HOSTILE, ids=str)
def test_a_value_outside_its_bounds_is_garbled_whoever_decoded_it(field: str, value: Any) -> None:
    with pytest.raises(InvalidResponse):
        read_json(json.dumps({field: value}).encode(), Bounded)
    with pytest.raises(InvalidResponse, match=rf"\$\.{field}"):
        read_value({field: value}, Bounded)
    assert read_or_none({field: value}, Bounded) is None


def test_what_nobody_asked_for_is_passed_over() -> None:
    body = b'{"number": 3, "other": "\\u0000", "deep": [[[{}]]], "long": ' + b"9" * 10_000 + b"}"
    assert read_json(body, Bounded) == Bounded(number=3)


def test_a_faults_sentence_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(InvalidResponse) as refused:
        read_value({"name": "secret\0"}, Bounded)
    assert str(refused.value) == "`$.name`: no text"
