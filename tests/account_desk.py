"""Account use cases over a real database, with a clock that tests turn and cheap password hashes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import attrs

from haulage.accounts import SessionGrant
from haulage.ports.clock import Clock
from haulage.use_cases.accounts import AccountUseCases
from haulage_adapters.passwords_argon2 import Argon2Cost, Argon2Passwords
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers
from haulage_adapters.tokens_jose import JoseTokens

CHEAP = Argon2Cost(memory_kibibytes=8, passes=1)
PASSWORD = "secret1"


@attrs.define
class TurnableClock:
    """Stands still until a test turns it."""

    at: datetime = datetime(2027, 3, 1, 15, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def turn(self, **parts: float) -> None:
        self.at += timedelta(**parts)


def account_use_cases(storage: SqlStorage, clock: Clock, *, secret_key: str | None = None) -> AccountUseCases:
    """The use cases of one process over this storage; two calls are two processes."""
    identifiers = RandomIdentifiers()
    issuer = "http://127.0.0.1:8000/auth/v1"
    return AccountUseCases.over(
        storage=storage,
        clock=clock,
        identifiers=identifiers,
        passwords=Argon2Passwords(CHEAP, threads=1),
        tokens=JoseTokens(storage, clock, identifiers, issuer=issuer, secret_key=secret_key),
    )


@attrs.frozen
class Desk:
    """One marketplace's accounts."""

    storage: SqlStorage
    clock: TurnableClock
    accounts: AccountUseCases

    async def sign_up(self, email: str = "ann@example.com", **metadata: object) -> SessionGrant:
        return await self.accounts.sign_up(email, PASSWORD, metadata)


@asynccontextmanager
async def open_desk(url: str) -> AsyncIterator[Desk]:
    """A desk over a fresh database at *url*, with its tables made."""
    engine = open_engine(url)
    async with engine.writing.begin() as connection:
        await connection.run_sync(metadata.create_all)
    storage = SqlStorage(engine)
    clock = TurnableClock()
    try:
        yield Desk(storage, clock, account_use_cases(storage, clock))
    finally:
        await storage.aclose()
