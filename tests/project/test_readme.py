"""What the README says is true, and it stays short enough to be read."""

import contextlib
import io
import re
import tomllib
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
MOST_LINES = 150


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_the_library_example_runs_and_prints_what_it_says() -> None:
    example = re.search(r"<!-- example -->\n```python\n(.*?)```", README, re.DOTALL)
    printed = re.search(r"prints\n\n```text\n(.*?)```", README, re.DOTALL)
    assert example
    assert printed
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(example[1], "README.md", "exec"), {})
    assert out.getvalue() == printed[1]


@pytest.mark.parametrize("picture", re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README))
def test_every_picture_is_there(picture: str) -> None:
    assert (Path(__file__).parents[2] / picture).is_file()


def test_no_python_is_promised_that_matches_possessive_groups_wrongly() -> None:
    """Redaction relies on them; CPython before 3.11.5 matches them wrongly."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    assert tuple(map(int, oldest.split("."))) >= (3, 11, 5)
    assert f"Python {oldest} or newer" in README
