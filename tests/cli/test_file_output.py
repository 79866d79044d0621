"""Commands that write a file: into one, or to the standard output."""

from pathlib import Path
from typing import Any

import click
import pytest

from cli.test_policy import command_of
from cli.test_root import commands

WRITING = [path for path in commands() if any("--output" in each.opts for each in command_of(path).params)]


def test_commands_that_write_files_are_found() -> None:
    assert ("tax", "1099") in WRITING
    assert len(WRITING) >= 5


@pytest.mark.parametrize("path", WRITING, ids=" ".join)
def test_a_file_and_json_never_share_the_standard_output(
    haulage: Any, tmp_path: Path, path: tuple[str, ...]
) -> None:
    words: list[object] = []
    for each in command_of(path).params:
        if each.required:
            words += ["2025"] if isinstance(each, click.Argument) else [each.opts[0], "2025"]
    both = haulage(*path, *words, "--output", "-", "--json", "--data", tmp_path)
    assert (both.code, both.json["param"]) == (1, "output")
    assert "--output -" in both.json["message"]
    assert "--json" in both.json["message"]
