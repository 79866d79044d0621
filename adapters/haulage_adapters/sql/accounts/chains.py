"""The chains of refresh tokens. The session's row is the lock of its chain."""

from datetime import datetime

from sqlalchemy import RowMapping, func, insert, select, update

from haulage.accounts.refresh import RefreshFamily, RefreshToken
from haulage.accounts.session import Session
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.accounts.sessions import TOKEN, session_from
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one
from haulage_adapters.sql.tables import refresh_tokens, sessions

_SESSION_ROW = flat_names(Session, without=set())


class Chains(Part):
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
        return RefreshFamily(session_from(columns_of(held, _SESSION_ROW)), _token(presented), _token(active))

    async def exchange(self, used: RefreshToken, issued: RefreshToken, now: datetime) -> None:
        """``Conflict`` when the link was used already: the chain never forks."""
        changed = await self._session.changed(
            update(refresh_tokens)
            .where(refresh_tokens.c.hash == used.hash, refresh_tokens.c.used_at.is_(None))
            .values(used_at=now),
            what="refresh token",
        )
        require_one(changed, "refresh token")
        await self._session.run(
            insert(refresh_tokens).values(attributes_of(issued, TOKEN)), what="refresh token"
        )
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
        await self._session.run(
            insert(refresh_tokens).values(attributes_of(link, TOKEN)), what="refresh token"
        )


def _token(row: RowMapping) -> RefreshToken:
    return RefreshToken(**columns_of(row, TOKEN))
