"""Breaks one condition of the core at a time, and lists those whose break no test notices.

    python tests/mutation.py 40 --seed 7
    python tests/mutation.py 20 --only payments

Each of a seeded sample is broken: a comparison is turned or moved by its bound, ``and`` becomes ``or``, a
``not`` is left out. The core is imported once with every break behind a switch. One unbroken run notes which
test comes to which condition; then each break is switched on in a process of its own, which runs the tests
that come to it. What modules compute while they are imported is broken in a fresh process, with the tests of
its capability. A break that stays green is a test that is missing, or a condition that changes nothing.
"""

import argparse
import os
import pickle
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from subprocess import DEVNULL, run

import attrs
import pytest
from hypothesis import Phase, settings

from core_breaks import ROOT, Break, BreakableCore, switch_on

TESTS = [ROOT / "tests" / "core", ROOT / "tests" / "adapters" / "test_fleet_index.py"]
"""The second is the contract that the fleet index of the core keeps beside those of adapters."""

PYTEST = ["-qq", "-s", "-x", "-p", "no:cacheprovider", "-p", "anyio"]

LONGEST_SECONDS = 300
SECONDS_BESIDE = 30
"""A break may let a loop run forever, which is noticed too. Of the processor: a busy machine is no break."""

MOST_MEMORY_BYTES = 4 * 1024**3

GREEN, RED, NOT_TRIED = 0, 1, 2
"""How a process ends that tries a break; it may also be ended for running too long."""


@attrs.frozen
class Reach:
    """Which test comes to which breaks, by the places of the tests in their list, and how long each runs."""

    by_test: Sequence[set[int]]
    seconds: Sequence[float]

    def tests_of(self, broken: Break) -> list[int]:
        """The quick ones first."""
        reached = [place for place, numbers in enumerate(self.by_test) if broken.number in numbers]
        return sorted(reached, key=self.seconds.__getitem__)


class WithoutShrinking:
    """A plugin for pytest: properties try what they try with every change, and the first failure will do."""

    def __init__(self) -> None:
        self.failed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutation", settings.get_profile("ci"), phases=phases)
        settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


class BreaksOneByOne(WithoutShrinking):
    """A plugin for pytest that runs the tests of each break, in place of running all tests once."""

    def __init__(self, sample: Sequence[Break], at_once: int) -> None:
        super().__init__()
        self.sample = sample
        self.at_once = at_once
        self.reached_at_import: set[int] = set()
        self.noticed: dict[Break, bool] = {}
        switch_on(self.reached_at_import.add)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        switch_on(set[int]().add)
        reach = reach_of(session.items, self)
        waiting = list(reversed(self.sample))
        running: dict[int, Break] = {}
        while waiting or running:
            if waiting and len(running) < self.at_once:
                broken = waiting.pop()
                running[self._start(broken, session.items, reach)] = broken
                continue
            child, status = os.wait()
            if os.waitstatus_to_exitcode(status) == NOT_TRIED:
                pytest.exit(f"Could not be tried: {running[child]}", returncode=NOT_TRIED)
            self._note(running.pop(child), noticed=status != GREEN)
        return True

    def _start(self, broken: Break, items: Sequence[pytest.Item], reach: Reach) -> int:
        places = reach.tests_of(broken)

        def judged() -> int:
            limit_the_process(SECONDS_BESIDE + 4 * sum(reach.seconds[place] for place in places))
            switch_on(broken.number.__eq__)
            if self._is_red([items[place] for place in places]):
                return RED
            return judged_from_the_start(broken) if broken.number in self.reached_at_import else GREEN

        return in_a_child(judged)

    def _is_red(self, items: Sequence[pytest.Item]) -> bool:
        for item, following in each_with_the_next(items):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return True
        return False

    def _note(self, broken: Break, *, noticed: bool) -> None:
        self.noticed[broken] = noticed
        say(f"{len(self.noticed)}/{len(self.sample)} {'red  ' if noticed else 'GREEN'} {broken}")


def reach_of(items: Sequence[pytest.Item], results: WithoutShrinking) -> Reach:
    """Found in a child: what a function of the unbroken core remembers would hide a break of it."""
    receiving, sending = os.pipe()

    def send() -> int:
        with os.fdopen(sending, "wb") as pipe:
            reach = reach_by_running(items)
            pickle.dump(None if results.failed else reach, pipe)
        return GREEN

    child = in_a_child(send)
    os.close(sending)
    with os.fdopen(receiving, "rb") as pipe:
        reach = pickle.load(pipe)
    os.waitpid(child, 0)
    if not isinstance(reach, Reach):
        pytest.exit("A test is red before anything is broken", returncode=2)
    return reach


def reach_by_running(items: Sequence[pytest.Item]) -> Reach:
    by_test, seconds = [], []
    for item, following in each_with_the_next(items):
        reached: set[int] = set()
        switch_on(reached.add)
        began = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds.append(time.process_time() - began)
        by_test.append(reached)
    return Reach(by_test, seconds)


def each_with_the_next(items: Sequence[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    """As pytest's protocol asks for them; the last has none."""
    return list(zip_longest(items, items[1:]))


def in_a_child(work: Callable[[], int]) -> int:
    """The id of a forked process that does *work* in silence and ends with what it answers."""
    child = os.fork()
    if child:
        return child
    status = NOT_TRIED
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        status = work()
    finally:
        os._exit(status)


def limit_the_process(seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), LONGEST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))


def judged_from_the_start(broken: Break) -> int:
    """Imports the core anew with this break in it."""
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_SECONDS, LONGEST_SECONDS))
    command = [sys.executable, __file__, "--from-the-start", str(broken.number)]
    ended = run(command, cwd=ROOT, stdout=DEVNULL, stderr=DEVNULL, check=False)
    return GREEN if ended.returncode == 0 else RED


def tests_of(broken: Break) -> list[str]:
    """Those of its capability; everything is built on the kernel."""
    folder = TESTS[0] / broken.capability
    return [str(folder)] if folder.is_dir() and broken.capability != "kernel" else [str(TESTS[0])]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("how_many", type=int, nargs="?", default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the beginning of the paths, such as payments/refund")
    parser.add_argument("--at-once", type=int, default=2, help="how many breaks to try side by side")
    parser.add_argument("--from-the-start", type=int, metavar="BREAK", help="import the core with this one")
    asked = parser.parse_args(arguments)
    # Plugins that the core's tests have no use for take longer to load than most of these tests to run.
    os.environ.update(CI="true", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    core = BreakableCore()
    core.install()
    if asked.from_the_start is not None:
        switch_on(asked.from_the_start.__eq__)
        return pytest.main([*PYTEST, *tests_of(core.breaks[asked.from_the_start])], [WithoutShrinking()])
    found = [each for each in core.breaks if str(each.file).startswith(asked.only)]
    sample = random.Random(asked.seed).sample(found, min(asked.how_many, len(found)))
    breaks = BreaksOneByOne(sample, asked.at_once)
    ended = pytest.main([*PYTEST, *map(str, TESTS)], [breaks])
    if len(breaks.noticed) < len(sample):
        return int(ended) or 1
    report(breaks.noticed, f"{len(found)} (seed {asked.seed})")
    return 0


def report(noticed: dict[Break, bool], of_what: str) -> None:
    """The share of each capability, what stayed green, and the share of all."""
    tried = Counter(broken.capability for broken in noticed)
    red = Counter(broken.capability for broken, was_noticed in noticed.items() if was_noticed)
    say("", *(f"{name}: {red[name]} of {tried[name]}" for name in sorted(tried)))
    say("", *(f"unnoticed: {broken}" for broken, was_noticed in noticed.items() if not was_noticed))
    share = red.total() / max(1, tried.total())
    say("", f"{share:.0%} of {tried.total()} breaks of {of_what} turned a test red")


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
