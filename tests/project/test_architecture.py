"""ARCHITECTURE.md: its diagram is the import graph. What it and its neighbors name is there."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
NAMING_PATHS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "DECISIONS.md", "OPERATIONS.md"]
SHELLS = ("haulage_adapters", "haulage_webapp", "haulage_cli")
FOLDERS = ("src/", "adapters/", "webapp/", "cli/", "ui/", "tests/")
BUILT = {"webapp/haulage_webapp/static"}
FOR_SHELLS = {
    "archives",
    "assembly",
    "backups",
    "data_folder",
    "database_url",
    "settings",
    "startup_checks",
    "wire",
}
"""What of the adapters implements no port."""


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("haulage", *SHELLS, cache_dir=None)


def package_of(module: str) -> str:
    """The box that a module belongs to: ``haulage`` itself holds nothing but the version."""
    first, _, rest = module.partition(".")
    return first if first != "haulage" or not rest else f"haulage.{rest.partition('.')[0]}"


def packages() -> set[str]:
    return {package_of(module) for module in graph().modules} - {"haulage"}


def imports() -> Iterator[tuple[str, str]]:
    for importer in graph().modules:
        for imported in graph().find_modules_directly_imported_by(importer):
            pair = package_of(importer), package_of(imported)
            if pair[0] != pair[1] and "haulage" not in pair:
                yield pair


def diagram() -> str:
    found = re.search(r"```mermaid\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


def boxes() -> dict[str, list[str]]:
    drawn = dict(re.findall(r'(\w+)\["([^"]+)"\]', diagram()))
    return {
        name: [f"haulage.{each}" for each in explained()] if name == "capabilities" else [package]
        for name, package in drawn.items()
    }


def explained() -> list[str]:
    """The capabilities, as the core's README lists them."""
    core = (ROOT / "src/haulage/README.md").read_text(encoding="utf-8")
    return re.findall(r"^- \[`(\w+)`\]\(\1\): \S", core.split("\n## Capabilities\n", 1)[1], re.MULTILINE)


def box_of() -> dict[str, str]:
    return {package: name for name, packages in boxes().items() for package in packages}


def table_under(heading: str) -> str:
    return TEXT.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def test_every_folder_of_code_is_a_package() -> None:
    """What is in none is in no import graph, and no rule about imports holds for it."""
    found = {
        path.parent for root in ("src", "adapters", "webapp", "cli") for path in (ROOT / root).rglob("*.py")
    }
    plain = {str(folder.relative_to(ROOT)) for folder in found if not (folder / "__init__.py").exists()}
    assert plain == {"adapters/haulage_adapters/sql/migrations/versions"}, "revisions, which their tool reads"


def test_every_package_is_in_one_box_of_the_diagram() -> None:
    drawn = [package for packages in boxes().values() for package in packages]
    assert sorted(drawn) == sorted(packages())


def test_the_arrows_of_the_diagram_are_the_imports_of_the_code() -> None:
    drawn = re.findall(r"(\w+) --> (\w+)", diagram())
    box = box_of()
    real = {(box[importer], box[imported]) for importer, imported in imports()}
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) == real


def test_what_is_in_one_box_does_not_import_each_other() -> None:
    box = box_of()
    assert [pair for pair in imports() if box[pair[0]] == box[pair[1]]] == []


def test_every_package_of_the_adapters_is_in_its_subject_once() -> None:
    rows = [line for line in table_under("Adapters").splitlines() if line.startswith("| ")]
    named = [name for row in rows[1:] for name in re.findall(r"`(\w+)`", row.split("|")[2])]
    children = graph().find_children("haulage_adapters")
    real = [name.rpartition(".")[2] for name in children if graph().find_children(name)]
    assert sorted(named) == sorted(real)


def test_the_shells_may_import_only_what_implements_no_port() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (protected,) = (
        each["protected_modules"]
        for each in project["tool"]["importlinter"]["contracts"]
        if each["type"] == "protected"
    )
    others = {f"haulage_adapters.{name}" for name in FOR_SHELLS}
    assert sorted(set(protected) | others) == sorted(graph().find_children("haulage_adapters"))


def test_services_begin_no_transaction() -> None:
    for file in (ROOT / "src/haulage/services").rglob("*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Name)
        }
        assert "Storage" not in names, file


def named_paths() -> list[str]:
    """In back quotes, and below one of the folders."""
    found: set[str] = set()
    for name in NAMING_PATHS:
        text = (ROOT / name).read_text(encoding="utf-8")
        found.update(path for path in re.findall(r"`([\w./-]+)`", text) if path.startswith(FOLDERS))
    return sorted(found - BUILT)


@pytest.mark.parametrize("path", named_paths())
def test_every_path_that_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()
