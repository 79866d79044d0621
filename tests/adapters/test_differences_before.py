"""The upgrade that lets differences be listed for what cannot be read, over a list that is not empty."""

import importlib
from pathlib import Path
from typing import Any

import attrs
import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from builders import NOON
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import parse_url
from haulage_adapters.sql.migrations.respelling import respell
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

(FILE,) = (Path(migrations.__file__).parent / "versions").glob("*_unread_entries.py")
UPGRADE: Any = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{FILE.stem}")

OLD = Difference("dif_old", DifferenceKind.NOT_SENT, DifferenceSubject.REFUND, NOON, NOON, NOON)
NEW = attrs.evolve(OLD, id="dif_new", kind=DifferenceKind.OTHER_CURRENCY, subject=DifferenceSubject.ENTRY)


def upgrade_rows(connection: Connection) -> None:
    """From the words that the release before knew."""
    with Operations.context(MigrationContext.configure(connection)):
        respell("payment_differences", "kind", UPGRADE.KINDS[:6])
        respell("payment_differences", "subject", UPGRADE.SUBJECTS[:3])
        UPGRADE.upgrade()


async def test_a_list_with_rows_takes_the_new_words(storage: SqlStorage, database: str) -> None:
    await storage.write(lambda unit: unit.reconciliation.note(OLD))
    url = parse_url(database)
    engine = create_engine(
        url if "sqlite" not in database else url.set(drivername="sqlite"), poolclass=NullPool
    )
    with engine.begin() as connection:
        upgrade_rows(connection)
    await storage.write(lambda unit: unit.reconciliation.note(NEW))
    page = await storage.read(lambda unit: unit.reconciliation.differences(PageRequest()))
    assert sorted(each.id for each in page.items) == ["dif_new", "dif_old"]
