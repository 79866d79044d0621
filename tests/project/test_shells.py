"""Shells decode, call one use case and encode: they open no transaction and reach no port."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from haulage.use_cases.marketplace import Marketplace

ROOT = Path(__file__).parents[2]
SHELLS = [*ROOT.glob("webapp/haulage_webapp/**/*.py"), *ROOT.glob("cli/haulage_cli/**/*.py")]
NAMED_MARKETPLACE = {"marketplace", "market", "_marketplace"}
Types = dict[str, Any]


def faults(source: str) -> list[str]:
    """Where a program leaves the use cases behind: it imports transactions, or reaches a port."""
    tree = ast.parse(source)
    known: Types = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            known.update(assigned(node, known))
    return [*transactions(tree), *reached(tree, known)]


def assigned(node: ast.Assign, known: Types) -> Iterator[tuple[str, Any]]:
    """Names that stand for a part of the marketplace from here on."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=True))
    else:
        pairs = [(target, value)]
    for name, part in pairs:
        found = type_of(part, known)
        if isinstance(name, ast.Name) and found is not None:
            yield name.id, found


def transactions(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "haulage.ports.storage.unit_of_work":
            yield f"line {node.lineno}: imports transactions"


def reached(tree: ast.AST, known: Types) -> Iterator[str]:
    for node in ast.walk(tree):
        found = type_of(node, known) if isinstance(node, ast.Attribute) else None
        if found is not None and not is_use_case(found):
            yield f"line {node.lineno}: {ast.unparse(node)} is no use case"


def type_of(node: ast.AST, known: Types) -> Any:
    """What an expression stands for, when it is the marketplace or an attribute of one of its parts."""
    if isinstance(node, ast.Name):
        return Marketplace if node.id in NAMED_MARKETPLACE else known.get(node.id)
    if not isinstance(node, ast.Attribute):
        return None
    if node.attr in NAMED_MARKETPLACE:
        return Marketplace
    whole = type_of(node.value, known)
    if not inspect.isclass(whole) or not is_use_case(whole):
        return None
    return get_type_hints(whole).get(node.attr)


def is_use_case(found: Any) -> bool:
    return str(getattr(found, "__module__", "")).startswith("haulage.use_cases")


@pytest.mark.parametrize("path", SHELLS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_shell_leaves_transactions_and_ports_to_the_use_cases(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "from haulage.ports.storage.unit_of_work import UnitOfWork",
        "marketplace.storage.read(look)",
        "request.state.marketplace.payments.open.cards.simulated",
        "opening = marketplace.payments.open\nopening.cards.check()",
    ],
)
def test_what_a_shell_must_not_do_is_found(source: str) -> None:
    assert faults(source)
