"""A quote and an order over HTTP, with sign-in and everything else, beside FastAPI doing as much of it.

Both are served by one process of the same server over a SQLite file, and asked in turns by the same few
lines. An answer other than 201, a price that is none or two orders of one quote fail before any time is told.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import httpx
from measuring import NOT_FOUND, Report, WrongAnswer
from served import Other, Served, another, bare, the_application

from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app

sys.path.insert(0, str(Path(__file__).parents[1]))
from people import People, Person, a_quote_request, an_order_request, noon_in

OURS, THEIRS = "the application", "FastAPI and SQLAlchemy"
DAYS = 40
"""A driver has one order a day, so that each can be booked."""

CONNECTIONS = (1, 16)
WANTED = {("quote", 1): 2, ("quote", 16): 2, ("order", 1): 3, ("order", 16): 8}
"""How many times as many requests a second, by what is asked and over how many connections."""

LIMIT_FACTOR = 100.0


@attrs.frozen
class Size:
    """Requests of each kind over each number of connections, in so many rounds."""

    requests: int
    rounds: int

    @property
    def orders(self) -> int:
        return self.requests * self.rounds * len(CONNECTIONS)


SIZES = {"small": Size(2, 1), "full": Size(32, 3)}


@attrs.define
class Side:
    """One of the two servers, what its requests begin with, and the bodies of orders that can be booked."""

    served: Served
    prefix: str
    head: str
    orders: list[dict[str, Any]]
    keys: Any = attrs.field(factory=lambda: count(1))
    made: set[str] = attrs.field(factory=set)
    per_second: dict[tuple[str, int], float] = attrs.field(factory=dict)
    cpu: dict[tuple[str, int], float] = attrs.field(factory=dict)

    def bodies(self, what: str, number: int) -> list[dict[str, Any]]:
        if what == "quote":
            return [a_quote_request() for _ in range(number)]
        return [self.orders.pop() for _ in range(number)]

    def request(self, what: str, body: dict[str, Any]) -> str:
        written = json.dumps(body)
        key = f"Idempotency-Key: bench-{next(self.keys)}\r\n"
        return (
            f"POST {self.prefix}/{what}s HTTP/1.1\r\n{self.head}{key}Content-Type: application/json\r\n"
            f"Content-Length: {len(written)}\r\n\r\n{written}"
        )

    def ask(self, asker: Other, what: str, connections: int, number: int) -> None:
        requests = [self.request(what, body) for body in self.bodies(what, number)]
        before = self.served.used().cpu_seconds
        answer = asker.ask("ask", port=self.served.port, requests=requests, connections=connections)
        used = self.served.used().cpu_seconds - before
        self.check(what, answer["answers"])
        kind = (what, connections)
        self.per_second[kind] = max(self.per_second.get(kind, 0.0), number / answer["seconds"])
        self.cpu[kind] = min(self.cpu.get(kind, used), used / number)

    def check(self, what: str, answers: Sequence[tuple[int, str]]) -> None:
        for status, text in answers:
            if status != 201:
                raise WrongAnswer(f"{what} was answered {status}: {text[:300]}")
            body = json.loads(text)
            if body["id"] in self.made or not body.get("price_cents", 1) > 0:
                raise WrongAnswer(f"{what} was answered {text[:300]}")
            self.made.add(body["id"])


async def prepared(settings: Settings, orders: int) -> tuple[str, list[dict[str, Any]]]:
    """A signed-in customer's head of requests, and bodies of orders whose drivers can be booked."""
    await upgrade_database(settings)
    async with open_marketplace(settings) as opened:
        app = create_app(settings, opened)
        async with app.lifespan():
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                people = People(client, opened)
                customer = await people.customer()
                drivers = [(await people.driver())[1] for _ in range(-(-orders // DAYS))]
                bookings = [await _booking(customer, drivers, number) for number in range(orders)]
    return f"Host: 127.0.0.1\r\nAuthorization: Bearer {customer.token}\r\n", bookings


async def _booking(customer: Person, drivers: Sequence[str], number: int) -> dict[str, Any]:
    quote_request = a_quote_request(scheduled_time=noon_in(days=2 + number % DAYS))
    quote = (await customer.post("/quotes", quote_request)).json()["id"]
    offers = (await customer.post(f"/quotes/{quote}/matches")).json()["items"]
    driver = drivers[number // DAYS]
    assert driver in [offer["driver_id"] for offer in offers], "every one of so few drivers is offered"
    return an_order_request(quote, driver)


def other_quotes(side: Side, asker: Other, number: int) -> None:
    """What the other application has orders of."""
    requests = [side.request("quote", a_quote_request()) for _ in range(number)]
    answer = asker.ask("ask", port=side.served.port, requests=requests, connections=1)
    side.check("quote", answer["answers"])
    side.orders = [an_order_request(json.loads(text)["id"], "drv_1") for _, text in answer["answers"]]


def run(report: Report) -> None:
    workload = "HTTP on SQLite"
    if find_spec("fastapi") is None:
        report.absent(workload, THEIRS, NOT_FOUND)
        return
    from joserfc import jwt
    from joserfc.jwk import ECKey

    size = SIZES[report.size]
    key = ECKey.generate_key("P-256")
    claims = {"session_id": "ses_1", "exp": int((datetime.now(UTC) + timedelta(hours=1)).timestamp())}
    token = jwt.encode({"alg": "ES256"}, claims, key)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(folder, autoconfirm=True, limit_factor=LIMIT_FACTOR)
        head, orders = asyncio.run(prepared(settings, size.orders))
        served = stack.enter_context(the_application(folder, None, LIMIT_FACTOR=str(LIMIT_FACTOR)))
        given = {"OTHER_KEY": json.dumps(key.as_dict(private=True)), "OTHER_FILE": str(folder / "other.db")}
        other = stack.enter_context(bare("other_http", **given))
        asker = stack.enter_context(another("asking.py"))
        sides = {
            OURS: Side(served, "/api/v1", head, orders),
            THEIRS: Side(other, "", f"Host: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n", []),
        }
        other_quotes(sides[THEIRS], asker, size.orders)
        served.settle()
        for _ in range(size.rounds):
            for what, connections in WANTED:
                for side in sides.values():
                    side.ask(asker, what, connections, size.requests)
    print_report(report, workload, sides)


def print_report(report: Report, workload: str, sides: dict[str, Side]) -> None:
    for (what, connections), wanted in WANTED.items():
        kind = (what, connections)
        for name, side in sides.items():
            text = f"{what} by {name}, {connections} at once"
            report.row(workload, text, side.per_second[kind], "requests/s")
            report.row(workload, f"{text}, CPU", side.cpu[kind] * 1e6, "us")
        ratio = sides[OURS].per_second[kind] / sides[THEIRS].per_second[kind]
        report.at_least(f"{workload}: {what} over FastAPI's, {connections} at once", wanted, ratio)
