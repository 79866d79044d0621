"""The documents: their links lead somewhere, and their tables and commands are the real ones."""

import re
import shlex
from pathlib import Path

import click
import pytest

from haulage_adapters.startup_checks import CHECKS
from haulage_cli.root import haulage as root

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(path for top in ("src", "adapters") for path in (ROOT / top).rglob("*.md")),
]
EXAMPLE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
PARTS = ["Context", "Choice", "Consequence"]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def anchors(markdown: str) -> set[str]:
    """The names by which a document's headings are linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", markdown, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links() -> list[tuple[Path, str]]:
    """Those of the text, and not those that an example shows."""
    return [
        (document, link)
        for document in DOCUMENTS
        for link in re.findall(r"\]\(([^)\s]+)\)", EXAMPLE.sub("", text_of(document)))
        if not link.startswith(("http:", "https:"))
    ]


@pytest.mark.parametrize(
    ("document", "link"), links(), ids=[f"{document.name}:{link}" for document, link in links()]
)
def test_every_link_leads_somewhere(document: Path, link: str) -> None:
    name, _, anchor = link.partition("#")
    target = document.parent / name if name else document
    assert target.exists()
    if anchor:
        assert anchor in anchors(text_of(target))


def commands_of(document: Path) -> list[str]:
    """In blocks and in sentences."""
    blocks = re.findall(r"```sh\n(.*?)```", text_of(document), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", text_of(document))
    return sorted({line for line in lines if line.startswith("haulage ")})


COMMANDS = [
    (document.name, line)
    for document in DOCUMENTS
    if document.name != "CHANGELOG.md"  # a history may name what is gone
    for line in commands_of(document)
]


@pytest.mark.parametrize(("_document", "line"), COMMANDS, ids=[line for _, line in COMMANDS])
def test_every_command_of_a_document_exists_with_its_options(_document: str, line: str) -> None:
    words = shlex.split(line.partition(" > ")[0])[1:]
    command: click.Command | None = root
    while words and isinstance(command, click.Group):
        command = command.get_command(click.Context(command), words.pop(0))
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options


def test_the_table_of_start_up_checks_lists_every_check() -> None:
    table = re.search(r"<!-- checks -->\n(.*?)\n<!-- /checks -->", text_of(ROOT / "OPERATIONS.md"), re.DOTALL)
    assert table
    assert table[1].splitlines()[2:] == [
        f"| `{each.code}` | {each.severity} | {each.what} |" for each in CHECKS
    ]


def test_every_decision_has_its_number_context_choice_and_consequence() -> None:
    records = re.split(r"^### ", text_of(ROOT / "DECISIONS.md"), flags=re.MULTILINE)[1:]
    assert [int(record.partition(".")[0]) for record in records] == list(range(1, len(records) + 1))
    for record in records:
        assert re.findall(r"^- \*\*(\w+):\*\*", record, re.MULTILINE) == PARTS, record.splitlines()[0]
