"""The upgrade that gives every account a UUID, on SQLite and on PostgreSQL."""

import importlib
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, select, text

from builders import NOON, a_user, an_account
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.flows import ChallengeMethod, CodeChallenge
from haulage.accounts.one_time import CodePurpose
from haulage.accounts.refresh import first_token
from haulage.accounts.session import Session
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql import migrations
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import accounts, sessions, users

pytestmark = pytest.mark.anyio

NEW_ALREADY = "7f3c1f0e-0d57-4b0e-9e52-0f3a1c1d2b3a"


def upgraded(connection: Connection) -> None:
    (file,) = (Path(migrations.__file__).parent / "versions").glob("*_account_uuids.py")
    step: Any = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{file.stem}")
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))  # upgrades run without foreign keys
    with Operations.context(MigrationContext.configure(connection)):
        step.upgrade()


async def filled(unit: UnitOfWork) -> None:
    for number, account_id in enumerate(("acc_ann", "acc_bob", NEW_ALREADY)):
        account = an_account(account_id)
        await unit.accounts.add(account, a_user(f"usr_{number}", auth_id=account_id, email=account.email))
    session = Session("ses_1", "acc_ann", NOON, NOON, ())
    await unit.accounts.open_session(session, first_token("token", session))
    challenge = CodeChallenge("c" * 43, ChallengeMethod.S256)
    for number, account_id in enumerate(("acc_bob", None)):
        wish = EmailRequest(
            f"wsh_{number}",
            CodePurpose.RECOVERY,
            "bob@example.com",
            "",
            NOON,
            challenge,
            account_id=account_id,
        )
        await unit.email_requests.add(wish)


async def test_everything_of_an_account_follows_its_new_id(storage: SqlStorage) -> None:
    await storage.write(filled)
    async with storage.engine.writing.begin() as connection:
        await connection.run_sync(upgraded)
        ids = set((await connection.execute(select(accounts.c.id))).scalars())
        of_users = set((await connection.execute(select(users.c.auth_id))).scalars())
        of_sessions = set((await connection.execute(select(sessions.c.account_id))).scalars())
    assert {str(UUID(account_id)) for account_id in ids} == ids == of_users
    assert NEW_ALREADY in ids
    assert len(ids) == 3
    signed_in = await storage.read(lambda unit: unit.accounts.signed_in("ses_1"))
    assert signed_in is not None
    assert of_sessions == {signed_in.account.id}
    assert signed_in.account.email == "acc_ann@example.com"
    bob = await storage.read(lambda unit: unit.accounts.by_email("acc_bob@example.com"))
    wishes = await storage.read(lambda unit: unit.email_requests.oldest(10))
    assert bob is not None
    assert [wish.account_id for wish in wishes] == [bob.id, None]


async def test_an_account_goes_with_its_sessions_after_the_upgrade(storage: SqlStorage) -> None:
    """The foreign keys are there again."""
    await storage.write(filled)
    async with storage.engine.writing.begin() as connection:
        await connection.run_sync(upgraded)
    async with storage.engine.writing.begin() as connection:
        await connection.execute(users.delete())
        await connection.execute(accounts.delete())
    assert await storage.read(lambda unit: unit.accounts.signed_in("ses_1")) is None
    async with storage.engine.reading.begin() as connection:
        assert (await connection.execute(select(sessions.c.id))).first() is None
