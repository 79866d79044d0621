"""What providers say of the accounts here, and sign-ins that are away at one."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, delete, insert, select, update

from haulage.accounts.flows import ChallengeMethod, CodeChallenge
from haulage.accounts.identities import Identity, Provider
from haulage.accounts.social_flows import SocialFlow
from haulage.ports.storage.sign_in import IdentityStore, SocialFlowStore
from haulage_adapters.sql.batches import some_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import identities, social_flows

_IDENTITY = flat_names(Identity, without=set())
_FLOW = flat_names(SocialFlow, without={"challenge"})


class SqlIdentityStore(IdentityStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, identity: Identity) -> None:
        await self._session.run(insert(identities).values(_identity_row(identity)), what="identity")

    async def by_subject(self, provider: Provider, subject: str) -> Identity | None:
        row = await self._session.row(
            select(identities).where(identities.c.provider == provider, identities.c.subject == subject)
        )
        return None if row is None else _identity(row)

    async def of_account(self, account_id: str) -> Sequence[Identity]:
        rows = await self._session.rows(
            select(identities)
            .where(identities.c.account_id == account_id)
            .order_by(identities.c.created_at, identities.c.id)
        )
        return [_identity(row) for row in rows]

    async def save(self, identity: Identity) -> None:
        await self._session.run(
            update(identities).where(identities.c.id == identity.id).values(_identity_row(identity)),
            what="identity",
        )

    async def remove(self, identity: Identity) -> None:
        await self._session.run(delete(identities).where(identities.c.id == identity.id), what="identity")


class SqlSocialFlowStore(SocialFlowStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, flow: SocialFlow) -> None:
        challenge = flow.challenge
        row = attributes_of(flow, _FLOW) | {
            "challenge": challenge.challenge if challenge else None,
            "challenge_method": challenge.method if challenge else None,
        }
        await self._session.run(insert(social_flows).values(row), what="flow")

    async def take(self, state_hash: str) -> SocialFlow | None:
        """The deletion decides which of two returns at once has the flow."""
        taken = delete(social_flows).where(social_flows.c.state_hash == state_hash)
        row = (await self._session.run(taken.returning(*social_flows.c), what="flow")).mappings().first()
        return None if row is None else _flow(row)

    async def purge(self, before: datetime, limit: int) -> int:
        old = some_of(social_flows, social_flows.c.created_at < before, limit)
        return await self._session.changed(old, what="flow")


def _identity_row(identity: Identity) -> dict[str, Any]:
    return attributes_of(identity, _IDENTITY) | {"data": dict(identity.data)}


def _identity(row: RowMapping) -> Identity:
    return Identity(**columns_of(row, _IDENTITY))


def _flow(row: RowMapping) -> SocialFlow:
    challenge = None
    if row["challenge"] is not None:
        challenge = CodeChallenge(row["challenge"], ChallengeMethod(row["challenge_method"]))
    return SocialFlow(challenge=challenge, **columns_of(row, _FLOW))
