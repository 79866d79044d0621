"""Passkeys over a real database, with a device in software."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from account_desk import PASSWORD, Desk, open_desk
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
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


@pytest.fixture
async def ann(desk: Desk) -> SessionGrant:
    return await desk.sign_up()


async def add(desk: Desk, grant: SessionGrant, device: Device, name: str | None = None) -> Passkey:
    options = (await desk.accounts.passkeys.begin_registration(grant.access_token)).options
    return await desk.accounts.passkeys.register(grant.access_token, device.create(options), name)


async def come(desk: Desk, device: Device) -> SessionGrant:
    return await desk.accounts.passkeys.sign_in(
        device.get((await desk.accounts.passkeys.begin_sign_in()).options)
    )


async def test_a_passkey_signs_its_holder_in_with_two_factors(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    added = await add(desk, ann, device, " My phone ")
    assert (added.name, added.last_used_at) == ("My phone", None)
    session = (await come(desk, device)).signed_in.session
    assert session.account_id == ann.signed_in.account.id
    assert session.assurance is AssuranceLevel.TWO_FACTORS
    assert [proof.method for proof in session.proofs] == [SignInMethod.WEBAUTHN]
    (stored,) = await desk.accounts.passkeys.all(ann.access_token)
    assert stored.last_used_at == desk.clock.now()


async def test_the_options_ask_for_a_passkey_that_the_device_finds_by_itself(
    desk: Desk, ann: SessionGrant
) -> None:
    device = Device()
    await add(desk, ann, device)
    options = (await desk.accounts.passkeys.begin_registration(ann.access_token)).options
    wanted = options["authenticatorSelection"]
    assert (wanted["residentKey"], wanted["userVerification"]) == ("required", "required")
    assert (options["rp"]["id"], options["attestation"]) == ("localhost", "none")
    assert len(options["excludeCredentials"]) == 1
    asked = (await desk.accounts.passkeys.begin_sign_in()).options
    assert asked["userVerification"] == "required"
    assert not asked.get("allowCredentials")


async def test_an_answer_is_good_once(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    options = (await desk.accounts.passkeys.begin_registration(ann.access_token)).options
    made = device.create(options)
    await desk.accounts.passkeys.register(ann.access_token, made, None)
    with pytest.raises(PasskeyChallengeExpired):
        await desk.accounts.passkeys.register(ann.access_token, made, None)
    answer = device.get((await desk.accounts.passkeys.begin_sign_in()).options)
    await desk.accounts.passkeys.sign_in(answer)
    with pytest.raises(PasskeyChallengeExpired):
        await desk.accounts.passkeys.sign_in(answer)


async def test_five_minutes_are_enough_and_more_is_too_late(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    await add(desk, ann, device)
    in_time, late = [(await desk.accounts.passkeys.begin_sign_in()).options for _ in range(2)]
    desk.clock.turn(minutes=5)
    await desk.accounts.passkeys.sign_in(device.get(in_time))
    desk.clock.turn(seconds=1)
    with pytest.raises(PasskeyChallengeExpired):
        await desk.accounts.passkeys.sign_in(device.get(late))


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
async def test_a_bent_answer_is_refused(desk: Desk, ann: SessionGrant, bent: dict[str, Any]) -> None:
    device = Device(count=5)
    await add(desk, ann, device)
    with pytest.raises(BadPasskey):
        await come(desk, attrs.evolve(device, **bent))


async def test_another_key_is_refused(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    await add(desk, ann, device)
    with pytest.raises(BadPasskey):
        await come(desk, Device(credential=device.credential, handle=device.handle, host=device.host))


async def test_a_copied_passkey_is_noticed_by_its_count(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    await add(desk, ann, device)
    copy = attrs.evolve(device)
    await come(desk, device)
    await come(desk, device)
    with pytest.raises(BadPasskey):
        await come(desk, copy)


async def test_a_device_that_does_not_count_is_taken(desk: Desk, ann: SessionGrant) -> None:
    device = Device(counts=False)
    await add(desk, ann, device)
    for _ in range(2):
        await come(desk, device)


async def test_a_registration_answers_its_own_account_and_purpose(desk: Desk, ann: SessionGrant) -> None:
    bea = await desk.sign_up("bea@example.com")
    options = (await desk.accounts.passkeys.begin_registration(ann.access_token)).options
    with pytest.raises(BadPasskey):
        await desk.accounts.passkeys.register(bea.access_token, Device().create(options), None)
    device = Device()
    await add(desk, ann, device)
    for_registration = (await desk.accounts.passkeys.begin_registration(ann.access_token)).options
    with pytest.raises(BadPasskey):
        await desk.accounts.passkeys.sign_in(device.get(for_registration))


@pytest.mark.parametrize("device", [Device(verifies=False), Device(origin="https://evil.example")])
async def test_a_registration_without_its_holders_proof_or_elsewhere_is_refused(
    desk: Desk, ann: SessionGrant, device: Device
) -> None:
    with pytest.raises(BadPasskey):
        await add(desk, ann, device)


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
async def test_garbage_is_refused(desk: Desk, garbage: dict[str, Any]) -> None:
    with pytest.raises(BadPasskey):
        await desk.accounts.passkeys.sign_in(garbage)


async def test_a_passkey_belongs_to_one_account(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    await add(desk, ann, device)
    bea = await desk.sign_up("bea@example.com")
    with pytest.raises(PasskeyExists):
        await add(desk, bea, attrs.evolve(device))


async def test_so_many_passkeys_and_no_more(desk: Desk, ann: SessionGrant) -> None:
    for _ in range(MAX_PASSKEYS):
        await add(desk, ann, Device())
    with pytest.raises(TooManyPasskeys):
        await add(desk, ann, Device())


async def test_passkeys_are_renamed_and_removed_by_their_holder_only(desk: Desk, ann: SessionGrant) -> None:
    device = Device()
    passkey = await add(desk, ann, device)
    bea = await desk.sign_up("bea@example.com")
    for attempt in (
        desk.accounts.passkeys.rename(bea.access_token, passkey.id, "Mine"),
        desk.accounts.passkeys.remove(bea.access_token, passkey.id),
    ):
        with pytest.raises(PasskeyNotFound):
            await attempt
    with pytest.raises(InvalidInput):
        await desk.accounts.passkeys.rename(ann.access_token, passkey.id, "x" * 101)
    await desk.accounts.passkeys.rename(ann.access_token, passkey.id, "Laptop")
    assert [each.name for each in await desk.accounts.passkeys.all(ann.access_token)] == ["Laptop"]
    await desk.accounts.passkeys.remove(ann.access_token, passkey.id)
    with pytest.raises(BadPasskey):
        await come(desk, device)


async def test_an_old_session_adds_no_passkey(desk: Desk, ann: SessionGrant) -> None:
    desk.clock.turn(hours=24)
    fresh = (await desk.accounts.refresh(ann.refresh_token)).access_token
    with pytest.raises(ReauthenticationNeeded):
        await desk.accounts.passkeys.begin_registration(fresh)


async def test_a_session_that_owes_a_second_factor_adds_none_and_a_passkey_owes_none(
    desk: Desk, ann: SessionGrant
) -> None:
    import pyotp

    device = Device()
    await add(desk, ann, device)
    factors = desk.accounts.second_factors
    enrolled = await factors.enrol(ann.access_token, name="Phone", issuer="haulage")
    asked = await factors.challenge(ann.access_token, enrolled.factor.id)
    code = pyotp.TOTP(enrolled.secret).at(desk.clock.now())
    await factors.verify(ann.access_token, enrolled.factor.id, asked.id, code)
    owing = await desk.accounts.sign_in("ann@example.com", PASSWORD)
    with pytest.raises(InsufficientAssurance):
        await add(desk, owing, Device())
    assert not (await come(desk, device)).signed_in.needs_second_factor


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
