"""Second factors, and the questions for their codes."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import RowMapping, delete, insert, select, update

from haulage.accounts.factors import Factor, FactorChallenge
from haulage.accounts.recovery_codes import RecoveryCode
from haulage.ports.storage.sign_in import FactorStore
from haulage_adapters.sql.batches import some_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import factor_challenges, factors, recovery_codes

_FACTOR = flat_names(Factor, without=set())
_CHALLENGE = flat_names(FactorChallenge, without=set())
_CODE = flat_names(RecoveryCode, without=set())


class SqlFactorStore(FactorStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, factor: Factor) -> None:
        await self._session.run(insert(factors).values(attributes_of(factor, _FACTOR)), what="factor")

    async def get(self, factor_id: str) -> Factor | None:
        return _factor(await self._session.row(select(factors).where(factors.c.id == factor_id)))

    async def of_account(self, account_id: str) -> Sequence[Factor]:
        rows = await self._session.rows(
            select(factors)
            .where(factors.c.account_id == account_id)
            .order_by(factors.c.created_at, factors.c.id)
        )
        return [Factor(**columns_of(row, _FACTOR)) for row in rows]

    async def save(self, factor: Factor) -> None:
        await self._session.run(
            update(factors).where(factors.c.id == factor.id).values(attributes_of(factor, _FACTOR)),
            what="factor",
        )

    async def remove(self, factor: Factor) -> None:
        await self._session.run(delete(factors).where(factors.c.id == factor.id), what="factor")

    async def add_challenge(self, challenge: FactorChallenge) -> None:
        row = attributes_of(challenge, _CHALLENGE)
        await self._session.run(insert(factor_challenges).values(row), what="challenge")

    async def challenge(self, challenge_id: str, factor_id: str) -> FactorChallenge | None:
        """The factor's row is the lock, so that two answers at once are looked at one after the other."""
        await self._session.row(select(factors.c.id).where(factors.c.id == factor_id).with_for_update())
        row = await self._session.row(
            select(factor_challenges).where(
                factor_challenges.c.id == challenge_id, factor_challenges.c.factor_id == factor_id
            )
        )
        return None if row is None else FactorChallenge(**columns_of(row, _CHALLENGE))

    async def remove_challenges(self, factor_id: str) -> None:
        gone = delete(factor_challenges).where(factor_challenges.c.factor_id == factor_id)
        await self._session.run(gone, what="challenge")

    async def purge_challenges(self, before: datetime, limit: int) -> int:
        gone = some_of(factor_challenges, factor_challenges.c.created_at < before, limit)
        return await self._session.changed(gone, what="challenge")

    async def recovery_codes(self, account_id: str) -> Sequence[RecoveryCode]:
        rows = await self._session.rows(
            select(recovery_codes)
            .where(recovery_codes.c.account_id == account_id)
            .order_by(recovery_codes.c.hash)
        )
        return [RecoveryCode(**columns_of(row, _CODE)) for row in rows]

    async def replace_recovery_codes(self, account_id: str, codes: Sequence[RecoveryCode]) -> None:
        await self.forget_recovery_codes(account_id)
        for code in codes:
            await self._session.run(
                insert(recovery_codes).values(attributes_of(code, _CODE)), what="recovery code"
            )

    async def use_recovery_code(self, account_id: str, code_hash: str, now: datetime) -> RecoveryCode | None:
        used = (
            update(recovery_codes)
            .where(
                recovery_codes.c.account_id == account_id,
                recovery_codes.c.hash == code_hash,
                recovery_codes.c.used_at.is_(None),
            )
            .values(used_at=now)
            .returning(*recovery_codes.c)
        )
        row = (await self._session.run(used, what="recovery code")).mappings().first()
        return None if row is None else RecoveryCode(**columns_of(row, _CODE))

    async def forget_recovery_codes(self, account_id: str) -> None:
        gone = delete(recovery_codes).where(recovery_codes.c.account_id == account_id)
        await self._session.run(gone, what="recovery code")


def _factor(row: RowMapping | None) -> Factor | None:
    return None if row is None else Factor(**columns_of(row, _FACTOR))
