"""The contract of signed tokens, and what the JSON Web Token adapter promises beyond it."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey

from account_scenario import AccountScenario, TurnableClock, open_account_scenario
from haulage.accounts import AccessClaims, BadAccessToken
from haulage.accounts.session import AssuranceLevel, Proof, SignInMethod
from haulage.ports.identity.tokens import TokenSubject
from haulage.ports.storage.accounts import KeyPurpose, StoredKey
from haulage_adapters.system.identifiers import RandomIdentifiers
from haulage_adapters.tokens_jose import JoseTokens, KeysSealedOtherwise, Seal

pytestmark = pytest.mark.anyio

ISSUER = "https://haulage.example/auth/v1"


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'tokens.db'}") as opened:
        yield opened


def tokens_of(scenario: AccountScenario, secret_key: str | None = None) -> JoseTokens:
    """The tokens of one process; two calls are two processes."""
    return JoseTokens(
        scenario.storage, scenario.clock, RandomIdentifiers(), issuer=ISSUER, seal=Seal(secret_key)
    )


def claims_at(clock: TurnableClock) -> AccessClaims:
    now = clock.now()
    return AccessClaims(
        account_id="acc_1",
        session_id="ses_1",
        issued_at=now,
        expires_at=now + timedelta(hours=1),
        email="ann@example.com",
        assurance=AssuranceLevel.ONE_FACTOR,
        proofs=(Proof(SignInMethod.PASSWORD, now),),
        user_metadata={"name": "Änn"},
        app_metadata={"user_type": "customer"},
    )


def part(token: str, number: int) -> dict[str, Any]:
    """A part of the token without checking anything."""
    return dict(json.loads(base64.urlsafe_b64decode(token.split(".")[number] + "==")))


def parts(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims."""
    return part(token, 0), part(token, 1)


async def test_a_signed_token_is_read_back(scenario: AccountScenario) -> None:
    tokens = tokens_of(scenario)
    token = await tokens.sign(claims_at(scenario.clock))
    assert await tokens.read(token) == TokenSubject(
        "acc_1", "ses_1", claims_at(scenario.clock).expires_at, ANY
    )


async def test_the_claims_are_those_that_clients_look_for(scenario: AccountScenario) -> None:
    header, claims = parts(await tokens_of(scenario).sign(claims_at(scenario.clock)))
    now = int(scenario.clock.now().timestamp())
    assert header["alg"] == "ES256"
    assert header["kid"]
    assert claims == {
        "iss": ISSUER,
        "sub": "acc_1",
        "aud": "authenticated",
        "role": "authenticated",
        "iat": now,
        "exp": now + 3600,
        "session_id": "ses_1",
        "aal": "aal1",
        "amr": [{"method": "password", "timestamp": now}],
        "email": "ann@example.com",
        "phone": "",
        "user_metadata": {"name": "Änn"},
        "app_metadata": {"user_type": "customer"},
        "is_anonymous": False,
    }


async def test_anybody_can_check_a_token_with_the_public_keys_alone(scenario: AccountScenario) -> None:
    tokens = tokens_of(scenario)
    token = await tokens.sign(claims_at(scenario.clock))
    published = await tokens.public_keys()
    assert all(set(key) == {"kty", "crv", "x", "y", "use", "alg", "kid"} for key in published)
    keys = KeySet.import_key_set({"keys": [dict(key) for key in published]})
    assert jwt.decode(token, keys, algorithms=["ES256"]).claims["sub"] == "acc_1"


async def test_a_token_is_over_at_its_time(scenario: AccountScenario) -> None:
    tokens = tokens_of(scenario)
    token = await tokens.sign(claims_at(scenario.clock))
    scenario.clock.turn(seconds=3599)
    await tokens.read(token)
    scenario.clock.turn(seconds=1)
    with pytest.raises(BadAccessToken):
        await tokens.read(token)


@pytest.mark.parametrize(
    "token",
    ["", "x", "..", "a.b.c", "e30.e30.e30", "é.é.é", "\ud800", "\0", "a" * 100_000, "." * 10_000],
)
async def test_what_is_no_token_is_refused(scenario: AccountScenario, token: str) -> None:
    with pytest.raises(BadAccessToken):
        await tokens_of(scenario).read(token)


async def test_forged_tokens_are_refused(scenario: AccountScenario) -> None:
    tokens = tokens_of(scenario)
    genuine = await tokens.sign(claims_at(scenario.clock))
    header, claims = parts(genuine)
    (published,) = await tokens.public_keys()
    foreign = ECKey.generate_key("P-256", {"kid": header["kid"]})
    public_as_secret = OctKey.import_key(json.dumps(dict(published)))
    head, body, signature = genuine.split(".")
    other_body = base64.urlsafe_b64encode(json.dumps(claims | {"sub": "acc_2"}).encode()).rstrip(b"=")
    unsigned = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').rstrip(b"=").decode()
    forgeries = [
        jwt.encode({"alg": "ES256", "kid": header["kid"]}, claims, foreign),
        jwt.encode({"alg": "ES256", "kid": "another"}, claims, foreign),
        jwt.encode({"alg": "ES256"}, claims, foreign),
        jwt.encode({"alg": "HS256", "kid": header["kid"]}, claims, public_as_secret),
        f"{head}.{other_body.decode()}.{signature}",
        f"{unsigned}.{body}.",
        f"{unsigned}.{body}.{signature}",
        f"{head}.{body}.",
        genuine[:-4],
    ]
    for forgery in forgeries:
        with pytest.raises(BadAccessToken):
            await tokens.read(forgery)


@pytest.mark.parametrize(
    "change",
    [{"aud": "other"}, {"aud": None}, {"sub": None}, {"session_id": None}, {"exp": None}, {"exp": "soon"}],
)
async def test_a_genuine_signature_does_not_excuse_missing_claims(
    scenario: AccountScenario, change: dict[str, Any]
) -> None:
    tokens = tokens_of(scenario)
    header, claims = parts(await tokens.sign(claims_at(scenario.clock)))
    signer = (await tokens._keys.ring()).signer
    payload = {name: value for name, value in (claims | change).items() if value is not None}
    with pytest.raises(BadAccessToken):
        await tokens.read(jwt.encode({"alg": "ES256", "kid": header["kid"]}, payload, signer))


async def test_processes_that_start_at_once_share_their_keys(scenario: AccountScenario) -> None:
    processes = [tokens_of(scenario) for _ in range(6)]
    signed = await asyncio.gather(*(tokens.sign(claims_at(scenario.clock)) for tokens in processes))
    for tokens in processes:
        for token in signed:
            await tokens.read(token)
    assert len({(await tokens.refresh_chain()).after("x") for tokens in processes}) == 1
    assert len(await scenario.storage.read(lambda unit: unit.accounts.keys())) == 3


async def test_a_new_key_signs_and_the_old_one_still_checks(scenario: AccountScenario) -> None:
    tokens, clock = tokens_of(scenario), scenario.clock
    old = await tokens.sign(claims_at(clock))
    (stored,) = [
        key
        for key in await scenario.storage.read(lambda unit: unit.accounts.keys())
        if "access" in key.purpose
    ]
    fresh = ECKey.generate_key("P-256", {"kid": "key_2", "use": "sig", "alg": "ES256"})
    material = "open:" + json.dumps(fresh.as_dict(private=True))
    second = StoredKey("key_2", KeyPurpose.ACCESS, stored.number + 1, clock.now(), material)
    await scenario.storage.write(lambda unit: unit.accounts.add_key(second))
    clock.turn(minutes=6)
    new = await tokens.sign(claims_at(clock))
    assert parts(new)[0]["kid"] == "key_2"
    until = claims_at(clock).expires_at
    assert await tokens.read(old) == TokenSubject("acc_1", "ses_1", until - timedelta(minutes=6), ANY)
    assert await tokens.read(new) == TokenSubject("acc_1", "ses_1", until, ANY)
    assert [key["kid"] for key in await tokens.public_keys()] == [stored.id, "key_2"]


async def test_a_token_under_a_key_that_was_just_made_elsewhere_is_read(scenario: AccountScenario) -> None:
    tokens, clock = tokens_of(scenario), scenario.clock
    await tokens.sign(claims_at(clock))
    fresh = ECKey.generate_key("P-256", {"kid": "key_2", "use": "sig", "alg": "ES256"})
    material = "open:" + json.dumps(fresh.as_dict(private=True))
    second = StoredKey("key_2", KeyPurpose.ACCESS, 2, clock.now(), material)
    await scenario.storage.write(lambda unit: unit.accounts.add_key(second))
    clock.turn(seconds=6)
    token = await tokens_of(scenario).sign(claims_at(clock))
    assert await tokens.read(token) == TokenSubject(
        "acc_1", "ses_1", claims_at(scenario.clock).expires_at, ANY
    )


async def materials(scenario: AccountScenario) -> list[str]:
    return [key.material for key in await scenario.storage.read(lambda unit: unit.accounts.keys())]


async def test_with_a_secret_the_database_alone_signs_nothing(scenario: AccountScenario) -> None:
    token = await tokens_of(scenario, "operator's secret").sign(claims_at(scenario.clock))
    assert all(material.startswith("sealed:") for material in await materials(scenario))
    await tokens_of(scenario, "operator's secret").read(token)
    for other in (None, "another secret"):
        with pytest.raises(KeysSealedOtherwise, match="HAULAGE_SECRET_KEY"):
            await tokens_of(scenario, other).read(token)


async def test_a_secret_that_is_set_later_signs_nobody_out(scenario: AccountScenario) -> None:
    token = await tokens_of(scenario).sign(claims_at(scenario.clock))
    assert all(material.startswith("open:") for material in await materials(scenario))
    await tokens_of(scenario, "operator's secret").read(token)
