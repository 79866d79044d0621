"""Every test of the use cases has a marketplace of its own, over SQLite unless it asks for each database."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from databases import database, empty_database, migrated_file, migrated_template
from haulage.kernel.policy import Actor
from use_cases.scenario import Scenario, make_tables, open_scenario, open_scenario_at

__all__ = ["database", "empty_database", "migrated_file", "migrated_template"]


@pytest.fixture(scope="session")
def empty_town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables and no rows, to be copied."""
    path = tmp_path_factory.mktemp("scenario") / "empty.db"
    make_tables(path)
    return path


@pytest.fixture
async def scenario(
    request: pytest.FixtureRequest, anyio_backend: str, empty_town: Path, tmp_path: Path
) -> AsyncIterator[Scenario]:
    """Tests that use ``database`` too have it over SQLite and over PostgreSQL."""
    if "database" in request.fixturenames:
        opening = open_scenario_at(request.getfixturevalue("database"), tmp_path)
    else:
        opening = open_scenario(shutil.copy(empty_town, tmp_path / "town.db"))
    async with opening as opened:
        yield opened


@pytest.fixture
async def ada(scenario: Scenario) -> Actor:
    """A customer."""
    return await scenario.customer("ada")


@pytest.fixture
async def dee(scenario: Scenario) -> Actor:
    """A driver, approved and online near the pickup."""
    return await scenario.driver("dee")
