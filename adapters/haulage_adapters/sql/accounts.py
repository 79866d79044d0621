"""Accounts, users, sessions with their refresh tokens, and the server's keys."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    RowMapping,
    Select,
    Table,
    UniqueConstraint,
    delete,
    exists,
    func,
    insert,
    select,
    true,
    update,
)

from haulage.accounts.account import Account, EmailTaken, User
from haulage.accounts.refresh import RefreshFamily, RefreshToken
from haulage.accounts.session import AssuranceLevel, Proof, Session, SignedIn
from haulage.kernel.errors import Conflict
from haulage.kernel.policy import UserType
from haulage.ports.account_storage import AccountStore, KeptKey, KeyPurpose
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.factors import SqlFactorStore, factors
from haulage_adapters.sql.identities import SqlIdentityStore, identities
from haulage_adapters.sql.rows import flat_names, pick, require_one, take
from haulage_adapters.sql.session import Session as SqlSession
from haulage_adapters.sql.tables import drivers, identifier, instant, metadata, reference, spelled, word
from haulage_adapters.sql.types import MAX_EMAIL, MAX_ID, MAX_NAME, MAX_PHONE, MAX_WORD, Json, Text

MAX_HASH = 255
HASH_DIGITS = 64
MAX_KEY_MATERIAL = 2_000

accounts = Table(
    "accounts",
    metadata,
    identifier(),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("password_hash", Text(MAX_HASH), nullable=True),
    Column("user_metadata", Json, nullable=False),
    instant("created_at"),
    instant("updated_at"),
    instant("email_confirmed_at", nullable=True),
    instant("last_sign_in_at", nullable=True),
    Column("new_email", Text(MAX_EMAIL), nullable=True),
    Column("by_email", Boolean, nullable=False, server_default=true()),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("email"),
    CheckConstraint("email = lower(email)", name="email"),
    CheckConstraint("version >= 1", name="version"),
)

users = Table(
    "users",
    metadata,
    identifier(),
    reference("auth_id", "accounts.id"),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("name", Text(MAX_NAME), nullable=False),
    Column("phone", Text(MAX_PHONE), nullable=False),
    word("user_type", UserType),
    instant("created_at"),
    instant("updated_at"),
    Column("timezone", Text(MAX_ID), nullable=False),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("auth_id"),
    UniqueConstraint("email"),
    *spelled(user_type=UserType),
    CheckConstraint("version >= 1", name="version"),
)

sessions = Table(
    "sessions",
    metadata,
    identifier(),
    Column("account_id", Text(MAX_ID), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    instant("created_at"),
    instant("refreshed_at"),
    Column("proofs", Json, nullable=False),
    word("assurance", AssuranceLevel),
    instant("revoked_at", nullable=True),
    PrimaryKeyConstraint("id"),
    *spelled(assurance=AssuranceLevel),
    Index(None, "account_id"),
)

refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("hash", Text(HASH_DIGITS), nullable=False),
    Column("session_id", Text(MAX_ID), ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("generation", Integer, nullable=False),
    instant("issued_at"),
    instant("used_at", nullable=True),
    PrimaryKeyConstraint("hash"),
    UniqueConstraint("session_id", "generation"),
    CheckConstraint("generation >= 0", name="generation"),
)

server_keys = Table(
    "server_keys",
    metadata,
    identifier(),
    Column("purpose", Text(MAX_WORD), nullable=False),
    Column("number", Integer, nullable=False),
    instant("created_at"),
    Column("material", Text(MAX_KEY_MATERIAL), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("purpose", "number"),
    *spelled(purpose=KeyPurpose),
    CheckConstraint("number >= 1", name="number"),
)

_ACCOUNT = flat_names(Account, without=set())
_USER = flat_names(User, without=set())
_SESSION = flat_names(Session, without={"proofs"})
_SESSION_ROW = flat_names(Session, without=set())
_TOKEN = flat_names(RefreshToken, without=set())
_KEY = flat_names(KeptKey, without={"purpose"})


class SqlAccountStore(AccountStore):
    def __init__(self, session: SqlSession) -> None:
        self._session = session

    async def add(self, account: Account, user: User) -> None:
        """The unique address decides a race; the loser's unit is undone."""
        try:
            await self._session.run(insert(accounts).values(_account_row(account)), what="account")
        except Conflict:
            raise EmailTaken from None
        await self._session.run(insert(users).values(pick(user, _USER)), what="user")

    async def get(self, account_id: str) -> Account | None:
        return _account(await self._session.row(select(accounts).where(accounts.c.id == account_id)))

    async def any_exist(self) -> bool:
        return await self._session.row(select(accounts.c.id).limit(1)) is not None

    async def by_email(self, email: str) -> Account | None:
        return _account(await self._session.row(select(accounts).where(accounts.c.email == email)))

    async def by_new_email(self, email: str) -> Account | None:
        wishing = select(accounts).where(accounts.c.new_email == email)
        return _account(await self._session.row(wishing.order_by(accounts.c.updated_at.desc()).limit(1)))

    async def save(self, before: Account, after: Account) -> Account:
        saved = attrs.evolve(after, version=before.version + 1)
        changed = await self._session.changed(
            update(accounts)
            .where(accounts.c.id == before.id, accounts.c.version == before.version)
            .values(_account_row(saved)),
            what="account",
        )
        require_one(changed, "account")
        return saved

    async def note_sign_in(self, account: Account, now: datetime) -> bool:
        """One statement looks at the hash and takes the row's lock, so a new password and a sign-in with
        the old one cannot both succeed."""
        changed = await self._session.changed(
            update(accounts)
            .where(accounts.c.id == account.id, accounts.c.password_hash == account.password_hash)
            .values(last_sign_in_at=now),
            what="account",
        )
        return changed == 1

    async def user(self, user_id: str) -> User | None:
        return _user(await self._session.row(select(users).where(users.c.id == user_id)))

    async def user_of(self, account_id: str) -> User | None:
        return _user(await self._session.row(select(users).where(users.c.auth_id == account_id)))

    async def save_user(self, before: User, after: User) -> User:
        saved = attrs.evolve(after, version=before.version + 1)
        changed = await self._session.changed(
            update(users)
            .where(users.c.id == before.id, users.c.version == before.version)
            .values(pick(saved, _USER)),
            what="user",
        )
        require_one(changed, "user")
        return saved

    async def open_session(self, session: Session, token: RefreshToken) -> None:
        row = pick(session, _SESSION) | {"proofs": to_json(session.proofs, tuple[Proof, ...])}
        await self._session.run(insert(sessions).values(row), what="session")
        await self._session.run(insert(refresh_tokens).values(pick(token, _TOKEN)), what="refresh token")

    async def signed_in(self, session_id: str) -> SignedIn | None:
        row = await self._session.row(
            _SIGNED_IN.where(sessions.c.id == session_id, sessions.c.revoked_at.is_(None))
        )
        if row is None:
            return None
        signed_in = _signed_in(row)
        account_id = signed_in.account.id
        if row["has_factors"]:
            owned = await SqlFactorStore(self._session).of_account(account_id)
            signed_in = attrs.evolve(signed_in, factors=tuple(owned))
        if row["has_identities"]:
            linked = await SqlIdentityStore(self._session).of_account(account_id)
            signed_in = attrs.evolve(signed_in, identities=tuple(linked))
        return signed_in

    async def refresh_family(self, token_hash: str) -> RefreshFamily | None:
        """The session's row is the lock of its chain. The chain is read after the lock is had."""
        belongs = select(refresh_tokens.c.session_id).where(refresh_tokens.c.hash == token_hash)
        session_id = await self._session.scalar(belongs)
        held = await self._session.row(select(sessions).where(sessions.c.id == session_id).with_for_update())
        if held is None:
            return None
        chain = select(refresh_tokens).where(refresh_tokens.c.session_id == session_id)
        presented = await self._session.row(chain.where(refresh_tokens.c.hash == token_hash))
        active = await self._session.row(chain.order_by(refresh_tokens.c.generation.desc()).limit(1))
        if presented is None or active is None:
            return None
        return RefreshFamily(_session(take(held, _SESSION_ROW)), _token(presented), _token(active))

    async def exchange(self, used: RefreshToken, issued: RefreshToken, now: datetime) -> None:
        """``Conflict`` when the link was used already: the chain never forks."""
        changed = await self._session.changed(
            update(refresh_tokens)
            .where(refresh_tokens.c.hash == used.hash, refresh_tokens.c.used_at.is_(None))
            .values(used_at=now),
            what="refresh token",
        )
        require_one(changed, "refresh token")
        await self._session.run(insert(refresh_tokens).values(pick(issued, _TOKEN)), what="refresh token")
        await self._session.run(
            update(sessions).where(sessions.c.id == used.session_id).values(refreshed_at=now), what="session"
        )

    async def append_link(self, session_id: str, token_hash: str, now: datetime) -> None:
        await self._session.row(select(sessions.c.id).where(sessions.c.id == session_id).with_for_update())
        links = refresh_tokens.c.session_id == session_id
        last = await self._session.scalar(select(func.max(refresh_tokens.c.generation)).where(links))
        await self._session.run(
            update(refresh_tokens).where(links, refresh_tokens.c.used_at.is_(None)).values(used_at=now),
            what="refresh token",
        )
        link = RefreshToken(token_hash, session_id, last + 1, now)
        await self._session.run(insert(refresh_tokens).values(pick(link, _TOKEN)), what="refresh token")

    async def raise_session(
        self, session_id: str, proofs: Sequence[Proof], assurance: AssuranceLevel
    ) -> None:
        await self._session.run(
            update(sessions)
            .where(sessions.c.id == session_id)
            .values(proofs=to_json(tuple(proofs), tuple[Proof, ...]), assurance=assurance),
            what="session",
        )

    async def lower_sessions(self, account_id: str, *, keep: str | None = None) -> None:
        statement = update(sessions).where(sessions.c.account_id == account_id)
        if keep is not None:
            statement = statement.where(sessions.c.id != keep)
        await self._session.run(statement.values(assurance=AssuranceLevel.ONE_FACTOR), what="session")

    async def end_sessions_with_one_factor(self, account_id: str) -> None:
        one_factor = sessions.c.assurance == AssuranceLevel.ONE_FACTOR
        await self._session.run(
            delete(sessions).where(sessions.c.account_id == account_id, one_factor), what="session"
        )

    async def revoke_session(self, session_id: str, now: datetime) -> None:
        await self._session.run(
            update(sessions)
            .where(sessions.c.id == session_id, sessions.c.revoked_at.is_(None))
            .values(revoked_at=now),
            what="session",
        )

    async def end_session(self, session_id: str) -> None:
        await self._session.run(delete(sessions).where(sessions.c.id == session_id), what="session")

    async def end_sessions(self, account_id: str, *, keep: str | None = None) -> None:
        statement = delete(sessions).where(sessions.c.account_id == account_id)
        if keep is not None:
            statement = statement.where(sessions.c.id != keep)
        await self._session.run(statement, what="session")

    async def purge_sessions(self, unused_since: datetime, limit: int) -> int:
        """The condition is looked at again under the lock, so that none is lost while it is refreshed."""
        unused = sessions.c.refreshed_at < unused_since
        some = select(sessions.c.id).where(unused).limit(limit)
        return await self._session.changed(
            delete(sessions).where(sessions.c.id.in_(some), unused), what="session"
        )

    async def keys(self) -> Sequence[KeptKey]:
        rows = await self._session.rows(
            select(server_keys).order_by(server_keys.c.purpose, server_keys.c.number)
        )
        return [KeptKey(**take(row, _KEY), purpose=KeyPurpose(row["purpose"])) for row in rows]

    async def add_key(self, key: KeptKey) -> None:
        row = pick(key, _KEY) | {"purpose": key.purpose.value}
        await self._session.run(insert(server_keys).values(row), what="server key")


def _signed_in_columns() -> Select[Any]:
    named = [
        column.label(f"{table.name}_{column.name}")
        for table in (accounts, users, sessions)
        for column in table.columns
    ]
    return (
        select(
            *named,
            drivers.c.id.label("driver_id"),
            exists().where(factors.c.account_id == sessions.c.account_id).label("has_factors"),
            exists().where(identities.c.account_id == sessions.c.account_id).label("has_identities"),
        )
        .select_from(sessions)
        .join(accounts, accounts.c.id == sessions.c.account_id)
        .join(users, users.c.auth_id == accounts.c.id)
        .outerjoin(drivers, drivers.c.user_id == users.c.id)
    )


_SIGNED_IN = _signed_in_columns()


def _part(row: RowMapping, table: Table) -> dict[str, Any]:
    return {column.name: row[f"{table.name}_{column.name}"] for column in table.columns}


def _signed_in(row: RowMapping) -> SignedIn:
    return SignedIn(
        account=Account(**_part(row, accounts)),
        user=User(**_part(row, users)),
        session=_session(_part(row, sessions)),
        driver_id=row["driver_id"],
    )


def _account_row(account: Account) -> dict[str, Any]:
    return pick(account, _ACCOUNT) | {"user_metadata": dict(account.user_metadata)}


def _account(row: RowMapping | None) -> Account | None:
    return None if row is None else Account(**take(row, _ACCOUNT))


def _user(row: RowMapping | None) -> User | None:
    return None if row is None else User(**take(row, _USER))


def _session(row: dict[str, Any]) -> Session:
    return Session(**row | {"proofs": from_json(row["proofs"], tuple[Proof, ...])})


def _token(row: RowMapping) -> RefreshToken:
    return RefreshToken(**take(row, _TOKEN))
