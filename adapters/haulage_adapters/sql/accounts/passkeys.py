"""Passkeys, and the questions that their signatures answer."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from haulage.accounts.passkeys import Passkey, PasskeyChallenge
from haulage.ports.storage.sign_in import PasskeyStore
from haulage_adapters.sql.batches import some_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import passkey_challenges, passkeys

_PASSKEY = flat_names(Passkey, without=set())
_CHALLENGE = flat_names(PasskeyChallenge, without=set())


class SqlPasskeyStore(PasskeyStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, passkey: Passkey) -> None:
        await self._session.run(insert(passkeys).values(attributes_of(passkey, _PASSKEY)), what="passkey")

    async def by_credential(self, credential_id: str) -> Passkey | None:
        row = await self._session.row(select(passkeys).where(passkeys.c.credential_id == credential_id))
        return None if row is None else Passkey(**columns_of(row, _PASSKEY))

    async def of_account(self, account_id: str) -> Sequence[Passkey]:
        rows = await self._session.rows(
            select(passkeys)
            .where(passkeys.c.account_id == account_id)
            .order_by(passkeys.c.created_at, passkeys.c.id)
        )
        return [Passkey(**columns_of(row, _PASSKEY)) for row in rows]

    async def rename(self, passkey: Passkey, name: str) -> None:
        await self._session.run(
            update(passkeys).where(passkeys.c.id == passkey.id).values(name=name), what="passkey"
        )

    async def note_use(self, passkey: Passkey, sign_count: int, now: datetime) -> bool:
        """The count that was read decides: of two uses of one signature, one is noted."""
        noted = await self._session.changed(
            update(passkeys)
            .where(passkeys.c.id == passkey.id, passkeys.c.sign_count == passkey.sign_count)
            .values(sign_count=sign_count, last_used_at=now),
            what="passkey",
        )
        return noted == 1

    async def remove(self, passkey: Passkey) -> None:
        await self._session.run(delete(passkeys).where(passkeys.c.id == passkey.id), what="passkey")

    async def add_challenge(self, challenge: PasskeyChallenge) -> None:
        row = attributes_of(challenge, _CHALLENGE)
        await self._session.run(insert(passkey_challenges).values(row), what="challenge")

    async def take_challenge(self, challenge_hash: str) -> PasskeyChallenge | None:
        taken = delete(passkey_challenges).where(passkey_challenges.c.hash == challenge_hash)
        found = await self._session.run(taken.returning(*passkey_challenges.c), what="challenge")
        row = found.mappings().first()
        return None if row is None else PasskeyChallenge(**columns_of(row, _CHALLENGE))

    async def purge_challenges(self, before: datetime, limit: int) -> int:
        old = some_of(passkey_challenges, passkey_challenges.c.created_at < before, limit)
        return await self._session.changed(old, what="challenge")
