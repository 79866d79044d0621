"""Finds tests that sometimes fail and sometimes pass, whichever of three runners runs them.

    python tests/flaky.py once-more pytest tests/core
    python tests/flaky.py once-more vitest run
    python tests/flaky.py repeat 5 node --test tests/browser/screens.test.mjs

``once-more``: in CI the few tests that failed run once more alone. Those that pass then are named as
FLAKY, and the run goes on; a flaky test is a defect of its own. Elsewhere a failure is a failure.

``repeat``: all tests run so many times beside two busy loops, and whatever ever failed is listed.

pytest, vitest and Node's test runner report in one form: JUnit's.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree as ET

MOST_FLAKY = 3
"""More failures than these are no accident."""

BUSY_LOOPS = 2

Test = tuple[str, str]
"""The file of a test, as its runner calls it, and its name."""


def read_report(report: Path) -> dict[Test, bool]:
    """Whether each test of a JUnit report passed; nothing where the runner ended before it could report."""
    if not report.is_file():
        return {}
    return {
        (case.get("file") or case.get("classname") or "", case.get("name") or ""): (
            case.find("failure") is None and case.find("error") is None
        )
        for case in ET.parse(report).iter("testcase")
    }


def reporting(command: Sequence[str], folder: Path) -> tuple[list[str], Path]:
    """The command that also writes a report, and where the report is."""
    report = folder / "report.xml"
    match Path(command[0]).name:
        case "pytest":
            return [*command, f"--junitxml={report}", "--override-ini=junit_family=xunit1"], report
        case "vitest":
            return [
                *command,
                "--reporter=default",
                "--reporter=junit",
                f"--outputFile.junit={report}",
            ], report
        case _:
            options = [
                "--test-reporter=spec",
                "--test-reporter-destination=stdout",
                "--test-reporter=junit",
                f"--test-reporter-destination={report}",
                f"--test-rerun-failures={folder / 'failures.json'}",
            ]
            return [command[0], *options, *command[1:]], report


def alone(command: Sequence[str], failed: Sequence[Test]) -> list[str]:
    """The command that runs what failed and nothing else, one test at a time."""
    match Path(command[0]).name:
        case "pytest":
            in_order = ["--numprocesses=0", "--dist=no"] if "--numprocesses" in command else []
            return [*command, "--last-failed", *in_order]
        case "vitest":  # whole files: a file that failed to load names no test
            return [*command, *sorted({file for file, _ in failed}), "--maxWorkers=1"]
        case _:  # what passed is in the file of failures
            return [command[0], "--test-concurrency=1", *command[1:]]


def run_once_more(command: Sequence[str], allowed: int) -> tuple[int, list[Test]]:
    """The exit code of the run, and which of its tests are flaky."""
    with tempfile.TemporaryDirectory() as folder:
        reported, report = reporting(command, Path(folder))
        code = subprocess.call(reported)
        failed = [test for test, passed in read_report(report).items() if not passed]
        if code == 0 or not 0 < len(failed) <= allowed:
            return code, []
        say(f"\n{len(failed)} failed and run once more, alone:", *map(spoken, failed))
        report.unlink()
        again, _ = reporting(alone(command, failed), Path(folder))
        code = subprocess.call(again)
        passed = read_report(report)
        if code == 0 and not all(passed.get(test) for test in failed):
            code = 1
        return code, [test for test in failed if passed.get(test)]


def spoken(test: Test) -> str:
    return "::".join(test)


def say(*lines: str, end: str = "\n") -> None:
    """At once: between what the runners say themselves."""
    sys.stdout.write("\n".join(lines) + end)
    sys.stdout.flush()


def write_summary(flaky: Sequence[Test], listed: Path | None) -> None:
    """On the screen, in a file for whoever ends the run, and in the summary of the job."""
    if not flaky:
        return
    lines = "".join(f"FLAKY {spoken(test)}\n" for test in flaky)
    say(lines, end="")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    for file in filter(None, (listed, summary and Path(summary))):
        with file.open("a") as written:
            written.write(lines)


@contextmanager
def a_busy_machine() -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY_LOOPS)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def repeat(times: int, command: Sequence[str]) -> Counter[Test]:
    """How often each test failed that ever did."""
    failures: Counter[Test] = Counter()
    for number in range(1, times + 1):
        with tempfile.TemporaryDirectory() as folder, a_busy_machine():
            reported, report = reporting(command, Path(folder))
            code = subprocess.call(reported)
            failed = [test for test, passed in read_report(report).items() if not passed]
            failures.update(failed or ([("the run", "ended without naming a test")] if code else []))
        say(f"run {number} of {times}: {len(failed)} failed")
    return failures


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    ways = parser.add_subparsers(dest="way", required=True)
    once_more = ways.add_parser("once-more")
    once_more.add_argument("--allowed", type=int, default=MOST_FLAKY, help="how many may fail and pass again")
    once_more.add_argument("--list", type=Path, help="a file that flaky tests are appended to")
    repeated = ways.add_parser("repeat")
    repeated.add_argument("times", type=int)
    for way in (once_more, repeated):
        way.add_argument("command", nargs=argparse.REMAINDER, help="a runner and its arguments")
    asked = parser.parse_args(arguments)
    if asked.way == "repeat":
        failures = repeat(asked.times, asked.command)
        for test, times in failures.most_common():
            say(f"failed {times} of {asked.times} times: {spoken(test)}")
        return 1 if failures else 0
    if not os.environ.get("CI"):
        return subprocess.call(asked.command)
    code, flaky = run_once_more(asked.command, asked.allowed)
    write_summary(flaky, asked.list)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
