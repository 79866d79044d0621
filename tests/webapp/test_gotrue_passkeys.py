"""Passkeys over HTTP, with a device in software."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from authenticators import Device
from databases import migrated_file
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio
__all__ = ["migrated_file"]

AUTH = "/auth/v1"
SITE = "http://localhost:8000"


@pytest.fixture
def file(migrated_file: Path, tmp_path: Path) -> Path:
    """A database of its own."""
    return shutil.copy(migrated_file, tmp_path / "passkeys.db")


@pytest.fixture
def site() -> str:
    """A name that browsers would take."""
    return SITE


@pytest.fixture
async def browser(
    anyio_backend: str, file: Path, tmp_path: Path, site: str
) -> AsyncIterator[httpx.AsyncClient]:
    settings = Settings(
        data=tmp_path, database=f"sqlite+aiosqlite:///{file}", public_url=site, autoconfirm=True
    )
    async with (
        open_marketplace(settings) as marketplace,
        talking_to(settings, marketplace, base_url=site) as client,
    ):
        yield client


async def bearer(browser: httpx.AsyncClient, email: str = "ann@example.com") -> dict[str, str]:
    made = await browser.post(f"{AUTH}/signup", json={"email": email, "password": "parcel7"})
    return {"Authorization": f"Bearer {made.json()['access_token']}"}


async def added(browser: httpx.AsyncClient, who: dict[str, str], device: Device) -> dict[str, Any]:
    options = (await browser.post(f"{AUTH}/passkeys/registration/options", headers=who)).json()
    body = {"credential": device.create(options["options"]), "friendly_name": "Phone"}
    made = await browser.post(f"{AUTH}/passkeys/registration/verify", headers=who, json=body)
    assert made.status_code == 200, made.text
    answer: dict[str, Any] = made.json()
    return answer


async def test_a_passkey_is_added_used_renamed_and_removed(browser: httpx.AsyncClient) -> None:
    who, device = await bearer(browser), Device()
    assert (await browser.get(f"{AUTH}/settings")).json()["passkeys_enabled"] is True
    passkey = await added(browser, who, device)

    options = (await browser.post(f"{AUTH}/passkeys/authentication/options")).json()["options"]
    answer = {"credential": device.get(options)}
    session = (await browser.post(f"{AUTH}/passkeys/authentication/verify", json=answer)).json()
    assert session["user"]["email"] == "ann@example.com"
    by_passkey = {"Authorization": f"Bearer {session['access_token']}"}
    assert (await browser.get("/api/v1/orders", headers=by_passkey)).status_code == 200

    again = await browser.post(f"{AUTH}/passkeys/authentication/verify", json=answer)
    assert (again.status_code, again.json()["error_code"]) == (422, "webauthn_challenge_expired")

    at = f"{AUTH}/passkeys/{passkey['id']}"
    renamed = await browser.patch(at, headers=who, json={"friendly_name": "Laptop"})
    assert renamed.json()["friendly_name"] == "Laptop"
    (listed,) = (await browser.get(f"{AUTH}/passkeys", headers=who)).json()
    assert listed["last_used_at"] is not None
    assert "public_key" not in listed
    assert (await browser.delete(at, headers=who)).status_code == 200
    assert (await browser.get(f"{AUTH}/passkeys", headers=who)).json() == []


async def test_other_peoples_passkeys_are_not_there(browser: httpx.AsyncClient) -> None:
    passkey = await added(browser, await bearer(browser), Device())
    bea, at = await bearer(browser, "bea@example.com"), f"{AUTH}/passkeys/{passkey['id']}"
    assert (await browser.get(f"{AUTH}/passkeys", headers=bea)).json() == []
    for reply in (
        await browser.patch(at, headers=bea, json={"friendly_name": "Mine"}),
        await browser.delete(at, headers=bea),
    ):
        assert (reply.status_code, reply.json()["error_code"]) == (404, "webauthn_credential_not_found")


async def test_visitors_may_only_sign_in(browser: httpx.AsyncClient) -> None:
    for method, path in (
        ("POST", "/passkeys/registration/options"),
        ("GET", "/passkeys"),
        ("DELETE", "/passkeys/pky_x"),
    ):
        assert (await browser.request(method, f"{AUTH}{path}")).status_code == 401
    for body in ({}, {"credential": {}}, {"credential": "text"}, {"credential": {"id": "x"}}):
        reply = await browser.post(f"{AUTH}/passkeys/authentication/verify", json=body)
        assert reply.status_code in {400, 422}


@pytest.mark.parametrize("site", ["https://192.0.2.7"])
async def test_an_address_in_numbers_has_no_passkeys(browser: httpx.AsyncClient) -> None:
    assert (await browser.get(f"{AUTH}/settings")).json()["passkeys_enabled"] is False
    reply = await browser.post(f"{AUTH}/passkeys/authentication/options")
    assert (reply.status_code, reply.json()["error_code"]) == (422, "passkey_disabled")
