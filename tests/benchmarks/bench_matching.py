"""Exact top five: the indexes against a loop, against NumPy over all rows, and against themselves."""

import gc
import time
from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from measuring import Report, Timings, WrongAnswer
from numpy_fleet import NumpyFleet
from other_ways import AllRows, naive_top
from synthetic_fleet import SyntheticFleet

from haulage.matching import FleetDriver, GridFleet, MatchRequest, MatchResult, Scorer, best_matches

NOT_COMPARED = "not compared here"
"""A server of its own would be needed beside the benchmark."""

TOP = 5
SIZES = {"small": (1_000, 10_000), "full": (10_000, 100_000, 1_000_000)}
REQUESTS = {"small": 40, "full": 400}
BLOCK = 10
"""Requests that one way answers before the next way has its turn, as a server answers many in a row."""

NAIVE_REQUESTS = {1_000: 20, 10_000: 100, 100_000: 40, 1_000_000: 10}
ALL_ROWS_REQUESTS = {1_000: 40, 10_000: 200, 100_000: 100, 1_000_000: 40}
REFERENCE_REQUESTS = {1_000: 40, 10_000: 10, 100_000: 2, 1_000_000: 1}
MOVES = {"small": 5_000, "full": 300_000}
MOVES_A_BATCH = 1000


class TimedNumpyFleet(NumpyFleet):
    """Also knows how long it took to gather and score rows, which no search can do without."""

    def __init__(self, drivers: Iterable[FleetDriver]) -> None:
        super().__init__(drivers)
        self.scoring_ns = 0
        self.rows = 0

    def _score(self, found: Any, scorer: Any, figures: Any, slots: Any, *rest: Any) -> None:
        start = time.perf_counter_ns()
        super()._score(found, scorer, figures, slots, *rest)
        self.scoring_ns += time.perf_counter_ns() - start
        self.rows += len(slots)


def run(report: Report) -> None:
    fleets = {size: SyntheticFleet(size) for size in SIZES[report.size]}
    contenders = {size: _Contenders(fleet) for size, fleet in fleets.items()}
    jobs = {size: fleet.requests(REQUESTS[report.size]) for size, fleet in fleets.items()}
    gc.collect()
    gc.freeze()
    timings = Timings()
    for first in range(0, REQUESTS[report.size], BLOCK):
        for size, contender in contenders.items():
            contender.answer_block(timings, size, first, jobs[size][first : first + BLOCK])
    for size in fleets:
        _rows(report, timings, size)
    _goals(report, timings, list(fleets))
    for size, fleet in fleets.items():
        _moves(report, fleet, contenders[size], size, MOVES[report.size])
    gc.unfreeze()


class _Contenders:
    """All the ways to answer, over one fleet."""

    def __init__(self, fleet: SyntheticFleet) -> None:
        self.drivers = fleet.drivers
        self.by_id = {driver.id: driver for driver in fleet.drivers}
        self.grid = GridFleet(fleet.drivers)
        self.numpy = NumpyFleet(fleet.drivers)
        self.timed = TimedNumpyFleet(fleet.drivers)
        self.all_rows = AllRows(fleet.drivers)

    def answer_block(self, timings: Timings, size: int, first: int, requests: list[MatchRequest]) -> None:
        """Every way answers the same requests, one way after the other; then the answers are compared."""
        cases = dict(enumerate(requests, first))
        answers = {
            case: timings.run(f"numpy grid {size}", case, partial(self.numpy.top, request, TOP))
            for case, request in cases.items()
        }
        for case, request in cases.items():
            if timings.run(f"plain grid {size}", case, partial(self.grid.top, request, TOP)) != answers[case]:
                raise WrongAnswer(f"the two grids differ at {size} drivers, request {case}")
        for case, request in cases.items():
            self.timed.scoring_ns = 0
            if (
                timings.run(f"timed grid {size}", case, partial(self.timed.top, request, TOP))
                != answers[case]
            ):
                raise WrongAnswer("the timed grid differs")
            timings.taken.setdefault(f"scoring {size}", {})[case] = self.timed.scoring_ns
        self._slower_ways(timings, size, cases, answers)

    def _slower_ways(
        self,
        timings: Timings,
        size: int,
        cases: dict[int, MatchRequest],
        answers: dict[int, list[MatchResult]],
    ) -> None:
        for case, request in cases.items():
            if case < ALL_ROWS_REQUESTS[size]:
                ids = timings.run(f"all rows {size}", case, partial(self.all_rows.top, request, TOP))
                self._compare(request, answers[case], ids)
        for case, request in cases.items():
            if case < NAIVE_REQUESTS[size]:
                ids = timings.run(f"naive {size}", case, partial(naive_top, self.drivers, request, TOP))
                self._compare(request, answers[case], ids)
        for case, request in cases.items():
            if case < REFERENCE_REQUESTS[size] and best_matches(request, self.drivers, TOP) != answers[case]:
                raise WrongAnswer(f"the reference differs at {size} drivers, request {case}")

    def _compare(self, request: MatchRequest, answer: list[MatchResult], ids: list[str]) -> None:
        """Floats may swap two drivers a ten-thousandth apart; nobody they name may beat the answer."""
        if [result.driver.id for result in answer] == ids:
            return
        scorer = Scorer(request)
        named = [scorer.score(self.by_id[id]) for id in ids]
        everybody = {r.driver.id: r for r in [*answer, *filter(None, named)]}
        best = sorted(everybody.values(), key=lambda result: result.rank)[:TOP]
        if best != answer or len(ids) != len(answer):
            raise WrongAnswer(f"another way found better drivers: {ids}")


def _rows(report: Report, timings: Timings, size: int) -> None:
    workload = f"top 5 of {size:,}"
    for name, title in (
        ("naive", "loop over attrs objects"),
        ("all rows", "NumPy over all rows"),
        ("plain grid", "pure-Python grid and prune"),
        ("numpy grid", "NumPy grid and prune"),
        ("scoring", "of it gathering and scoring rows"),
    ):
        report.row(workload, f"{title}, p50", timings.p50(f"{name} {size}"), "us")
        if name.endswith("grid"):
            report.row(workload, f"{title}, p99", timings.p99(f"{name} {size}"), "us")
    report.absent(workload, "PostGIS", NOT_COMPARED)
    report.absent(workload, "Redis GEOSEARCH", NOT_COMPARED)


def _goals(report: Report, timings: Timings, sizes: list[int]) -> None:
    wanted = {10_000: 25, 100_000: 300}
    for size in sizes:
        if size in wanted:
            report.at_least(
                f"plain grid at {size:,}: times faster than the loop",
                wanted[size],
                timings.ratio(f"naive {size}", f"plain grid {size}"),
            )
    largest, smallest = sizes[-1], sizes[0]
    report.at_least(
        f"NumPy grid at {largest:,}: times faster than all rows",
        200 if largest == 1_000_000 else 2,
        timings.ratio(f"all rows {largest}", f"numpy grid {largest}"),
    )
    timed = timings.taken[f"timed grid {largest}"]
    report.at_most(
        f"NumPy grid at {largest:,}: cost over that of scoring the rows",
        3,
        float(np.median([timed[case] / timings.taken[f"scoring {largest}"][case] for case in timed])),
    )
    report.at_most(
        f"NumPy grid: p50 at {largest:,} over p50 at {smallest:,}",
        2,
        timings.p50(f"numpy grid {largest}") / timings.p50(f"numpy grid {smallest}"),
    )


def _moves(report: Report, fleet: SyntheticFleet, contenders: _Contenders, size: int, count: int) -> None:
    positions = fleet.moves(count)
    batches = [positions[n : n + MOVES_A_BATCH] for n in range(0, count, MOVES_A_BATCH)]
    seconds = {"plain": 0.0, "NumPy": 0.0}
    for batch in batches:
        for name, index in (("plain", contenders.grid), ("NumPy", contenders.numpy)):
            start = time.perf_counter()
            applied = index.move_many(batch)
            seconds[name] += time.perf_counter() - start
            if applied != len(batch):
                raise WrongAnswer("moves were lost")
    moved = {position.driver_id: position for position in positions}
    for request in fleet.requests(3, seed=11):
        now = [
            driver.located(moved[driver.id].point, moved[driver.id].at) if driver.id in moved else driver
            for driver in _near(fleet, request)
        ]
        expected = best_matches(request, now, TOP)
        if contenders.grid.top(request, TOP) != expected or contenders.numpy.top(request, TOP) != expected:
            raise WrongAnswer("after the moves an index differs from the reference")
    for name, taken in seconds.items():
        report.row(f"moves in {size:,}", f"{name} grid", count / taken, "moves/s")
    if size >= 10_000:
        report.at_least(f"NumPy grid of {size:,}: moves a second", 100_000, count / seconds["NumPy"])


def _near(fleet: SyntheticFleet, request: MatchRequest) -> list[FleetDriver]:
    """Drivers who can be within the pool whatever small move they made."""
    at = request.pickup_location
    rows = np.flatnonzero((abs(fleet.lat - at.lat) < 0.5) & (abs(fleet.lng - at.lng) < 1))
    return [fleet.drivers[row] for row in rows]
