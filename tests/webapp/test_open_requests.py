"""One network address has so many requests under way, and leaves room for all others."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from haulage_adapters.settings import Settings
from haulage_webapp.open_requests import OpenRequests
from serving import running_server

HERE, THERE = "192.0.2.7", "192.0.2.8"


class Held:
    """An application whose answers wait until they are let go."""

    def __init__(self) -> None:
        self.arrived: asyncio.Queue[str] = asyncio.Queue()
        self.let_go = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if "health" not in scope["path"]:
            self.arrived.put_nowait(scope["path"])
            await self.let_go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})


def knocking(app: Any, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://here")


@asynccontextmanager
async def two_under_way(
    held: Held, settings: Settings
) -> AsyncIterator[tuple[OpenRequests, httpx.AsyncClient, list[asyncio.Task[httpx.Response]]]]:
    """An address that has as much under way as it may."""
    app = OpenRequests(held, settings)
    async with asyncio.timeout(30), knocking(app, HERE) as client:
        tasks = [asyncio.create_task(client.get("/api/v1/status")) for _ in range(2)]
        for _ in tasks:
            await held.arrived.get()
        yield app, client, tasks
        held.let_go.set()
        await asyncio.gather(*tasks, return_exceptions=True)


TWO = Settings(data=Path("unused"), requests_per_address=2, trusted_proxies=0)


@pytest.mark.anyio
async def test_one_more_is_refused_while_other_addresses_are_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    held = Held()
    async with two_under_way(held, TWO) as (app, client, tasks):
        with caplog.at_level(logging.WARNING):
            for _ in range(3):
                refused = await client.get("/api/v1/orders")
                assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
                assert int(refused.headers["Retry-After"]) > 0
        assert len(caplog.records) == 1, "whoever floods does not fill the log"
        account = await client.post("/auth/v1/token?grant_type=password", json={})
        assert (account.status_code, account.json()["error_code"]) == (429, "over_request_rate_limit")
        assert int(account.headers["Retry-After"]) > 0
        assert (await client.get("/health/live")).status_code == 200
        async with knocking(app, THERE) as elsewhere:
            asking = asyncio.create_task(elsewhere.get("/api/v1/status"))
            await held.arrived.get()
            held.let_go.set()
            assert [(await task).status_code for task in (*tasks, asking)] == [200, 200, 200]
        assert (await client.get("/api/v1/status")).status_code == 200
        assert not app.open


@pytest.mark.anyio
async def test_a_request_that_is_given_up_counts_no_more() -> None:
    held = Held()
    async with two_under_way(held, TWO) as (app, _, tasks):
        tasks[0].cancel()
        await asyncio.wait(tasks[:1])
        assert app.open == {HERE: 1}


@pytest.mark.anyio
async def test_behind_a_declared_proxy_its_callers_are_counted() -> None:
    held = Held()
    declared = Settings(data=Path("unused"), requests_per_address=1, trusted_proxies=1)
    app = OpenRequests(held, declared)
    async with asyncio.timeout(30), knocking(app, "127.0.0.1") as proxy:
        asking = asyncio.create_task(proxy.get("/", headers={"X-Forwarded-For": HERE}))
        await held.arrived.get()
        assert (await proxy.get("/", headers={"X-Forwarded-For": HERE})).status_code == 429
        held.let_go.set()
        assert (await proxy.get("/", headers={"X-Forwarded-For": THERE})).status_code == 200
        assert (await asking).status_code == 200


OFFERS = "/api/v1/drivers/me/offers/events"


def a_driver(client: httpx.Client, name: str) -> dict[str, str]:
    """The headers of somebody who has signed up as a driver."""
    body = {
        "email": f"{name}@example.com",
        "password": "parcel7",
        "data": {"userType": "driver", "name": name},
    }
    return {"Authorization": f"Bearer {client.post('/auth/v1/signup', json=body).json()['access_token']}"}


def test_a_server_bounds_streams_and_requests_of_an_address(tmp_path: Path) -> None:
    bounds = {"LIMIT_EVENT_STREAMS_PER_ADDRESS": "2", "LIMIT_REQUESTS_PER_ADDRESS": "4"}
    with (
        running_server(tmp_path, **bounds) as server,
        httpx.Client(base_url=server.address, timeout=30) as client,
        ExitStack() as open_ones,
    ):
        ann, bea = a_driver(client, "ann"), a_driver(client, "bea")
        for headers in (ann, bea):
            stream = open_ones.enter_context(client.stream("GET", OFFERS, headers=headers))
            assert stream.status_code == 200
        refused = client.get(OFFERS, headers=ann)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
        assert client.get("/api/v1/status").status_code == 200, "there is room for what is no stream"
        place = httpx.URL(server.address)
        for _ in range(2):  # half a body: it is waited for
            half = open_ones.enter_context(socket.create_connection((place.host, place.port), timeout=30))
            half.sendall(b"POST /api/v1/fares HTTP/1.1\r\nHost: here\r\nContent-Length: 50\r\n\r\n{")
        while (answer := client.get("/api/v1/status")).status_code == 200:
            pass
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert client.get("/health/ready").status_code == 200
