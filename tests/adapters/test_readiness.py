"""Who guards an administrator's account by more than a password, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime

import pytest

from builders import a_user, an_account
from haulage.accounts.factors import Factor, FactorStatus, FactorType
from haulage.accounts.passkeys import Passkey
from haulage.kernel.actor import ANONYMOUS, OPERATOR, UserType
from haulage.kernel.errors import Unauthenticated
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.readiness import Readiness, SeeReadiness
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


async def add(unit: UnitOfWork, name: str, user_type: UserType) -> str:
    account = an_account(id=f"acc_{name}", email=f"{name}@example.com")
    user = a_user(id=f"usr_{name}", auth_id=account.id, email=account.email, user_type=user_type)
    await unit.accounts.add(account, user)
    return account.id


def a_factor(account_id: str, status: FactorStatus) -> Factor:
    return Factor(f"fac_{account_id}", account_id, FactorType.TOTP, "phone", "open:x", NOON, NOON, status)


async def test_factors_that_were_used_and_passkeys_protect_administrators(storage: SqlStorage) -> None:
    async def people(unit: UnitOfWork) -> None:
        await add(unit, "bare", UserType.ADMIN)
        begun = await add(unit, "begun", UserType.ADMIN)
        await unit.factors.add(a_factor(begun, FactorStatus.UNVERIFIED))
        verified = await add(unit, "verified", UserType.ADMIN)
        await unit.factors.add(a_factor(verified, FactorStatus.VERIFIED))
        passkey = await add(unit, "passkey", UserType.ADMIN)
        await unit.passkeys.add(Passkey("pky_1", passkey, "cred", "public", 3, "laptop", True, NOON))
        await add(unit, "customer", UserType.CUSTOMER)

    see = SeeReadiness(storage)
    assert await see(OPERATOR) == Readiness(0, 0, 0)
    await storage.write(people)
    assert (await see(OPERATOR)).administrators_without_second_factor == 2


async def test_only_operators_are_told(storage: SqlStorage) -> None:
    with pytest.raises(Unauthenticated):
        await SeeReadiness(storage)(ANONYMOUS)
