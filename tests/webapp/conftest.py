"""The web shell is tested in process, over real databases, and as a server of its own."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from account_scenario import CHEAP
from databases import database, emptied_databases, empty_database, migrated_file, migrated_template
from derived_keys import derived_keys
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace, parts
from haulage_adapters.passwords_argon2 import Argon2Passwords
from haulage_adapters.settings import Settings
from people import People
from serving import Server, running_server
from shared_statements import shared_statements
from webapp.audited_changes import look_for_entries
from webapp.in_process import talking_to

__all__ = [
    "database",
    "derived_keys",
    "emptied_databases",
    "empty_database",
    "migrated_file",
    "migrated_template",
    "shared_statements",
]


@pytest.fixture(autouse=True, scope="session")
def cheap_passwords() -> Iterator[None]:
    """A hash takes as long as it is meant to, and nearly every test signs somebody up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "Argon2Passwords", partial(Argon2Passwords, CHEAP, threads=1))
        yield


@pytest.fixture(autouse=True)
def audited_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test changes as an administrator is looked for in the audit trail."""
    from webapp.test_roles import OPERATIONS

    look_for_entries(monkeypatch, {name: (method, path) for name, method, path, _ in OPERATIONS})


@pytest.fixture
async def marketplace(anyio_backend: str, database: str, tmp_path: Path) -> AsyncIterator[Marketplace]:
    """A marketplace of its own, on SQLite and on PostgreSQL in turn."""
    settings = Settings(data=tmp_path, database=database, autoconfirm=True)
    async with open_marketplace(settings) as opened:
        yield opened


@pytest.fixture
async def client(marketplace: Marketplace, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Talks to the application without a network between."""
    async with talking_to(Settings(data=tmp_path), marketplace, works_beside=False) as client:
        yield client


@pytest.fixture
def people(client: httpx.AsyncClient, marketplace: Marketplace) -> People:
    """Signs up whoever a test needs."""
    return People(client, marketplace)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a free port of the loopback, with an empty marketplace on SQLite."""
    with running_server(tmp_path_factory.mktemp("served")) as running:
        yield running
