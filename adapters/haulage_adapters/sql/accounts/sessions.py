"""Sessions: how they are opened, proved further and ended."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, or_, select, update

from haulage.accounts.devices import Device
from haulage.accounts.refresh import RefreshToken
from haulage.accounts.session import USE_NOTED_EVERY, AssuranceLevel, Proof, Session
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.batches import some_of
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, flat_names
from haulage_adapters.sql.tables import accounts, known_networks, refresh_tokens, sessions
from haulage_adapters.sql.upserts import inserting

_SESSION = flat_names(Session, without={"proofs"})
TOKEN = flat_names(RefreshToken, without=set())


class Sessions(Part):
    async def open_session(self, session: Session, token: RefreshToken) -> None:
        row = attributes_of(session, _SESSION) | {"proofs": to_json(session.proofs, tuple[Proof, ...])}
        await self._session.run(insert(sessions).values(row), what="session")
        await self._session.run(
            insert(refresh_tokens).values(attributes_of(token, TOKEN)), what="refresh token"
        )

    async def note_use(self, session_id: str, device: Device, now: datetime) -> None:
        """The condition keeps requests that come at once from writing one after the other."""
        stale = or_(sessions.c.used_at.is_(None), sessions.c.used_at <= now - USE_NOTED_EVERY)
        await self._session.run(
            update(sessions)
            .where(sessions.c.id == session_id, stale)
            .values(used_at=now, user_agent=device.user_agent, network=device.network),
            what="session",
        )

    async def sessions_of(self, account_id: str, page: PageRequest) -> Page[Session]:
        statement = page_of(sessions, page).where(
            sessions.c.account_id == account_id, sessions.c.revoked_at.is_(None)
        )
        return one_page(await self._session.rows(statement), page, lambda row: session_from(dict(row)))

    async def know_network(self, account_id: str, network_hash: str, now: datetime) -> None:
        row = inserting(self._session.dialect, known_networks).values(
            account_id=account_id, network_hash=network_hash, seen_at=now
        )
        same = [known_networks.c.account_id, known_networks.c.network_hash]
        await self._session.run(
            row.on_conflict_do_update(index_elements=same, set_={"seen_at": now}), what="network"
        )

    async def knows_network(self, email: str, network_hash: str, since: datetime) -> bool:
        known = (
            select(known_networks.c.network_hash)
            .join(accounts, accounts.c.id == known_networks.c.account_id)
            .where(
                accounts.c.email == email,
                known_networks.c.network_hash == network_hash,
                known_networks.c.seen_at >= since,
            )
        )
        return await self._session.row(known) is not None

    async def purge_networks(self, before: datetime, limit: int) -> int:
        old = some_of(known_networks, known_networks.c.seen_at < before, limit)
        return await self._session.changed(old, what="network")

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

    async def end_session_of(self, account_id: str, session_id: str) -> bool:
        own = delete(sessions).where(sessions.c.id == session_id, sessions.c.account_id == account_id)
        return await self._session.changed(own, what="session") == 1

    async def end_sessions(self, account_id: str, *, keep: str | None = None) -> None:
        statement = delete(sessions).where(sessions.c.account_id == account_id)
        if keep is not None:
            statement = statement.where(sessions.c.id != keep)
        await self._session.run(statement, what="session")

    async def sessions_began(self, account_id: str, *, besides: str) -> Sequence[datetime]:
        rows = await self._session.rows(
            select(sessions.c.created_at).where(sessions.c.account_id == account_id, sessions.c.id != besides)
        )
        return [row["created_at"] for row in rows]

    async def purge_sessions(self, unused_since: datetime, limit: int) -> int:
        """The condition is looked at again under the lock, so that none is lost while it is refreshed."""
        unused = sessions.c.refreshed_at < unused_since
        some = select(sessions.c.id).where(unused).limit(limit)
        return await self._session.changed(
            delete(sessions).where(sessions.c.id.in_(some), unused), what="session"
        )


def session_from(row: dict[str, Any]) -> Session:
    return Session(**row | {"proofs": from_json(row["proofs"], tuple[Proof, ...])})
