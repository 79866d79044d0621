"""The ways to check a change name the same sessions: noxfile, CI workflow, hooks and CONTRIBUTING.md."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
NOXFILE = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))

BESIDE = ["bench_small"]
"""What the workflow runs beside the stages, and no change has to wait for."""


def sessions() -> set[str]:
    return {
        node.name
        for node in NOXFILE.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(each).startswith("nox.session") for each in node.decorator_list)
    }


def constant(name: str) -> list[str]:
    for node in NOXFILE.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise AssertionError(f"the noxfile has no {name}")


def stages() -> list[str]:
    return constant("STAGES")


def read_yaml(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def uses_the_wheel(session: str) -> bool:
    """Whether a session of the noxfile installs what the stage ``wheel`` has built."""
    functions = {node.name: ast.unparse(node) for node in NOXFILE.body if isinstance(node, ast.FunctionDef)}
    called, found = {session}, {session}
    while found:
        texts = [functions[name] for name in found]
        found = {name for name in functions if any(f"{name}(" in text for text in texts)} - called
        called |= found
    return "the_wheel" in called


def test_the_workflow_runs_every_stage_once_and_gives_the_wheel_to_those_that_test_it() -> None:
    jobs = read_yaml(".github/workflows/tests.yml")["jobs"]
    of_the_tree = jobs["of-the-tree"]["strategy"]["matrix"]["stage"]
    of_the_wheel = jobs["of-the-wheel"]["strategy"]["matrix"]["stage"]
    assert sorted(["wheel", *of_the_tree, *of_the_wheel]) == sorted([*stages(), *BESIDE])
    assert {stage for stage in stages() if uses_the_wheel(stage)} - {"wheel"} == set(of_the_wheel)


def test_the_use_cases_of_the_fast_session_are_there() -> None:
    files = [ROOT / f"tests/use_cases/test_{name}.py" for name in constant("SHORT_USE_CASES")]
    assert [file.name for file in files if not file.exists()] == []


def test_every_session_is_explained() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.split("\n## All sessions\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    explained = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(explained) == sorted(sessions())


def test_every_session_that_a_document_names_is_there() -> None:
    documents = [*ROOT.glob("*.md"), ROOT / ".ci" / "run", ROOT / ".devcontainer" / "devcontainer.json"]
    named = {
        name
        for document in documents
        if document.name != "CHANGELOG.md"
        for name in re.findall(r"nox -s (\w+)", document.read_text(encoding="utf-8"))
    }
    assert named <= sessions()


def test_the_hooks_run_the_projects_own_tools() -> None:
    (local,) = read_yaml(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    assert [hook["id"] for hook in local["hooks"]] == ["ruff-check", "ruff-format", "mypy", "biome"]
    for hook in local["hooks"]:
        assert hook["entry"].startswith("uv run --no-sync ")


def test_the_dev_container_sets_up_what_contributing_says() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert "uv sync --extra all --group test --group check" in container["postCreateCommand"]
    assert "uv sync --extra all --group test --group check" in (ROOT / "CONTRIBUTING.md").read_text(
        encoding="utf-8"
    )


def test_pages_of_a_development_server_reach_every_route_of_the_server() -> None:
    """What is no page is passed on by Vite."""
    from haulage_webapp.spa import NOT_PAGES

    config = (ROOT / "ui" / "vite.config.ts").read_text(encoding="utf-8")
    for prefix in {"/dev/mail", "/simulated", *NOT_PAGES} - {"/assets/", "/business/v1/"}:
        assert f"'{prefix.rstrip('/')}'" in config
