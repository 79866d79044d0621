"""Who is signed in with a session: asked with every request, so it is one statement for most people."""

from collections.abc import Sequence
from typing import Any

import attrs
from sqlalchemy import RowMapping, Select, Table, bindparam, exists, select

from haulage.accounts.account import Account, User
from haulage.accounts.factors import FactorStatus
from haulage.accounts.session import AssuranceLevel, Bearer, SessionTimes, SignedIn
from haulage.kernel.actor import Actor
from haulage_adapters.sql.accounts.factors import SqlFactorStore
from haulage_adapters.sql.accounts.identities import SqlIdentityStore
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.accounts.sessions import session_from
from haulage_adapters.sql.tables import accounts, drivers, factors, identities, sessions, users


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


_LIVES = (sessions.c.revoked_at.is_(None), accounts.c.suspended_at.is_(None))
_SIGNED_IN = _signed_in_columns().where(*_LIVES)
_BEARERS = (
    select(
        sessions.c.id,
        sessions.c.account_id,
        sessions.c.assurance,
        sessions.c.created_at,
        sessions.c.refreshed_at,
        sessions.c.used_at,
        users.c.id.label("user_id"),
        users.c.user_type,
        drivers.c.id.label("driver_id"),
        exists()
        .where(factors.c.account_id == sessions.c.account_id, factors.c.status == FactorStatus.VERIFIED)
        .label("has_factor"),
    )
    .select_from(sessions)
    .join(accounts, accounts.c.id == sessions.c.account_id)
    .join(users, users.c.auth_id == sessions.c.account_id)
    .outerjoin(drivers, drivers.c.user_id == users.c.id)
    .where(sessions.c.id.in_(bindparam("session_ids", expanding=True)), *_LIVES)
)
MOST_AT_ONCE = 1_000
"""Sessions asked for in one statement; SQLite takes some 32,000 values."""


class SignedInPeople(Part):
    async def signed_in(self, session_id: str) -> SignedIn | None:
        row = await self._session.row(_SIGNED_IN.where(sessions.c.id == session_id))
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

    async def bearers(self, session_ids: Sequence[str]) -> dict[str, Bearer]:
        """Who bears these sessions; those that were signed out or revoked are left out."""
        found: dict[str, Bearer] = {}
        for start in range(0, len(session_ids), MOST_AT_ONCE):
            some = session_ids[start : start + MOST_AT_ONCE]
            rows = await self._session.rows(_BEARERS, {"session_ids": some})
            found |= {row["id"]: _bearer(row) for row in rows}
        return found


def _bearer(row: RowMapping) -> Bearer:
    return Bearer(
        row["account_id"],
        Actor(user_id=row["user_id"], user_type=row["user_type"], driver_id=row["driver_id"]),
        needs_second_factor=row["has_factor"] and row["assurance"] is AssuranceLevel.ONE_FACTOR,
        session=SessionTimes(row["created_at"], row["refreshed_at"], row["used_at"]),
        has_both_factors=row["assurance"] is AssuranceLevel.TWO_FACTORS,
    )


def _part(row: RowMapping, table: Table) -> dict[str, Any]:
    return {column.name: row[f"{table.name}_{column.name}"] for column in table.columns}


def _signed_in(row: RowMapping) -> SignedIn:
    return SignedIn(
        account=Account(**_part(row, accounts)),
        user=User(**_part(row, users)),
        session=session_from(_part(row, sessions)),
        driver_id=row["driver_id"],
    )
