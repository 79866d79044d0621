"""The command line in this process, and a demonstration to work on."""

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from cli.audited_commands import require_entry, words_of
from derived_keys import derived_keys
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.assembly.demonstration import seed_demonstration
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage as root
from shared_statements import shared_statements

__all__ = ["derived_keys", "shared_statements"]


@attrs.frozen
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Haulage = Callable[..., Answer]


def run_command(*arguments: object) -> Answer:
    """Run one command in this process; a crash is raised, not swallowed.

    What an operator changes is looked for in the audit trail.
    """
    words = [str(each) for each in arguments]
    result = CliRunner().invoke(root, words, prog_name="haulage")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    answer = Answer(result.exit_code, result.stdout, result.stderr)
    if answer.code == 0 and words_of(words) and "--help" not in words:
        require_entry(run_command, words)
    return answer


@pytest.fixture
def haulage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Haulage:
    """Run a command with nothing of this machine's environment."""
    for variable in ("HAULAGE_DATA", "HAULAGE_DATABASE", "HAULAGE_DEMO", "HAULAGE_AS"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    return run_command


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a demonstration, to be copied."""
    data = tmp_path_factory.mktemp("seeded")
    settings = Settings(data=data, demo=True)

    async def seed() -> None:
        await upgrade_database(settings)
        async with open_marketplace(settings) as marketplace:
            await seed_demonstration(marketplace, settings)

    asyncio.run(seed())
    return data


@pytest.fixture
def data(seeded: Path, tmp_path: Path) -> Path:
    """A demonstration of one's own."""
    return Path(shutil.copytree(seeded, tmp_path / "data"))
