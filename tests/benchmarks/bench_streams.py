"""Live tracking of a served application: from a driver's post to everybody who watches.

``haulage serve`` on the loopback, signed-in drivers who post batches over HTTP, and a process of plain
sockets that watch by sign-in and by link. Everybody must see every last position of their order, in order,
and nobody another's. Beside it the same posts to the same watchers by a bare application, as the ceiling.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import attrs
from bench_positions import on_postgres, on_sqlite
from measuring import NOT_FOUND, Report, WrongAnswer
from served import Served, another, bare, the_application
from stream_town import Watched, barely, settle

from haulage_adapters.settings import Settings

MANY, ONE = "many drivers", "one driver"
WANTED_MANY_MS, WANTED_ONE_MS = 10.0, 100.0
MOST_PASSED_OVER = 0.01
"""Of what is due. A stream passes over a position when the next is there before it was told: nobody is told
anything wrong, but a server that does so often does not keep pace."""


@attrs.frozen
class Size:
    """How much is watched: *orders* by *watchers* each, and posts of so many *fixes* every *pace* seconds."""

    orders: int
    watchers: int
    posts: int
    fixes: int
    pace: float
    one_posts: int
    one_pace: float
    idle_seconds: float

    @property
    def streams(self) -> int:
        return self.orders * self.watchers


SIZES = {
    "small": Size(2, 4, posts=4, fixes=5, pace=0.1, one_posts=3, one_pace=0.1, idle_seconds=0.1),
    "full": Size(50, 20, posts=12, fixes=20, pace=1.0, one_posts=12, one_pace=1.0, idle_seconds=8.0),
}
LIMIT_FACTOR = 100.0
"""Every limit is kept; all these people call from one address and one customer has a thousand devices."""


@attrs.define
class Found:
    """What a served application showed."""

    events: int = 0
    memory_per_stream: float = 0.0
    idle_cpu: float = 0.0
    post_cpu: float = 0.0
    cpu: dict[str, float] = attrs.field(factory=dict)
    passed_over: dict[str, float] = attrs.field(factory=dict)
    from_sent: dict[str, list[float]] = attrs.field(factory=dict)
    from_accepted: dict[str, list[float]] = attrs.field(factory=dict)


def measured(served: Served, scenario: Sequence[Watched], size: Size) -> Found:
    """Posts alone, streams alone, both, and one driver whom everybody watches."""
    found, everybody = Found(), list(range(size.orders))
    with another("listening.py") as party:
        party.ask("meet", port=served.port, drivers=[watched.driver for watched in scenario])
        party.ask("drive", drivers=everybody, posts=1, fixes=1, pace=0.0)  # connections and caches are warm
        served.settle()
        before = served.used()
        drive = {"posts": size.posts, "fixes": size.fixes, "pace": size.pace}
        party.ask("drive", drivers=everybody, **drive)
        posts = size.orders * size.posts
        without = served.used()
        found.post_cpu = (without.cpu_seconds - before.cpu_seconds) / posts
        party.ask("open", streams=[one for watched in scenario for one in watched.streams(size.watchers)])
        served.settle()
        open_ones = served.used()
        found.memory_per_stream = (open_ones.memory_bytes - without.memory_bytes) / size.streams
        time.sleep(size.idle_seconds)
        idle = served.used()
        found.idle_cpu = (idle.cpu_seconds - open_ones.cpu_seconds) / size.idle_seconds
        answer = party.ask("drive", drivers=everybody, **drive)
        _take(found, MANY, answer, served, idle.cpu_seconds, posts, size)
    with another("listening.py") as party:
        party.ask("meet", port=served.port, drivers=[watched.driver for watched in scenario[:1]])
        party.ask("open", streams=scenario[0].streams(size.streams))
        before = served.used()
        answer = party.ask("drive", drivers=[0], posts=size.one_posts, fixes=size.fixes, pace=size.one_pace)
        _take(found, ONE, answer, served, before.cpu_seconds, size.one_posts, size)
    return found


def _take(
    found: Found, name: str, answer: dict[str, Any], served: Served, before: float, posts: int, size: Size
) -> None:
    """Wrong answers first, then figures."""
    if answer["wrong"]:
        raise WrongAnswer(f"{name}: {answer['wrong']}")
    events, due = len(answer["from_sent"]), posts * (size.watchers if name == MANY else size.streams)
    if events + answer["passed_over"] != due:
        raise WrongAnswer(f"{name}: {events} events of {due}, {answer['passed_over']} passed over")
    found.passed_over[name] = answer["passed_over"] / due
    used = served.used().cpu_seconds - before - found.post_cpu * posts
    found.cpu[name] = used / events
    found.from_sent[name], found.from_accepted[name] = answer["from_sent"], answer["from_accepted"]


def run(report: Report) -> None:
    size = SIZES[report.size]
    with bare("bare_streams") as served:
        ceiling = measured(served, barely(size.orders), size)
    print_report(report, "a bare application", ceiling, size)
    databases: list[tuple[str, Callable[[], AbstractContextManager[str | None]]]] = [
        ("SQLite", on_sqlite),
        ("PostgreSQL", on_postgres),
    ]
    for name, opened in databases:
        workload = f"streams on {name}"
        try:
            with opened() as url, tempfile.TemporaryDirectory() as folder:
                settings = Settings(Path(folder), database=url, autoconfirm=True, limit_factor=LIMIT_FACTOR)
                scenario = asyncio.run(settle(settings, size.orders))
                with the_application(Path(folder), url, LIMIT_FACTOR=str(LIMIT_FACTOR)) as served:
                    found = measured(served, scenario, size)
        except ImportError:
            report.absent(workload, MANY, NOT_FOUND)
            continue
        print_report(report, workload, found, size)
        against(report, workload, found, ceiling)


def print_report(report: Report, workload: str, found: Found, size: Size) -> None:
    for name in (MANY, ONE):
        for what, taken in (("accepted", found.from_accepted[name]), ("sent", found.from_sent[name])):
            report.row(workload, f"{name}, from {what}, p50", statistics.median(taken), "ms")
            report.row(workload, f"{name}, from {what}, p99", p99(taken), "ms")
        report.row(workload, f"{name}, CPU an event", found.cpu[name] * 1e6, "us")
    report.row(workload, "CPU a post", found.post_cpu * 1e6, "us")
    report.row(workload, f"CPU of {size.streams} quiet streams", found.idle_cpu * 100, "% of a core")
    report.row(workload, "memory a stream", found.memory_per_stream / 1024, "KiB")


def against(report: Report, workload: str, found: Found, ceiling: Found) -> None:
    many, one = p99(found.from_accepted[MANY]), p99(found.from_accepted[ONE])
    report.at_most(f"{workload}: {MANY}, from accepted, p99 ms", WANTED_MANY_MS, many)
    report.at_most(f"{workload}: {ONE}, from accepted, p99 ms", WANTED_ONE_MS, one)
    for name in (MANY, ONE):
        report.at_most(f"{workload}: {name}, share passed over", MOST_PASSED_OVER, found.passed_over[name])
        ratio = found.cpu[name] / max(ceiling.cpu[name], 1e-6)
        report.row(workload, f"{name}, CPU an event, of the bare one", ratio, "times")


def p99(taken: Sequence[float]) -> float:
    ordered = sorted(taken)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
