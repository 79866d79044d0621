"""Signing up, in and out over a real database."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from haulage.accounts import (
    BadAccessToken,
    EmailTaken,
    InvalidCredentials,
    NoSuchAccount,
    SessionGrant,
    SessionNotFound,
    SignOutScope,
)
from haulage.accounts.email_address import InvalidEmail
from haulage.accounts.password import (
    CurrentPasswordInvalid,
    CurrentPasswordRequired,
    SamePassword,
    WeakPassword,
)
from haulage.accounts.refresh import RefreshTokenNotFound
from haulage.drivers import DriverProfile
from haulage.kernel.actor import UserType
from haulage.kernel.errors import HaulageError, InvalidInput, Unauthenticated
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.accounts import Changes

pytestmark = pytest.mark.anyio

NEW_PASSWORD = "Better1!"
CHANGE = Changes(password=NEW_PASSWORD, current_password=PASSWORD)


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


async def is_over(scenario: AccountScenario, grant: SessionGrant) -> bool:
    """Whether both tokens of a session have stopped working."""
    with pytest.raises(SessionNotFound):
        await scenario.accounts.authenticate(grant.access_token)
    with pytest.raises(RefreshTokenNotFound):
        await scenario.accounts.refresh(grant.refresh_token)
    return True


async def driver_of(scenario: AccountScenario, grant: SessionGrant) -> DriverProfile | None:
    user_id = grant.signed_in.user.id
    return await scenario.storage.read(lambda unit: unit.drivers.get_by_user(user_id))


async def test_signing_up_signs_in(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up(name="Ann", phone="+12125550100")
    actor = await scenario.accounts.authenticate(grant.access_token)
    assert actor == grant.signed_in.actor
    assert (actor.user_type, actor.driver_id) == (UserType.CUSTOMER, None)
    assert (grant.signed_in.user.name, grant.signed_in.user.phone) == ("Ann", "+12125550100")


async def test_the_users_id_is_not_the_accounts(scenario: AccountScenario) -> None:
    signed_in = (await scenario.sign_up()).signed_in
    assert signed_in.user.auth_id == signed_in.account.id != signed_in.user.id


async def test_a_driver_gets_a_profile_with_the_defaults(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up(name="Dan", phone="+12125550101", userType="driver")
    driver = await driver_of(scenario, grant)
    assert driver is not None
    assert grant.signed_in.driver_id == driver.id
    assert (await scenario.accounts.authenticate(grant.access_token)).driver_id == driver.id
    assert (driver.is_online, driver.is_available, driver.is_approved) == (False, False, False)
    assert (driver.name, driver.email, driver.phone) == ("Dan", "ann@example.com", "+12125550101")
    assert driver.vehicle.make == driver.vehicle.model == "To be updated"
    assert (driver.rates.per_mile_cents, driver.rates.minimum_fare_cents) == (250, 2500)


async def test_a_customer_gets_no_driver_profile(scenario: AccountScenario) -> None:
    assert await driver_of(scenario, await scenario.sign_up()) is None


async def test_nobody_signs_up_as_an_admin(scenario: AccountScenario) -> None:
    with pytest.raises(InvalidInput) as refusal:
        await scenario.sign_up(user_type="admin")
    assert refusal.value.field == "user_type"
    assert (await scenario.sign_up()).signed_in.user.user_type is UserType.CUSTOMER


async def test_one_address_has_one_account(scenario: AccountScenario) -> None:
    await scenario.sign_up("ann@example.com")
    with pytest.raises(EmailTaken, match="User already registered"):
        await scenario.sign_up(" ANN@Example.com")


async def test_a_refused_sign_up_leaves_nothing_behind(scenario: AccountScenario) -> None:
    with pytest.raises(WeakPassword):
        await scenario.accounts.sign_up("ann@example.com", "short", {"userType": "driver"})
    with pytest.raises(InvalidEmail):
        await scenario.accounts.sign_up("ann", PASSWORD, {})
    assert (await scenario.sign_up()).signed_in.user.user_type is UserType.CUSTOMER


async def test_of_twenty_sign_ups_at_once_one_wins(scenario: AccountScenario) -> None:
    outcomes = await asyncio.gather(
        *(scenario.sign_up(user_type="driver") for _ in range(20)), return_exceptions=True
    )
    winners = [outcome for outcome in outcomes if isinstance(outcome, SessionGrant)]
    assert len(winners) == 1
    assert sum(isinstance(outcome, EmailTaken) for outcome in outcomes) == 19
    assert await driver_of(scenario, winners[0]) is not None


async def test_each_sign_in_is_a_session_of_its_own(scenario: AccountScenario) -> None:
    first = await scenario.sign_up()
    scenario.clock.turn(hours=1)
    second = await scenario.accounts.sign_in("Ann@Example.com ", PASSWORD)
    assert first.signed_in.session.id != second.signed_in.session.id
    assert second.signed_in.account.last_sign_in_at == scenario.clock.now()


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("ann@example.com", "parcel8"),
        ("bea@example.com", PASSWORD),
        ("not an address", PASSWORD),
        ("", PASSWORD),
        ("ann@example.com", ""),
        ("ann@example.com", "x" * 100_000),
        ("ann@example.com", "a\0b"),
    ],
)
async def test_wrong_password_and_unknown_address_answer_alike(
    scenario: AccountScenario, email: str, password: str
) -> None:
    await scenario.sign_up()
    with pytest.raises(InvalidCredentials, match=r"^Invalid login credentials$"):
        await scenario.accounts.sign_in(email, password)


async def test_an_access_token_lives_an_hour(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    scenario.clock.turn(minutes=59, seconds=59)
    await scenario.accounts.authenticate(grant.access_token)
    scenario.clock.turn(seconds=1)
    with pytest.raises(BadAccessToken):
        await scenario.accounts.authenticate(grant.access_token)
    renewed = await scenario.accounts.refresh(grant.refresh_token)
    await scenario.accounts.authenticate(renewed.access_token)


@pytest.mark.parametrize("error", [BadAccessToken, SessionNotFound])
def test_whoever_is_not_let_in_counts_as_unauthenticated(error: type[HaulageError]) -> None:
    assert issubclass(error, Unauthenticated)


async def test_signing_out_everywhere_counts_at_once(scenario: AccountScenario) -> None:
    here = await scenario.sign_up()
    there = await scenario.accounts.sign_in("ann@example.com", PASSWORD)
    await scenario.accounts.sign_out(here.access_token)
    assert await is_over(scenario, here)
    assert await is_over(scenario, there)


async def test_signing_out_here_leaves_the_others(scenario: AccountScenario) -> None:
    here = await scenario.sign_up()
    there = await scenario.accounts.sign_in("ann@example.com", PASSWORD)
    await scenario.accounts.sign_out(here.access_token, SignOutScope.LOCAL)
    assert await is_over(scenario, here)
    await scenario.accounts.authenticate(there.access_token)


async def test_signing_out_the_others_leaves_this_one(scenario: AccountScenario) -> None:
    here = await scenario.sign_up()
    there = await scenario.accounts.sign_in("ann@example.com", PASSWORD)
    await scenario.accounts.sign_out(here.access_token, SignOutScope.OTHERS)
    assert await is_over(scenario, there)
    await scenario.accounts.authenticate(here.access_token)


async def test_signing_out_touches_nobody_else(scenario: AccountScenario) -> None:
    ann, bea = await scenario.sign_up("ann@example.com"), await scenario.sign_up("bea@example.com")
    await scenario.accounts.sign_out(ann.access_token)
    await scenario.accounts.authenticate(bea.access_token)


async def test_a_new_password_replaces_the_old_and_ends_the_other_sessions(scenario: AccountScenario) -> None:
    here = await scenario.sign_up()
    there = await scenario.accounts.sign_in("ann@example.com", PASSWORD)
    await scenario.accounts.update_user(here.access_token, CHANGE)
    await scenario.accounts.authenticate(here.access_token)
    assert await is_over(scenario, there)
    with pytest.raises(InvalidCredentials):
        await scenario.accounts.sign_in("ann@example.com", PASSWORD)
    await scenario.accounts.sign_in("ann@example.com", NEW_PASSWORD)


async def test_a_new_password_obeys_the_stricter_rule_and_is_new(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    with pytest.raises(WeakPassword, match="at least 8 characters long"):
        await scenario.accounts.update_user(grant.access_token, Changes(password="parcel8"))
    with pytest.raises(CurrentPasswordRequired):
        await scenario.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD))
    with pytest.raises(CurrentPasswordInvalid):
        await scenario.accounts.update_user(
            grant.access_token, Changes(password=NEW_PASSWORD, current_password="wrong-1")
        )
    await scenario.accounts.update_user(grant.access_token, CHANGE)
    with pytest.raises(SamePassword):
        await scenario.accounts.update_user(
            grant.access_token, Changes(password=NEW_PASSWORD, current_password=NEW_PASSWORD)
        )


async def test_name_and_phone_are_changed_in_both_places(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up(name="Ann", phone="+12125550100", colour="red")
    given = {"name": " Bea ", "colour": None}
    after = await scenario.accounts.update_user(grant.access_token, Changes(metadata=given))
    assert after == await scenario.accounts.current_user(grant.access_token)
    assert (after.user.name, after.user.phone) == ("Bea", "+12125550100")
    assert after.account.user_metadata == {"name": "Bea", "phone": "+12125550100"}


async def test_nobody_changes_their_role_by_metadata(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up(user_type="customer")
    for given in ({"user_type": "admin"}, {"userType": "driver"}):
        with pytest.raises(InvalidInput):
            await scenario.accounts.update_user(grant.access_token, Changes(metadata=given))
    await scenario.accounts.update_user(grant.access_token, Changes(metadata={"role": "admin"}))
    assert (await scenario.accounts.authenticate(grant.access_token)).user_type is UserType.CUSTOMER


async def test_metadata_stays_bounded_however_often_it_is_added_to(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    await scenario.accounts.update_user(grant.access_token, Changes(metadata={"a": "x" * 3000}))
    with pytest.raises(InvalidInput):
        await scenario.accounts.update_user(grant.access_token, Changes(metadata={"b": "x" * 3000}))


async def test_an_admin_is_made_and_unmade_at_once(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up(user_type="driver")
    assert (await scenario.accounts.grant_admin("ANN@example.com")).user_type is UserType.ADMIN
    assert (await scenario.accounts.authenticate(grant.access_token)).is_admin
    assert await scenario.accounts.grant_admin("ann@example.com") == await scenario.accounts.grant_admin(
        "ann@example.com"
    )
    await scenario.accounts.revoke_admin("ann@example.com")
    assert (await scenario.accounts.authenticate(grant.access_token)).user_type is UserType.DRIVER


async def test_revoking_leaves_others_what_they_are(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    assert await scenario.accounts.revoke_admin("ann@example.com") == grant.signed_in.user


async def test_only_accounts_become_admins(scenario: AccountScenario) -> None:
    with pytest.raises(NoSuchAccount, match="User not found"):
        await scenario.accounts.grant_admin("nobody@example.com")
    with pytest.raises(InvalidEmail):
        await scenario.accounts.grant_admin("nobody")


async def test_an_admin_may_repeat_the_metadata_of_their_sign_up(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up(user_type="customer")
    await scenario.accounts.grant_admin("ann@example.com")
    given = {"user_type": "customer", "name": "Ann"}
    after = await scenario.accounts.update_user(grant.access_token, Changes(metadata=given))
    assert after.user.user_type is UserType.ADMIN


async def test_a_sign_in_that_saw_the_old_password_loses_to_its_change(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    seen = grant.signed_in.account
    await scenario.accounts.update_user(grant.access_token, CHANGE)

    async def late(unit: UnitOfWork) -> bool:
        return await unit.accounts.note_sign_in(seen, scenario.clock.now())

    assert not await scenario.storage.write(late)
