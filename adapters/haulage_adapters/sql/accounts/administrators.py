"""Administrators, and how well they prove who they are."""

from sqlalchemy import exists, func, select

from haulage.accounts.factors import FactorStatus
from haulage.kernel.actor import UserType
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.tables import factors, passkeys, users


class Administrators(Part):
    async def administrators_without_second_factor(self) -> int:
        verified = exists().where(
            factors.c.account_id == users.c.auth_id, factors.c.status == FactorStatus.VERIFIED.value
        )
        passkey = exists().where(passkeys.c.account_id == users.c.auth_id)
        unprotected = select(func.count().label("number")).where(
            users.c.user_type == UserType.ADMIN.value, ~verified, ~passkey
        )
        row = await self._session.row(unprotected.select_from(users))
        return 0 if row is None else int(row["number"])
