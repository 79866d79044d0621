"""Interleaved timing, goals as ratios, and how they are printed and kept."""

import json
import statistics
import time
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table

NOT_FOUND = "not found here"


class WrongAnswer(AssertionError):
    """A benchmark gave another answer than its reference; its time means nothing."""


@attrs.define
class Timings:
    """Nanoseconds by what ran and on what, all taken in one interleaved run."""

    taken: dict[str, dict[Hashable, int]] = attrs.field(factory=dict)

    def run(self, name: str, case: Hashable, work: Callable[[], Any]) -> Any:
        start = time.perf_counter_ns()
        answer = work()
        self.taken.setdefault(name, {})[case] = time.perf_counter_ns() - start
        return answer

    def p50(self, name: str) -> float:
        """Microseconds of the middle case."""
        return statistics.median(self.taken[name].values()) / 1000

    def p99(self, name: str) -> float:
        values = sorted(self.taken[name].values())
        return values[min(len(values) - 1, int(len(values) * 0.99))] / 1000

    def ratio(self, slow: str, fast: str) -> float:
        """How many times *fast* goes into *slow*, by the middle of the cases that both ran."""
        both = self.taken[slow].keys() & self.taken[fast].keys()
        middle = [statistics.median(self.taken[name][case] for case in both) for name in (slow, fast)]
        return middle[0] / middle[1]


@attrs.frozen
class Row:
    """One measured line."""

    workload: str
    name: str
    figure: str
    value: float | None = None


@attrs.frozen
class Goal:
    """A ratio inside one run that is wished for; *at_least* tells its direction."""

    text: str
    wanted: float
    seen: float
    at_least: bool

    @property
    def met(self) -> bool:
        return self.seen >= self.wanted if self.at_least else self.seen <= self.wanted


@attrs.define
class Report:
    """What all the benchmarks found."""

    size: str
    rows: list[Row] = attrs.field(factory=list)
    goals: list[Goal] = attrs.field(factory=list)

    def row(self, workload: str, name: str, value: float, unit: str) -> None:
        self.rows.append(Row(workload, name, f"{value:,.{0 if value >= 100 else 2}f} {unit}", value))

    def absent(self, workload: str, name: str, why: str = NOT_FOUND) -> None:
        self.rows.append(Row(workload, name, why))

    def at_least(self, text: str, wanted: float, seen: float) -> None:
        self.goals.append(Goal(text, wanted, seen, at_least=True))

    def at_most(self, text: str, wanted: float, seen: float) -> None:
        self.goals.append(Goal(text, wanted, seen, at_least=False))

    def print(self) -> None:
        console = Console()
        table = Table(title=f"Measured ({self.size}); every answer was checked first")
        table.add_column("Workload")
        table.add_column("Way")
        table.add_column("Figure", justify="right")
        for row in self.rows:
            table.add_row(row.workload, row.name, row.figure)
        console.print(table)
        goals = Table(title="Goals: ratios inside this run")
        goals.add_column("Goal")
        goals.add_column("Wanted", justify="right")
        goals.add_column("Seen", justify="right")
        goals.add_column("")
        for goal in self.goals:
            sign = ">=" if goal.at_least else "<="
            verdict = "[green]met" if goal.met else "[red]missed"
            goals.add_row(goal.text, f"{sign} {goal.wanted:g}", f"{goal.seen:,.2f}", verdict)
        console.print(goals)

    def write(self, path: Path) -> None:
        stored = {
            "size": self.size,
            "rows": [attrs.asdict(row) for row in self.rows],
            "goals": [{**attrs.asdict(goal), "met": goal.met} for goal in self.goals],
        }
        path.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


def interleaved(ways: Sequence[tuple[str, Callable[[], Any]]], rounds: int) -> dict[str, float]:
    """The best of several rounds, in seconds, the ways taking turns."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, work in ways:
            start = time.perf_counter()
            work()
            seconds = time.perf_counter() - start
            best[name] = min(best.get(name, seconds), seconds)
    return best
