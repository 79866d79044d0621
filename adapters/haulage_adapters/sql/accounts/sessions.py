"""Sessions: how they are opened, proved further and ended."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from haulage.accounts.refresh import RefreshToken
from haulage.accounts.session import AssuranceLevel, Proof, Session
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.rows import flat_names, pick
from haulage_adapters.sql.tables import refresh_tokens, sessions

_SESSION = flat_names(Session, without={"proofs"})
TOKEN = flat_names(RefreshToken, without=set())


class Sessions(Part):
    async def open_session(self, session: Session, token: RefreshToken) -> None:
        row = pick(session, _SESSION) | {"proofs": to_json(session.proofs, tuple[Proof, ...])}
        await self._session.run(insert(sessions).values(row), what="session")
        await self._session.run(insert(refresh_tokens).values(pick(token, TOKEN)), what="refresh token")

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


def session_from(row: dict[str, Any]) -> Session:
    return Session(**row | {"proofs": from_json(row["proofs"], tuple[Proof, ...])})
