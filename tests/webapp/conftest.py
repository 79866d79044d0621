"""The web shell is tested in process, over real databases, and as a server of its own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import attrs
import httpx
import pytest

from databases import database, empty_database, migrated_file, migrated_template
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.jobs_in_process import InProcessJobs
from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app
from people import People
from serving import Server, running_server

__all__ = ["database", "empty_database", "migrated_file", "migrated_template"]


@pytest.fixture
async def marketplace(anyio_backend: str, database: str, tmp_path: Path) -> AsyncIterator[Marketplace]:
    """A marketplace of its own, on SQLite and on PostgreSQL in turn."""
    settings = Settings(data=tmp_path, database=database, autoconfirm=True)
    async with open_marketplace(settings) as opened:
        # DBOS takes a second to end, which is too much for every test; those of its own are elsewhere.
        yield attrs.evolve(opened, job_runner=InProcessJobs())


@pytest.fixture
async def client(marketplace: Marketplace, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Talks to the application without a network between."""
    app = create_app(Settings(data=tmp_path), marketplace)
    async with app.lifespan():
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as talking:
            yield talking


@pytest.fixture
def people(client: httpx.AsyncClient, marketplace: Marketplace) -> People:
    """Signs up whoever a test needs."""
    return People(client, marketplace)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a free port of the loopback, with an empty marketplace on SQLite."""
    with running_server(tmp_path_factory.mktemp("served")) as running:
        yield running
