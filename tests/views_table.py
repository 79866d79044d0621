"""The tables of the core's README, as data."""

import re
from collections.abc import Mapping
from pathlib import Path

import attrs

from haulage.orders import views

README = Path(views.__file__).with_name("README.md")
NEVER, IF_CALLED = "-", "if called"


@attrs.frozen
class Cell:
    """The forms of one field for one reader, each with its stages; of those that fit, the last counts."""

    clauses: tuple[tuple[str, frozenset[str]], ...]

    def at(self, stage: str, *, calls_enabled: bool) -> str:
        form = NEVER
        for named, stages in self.clauses:
            if not stages or stage in stages:
                form = named
        if form == IF_CALLED:
            return "shown" if calls_enabled else NEVER
        return form


def _cell(text: str) -> Cell:
    clauses = []
    for clause in text.split(";"):
        form, _, stages = clause.partition(":")
        clauses.append((form.strip(), frozenset(filter(None, (each.strip() for each in stages.split(","))))))
    return Cell(tuple(clauses))


def _rows(heading: str) -> list[list[str]]:
    section = README.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not re.fullmatch("-{2,}", row[0])]


def shown() -> Mapping[tuple[str, str], Cell]:
    """By field and reader."""
    header, *rows = _rows("What is shown")
    readers = header[1:]
    return {
        (row[0], reader): _cell(cell) for row in rows for reader, cell in zip(readers, row[1:], strict=True)
    }


def operations() -> Mapping[str, str]:
    """The kind of each operation."""
    _, *rows = _rows("Which operations show it")
    return {name.strip(): kind for kind, names in rows for name in names.split(",")}
