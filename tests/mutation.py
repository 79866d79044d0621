"""Breaks one condition of the core at a time, and lists those whose break no test notices.

    python tests/mutation.py 40 --seed 7
    python tests/mutation.py 20 --only payments

Each of a seeded sample is broken in a copy of the core: a comparison is turned or moved by its bound, ``and``
becomes ``or``, a ``not`` is left out. The tests of its capability run first, then all of tests/core. A break
that stays green is a test that is missing, or a condition that changes nothing.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "haulage"
TESTS = ROOT / "tests" / "core"
ELSEWHERE = {"matching": [ROOT / "tests" / "adapters" / "test_fleet_index.py"]}
"""Contracts that an index of the core keeps beside those of adapters."""

LONGEST_SECONDS = 300
"""A break may let a loop run forever, which is noticed too."""

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@attrs.frozen
class Break:
    """One condition, and what it becomes."""

    file: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"

    @property
    def capability(self) -> str:
        return self.file.parts[0]

    def applied_to(self, source: bytes) -> bytes:
        return source[: self.start] + f"({self.after})".encode() + source[self.end :]


def breaks_in(file: Path) -> Iterator[Break]:
    """Every break of one file, whose path is relative to the core."""
    source = (CORE / file).read_bytes()
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node in conditions_in(ast.parse(source)):
        before = ast.unparse(node)
        for broken in broken_forms(node):
            yield Break(
                file,
                node.lineno,
                lines[node.lineno - 1] + node.col_offset,
                lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0),
                before,
                ast.unparse(broken),
            )


def conditions_in(tree: ast.AST) -> Iterator[ast.expr]:
    """Comparisons, ``and``, ``or`` and ``not``; those in formatted text have no places to be found at."""
    if isinstance(tree, ast.JoinedStr):
        return
    if isinstance(tree, ast.Compare | ast.BoolOp):
        yield tree
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
        yield tree
    for child in ast.iter_child_nodes(tree):
        yield from conditions_in(child)


def broken_forms(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                ops = [*node.ops[:number], OPPOSITE[type(operator)](), *node.ops[number + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp():
            yield node.operand


def all_breaks() -> list[Break]:
    """Of the capabilities and the kernel: what tests/core is about."""
    capabilities = sorted(path.name for path in TESTS.iterdir() if (CORE / path.name).is_dir())
    files = [file for name in capabilities for file in sorted((CORE / name).rglob("*.py"))]
    return [each for file in files for each in breaks_in(file.relative_to(CORE))]


def is_noticed(broken: Break, copy: Path) -> bool:
    """Whether a test turns red where the copy of the core has this break."""
    place = copy / "haulage" / broken.file
    source = place.read_bytes()
    place.write_bytes(broken.applied_to(source))
    try:
        of_its_own = [TESTS / broken.capability, *ELSEWHERE.get(broken.capability, [])]
        return is_red(of_its_own, copy) or is_red([TESTS], copy)
    finally:
        place.write_bytes(source)


def is_red(tests: Sequence[Path], copy: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *map(str, tests)]
    environment = {**os.environ, "CI": "true", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=LONGEST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("how_many", type=int, nargs="?", default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the beginning of the paths to break, such as payments/refund")
    asked = parser.parse_args(arguments)
    found = [each for each in all_breaks() if str(each.file).startswith(asked.only or "")]
    sample = random.Random(asked.seed).sample(found, min(asked.how_many, len(found)))
    unnoticed = []
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(CORE, copy / "haulage")
        for number, broken in enumerate(sample, start=1):
            noticed = is_noticed(broken, copy)
            unnoticed += [] if noticed else [broken]
            say(f"{number}/{len(sample)} {'red  ' if noticed else 'GREEN'} {broken}")
    share = 1 - len(unnoticed) / max(1, len(sample))
    say("", f"{share:.0%} of {len(sample)} breaks of {len(found)} turned a test red (seed {asked.seed})")
    say(*(f"unnoticed: {each}" for each in unnoticed))
    return 0


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
