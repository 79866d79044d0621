"""The commands of the README work as they stand there, one after the other."""

import re
import shlex
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def readme_commands() -> list[list[str]]:
    block = re.search(r"<!-- commands -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert block
    return [shlex.split(line)[1:] for line in block[1].splitlines()]


def test_each_command_of_the_readme_does_what_it_says(haulage) -> None:
    lines = {}
    for words in readme_commands():
        answer = haulage(*words)
        assert answer.code == 0, (words, answer.err)
        lines[words[0], words[1] if len(words) > 1 else ""] = answer.out
    assert "$60.89" in lines["price", "quote"]
    assert "approximate" in lines["maps", "route"]
    assert "customer@haulage.example" in lines["demo", "--data"]
    assert "completed" in lines["orders", "list"]
    assert re.search(r"Unbalanced transactions +0", lines["ledger", "verify"])
    assert re.search(r"Whole +yes", lines["admin", "audit"])
    assert "HAULAGE_DATABASE" in lines["settings", ""]
