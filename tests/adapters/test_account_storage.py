"""The account store's contract, on SQLite and on PostgreSQL."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
import pytest
from sqlalchemy import Select

from concurrently import Meanwhile
from haulage.accounts import Account, EmailTaken, Session, SignedIn, User
from haulage.accounts.account import new_account, new_user
from haulage.accounts.metadata import Profile
from haulage.accounts.refresh import RefreshFamily, RefreshToken, first_token, next_token, token_hash
from haulage.accounts.session import Proof, SignInMethod
from haulage.drivers import new_driver
from haulage.kernel.actor import UserType
from haulage.kernel.errors import Conflict
from haulage.ports.storage.accounts import KeyPurpose, StoredKey
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

pytestmark = pytest.mark.anyio

NOW = datetime(2027, 3, 1, 15, 0, 0, 123456, tzinfo=UTC)
LATER = NOW + timedelta(seconds=30)


def an_account(number: int = 1, **changes: Any) -> Account:
    account = new_account(
        id=f"acc_{number}",
        email=f"ann{number}@example.com",
        password_hash="hash",
        metadata={"name": "Änn", "nested": {"list": [1, 2.5, None, True]}},
        now=NOW,
        confirmed=True,
    )
    return attrs.evolve(account, **changes)


def a_user(account: Account, user_type: UserType = UserType.CUSTOMER) -> User:
    profile = Profile("Änn", "+12125550100")
    return new_user(id=f"usr_of_{account.id}", account=account, profile=profile, user_type=user_type)


def a_session(account: Account, number: int = 1) -> Session:
    proofs = (Proof(SignInMethod.PASSWORD, NOW),)
    return Session(f"ses_{account.id}_{number}", account.id, NOW, NOW, proofs)


def token_of(session: Session) -> str:
    return f"rt_{session.id}"


async def signed_up(storage: Storage, number: int = 1) -> SignedIn:
    """An account with its user and one session, stored."""
    account = an_account(number)
    user, session = a_user(account), a_session(account)

    async def work(unit: UnitOfWork) -> None:
        await unit.accounts.add(account, user)
        await unit.accounts.open_session(session, first_token(token_of(session), session))

    await storage.write(work)
    return SignedIn(account, user, session)


async def session_of(storage: Storage, session: Session) -> SignedIn | None:
    return await storage.read(lambda unit: unit.accounts.signed_in(session.id))


async def family_of(storage: Storage, token: str) -> RefreshFamily | None:
    return await storage.write(lambda unit: unit.accounts.refresh_family(token_hash(token)))


async def test_what_was_added_comes_back_equal(storage: Storage) -> None:
    stored = await signed_up(storage)
    assert await session_of(storage, stored.session) == stored
    assert await storage.read(lambda unit: unit.accounts.get("acc_1")) == stored.account
    assert await storage.read(lambda unit: unit.accounts.by_email("ann1@example.com")) == stored.account
    assert await storage.read(lambda unit: unit.accounts.user(stored.user.id)) == stored.user
    assert await storage.read(lambda unit: unit.accounts.user_of("acc_1")) == stored.user


async def test_the_unknown_is_none(storage: Storage) -> None:
    assert await storage.read(lambda unit: unit.accounts.get("acc_9")) is None
    assert await storage.read(lambda unit: unit.accounts.by_email("ann9@example.com")) is None
    assert await storage.read(lambda unit: unit.accounts.user("usr_9")) is None
    assert await storage.read(lambda unit: unit.accounts.user_of("acc_9")) is None
    assert await storage.read(lambda unit: unit.accounts.signed_in("ses_9")) is None
    assert await family_of(storage, "rt_9") is None


async def test_it_is_known_whether_anybody_has_an_account(storage: Storage) -> None:
    assert not await storage.read(lambda unit: unit.accounts.any_exist())
    await signed_up(storage)
    assert await storage.read(lambda unit: unit.accounts.any_exist())


async def test_a_taken_address_is_refused_and_nothing_of_the_unit_stays(storage: Storage) -> None:
    await signed_up(storage)
    rival = an_account(2, email="ann1@example.com")
    with pytest.raises(EmailTaken):
        await storage.write(lambda unit: unit.accounts.add(rival, a_user(rival)))
    assert await storage.read(lambda unit: unit.accounts.user_of("acc_2")) is None


async def test_of_many_sign_ups_at_once_one_wins(storage: Storage) -> None:
    async def one(number: int) -> None:
        account = an_account(number, email="ann@example.com")
        await storage.write(lambda unit: unit.accounts.add(account, a_user(account)))

    outcomes = await asyncio.gather(*(one(number) for number in range(8)), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["EmailTaken"] * 7 + ["NoneType"]


async def test_a_driver_is_known_by_their_session(storage: Storage) -> None:
    stored = await signed_up(storage)
    driver = new_driver(id="drv_1", user_id=stored.user.id, name="A", email="a@b.co", phone="1", now=NOW)
    await storage.write(lambda unit: unit.drivers.add(driver))
    found = await session_of(storage, stored.session)
    assert found == attrs.evolve(stored, driver_id="drv_1")


async def test_a_change_needs_what_it_was_made_from(storage: Storage) -> None:
    stored = await signed_up(storage)
    changed = attrs.evolve(stored.account, user_metadata={"name": "Bea"}, updated_at=LATER)
    saved = await storage.write(lambda unit: unit.accounts.save(stored.account, changed))
    assert saved == attrs.evolve(changed, version=2)
    assert await storage.read(lambda unit: unit.accounts.get("acc_1")) == saved
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.accounts.save(stored.account, changed))


async def test_a_users_change_needs_what_it_was_made_from(storage: Storage) -> None:
    stored = await signed_up(storage)
    changed = attrs.evolve(stored.user, user_type=UserType.ADMIN)
    saved = await storage.write(lambda unit: unit.accounts.save_user(stored.user, changed))
    assert await storage.read(lambda unit: unit.accounts.user(stored.user.id)) == saved
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.accounts.save_user(stored.user, changed))


async def test_a_sign_in_is_noted_without_standing_in_the_way_of_changes(storage: Storage) -> None:
    stored = await signed_up(storage)
    assert await storage.write(lambda unit: unit.accounts.note_sign_in(stored.account, LATER))
    saved = await storage.write(
        lambda unit: unit.accounts.save(stored.account, attrs.evolve(stored.account, password_hash="new"))
    )
    assert saved.version == 2
    assert not await storage.write(lambda unit: unit.accounts.note_sign_in(stored.account, LATER))


async def test_a_session_ends_alone_or_with_the_others(storage: Storage) -> None:
    stored = await signed_up(storage)
    second, third = a_session(stored.account, 2), a_session(stored.account, 3)
    for session in (second, third):
        token = first_token(token_of(session), session)
        await storage.write(lambda unit, s=session, t=token: unit.accounts.open_session(s, t))
    stranger = await signed_up(storage, 2)
    await storage.write(lambda unit: unit.accounts.end_session(stored.session.id))
    assert await session_of(storage, stored.session) is None
    assert await family_of(storage, token_of(stored.session)) is None
    await storage.write(lambda unit: unit.accounts.end_sessions("acc_1", keep=second.id))
    assert await session_of(storage, second) is not None
    assert await session_of(storage, third) is None
    await storage.write(lambda unit: unit.accounts.end_sessions("acc_1"))
    assert await session_of(storage, second) is None
    assert await session_of(storage, stranger.session) == stranger


async def exchanged(storage: Storage, token: str, following: str, now: datetime) -> RefreshToken:
    """Exchange a token as the use case does, and return the link that was issued."""

    async def work(unit: UnitOfWork) -> RefreshToken:
        family = await unit.accounts.refresh_family(token_hash(token))
        assert family is not None
        issued = next_token(following, family.presented, now)
        await unit.accounts.exchange(family.presented, issued, now)
        return issued

    return await storage.write(work)


async def test_a_family_shows_the_presented_and_the_newest_token(storage: Storage) -> None:
    stored = await signed_up(storage)
    first = first_token(token_of(stored.session), stored.session)
    second = await exchanged(storage, token_of(stored.session), "two", LATER)
    third = await exchanged(storage, "two", "three", LATER)
    refreshed = attrs.evolve(stored.session, refreshed_at=LATER)
    assert await family_of(storage, token_of(stored.session)) == RefreshFamily(
        refreshed, attrs.evolve(first, used_at=LATER), third
    )
    assert await family_of(storage, "two") == RefreshFamily(
        refreshed, attrs.evolve(second, used_at=LATER), third
    )
    assert await family_of(storage, "three") == RefreshFamily(refreshed, third, third)


async def test_a_chain_never_forks(storage: Storage) -> None:
    stored = await signed_up(storage)
    first = first_token(token_of(stored.session), stored.session)
    await exchanged(storage, token_of(stored.session), "two", LATER)
    fork = next_token("other", first, LATER)
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.accounts.exchange(first, fork, LATER))
    assert await family_of(storage, "other") is None


async def exchange_at_once(storage: Storage, stored: SignedIn) -> tuple[list[str], int]:
    """Eight requests with one token: the hash of the token that each would hand out, and how often one was
    overtaken, which has it run again."""
    first, meanwhile, overtaken = token_of(stored.session), Meanwhile(), 0

    async def one(number: int) -> str:
        async def work(unit: UnitOfWork) -> str:
            nonlocal overtaken
            family = await unit.accounts.refresh_family(token_hash(first))
            assert family is not None
            await meanwhile.rest(0.02)
            if family.presented != family.active:
                return family.active.hash
            issued = next_token(f"next {number}", family.presented, LATER)
            try:
                await unit.accounts.exchange(family.presented, issued, LATER)
            except Conflict:
                overtaken += 1
                raise
            return issued.hash

        return await storage.write(work)

    return await asyncio.gather(*(one(number) for number in range(8))), overtaken


async def test_those_who_exchange_at_once_see_one_another(storage: Storage) -> None:
    answers, overtaken = await exchange_at_once(storage, await signed_up(storage))
    assert (len(set(answers)), overtaken) == (1, 0)


async def test_without_the_lock_of_the_session_they_would_not(
    storage: Storage, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above. SQLite has one writer at a time and needs no lock on a row."""
    stored = await signed_up(storage)
    monkeypatch.setattr(Select, "with_for_update", lambda statement: statement)
    _, overtaken = await exchange_at_once(storage, stored)
    assert (overtaken > 0) == database.startswith("postgresql")


async def test_a_revoked_session_is_over_and_its_chain_is_still_known(storage: Storage) -> None:
    stored = await signed_up(storage)
    await storage.write(lambda unit: unit.accounts.revoke_session(stored.session.id, LATER))
    assert await session_of(storage, stored.session) is None
    family = await family_of(storage, token_of(stored.session))
    assert family is not None
    assert family.session.revoked_at == LATER


def a_key(purpose: KeyPurpose, number: int, id: str) -> StoredKey:
    return StoredKey(id, purpose, number, NOW, "material")


async def test_keys_come_back_by_purpose_and_number(storage: Storage) -> None:
    keys = [
        a_key(KeyPurpose.ACCESS, 1, "key_a"),
        a_key(KeyPurpose.ACCESS, 2, "key_b"),
        a_key(KeyPurpose.REFRESH, 1, "key_c"),
    ]
    for key in reversed(keys):
        await storage.write(lambda unit, key=key: unit.accounts.add_key(key))
    assert await storage.read(lambda unit: unit.accounts.keys()) == keys


async def test_a_number_is_taken_once(storage: Storage) -> None:
    await storage.write(lambda unit: unit.accounts.add_key(a_key(KeyPurpose.ACCESS, 1, "key_a")))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.accounts.add_key(a_key(KeyPurpose.ACCESS, 1, "key_b")))
