"""The review queue, and a document of the largest size on its way.

The queue of 50,000 applications answers every page in the same time, on SQLite and on PostgreSQL: the first
one, one from the middle and the last one. Its order is held against a plain statement first. A document of
10 MB holds no more than 40 MB of the server's memory, sent whole or in pieces, and nobody else waits for it.
"""

import asyncio
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import bench_lists
import httpx
from big_town import open_database
from measuring import Report, WrongAnswer
from served import Served, the_application
from sqlalchemy import Connection, insert, select

from adapters.hostile_documents import a_pdf
from haulage.driver_documents import MAX_DOCUMENT_OCTETS, PIECE_OCTETS
from haulage.onboarding import ApplicationStatus
from haulage.ports.storage.onboarding import ApplicationFilter
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import driver_applications, users
from use_cases.scenario import open_scenario_at

APPLICATIONS = {"small": 2_000, "full": 50_000}
PAGE = 50
ROUNDS = {"small": 5, "full": 40}
WANTED_RATIO = 2
"""The slowest of the three pages by the fastest."""

WANTED_MEMORY_MB = 40
WANTED_WAIT_MS = 250
"""Of whoever asks something else meanwhile, in 19 of 20 cases."""


def run(report: Report) -> None:
    """Both databases, one after the other, and then the documents."""
    for name, opened in (("sqlite", bench_lists.sqlite), ("postgresql", bench_lists.postgresql)):
        with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as url:
            asyncio.run(_measure_queue(report, name, url, Path(folder)))
    _measure_documents(report)


async def _measure_queue(report: Report, name: str, url: str, folder: Path) -> None:
    await upgrade(url)
    async with open_scenario_at(url, folder) as scenario:
        await scenario.market.onboarding.apply.begin(await scenario.customer("ada"))
    count = APPLICATIONS[report.size]
    with open_database(url) as connection:
        _copy(connection, count)
    storage = SqlStorage(open_engine(url))
    try:
        cursors = await _cursors(storage, count)
        places = {"first": cursors[0], "middle": cursors[len(cursors) // 2], "last": cursors[-1]}
        taken: dict[str, list[float]] = {place: [] for place in places}
        for _ in range(ROUNDS[report.size]):
            for place, cursor in places.items():
                begun = time.perf_counter()
                await storage.read(lambda unit, c=cursor: _page(unit, c))  # type: ignore[misc]
                taken[place].append((time.perf_counter() - begun) * 1000)
    finally:
        await storage.aclose()
    middles = {place: statistics.median(each) for place, each in taken.items()}
    for place, middle in middles.items():
        report.row(f"review: {name}", f"{place} page of {count:,} applications", middle, "ms")
    ratio = max(middles.values()) / min(middles.values())
    report.at_most(f"{name}: any page of the review's queue by any other", WANTED_RATIO, ratio)


def _copy(connection: Connection, count: int) -> None:
    person = dict(connection.execute(select(users)).mappings().one())
    sample = dict(connection.execute(select(driver_applications)).mappings().one())
    people, applications = [], []
    for n in range(count):
        own = {
            "id": f"usr_copy-{n}",
            "auth_id": f"00000000-0000-4000-8000-{n:012}",
            "email": f"{n}@example.com",
        }
        people.append(person | own)
        at = sample["created_at"] + timedelta(seconds=n * 7919 % count)
        applications.append(
            sample
            | {
                "id": f"app_copy-{n}",
                "user_id": own["id"],
                "submitted_at": at,
                "status": ApplicationStatus.SUBMITTED,
            }
        )
    connection.execute(insert(users), people)
    connection.execute(insert(driver_applications), applications)
    connection.exec_driver_sql("ANALYZE")


async def _page(unit, cursor: str | None):  # type: ignore[no-untyped-def]
    return await unit.applications.list(PageRequest(PAGE, cursor), ApplicationFilter())


async def _cursors(storage: SqlStorage, count: int) -> list[str | None]:
    """Of every page, once all of them together are what a plain statement finds."""
    cursors: list[str | None] = [None]
    found: list[str] = []
    while True:
        page = await storage.read(lambda unit: _page(unit, cursors[-1]))
        found += [each.id for each in page.items]
        if page.next is None:
            break
        cursors.append(page.next)
    async with storage.engine.reading.connect() as connection:
        plain = await connection.exec_driver_sql(
            "SELECT id FROM driver_applications WHERE status = 'submitted' ORDER BY submitted_at, id"
        )
        wanted = list(plain.scalars())
    if found != wanted or len(found) != count:
        raise WrongAnswer(f"the queue: {found[:3]} of {len(found)} instead of {wanted[:3]} of {count}")
    return cursors


def _measure_documents(report: Report) -> None:
    whole = a_pdf()
    whole += bytes(MAX_DOCUMENT_OCTETS - len(whole))
    with (
        tempfile.TemporaryDirectory() as folder,
        the_application(Path(folder), None) as served,
        httpx.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=60) as client,
    ):
        _apply(client)
        _send_whole(client, a_pdf(), "warm")
        served.settle()
        before = _memory(served, "VmRSS")  # what one leaves allocated must not hide what the next holds
        for name, send in (("whole", _send_whole), ("in pieces", _send_pieces)):
            _reset_peak(served)
            with _asking_meanwhile(served) as waits:
                begun = time.perf_counter()
                send(client, whole, name.replace(" ", ""))
                seconds = time.perf_counter() - begun
            held = (_memory(served, "VmHWM") - before) / 2**20
            report.row("review: a document of 10 MB", f"sent {name}", seconds, f"s ({held:,.0f} MB)")
            report.at_most(f"memory of 10 MB sent {name}, in MB", WANTED_MEMORY_MB, held)
            late = sorted(waits)[int(len(waits) * 0.95)] if waits else 0.0
            report.at_most(f"p95 of a request beside 10 MB sent {name}, in ms", WANTED_WAIT_MS, late)


def _apply(client: httpx.Client) -> None:
    person = {"email": "ann@example.com", "password": "Secret-bench-1", "data": {"name": "Ann"}}
    signed_up = client.post("/auth/v1/signup", json=person).raise_for_status().json()
    client.headers["Authorization"] = f"Bearer {signed_up['access_token']}"
    client.post("/api/v1/onboarding/application").raise_for_status()


def _send_whole(client: httpx.Client, whole: bytes, client_id: str) -> None:
    sent = client.put(f"/api/v1/driver-documents/proof_of_age/{client_id}", content=whole)
    sent.raise_for_status()


def _send_pieces(client: httpx.Client, whole: bytes, client_id: str) -> None:
    query = {"type": "proof_of_age", "size": len(whole)}
    for offset in range(0, len(whole), PIECE_OCTETS):
        address = f"/api/v1/document-uploads/{client_id}/{offset}"
        sent = client.put(address, params=query, content=whole[offset : offset + PIECE_OCTETS])
        sent.raise_for_status()
    if sent.json()["document"] is None:
        raise WrongAnswer("all pieces were sent, and no document is there")


@contextmanager
def _asking_meanwhile(served: Served) -> Iterator[list[float]]:
    """Milliseconds that somebody else waits, who asks all the time."""
    waits: list[float] = []
    done = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=30) as other:
            while not done.wait(0.01):
                begun = time.perf_counter()
                other.get("/health/live")
                waits.append((time.perf_counter() - begun) * 1000)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield waits
    finally:
        done.set()
        asking.join()


def _reset_peak(served: Served) -> None:
    for process in _processes(served):
        (process / "clear_refs").write_text("5")


def _memory(served: Served, field: str) -> float:
    """In bytes, of the server's largest process; the one that opens a file is apart and bounded by itself."""
    return max(_field(process, field) for process in _processes(served))


def _field(process: Path, field: str) -> float:
    lines = (process / "status").read_text().splitlines()
    return next((float(each.split()[1]) * 1024 for each in lines if each.startswith(field)), 0.0)


def _processes(served: Served) -> list[Path]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            session = (folder / "stat").read_text().rpartition(")")[2].split()[3]
            if session == str(served.process.pid):
                found.append(folder)
        except (FileNotFoundError, ProcessLookupError):
            continue  # ended while we looked
    return found
