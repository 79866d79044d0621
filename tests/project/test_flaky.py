"""What fails and passes when it is run again is called FLAKY, and what fails twice fails the run."""

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from flaky import read_report

FLAKY = Path(__file__).parents[1] / "flaky.py"

PYTEST = ["pytest", "wobbling.py"]
NODE = ["node", "--test", "wobbling.mjs"]
RUNNERS = pytest.mark.parametrize("command", [PYTEST, NODE], ids=["pytest", "node"])

RUNS_ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Plugins take longer to load than these tests to run."""

WOBBLING = {
    "wobbling.py": """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(4))
def test_wobbles(number):
    before = pathlib.Path(f"seen-{number}")
    assert number >= int(os.environ.get("WOBBLES", 1)) or before.exists() or before.touch()

def test_stands():
    assert "BROKEN" not in os.environ
""",
    "wobbling.mjs": """
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'

describe('checks', () => {
  for (const number of [0, 1, 2, 3]) {
    test(`wobbles ${number}`, () => {
      const wasSeen = existsSync(`seen-${number}`)
      writeFileSync(`seen-${number}`, '')
      assert.ok(wasSeen || number >= Number(process.env.WOBBLES ?? 1))
    })
  }
  test('stands', () => assert.ok(!process.env.BROKEN))
})
""",
}


@attrs.frozen
class Ended:
    """How a run ended, with what it says, and what it wrote into the summary of its job."""

    code: int
    said: str
    summary: str


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in WOBBLING.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def ended(folder: Path, *arguments: str, **variables: str) -> Ended:
    summary = folder / "summary.md"
    hidden = ("NODE_TEST_CONTEXT", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "CI")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    run = subprocess.run(
        [sys.executable, FLAKY, *arguments],
        cwd=folder,
        env=environment | RUNS_ALONE | {"GITHUB_STEP_SUMMARY": str(summary)} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    return Ended(run.returncode, run.stdout + run.stderr, summary.read_text() if summary.exists() else "")


@RUNNERS
def test_a_test_that_passes_alone_is_named_and_fails_nothing(folder: Path, command: list[str]) -> None:
    run = ended(folder, "once-more", "--list", "flaky.txt", *command, CI="true")
    assert run.code == 0, run.said
    lines = [line for line in run.said.splitlines() if line.startswith("FLAKY ")]
    assert len(lines) == 1
    assert "wobbles" in lines[0]
    assert run.summary.splitlines() == (folder / "flaky.txt").read_text().splitlines() == lines


@RUNNERS
def test_a_test_that_fails_twice_fails_the_run(folder: Path, command: list[str]) -> None:
    run = ended(folder, "once-more", *command, CI="true", BROKEN="1")
    assert run.code == 1, run.said
    assert run.summary.count("FLAKY") == 1


@RUNNERS
def test_too_many_failures_are_no_accident(folder: Path, command: list[str]) -> None:
    run = ended(folder, "once-more", *command, CI="true", WOBBLES="4")
    assert run.code == 1, run.said
    assert "FLAKY" not in run.said


def test_a_run_that_allows_fewer_ends_sooner(folder: Path) -> None:
    run = ended(folder, "once-more", "--allowed", "0", *PYTEST, CI="true")
    assert (run.code, run.summary) == (1, "")


def test_nothing_is_tried_again_outside_ci(folder: Path) -> None:
    assert ended(folder, "once-more", *PYTEST).code == 1


def test_a_run_that_never_came_to_its_tests_fails(folder: Path) -> None:
    assert ended(folder, "once-more", "pytest", "nowhere.py", CI="true").code not in {0, 1}


def test_whatever_ever_failed_is_listed_with_how_often(folder: Path) -> None:
    run = ended(folder, "repeat", "2", *NODE, BROKEN="1")
    assert run.code == 1
    assert "failed 2 of 2 times: " in run.said
    assert "failed 1 of 2 times: " in run.said


def test_the_report_of_vitest_is_read(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite name="src/fare.test.ts">'
        '<testcase classname="src/fare.test.ts" name="a fare &gt; is whole"/>'
        '<testcase classname="src/fare.test.ts" name="a fare &gt; adds up">'
        '<failure message="1 is not 2">no</failure></testcase>'
        "</testsuite></testsuites>"
    )
    file = "src/fare.test.ts"
    assert read_report(report) == {(file, "a fare > is whole"): True, (file, "a fare > adds up"): False}
