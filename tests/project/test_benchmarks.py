"""The benchmarks start with what their own dependency group installs, which has none of the test tools."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WITHOUT_TEST_TOOLS = """
import sys
for name in ("pytest", "hypothesis", "freezegun"):
    sys.modules[name] = None
sys.path.insert(0, "tests/benchmarks")
import run
"""


def test_benchmarks_import_without_the_test_tools() -> None:
    imported = subprocess.run(
        [sys.executable, "-c", WITHOUT_TEST_TOOLS],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert imported.returncode == 0, imported.stderr
