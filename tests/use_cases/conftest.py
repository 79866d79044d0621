"""Every test of the use cases has a marketplace of its own, over SQLite unless it asks for each database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from databases import database, emptied_databases, empty_database, migrated_file, migrated_template
from derived_keys import derived_keys
from haulage.kernel.actor import Actor
from shared_statements import shared_statements
from use_cases.scenario import Scenario, make_tables, open_scenario, open_scenario_at

__all__ = [
    "database",
    "derived_keys",
    "emptied_databases",
    "empty_database",
    "migrated_file",
    "migrated_template",
    "shared_statements",
]


@pytest.fixture
async def scenario(
    request: pytest.FixtureRequest, anyio_backend: str, tmp_path: Path
) -> AsyncIterator[Scenario]:
    """Tests that use ``database`` too have it over SQLite and over PostgreSQL."""
    if "database" in request.fixturenames:
        opening = open_scenario_at(request.getfixturevalue("database"), tmp_path)
    else:
        make_tables(tmp_path / "town.db")
        opening = open_scenario(tmp_path / "town.db")
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
