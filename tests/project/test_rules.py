"""Every rule that a comment names by its id is stated in a README, once, in the folder that owns it."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "adapters", "webapp", "cli", "ui/src", "tests")
LEFT_OUT = {"node_modules", "__pycache__", "dist", "static"}
"""Folders of others' code and of what is built."""
READABLE = re.compile(r"\.(?:py|tsx?|m?js|css|md|html|txt|j2|typ|sql)\Z")
PREFIXES = "ADM|AUT|BEH|BIZ|BKG|DRV|MAP|MAT|MSG|ONB|OP|ORD|OUT|PAY|PRC|PUB|SPL|TAX|X"
"""A closed list, because UTF-8, RFC-7636 and ST-341 look like ids and are none."""
ID = re.compile(rf"(?<![\w-])({PREFIXES})-([0-9]{{2,3}})(?![\w-])")
RANGE = re.compile(rf"{ID.pattern} to \1-([0-9]{{2,3}})(?![\w-])")
STATED = re.compile(rf"^- \*\*{ID.pattern}\*\* \S", re.MULTILINE)
NOT_CITED: dict[str, str] = {}
"""Rules that no file names, by the reason why they are stated all the same."""
ELSEWHERE = re.compile(r"\bS[12] §|\bSAFETY (?:rule|of|:)|\bCONTRACTS\b|\bREQUIREMENTS\b")
"""Names of papers that nobody finds here."""

CORE = ROOT / "src/haulage"
OTHERS = {"ports", "services", "use_cases"}
"""Their files are many, and each says what it is in its first line."""
CAPABILITIES = sorted(
    folder for folder in CORE.iterdir() if (folder / "__init__.py").exists() and folder.name not in OTHERS
)


def files() -> Iterator[Path]:
    for name in FOLDERS:
        for path in sorted((ROOT / name).rglob("*")):
            if READABLE.search(path.name) and path.is_file() and not LEFT_OUT.intersection(path.parts):
                yield path


def readmes() -> list[Path]:
    return [ROOT / "ui/README.md", *(path for path in files() if path.name == "README.md")]


def name_of(prefix: str, number: int) -> str:
    return f"{prefix}-{number:02}"


def cited_in(text: str) -> set[str]:
    """The ids in a text, with those that lie within "PAY-09 to PAY-16"."""
    single = {name_of(found[1], int(found[2])) for found in ID.finditer(text)}
    within = {
        name_of(found[1], number)
        for found in RANGE.finditer(text)
        for number in range(int(found[2]), int(found[3]) + 1)
    }
    return single | within


def stated() -> Counter[str]:
    return Counter(
        name_of(found[1], int(found[2]))
        for path in readmes()
        if path.exists()
        for found in STATED.finditer(path.read_text(encoding="utf-8"))
    )


def test_ids_and_ranges_are_found_and_other_words_are_not() -> None:
    assert cited_in("Its fee (PUB-20, PAY-09 to PAY-11); UTF-8, TB-ST-341, OP-1, MAX-12.") == {
        "PUB-20",
        "PAY-09",
        "PAY-10",
        "PAY-11",
    }


def test_every_rule_that_is_cited_is_stated() -> None:
    known = stated()
    unknown = {
        f"{path.relative_to(ROOT)}: {rule}"
        for path in [*files(), *ROOT.glob("*.md")]
        for rule in cited_in(path.read_text(encoding="utf-8")) - set(known)
        if path != Path(__file__)
    }
    assert sorted(unknown) == []


def test_no_rule_is_stated_twice() -> None:
    assert [rule for rule, times in stated().items() if times > 1] == []


def test_every_rule_that_is_stated_is_cited() -> None:
    cited: set[str] = set()
    for path in files():
        if path.name != "README.md" and path != Path(__file__):
            cited |= cited_in(path.read_text(encoding="utf-8"))
    assert set(stated()) - cited == set(NOT_CITED)


def test_every_capability_says_what_it_does_and_names_its_files() -> None:
    for folder in CAPABILITIES:
        text = (folder / "README.md").read_text(encoding="utf-8")
        named = re.findall(r"^- `([a-z0-9_]+\.py)`: \S", text, re.MULTILINE)
        there = sorted(path.name for path in folder.glob("*.py") if path.name != "__init__.py")
        assert named == there, folder.name


def test_the_core_lists_its_capabilities() -> None:
    text = (CORE / "README.md").read_text(encoding="utf-8")
    linked = re.findall(r"\[`[a-z_]+`\]\(([a-z_]+)\)", text)
    assert sorted(linked) == sorted(path.name for path in CORE.iterdir() if (path / "__init__.py").exists())


def test_nothing_refers_to_papers_that_are_not_here() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files()
        if path != Path(__file__)
        for line in path.read_text(encoding="utf-8").splitlines()
        if ELSEWHERE.search(line)
    ]
    assert found == []
