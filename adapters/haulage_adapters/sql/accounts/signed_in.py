"""Who is signed in with a session: asked with every request, so it is one statement for most people."""

from typing import Any

import attrs
from sqlalchemy import RowMapping, Select, Table, exists, select

from haulage.accounts.account import Account, User
from haulage.accounts.session import SignedIn
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


_SIGNED_IN = _signed_in_columns()


class SignedInPeople(Part):
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


def _part(row: RowMapping, table: Table) -> dict[str, Any]:
    return {column.name: row[f"{table.name}_{column.name}"] for column in table.columns}


def _signed_in(row: RowMapping) -> SignedIn:
    return SignedIn(
        account=Account(**_part(row, accounts)),
        user=User(**_part(row, users)),
        session=session_from(_part(row, sessions)),
        driver_id=row["driver_id"],
    )
