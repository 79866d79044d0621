"""The root command: help, versions, missing extras and refusals."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from haulage import __version__
from haulage_cli.root import COMMANDS
from haulage_cli.root import haulage as root

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path)}
"""So that a process of its own finds what this one does, wherever it starts."""


def test_the_version_is_the_packages(haulage):
    assert __version__ in haulage("--version").out


def test_every_command_is_listed_with_its_line(haulage):
    listed = haulage("--help").out
    for name, command in COMMANDS.items():
        assert name in listed
        assert command.help in listed


def commands(group=root, path=()):
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_every_command_explains_itself(haulage, path):
    answer = haulage(*path, "--help")
    assert answer.code == 0
    assert "--json" in answer.out
    assert "Examples:" in answer.out


def test_an_unknown_command_is_wrong_use(haulage):
    assert haulage("teleport").code == 2


@pytest.mark.parametrize(
    ("missing", "arguments", "extra"),
    [
        ("click", ["price", "--help"], "cli"),
        ("sqlalchemy", ["db", "status"], "sql"),
        ("pwdlib", ["demo"], "accounts"),
        ("granian", ["serve"], "web"),
    ],
)
def test_a_missing_extra_is_named(tmp_path, missing, arguments, extra):
    program = (
        "import sys\n"
        f"sys.modules[{missing!r}] = None\n"
        f"sys.argv = ['haulage', *{arguments!r}]\n"
        "from haulage_cli.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
        env=ENVIRONMENT,
    )
    assert done.returncode == 2, done.stderr
    assert f"pip install 'haulage[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir()), "nothing is written before the refusal"


def test_a_refusal_is_a_sentence_for_people_and_json_for_programs(haulage):
    refused = ("db", "status", "--database", "mysql://somewhere/else")
    assert haulage(*refused).err.startswith("HAULAGE_DATABASE: ")
    answer = haulage(*refused, "--json")
    assert answer.code == 1
    assert set(answer.json) == {"code", "message", "param"}
    assert answer.json["param"] == "HAULAGE_DATABASE"
    assert answer.err == ""


def test_a_setting_that_cannot_be_read_is_named(haulage, monkeypatch):
    monkeypatch.setenv("HAULAGE_CARD_DECLINE_SHARE", "7")
    answer = haulage("check", "--json")
    assert answer.code == 1
    assert answer.json["param"] == "HAULAGE_CARD_DECLINE_SHARE"
