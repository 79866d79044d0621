"""The embedded places: memory and time of opening and building them, and of every keystroke."""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import Report, Timings, WrongAnswer

from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, sources

ADDRESSES = {"small": 20, "full": 200}
SHORTEST = 3
GOAL_MEGABYTES, GOAL_MILLISECONDS, GOAL_FIRST_SECONDS = 50, 20, 3

MEMORY = """
import asyncio, sys
from pathlib import Path
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines if line.startswith("Rss")}
    return sizes["RssAnon:"], sizes["RssFile:"]

before = resident()
places = EmbeddedPlaces()
asyncio.run(places.prepare())
for text in sys.stdin.read().splitlines():
    asyncio.run(places.suggest(text))
print(*(after - start for after, start in zip(resident(), before)))
"""


def run(report: Report) -> None:
    rows = list(sources.addresses())
    around = [row for row in rows if 404e6 < row[4] < 411e6 and -744e6 < row[5] < -735e6]
    sample = random.Random(3).sample(around, ADDRESSES[report.size])
    del rows
    asyncio.run(_keystrokes(report, sample))
    if report.size == "full":
        _build(report)
    if Path("/proc/self/status").exists():
        _memory(report, sample)


async def _keystrokes(report: Report, sample: list[sources.Row]) -> None:
    places = EmbeddedPlaces()
    await places.prepare()
    again = EmbeddedPlaces()
    start = time.perf_counter()
    await again.prepare()
    report.row("places", "opened from its file", (time.perf_counter() - start) * 1000, "ms")
    timings = Timings()
    for street, city, state, code, lat, lng in sample:
        whole = f"{street}, {city}, {state} {code}".lower()
        if not any(
            abs(found.place.point.lat - lat / 1e7) + abs(found.place.point.lng - lng / 1e7) < 0.003
            or (found.components.street_number, found.components.postal_code) == (street.split()[0], code)
            for found in await places.geocode(whole)
        ):
            raise WrongAnswer(f"{whole} is not found")
        for length in range(SHORTEST, len(whole) + 1):
            start_ns = time.process_time_ns()
            await places.suggest(whole[:length])
            taken = timings.taken.setdefault("keystroke", {})
            taken[whole, length] = time.process_time_ns() - start_ns
    values = sorted(timings.taken["keystroke"].values())
    p95 = values[int(len(values) * 0.95)] / 1_000_000
    report.row("places", "a keystroke, p50", timings.p50("keystroke") / 1000, "ms")
    report.row("places", "a keystroke, p95", p95, "ms")
    report.at_most("places: milliseconds of a keystroke, p95", GOAL_MILLISECONDS, p95)


def _build(report: Report) -> None:
    for tier, label in (("area", "built before the first answer"), ("country", "built behind it")):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            path = str(Path(folder) / "places")
            subprocess.run(
                [sys.executable, "-m", "haulage_adapters.embedded.gazetteer", path, tier], check=True
            )
            taken = time.perf_counter() - start
            report.row("places", label, taken, "s")
            if tier == "area":
                report.at_most("places: seconds before the first answer", GOAL_FIRST_SECONDS, taken)


def _memory(report: Report, sample: list[sources.Row]) -> None:
    """Resident memory that the index adds to a process which answers every sampled address."""
    texts = "\n".join(f"{row[0]}, {row[1]}".lower() for row in sample)
    answer = subprocess.run(
        [sys.executable, "-c", MEMORY],
        input=texts,
        text=True,
        capture_output=True,
        check=True,
        env=os.environ,
    )
    private, mapped = map(float, answer.stdout.split())
    report.row("places", "private memory added", private, "MB")
    report.row("places", "pages of the file in memory, reclaimable", mapped, "MB")
    report.at_most("places: megabytes of memory added, both kinds", GOAL_MEGABYTES, private + mapped)
