"""A secret that is set later, and one that is changed, on SQLite and on PostgreSQL."""

from collections.abc import Sequence

import pytest

from builders import NOON, a_user, an_account
from haulage.accounts.factors import Factor, FactorStatus, FactorType
from haulage.audit import AuditAction
from haulage.kernel.actor import ANONYMOUS, OPERATOR
from haulage.kernel.errors import InvalidInput, Unauthenticated
from haulage.ports.storage.audit import EVERYTHING
from haulage.ports.storage.sealed import SealedValue
from haulage.use_cases.accounts import reseal_secrets
from haulage.use_cases.accounts.reseal_secrets import ResealSecrets
from haulage_adapters.sql.sealed import SEALED
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import metadata
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.identifiers import RandomIdentifiers
from haulage_adapters.tokens_jose import JoseTokens, KeysSealedOtherwise, Seal

pytestmark = pytest.mark.anyio

NEW, OLD, OLDEST = "a secret of this year", "a secret of last year", "a secret, of long ago"


def tokens(storage: SqlStorage, seal: Seal) -> JoseTokens:
    return JoseTokens(storage, SystemClock(), RandomIdentifiers(), issuer="https://a.example", seal=seal)


def sealing(storage: SqlStorage, seal: Seal) -> ResealSecrets:
    return ResealSecrets(storage, SystemClock(), seal)


async def a_marketplace(storage: SqlStorage, seal: Seal, *, factors: int = 3) -> Sequence[object]:
    """With its keys and some second factors; its public keys."""
    made = tokens(storage, seal)
    account = an_account()
    secrets = [await made.seal(f"totp {number}") for number in range(factors)]
    await storage.write(lambda unit: unit.accounts.add(account, a_user(auth_id=account.id)))
    for number, secret in enumerate(secrets):
        factor = Factor(
            f"fac_{number}",
            account.id,
            FactorType.TOTP,
            str(number),
            secret,
            NOON,
            NOON,
            FactorStatus.VERIFIED,
        )
        await storage.write(lambda unit, factor=factor: unit.factors.add(factor))  # type: ignore[misc]
    return await made.public_keys()


async def stored(storage: SqlStorage) -> list[str]:
    """Every sealed value as the database has it."""
    found = [
        await storage.read(
            lambda unit, place=place: unit.sealed.beginning(place, "", after="", limit=100)  # type: ignore[misc]
        )
        for place in SEALED
    ]
    return [each.sealed for values in found for each in values]


async def totps(storage: SqlStorage, seal: Seal) -> list[str]:
    factors = await storage.read(lambda unit: unit.factors.of_account("acc_1"))
    return [await tokens(storage, seal).unseal(factor.secret) for factor in factors]


async def test_a_secret_that_is_set_later_seals_what_lay_open(storage: SqlStorage) -> None:
    public_keys = await a_marketplace(storage, Seal(None))
    assert all(value.startswith("open:") for value in await stored(storage))
    seal = Seal(NEW)
    assert await sealing(storage, seal).what_is_open(OPERATOR) == 6
    assert all(value.startswith("sealed:") for value in await stored(storage))
    assert await tokens(storage, seal).public_keys() == public_keys
    assert await totps(storage, seal) == ["totp 0", "totp 1", "totp 2"]
    assert await sealing(storage, seal).what_is_open(OPERATOR) == 0


async def test_without_a_secret_a_start_changes_nothing(storage: SqlStorage) -> None:
    await a_marketplace(storage, Seal(None))
    assert await sealing(storage, Seal(None)).what_is_open(OPERATOR) == 0
    with pytest.raises(InvalidInput) as refusal:
        await sealing(storage, Seal(None)).everything(OPERATOR)
    assert refusal.value.field == "HAULAGE_SECRET_KEY"


async def test_a_start_leaves_what_servers_with_the_old_secret_still_read(storage: SqlStorage) -> None:
    await a_marketplace(storage, Seal(OLD))
    before = await stored(storage)
    assert await sealing(storage, Seal(NEW, [OLD])).what_is_open(OPERATOR) == 0
    assert await stored(storage) == before


async def test_a_changed_secret_is_enough_once_everything_is_sealed_anew(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reseal_secrets, "BATCH", 2)
    public_keys = await a_marketplace(storage, Seal(OLDEST), factors=5)
    both = Seal(NEW, [OLD, OLDEST])
    assert await tokens(storage, both).public_keys() == public_keys
    with pytest.raises(KeysSealedOtherwise):
        await tokens(storage, Seal(NEW)).public_keys()
    assert await sealing(storage, both).everything(OPERATOR) == 8
    assert await tokens(storage, Seal(NEW)).public_keys() == public_keys
    assert await totps(storage, Seal(NEW)) == [f"totp {number}" for number in range(5)]
    with pytest.raises(KeysSealedOtherwise):
        await tokens(storage, Seal(OLDEST)).public_keys()
    assert await sealing(storage, both).everything(OPERATOR) == 0
    newest = await storage.read(lambda unit: unit.audit.newest(5, before=None, wanted=EVERYTHING))
    assert [(entry.action, entry.facts) for entry in newest] == [(AuditAction.SECRETS_SEALED, {"values": 8})]


async def test_a_value_that_no_secret_opens_is_told_and_nothing_is_lost(storage: SqlStorage) -> None:
    await a_marketplace(storage, Seal(OLD))
    before = await stored(storage)
    with pytest.raises(KeysSealedOtherwise):
        await sealing(storage, Seal(NEW)).everything(OPERATOR)
    assert await stored(storage) == before


async def test_what_was_changed_meanwhile_is_left_as_it_is_now(storage: SqlStorage) -> None:
    await a_marketplace(storage, Seal(None), factors=1)
    stale = SealedValue("factors", "fac_0", "open:something else")
    assert not await storage.write(lambda unit: unit.sealed.replace(stale, "open:lost"))
    assert await totps(storage, Seal(None)) == ["totp 0"]


async def test_only_operators_seal(storage: SqlStorage) -> None:
    for seal_again in (sealing(storage, Seal(NEW)).everything, sealing(storage, Seal(NEW)).what_is_open):
        with pytest.raises(Unauthenticated):
            await seal_again(ANONYMOUS)


def test_every_column_that_is_sealed_is_known() -> None:
    sealed = {
        str(column)
        for table in metadata.tables.values()
        for column in table.columns
        if column.name in ("material", "secret", "sealed", "sealed_code")
    }
    assert {str(value) for _, value in SEALED.values()} == sealed


def test_a_garbled_value_is_not_opened() -> None:
    for garbled in ("sealed:", "sealed:x", "sealed:\N{SNOWMAN}.a", "sealed:bnVsbA.a.b.c.d", "nonsense"):
        with pytest.raises(KeysSealedOtherwise):
            Seal(NEW, [OLD]).open(garbled)
