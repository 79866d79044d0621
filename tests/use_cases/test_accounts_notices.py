"""Mails that tell somebody what was changed about their own account."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pyotp
import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from authenticators import Device
from haulage.accounts import SessionGrant
from haulage.payouts import HoldReason
from haulage.use_cases.accounts import Changes

pytestmark = pytest.mark.anyio

ANN, BEA = "ann@example.com", "bea@example.com"


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


@pytest.fixture
async def ann(scenario: AccountScenario) -> SessionGrant:
    return await scenario.sign_up(ANN)


async def notices(scenario: AccountScenario) -> list[tuple[str, str]]:
    """Who was told what, oldest first; all of one moment sorted."""
    return sorted((mail["to"], mail["kind"]) for mail in await scenario.mails())


async def test_a_changed_password_is_told(scenario: AccountScenario, ann: SessionGrant) -> None:
    await scenario.accounts.update_user(
        ann.access_token, Changes(password="Better1!", current_password=PASSWORD)
    )
    assert await notices(scenario) == [(ANN, "password_changed")]


async def test_a_drivers_new_password_holds_instant_payouts_and_they_are_told_until_when(
    scenario: AccountScenario,
) -> None:
    dan = await scenario.sign_up("dan@example.com", user_type="driver", name="Dan")
    driver = await scenario.storage.read(lambda unit: unit.drivers.get_by_user(dan.signed_in.user.id))
    assert driver is not None
    await scenario.accounts.update_user(
        dan.access_token, Changes(password="Better1!", current_password=PASSWORD)
    )
    hold = await scenario.storage.read(lambda unit: unit.payout_settings.hold(driver.id))
    assert hold is not None
    assert hold.reason is HoldReason.NEW_PASSWORD
    assert hold.until == scenario.clock.now() + timedelta(hours=72)
    (mail,) = [each for each in await scenario.mails() if each["kind"] == "payouts_held"]
    assert mail["hold"] == hold.notice
    assert "because your password was changed" in hold.notice


async def test_a_changed_address_is_told_to_the_old_one(scenario: AccountScenario, ann: SessionGrant) -> None:
    await scenario.accounts.update_user(ann.access_token, Changes(email=BEA))
    assert await notices(scenario) == [(ANN, "email_changed")]
    assert (await scenario.mails())[0]["new_email"] == BEA


async def test_a_changed_name_is_told_to_nobody(scenario: AccountScenario, ann: SessionGrant) -> None:
    await scenario.accounts.update_user(ann.access_token, Changes(metadata={"name": "Ann"}))
    assert await notices(scenario) == []


async def test_an_authenticator_app_is_told_once_it_counts_and_when_it_goes(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    factors = scenario.accounts.second_factors
    enrolled = await factors.enrol(ann.access_token, name="https://evil.example", issuer="haulage")
    assert await notices(scenario) == []
    asked = await factors.challenge(ann.access_token, enrolled.factor.id)
    code = pyotp.TOTP(enrolled.secret).at(scenario.clock.now())
    await factors.verify(ann.access_token, enrolled.factor.id, asked.id, code)
    assert await notices(scenario) == [(ANN, "factor_added")]
    await factors.unenrol(ann.access_token, enrolled.factor.id)
    assert await notices(scenario) == [(ANN, "factor_added"), (ANN, "factor_removed")]
    assert not any("evil" in text for mail in await scenario.mails() for text in mail.values())


async def test_giving_a_factor_again_and_removing_one_that_never_counted_is_told_to_nobody(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    factors = scenario.accounts.second_factors
    enrolled = await factors.enrol(ann.access_token, name=None, issuer="haulage")
    await factors.unenrol(ann.access_token, enrolled.factor.id)
    assert await notices(scenario) == []


async def test_a_passkey_is_told_when_it_comes_and_goes_and_never_by_its_name(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    passkeys = scenario.accounts.passkeys
    options = (await passkeys.begin_registration(ann.access_token)).options
    added = await passkeys.register(ann.access_token, Device().create(options), "evil.example")
    assert await notices(scenario) == [(ANN, "passkey_added")]
    await passkeys.rename(ann.access_token, added.id, "other")
    await passkeys.remove(ann.access_token, added.id)
    assert await notices(scenario) == [(ANN, "passkey_added"), (ANN, "passkey_removed")]
    assert not any("evil" in text for mail in await scenario.mails() for text in mail.values())
