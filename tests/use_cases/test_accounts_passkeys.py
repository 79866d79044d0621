"""Passkeys over a real database, with a device in software."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from authenticators import Device
from haulage.accounts import SessionGrant
from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.passkeys import (
    MAX_PASSKEYS,
    BadPasskey,
    Passkey,
    PasskeyChallengeExpired,
    PasskeyExists,
    PasskeyNotFound,
    TooManyPasskeys,
)
from haulage.accounts.session import AssuranceLevel, SignInMethod
from haulage.kernel.errors import InvalidInput
from haulage_adapters.passkeys_webauthn import WebAuthnCeremonies

pytestmark = pytest.mark.anyio


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


@pytest.fixture
async def ann(scenario: AccountScenario) -> SessionGrant:
    return await scenario.sign_up()


async def add(
    scenario: AccountScenario, grant: SessionGrant, device: Device, name: str | None = None
) -> Passkey:
    options = (await scenario.accounts.passkeys.begin_registration(grant.access_token)).options
    return await scenario.accounts.passkeys.register(grant.access_token, device.create(options), name)


async def come(scenario: AccountScenario, device: Device) -> SessionGrant:
    return await scenario.accounts.passkeys.sign_in(
        device.get((await scenario.accounts.passkeys.begin_sign_in()).options)
    )


async def test_a_passkey_signs_its_holder_in_with_two_factors(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    device = Device()
    added = await add(scenario, ann, device, " My phone ")
    assert (added.name, added.last_used_at) == ("My phone", None)
    session = (await come(scenario, device)).signed_in.session
    assert session.account_id == ann.signed_in.account.id
    assert session.assurance is AssuranceLevel.TWO_FACTORS
    assert [proof.method for proof in session.proofs] == [SignInMethod.WEBAUTHN]
    (stored,) = await scenario.accounts.passkeys.all(ann.access_token)
    assert stored.last_used_at == scenario.clock.now()


async def test_the_options_ask_for_a_passkey_that_the_device_finds_by_itself(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    device = Device()
    await add(scenario, ann, device)
    options = (await scenario.accounts.passkeys.begin_registration(ann.access_token)).options
    wanted = options["authenticatorSelection"]
    assert (wanted["residentKey"], wanted["userVerification"]) == ("required", "required")
    assert (options["rp"]["id"], options["attestation"]) == ("localhost", "none")
    assert len(options["excludeCredentials"]) == 1
    asked = (await scenario.accounts.passkeys.begin_sign_in()).options
    assert asked["userVerification"] == "required"
    assert not asked.get("allowCredentials")


async def test_an_answer_is_good_once(scenario: AccountScenario, ann: SessionGrant) -> None:
    device = Device()
    options = (await scenario.accounts.passkeys.begin_registration(ann.access_token)).options
    made = device.create(options)
    await scenario.accounts.passkeys.register(ann.access_token, made, None)
    with pytest.raises(PasskeyChallengeExpired):
        await scenario.accounts.passkeys.register(ann.access_token, made, None)
    answer = device.get((await scenario.accounts.passkeys.begin_sign_in()).options)
    await scenario.accounts.passkeys.sign_in(answer)
    with pytest.raises(PasskeyChallengeExpired):
        await scenario.accounts.passkeys.sign_in(answer)


async def test_five_minutes_are_enough_and_more_is_too_late(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    device = Device()
    await add(scenario, ann, device)
    in_time, late = [(await scenario.accounts.passkeys.begin_sign_in()).options for _ in range(2)]
    scenario.clock.turn(minutes=5)
    await scenario.accounts.passkeys.sign_in(device.get(in_time))
    scenario.clock.turn(seconds=1)
    with pytest.raises(PasskeyChallengeExpired):
        await scenario.accounts.passkeys.sign_in(device.get(late))


@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "http://evil.example"},
        {"origin": "https://localhost:8000"},
        {"host": "evil.example"},
        {"verifies": False},
        {"credential": b"unknown"},
        {"handle": "YWNjX29mX3NvbWVib2R5X2Vsc2U"},
        {"count": 3},
    ],
    ids=str,
)
async def test_a_bent_answer_is_refused(
    scenario: AccountScenario, ann: SessionGrant, bent: dict[str, Any]
) -> None:
    device = Device(count=5)
    await add(scenario, ann, device)
    with pytest.raises(BadPasskey):
        await come(scenario, attrs.evolve(device, **bent))


async def test_another_key_is_refused(scenario: AccountScenario, ann: SessionGrant) -> None:
    device = Device()
    await add(scenario, ann, device)
    with pytest.raises(BadPasskey):
        await come(scenario, Device(credential=device.credential, handle=device.handle, host=device.host))


async def test_a_copied_passkey_is_noticed_by_its_count(scenario: AccountScenario, ann: SessionGrant) -> None:
    device = Device()
    await add(scenario, ann, device)
    copy = attrs.evolve(device)
    await come(scenario, device)
    await come(scenario, device)
    with pytest.raises(BadPasskey):
        await come(scenario, copy)


async def test_a_device_that_does_not_count_is_taken(scenario: AccountScenario, ann: SessionGrant) -> None:
    device = Device(counts=False)
    await add(scenario, ann, device)
    for _ in range(2):
        await come(scenario, device)


async def test_a_registration_answers_its_own_account_and_purpose(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    bea = await scenario.sign_up("bea@example.com")
    options = (await scenario.accounts.passkeys.begin_registration(ann.access_token)).options
    with pytest.raises(BadPasskey):
        await scenario.accounts.passkeys.register(bea.access_token, Device().create(options), None)
    device = Device()
    await add(scenario, ann, device)
    for_registration = (await scenario.accounts.passkeys.begin_registration(ann.access_token)).options
    with pytest.raises(BadPasskey):
        await scenario.accounts.passkeys.sign_in(device.get(for_registration))


@pytest.mark.parametrize("device", [Device(verifies=False), Device(origin="https://evil.example")])
async def test_a_registration_without_its_holders_proof_or_elsewhere_is_refused(
    scenario: AccountScenario, ann: SessionGrant, device: Device
) -> None:
    with pytest.raises(BadPasskey):
        await add(scenario, ann, device)


@pytest.mark.parametrize(
    "garbage",
    [
        {},
        {"response": None},
        {"id": 1, "response": {"clientDataJSON": "e30"}},
        {"id": "x", "response": {"clientDataJSON": "!"}},
        {"id": "x\0", "response": {"clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"}},
        {"id": "x" * 100_000, "response": {}},
    ],
    ids=lambda garbage: str(garbage)[:40],
)
async def test_garbage_is_refused(scenario: AccountScenario, garbage: dict[str, Any]) -> None:
    with pytest.raises(BadPasskey):
        await scenario.accounts.passkeys.sign_in(garbage)


async def test_a_passkey_belongs_to_one_account(scenario: AccountScenario, ann: SessionGrant) -> None:
    device = Device()
    await add(scenario, ann, device)
    bea = await scenario.sign_up("bea@example.com")
    with pytest.raises(PasskeyExists):
        await add(scenario, bea, attrs.evolve(device))


async def test_so_many_passkeys_and_no_more(scenario: AccountScenario, ann: SessionGrant) -> None:
    for _ in range(MAX_PASSKEYS):
        await add(scenario, ann, Device())
    with pytest.raises(TooManyPasskeys):
        await add(scenario, ann, Device())


async def test_passkeys_are_renamed_and_removed_by_their_holder_only(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    device = Device()
    passkey = await add(scenario, ann, device)
    bea = await scenario.sign_up("bea@example.com")
    for attempt in (
        scenario.accounts.passkeys.rename(bea.access_token, passkey.id, "Mine"),
        scenario.accounts.passkeys.remove(bea.access_token, passkey.id),
    ):
        with pytest.raises(PasskeyNotFound):
            await attempt
    with pytest.raises(InvalidInput):
        await scenario.accounts.passkeys.rename(ann.access_token, passkey.id, "x" * 101)
    await scenario.accounts.passkeys.rename(ann.access_token, passkey.id, "Laptop")
    assert [each.name for each in await scenario.accounts.passkeys.all(ann.access_token)] == ["Laptop"]
    await scenario.accounts.passkeys.remove(ann.access_token, passkey.id)
    with pytest.raises(BadPasskey):
        await come(scenario, device)


async def test_an_old_session_adds_no_passkey(scenario: AccountScenario, ann: SessionGrant) -> None:
    scenario.clock.turn(hours=24)
    fresh = (await scenario.accounts.refresh(ann.refresh_token)).access_token
    with pytest.raises(ReauthenticationNeeded):
        await scenario.accounts.passkeys.begin_registration(fresh)


async def test_a_session_that_owes_a_second_factor_adds_none_and_a_passkey_owes_none(
    scenario: AccountScenario, ann: SessionGrant
) -> None:
    import pyotp

    device = Device()
    await add(scenario, ann, device)
    factors = scenario.accounts.second_factors
    enrolled = await factors.enrol(ann.access_token, name="Phone", issuer="haulage")
    asked = await factors.challenge(ann.access_token, enrolled.factor.id)
    code = pyotp.TOTP(enrolled.secret).at(scenario.clock.now())
    await factors.verify(ann.access_token, enrolled.factor.id, asked.id, code)
    owing = await scenario.accounts.sign_in("ann@example.com", PASSWORD)
    with pytest.raises(InsufficientAssurance):
        await add(scenario, owing, Device())
    assert not (await come(scenario, device)).signed_in.needs_second_factor


@pytest.mark.parametrize(
    ("site", "available"),
    [
        ("https://haulage.example", True),
        ("http://localhost:8000", True),
        ("http://haulage.example", False),
        ("http://127.0.0.1:8000", True),
        ("https://[2001:db8::1]", False),
    ],
)
def test_browsers_know_passkeys_at_named_and_secure_sites_only(site: str, available: bool) -> None:
    assert WebAuthnCeremonies(site).available is available


@pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost:8000"])
def test_on_the_loopback_passkeys_belong_to_its_name(site: str) -> None:
    assert WebAuthnCeremonies(site).authentication_options("c")["rpId"] == "localhost"
