"""What commands and server processes load at their start: what takes long comes only where it is used."""

import subprocess
import sys

import pytest

from haulage_cli import forking
from haulage_cli.root import COMMANDS

SLOW = {
    "alembic",
    "haulage.use_cases.marketplace",
    "haulage_adapters.assembly.marketplace",
    "httpx",
    "litestar",
    "numpy",
    "rich",
    "sqlalchemy",
}
"""Each takes a tenth of a second or more, or brings others that do."""

NOT_IN_SERVERS = {"alembic", "click", "httpx", "rich", "stripe"}
"""Of the default mode: upgrades are over before a server process begins, and it asks nobody outside."""

QUOTE = ("price", "quote", "--service", "delivery", "--miles", "7.53", "--minutes", "21")


def loaded(program: str) -> set[str]:
    """The modules that a new interpreter has loaded after *program*."""
    code = f"import sys\n{program}\nprint(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def commanded(*arguments: str) -> set[str]:
    return loaded(
        "from haulage_cli.root import haulage\n"
        f"try: haulage({list(arguments)!r})\n"
        "except SystemExit as end: assert not end.code"
    )


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), QUOTE], ids=" ".join)
def test_what_needs_no_settings_loads_no_adapter(arguments: tuple[str, ...]) -> None:
    modules = commanded(*arguments)
    assert modules & SLOW == set()
    assert not any(name.startswith("haulage_adapters") for name in modules)


def test_no_command_is_slow_to_explain_itself() -> None:
    """All in one process, which starts at once for each of them then."""
    modules = loaded(
        "from haulage_cli.root import COMMANDS, haulage\n"
        "for name in COMMANDS:\n"
        "    try: haulage([name, '--help'])\n"
        "    except SystemExit as end: assert not end.code"
    )
    assert {command.module for command in COMMANDS.values()} <= modules
    assert modules & SLOW == set()


def test_a_server_process_loads_no_migrations_and_no_client_of_outside_services() -> None:
    assert loaded("import haulage_webapp.app") & NOT_IN_SERVERS == set()


@pytest.mark.skipif(not forking.COPIES, reason="server processes load the application themselves")
def test_nothing_is_looked_through_for_garbage_while_the_application_is_loaded() -> None:
    answer = loaded(
        "import gc\n"
        "from haulage_cli import forking\n"
        "looks = []\n"
        "gc.callbacks.append(lambda phase, _: looks.append(phase))\n"
        "forking.load('haulage_webapp.app:create_app')\n"
        "print('looked', len(looks), gc.isenabled())"
    )
    assert "haulage_webapp.app" in answer
    assert "looked 0 True" in answer
