"""Positions on the full application: sign-in, policy and storage included, by one post each or by fifty.

The application is asked without a network between, by the same few lines either way.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import attrs
import msgspec
from measuring import NOT_FOUND, Report, WrongAnswer

from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app

SINGLES = {"small": 10, "full": 300}
BATCHES = {"small": 2, "full": 100}
FIXES = 50
ROUNDS = {"small": 1, "full": 3}
SINGLE, BATCHED = "one fix a post", f"{FIXES} fixes a post"
WANTED = 15
"""How many times as many points a second batches bring."""


@attrs.define
class Driver:
    """A driver's device, which asks the application."""

    app: Any
    token: str = ""
    told: int = 0
    start: datetime = attrs.field(factory=lambda: datetime.now(UTC) - timedelta(days=2))

    async def ask(self, method: str, path: str, body: Any = None, query: str = "") -> Any:
        """The answer of the application; anything but a success is a wrong one."""
        written = b"" if body is None else msgspec.json.encode(body)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(written))]
        if self.token:
            headers.append((b"authorization", f"Bearer {self.token}".encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": written, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        answer = b"".join(message.get("body", b"") for message in sent)
        if not 200 <= sent[0]["status"] < 300:
            raise WrongAnswer(f"{path} answered {sent[0]['status']}: {answer[:200]!r}")
        return msgspec.json.decode(answer)

    async def one(self) -> None:
        self.told += 1
        await self.ask("POST", "/api/v1/drivers/me/location", self._fix())

    async def many(self) -> None:
        fixes = []
        for _ in range(FIXES):
            self.told += 1
            fixes.append(self._fix() | {"at": (self.start + timedelta(seconds=self.told)).isoformat()})
        await self.ask("POST", "/api/v1/drivers/me/positions", {"fixes": fixes})

    def _fix(self) -> dict[str, Any]:
        return {"lat": 40.7 + self.told * 1e-6, "lng": -73.9, "accuracy_m": 8.0, "heading": 12.5}


@asynccontextmanager
async def a_driver(settings: Settings) -> AsyncIterator[Driver]:
    await upgrade_database(settings)
    async with open_marketplace(settings) as marketplace:
        app = create_app(settings, marketplace)
        async with app.lifespan():
            driver = Driver(app)
            data = {"name": "Dee", "phone": "+12125550101", "userType": "driver"}
            body = {"email": "dee@example.com", "password": "Correct-horse-1", "data": data}
            session = await driver.ask("POST", "/auth/v1/signup", body)
            driver.token = session["access_token"]
            yield driver


async def measured(settings: Settings, report: Report) -> dict[str, float]:
    """Points a second of each way: the best of several rounds, the ways taking turns."""
    best: dict[str, float] = {}
    async with a_driver(settings) as driver:
        for _ in range(ROUNDS[report.size]):
            for name, tell, posts in (
                (SINGLE, driver.one, SINGLES[report.size]),
                (BATCHED, driver.many, BATCHES[report.size]),
            ):
                before, start = driver.told, time.perf_counter()
                for _ in range(posts):
                    await tell()
                seconds = time.perf_counter() - start
                best[name] = max(best.get(name, 0.0), (driver.told - before) / seconds)
        await require_kept(driver)
    return best


async def require_kept(driver: Driver) -> None:
    """Every fix is in the driver's history."""
    stored, cursor = 0, ""
    while True:
        query = "limit=1000" + (f"&cursor={cursor}" if cursor else "")
        page = await driver.ask("GET", "/api/v1/drivers/me/positions", query=query)
        stored += len(page["items"])
        cursor = page["next"]
        if not cursor:
            break
    if stored != driver.told:
        raise WrongAnswer(f"{driver.told} positions were told and {stored} kept")


@contextmanager
def on_sqlite() -> Iterator[str | None]:
    yield None


@contextmanager
def on_postgres() -> Iterator[str]:
    """Raises ``ImportError`` where there is none."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from postgres import server

    url = server().create()
    yield url
    server().drop(url)


def run(report: Report) -> None:
    databases: list[tuple[str, Callable[[], Any]]] = [("SQLite", on_sqlite), ("PostgreSQL", on_postgres)]
    for name, opened in databases:
        workload = f"positions on {name}"
        try:
            with opened() as url, tempfile.TemporaryDirectory() as folder:
                settings = Settings(data=Path(folder), database=url, autoconfirm=True)
                found = asyncio.run(measured(settings, report))
        except ImportError:
            report.absent(workload, BATCHED, NOT_FOUND)
            continue
        for way, points in found.items():
            report.row(workload, way, points, "points/s")
        ratio = found[BATCHED] / found[SINGLE]
        report.at_least(f"{workload}: batches over single posts, points/s", WANTED, ratio)
