"""Every operation that changes how an account is entered or reached, or ends it, asks for a recent proof."""

import re
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import attrs
import httpx
import pyotp
import pytest
from sqlalchemy import create_engine, text

from authenticators import Device
from databases import migrated_file
from emails import answer_email_requests
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio
__all__ = ["migrated_file"]

AUTH = "/auth/v1"
SITE = "http://localhost:8000"
PASSWORD = "parcel7"


@attrs.frozen
class Operation:
    """A request that a stolen session must not make."""

    method: str
    path: str
    json: dict[str, Any] | None = None


W9 = {
    "name": "Mallory",
    "classification": "individual",
    "street": "1 Example Street",
    "city": "Brooklyn",
    "state": "NY",
    "zip_code": "11201",
    "number_type": "ssn",
    "number": "400-99-9998",
    "signature": "Mallory",
    "certification": "w9",
}
CHANGES = {
    "new password": Operation("PUT", f"{AUTH}/user", {"password": "Better1!"}),
    "new address": Operation("PUT", f"{AUTH}/user", {"email": "mallory@example.com"}),
    "new telephone number": Operation("PUT", f"{AUTH}/user", {"data": {"phone": "+16465550147"}}),
    "new factor": Operation("POST", f"{AUTH}/factors", {"factor_type": "totp", "friendly_name": "mine"}),
    "first code of a factor": Operation(
        "POST", f"{AUTH}/factors/{{unproved}}/verify", {"challenge_id": "chl_1", "code": "000000"}
    ),
    "removed factor": Operation("DELETE", f"{AUTH}/factors/{{factor}}"),
    "new recovery codes": Operation("POST", f"{AUTH}/factors/recovery-codes"),
    "options of a new passkey": Operation("POST", f"{AUTH}/passkeys/registration/options"),
    "new passkey": Operation("POST", f"{AUTH}/passkeys/registration/verify", {"credential": {"id": "x"}}),
    "removed passkey": Operation("DELETE", f"{AUTH}/passkeys/{{passkey}}"),
    "linked provider": Operation("GET", f"{AUTH}/user/identities/authorize?provider=google"),
    "unlinked provider": Operation("DELETE", f"{AUTH}/user/identities/{{identity}}"),
    "end of the other sessions": Operation("POST", f"{AUTH}/logout?scope=others"),
    "end of another session": Operation("DELETE", "/api/v1/me/sessions/ses_another"),
    "deleted account": Operation("DELETE", "/api/v1/me", {}),
    "new payout method": Operation(
        "POST",
        "/api/v1/drivers/drv_1/payout-methods",
        {"type": "paypal", "paypal_email": "mallory@example.com"},
    ),
    "other default payout method": Operation("PUT", "/api/v1/drivers/drv_1/payout-methods/pom_1/default"),
    "removed payout method": Operation("DELETE", "/api/v1/drivers/drv_1/payout-methods/pom_1"),
    "new taxpayer number": Operation("POST", "/api/v1/drivers/drv_1/tax/w9", W9),
}


@attrs.frozen
class Ann:
    """Somebody with every means, signed in long ago."""

    client: httpx.AsyncClient
    marketplace: Marketplace
    database: Path
    token: str
    device: Device
    secret: str
    ids: dict[str, str]

    async def ask(self, operation: Operation) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", "X-Supabase-Api-Version": "2024-01-01"}
        path = operation.path.format(**self.ids)
        return await self.client.request(operation.method, path, headers=headers, json=operation.json)

    def change(self, statement: str, **values: Any) -> None:
        engine = create_engine(f"sqlite:///{self.database}")
        with engine.begin() as connection:
            connection.execute(text(statement), values)
        engine.dispose()

    def grow_old(self, *, with_means: bool) -> None:
        """As if three days had passed since the sign-in; the means are older still, or were added since."""
        before = _written(datetime.now(UTC) - timedelta(days=3))
        self.change("UPDATE sessions SET created_at = :at, proofs = '[]'", at=before)
        if with_means:
            earlier = _written(datetime.now(UTC) - timedelta(days=30))
            for table in ("factors", "passkeys"):
                self.change(f"UPDATE {table} SET created_at = :at", at=earlier)


def _written(at: datetime) -> str:
    return at.astimezone(UTC).replace(tzinfo=None).strftime("%Y-%m-%d %H:%M:%S.%f")


@pytest.fixture
async def ann(anyio_backend: str, migrated_file: Path, tmp_path: Path) -> AsyncIterator[Ann]:
    file = shutil.copy(migrated_file, tmp_path / "fresh.db")
    settings = Settings(
        data=tmp_path,
        database=f"sqlite+aiosqlite:///{file}",
        public_url=SITE,
        autoconfirm=True,
        simulated_sign_in=True,
    )
    async with (
        open_marketplace(settings) as marketplace,
        talking_to(settings, marketplace, base_url=SITE) as client,
    ):
        made = await client.post(f"{AUTH}/signup", json={"email": "ann@example.com", "password": PASSWORD})
        who = {"Authorization": f"Bearer {made.json()['access_token']}"}
        device, ids = Device(), {"identity": made.json()["user"]["id"]}
        options = (await client.post(f"{AUTH}/passkeys/registration/options", headers=who)).json()
        body: dict[str, Any] = {"credential": device.create(options["options"])}
        passkey = await client.post(f"{AUTH}/passkeys/registration/verify", headers=who, json=body)
        ids["passkey"] = passkey.json()["id"]
        enrolled = await _enrolled(client, who)
        secret, ids["factor"] = enrolled["totp"]["secret"], enrolled["id"]
        asked = await client.post(f"{AUTH}/factors/{ids['factor']}/challenge", headers=who)
        body = {"challenge_id": asked.json()["id"], "code": pyotp.TOTP(secret).now()}
        proved = await client.post(f"{AUTH}/factors/{ids['factor']}/verify", headers=who, json=body)
        token = proved.json()["access_token"]
        ids["unproved"] = (await _enrolled(client, {"Authorization": f"Bearer {token}"}))["id"]
        yield Ann(client, marketplace, file, token, device, secret, ids)


async def _enrolled(client: httpx.AsyncClient, who: dict[str, str]) -> dict[str, Any]:
    enrolled = await client.post(f"{AUTH}/factors", headers=who, json={"factor_type": "totp"})
    assert enrolled.status_code == 200, enrolled.text
    answer: dict[str, Any] = enrolled.json()
    return answer


def needs_proof(reply: httpx.Response) -> bool:
    """Whether it is the refusal that both kinds of client know: GoTrue's word, or a problem."""
    if reply.is_success:
        return False
    under_auth = reply.request.url.path.startswith(AUTH)
    return (reply.status_code, reply.json()["code"]) == (
        400 if under_auth else 403,
        "reauthentication_needed",
    )


async def open_to(ann: Ann) -> set[str]:
    """The changes that are not refused for want of a proof, by name."""
    replies = {name: await ann.ask(change) for name, change in CHANGES.items()}
    return {name for name, reply in replies.items() if not needs_proof(reply)}


async def test_a_session_of_three_days_changes_nothing(ann: Ann) -> None:
    ann.grow_old(with_means=True)
    assert await open_to(ann) == set()


async def test_a_name_is_changed_in_a_session_of_three_days(ann: Ann) -> None:
    """It opens nothing. The number that one has already is no change either."""
    ann.grow_old(with_means=True)
    phone = (await ann.ask(Operation("GET", f"{AUTH}/user"))).json()["user_metadata"].get("phone", "")
    changed = await ann.ask(Operation("PUT", f"{AUTH}/user", {"data": {"name": "Ann B.", "phone": phone}}))
    assert changed.status_code == 200, changed.text


async def test_a_passkey_that_was_added_in_the_session_proves_nothing(ann: Ann) -> None:
    ann.grow_old(with_means=False)
    assert (await by_passkey(ann)).status_code == 200
    assert await open_to(ann) == set()


async def test_a_factor_that_was_added_in_the_session_proves_nothing(ann: Ann) -> None:
    ann.grow_old(with_means=False)
    assert await open_to(await by_factor(ann)) == set()


@pytest.mark.parametrize("proof", ["password", "factor", "passkey", "mailed code"])
async def test_a_proof_by_an_older_means_opens_every_change(ann: Ann, proof: str) -> None:
    ann.grow_old(with_means=True)
    match proof:
        case "password":
            assert (await by_password(ann, PASSWORD)).status_code == 200
        case "passkey":
            assert (await by_passkey(ann)).status_code == 200
        case "factor":
            ann = await by_factor(ann)
        case "mailed code":
            assert (await by_mailed_code(ann)).status_code == 200
    assert await open_to(ann) == set(CHANGES)


async def test_a_wrong_proof_is_refused_and_proves_nothing(ann: Ann) -> None:
    ann.grow_old(with_means=True)
    wrong = await by_password(ann, "wrong-1")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "current_password_invalid")
    other = await ann.ask(Operation("POST", f"{AUTH}/reauthenticate", {"nonce": "000000"}))
    assert (other.status_code, other.json()["code"]) == (422, "reauthentication_not_valid")
    for body in ({}, {"password": PASSWORD, "nonce": "000000"}):
        reply = await ann.ask(Operation("POST", f"{AUTH}/reauthenticate", body))
        assert (reply.status_code, reply.json()["code"]) == (400, "validation_failed")
    assert needs_proof(await ann.ask(CHANGES["removed passkey"]))


async def test_the_passkey_of_somebody_else_proves_nothing(ann: Ann) -> None:
    ann.grow_old(with_means=True)
    ann.change("UPDATE accounts SET email = 'first@example.com' WHERE email = 'ann@example.com'")
    made = await ann.client.post(f"{AUTH}/signup", json={"email": "bea@example.com", "password": PASSWORD})
    bea = attrs.evolve(ann, token=made.json()["access_token"])
    reply = await by_passkey(bea)
    assert (reply.status_code, reply.json()["code"]) == (422, "webauthn_verification_failed")


async def test_proofs_of_sessions_from_before_are_still_read(ann: Ann) -> None:
    """What a session stored before it knew how old a means is, is still read."""
    proofs = '[{"method": "password", "at": "2027-03-01T15:00:00+00:00"}]'
    ann.change("UPDATE sessions SET proofs = :proofs", proofs=proofs)
    assert (await ann.ask(Operation("GET", f"{AUTH}/user"))).status_code == 200


async def by_password(ann: Ann, password: str) -> httpx.Response:
    return await ann.ask(Operation("POST", f"{AUTH}/reauthenticate", {"password": password}))


async def by_passkey(ann: Ann) -> httpx.Response:
    options = (await ann.client.post(f"{AUTH}/passkeys/authentication/options")).json()["options"]
    body = {"credential": ann.device.get(options)}
    return await ann.ask(Operation("POST", f"{AUTH}/reauthenticate", body))


async def by_factor(ann: Ann) -> Ann:
    """Codes work once, and the one of this half minute was used."""
    ann.change("UPDATE factors SET last_step = NULL")
    asked = await ann.ask(Operation("POST", f"{AUTH}/factors/{{factor}}/challenge"))
    body = {"challenge_id": asked.json()["id"], "code": pyotp.TOTP(ann.secret).now()}
    proved = await ann.ask(Operation("POST", f"{AUTH}/factors/{{factor}}/verify", body))
    assert proved.status_code == 200, proved.text
    return attrs.evolve(ann, token=proved.json()["access_token"])


async def by_mailed_code(ann: Ann) -> httpx.Response:
    assert (await ann.ask(Operation("GET", f"{AUTH}/reauthenticate"))).status_code == 200
    accounts = ann.marketplace.accounts
    await answer_email_requests(accounts.gate.storage, accounts)
    (mail,) = await accounts.gate.storage.read(lambda unit: unit.emails.latest(1))
    code = re.findall(r"\b\d{6}\b", mail.mail.text)[0]
    return await ann.ask(Operation("POST", f"{AUTH}/reauthenticate", {"nonce": code}))
