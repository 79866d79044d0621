"""Colors of the UI by their names: with one that is not defined, words look like what is around them."""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "ui" / "src"


def test_every_variable_of_the_look_that_is_used_is_defined() -> None:
    texts = [
        each.read_text(encoding="utf-8") for each in SOURCES.rglob("*.*") if each.suffix in {".css", ".tsx"}
    ]
    used = {name for text in texts for name in re.findall(r"var\((--hl-[a-z0-9-]+)\)", text)}
    defined = {name for text in texts for name in re.findall(r"(--hl-[a-z0-9-]+)['\"]?\]?:", text)}
    assert len(used) > 10
    assert used - defined == set()
