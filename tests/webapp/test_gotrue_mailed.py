"""The official Python client and a server whose addresses have to be confirmed by mail."""

import json
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import anyio
import attrs
import httpx
import pyotp
import pytest
from supabase_auth import AsyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from serving import Server, running_server

pytestmark = pytest.mark.anyio

PASSWORD, NEW_PASSWORD = "parcel7", "Better1!"
WELCOME = "http://localhost:3000/welcome"
_numbers = count(1)


@attrs.frozen
class Mailbox:
    """Reads what the server wrote into its development outbox."""

    file: Path

    async def of(self, address: str, number: int = 1) -> dict[str, str]:
        """The newest mail to an address, once there are so many of them."""
        with anyio.fail_after(20):
            while True:
                mails = [mail for mail in self._all() if mail["to"] == address]
                if len(mails) >= number:
                    return mails[-1]
                await anyio.sleep(0.02)

    def _all(self) -> list[dict[str, str]]:
        if not self.file.exists():
            return []
        return [json.loads(line) for line in self.file.read_text().splitlines() if line.endswith("}")]


def code_in(mail: dict[str, str]) -> str:
    found = re.search(r"\b(\d{6})\b", mail["text"])
    assert found is not None
    return found[1]


def link_in(mail: dict[str, str]) -> str:
    found = re.search(r"http\S+/auth/v1/verify\?\S+", mail["text"])
    assert found is not None
    return found[0]


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Mailbox]]:
    data = tmp_path_factory.mktemp("strict")
    with running_server(data, AUTOCONFIRM="0") as running:
        yield running, Mailbox(data / "mail.jsonl")


@pytest.fixture
def mailbox(strict_server: tuple[Server, Mailbox]) -> Mailbox:
    return strict_server[1]


@pytest.fixture
async def auth(anyio_backend: str, strict_server: tuple[Server, Mailbox]) -> AsyncIterator[AsyncGoTrueClient]:
    address = strict_server[0].address
    async with AsyncGoTrueClient(url=f"{address}/auth/v1", auto_refresh_token=False) as client:
        yield client


@pytest.fixture
async def http(anyio_backend: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient() as client:
        yield client


def an_address() -> str:
    return f"mailed{next(_numbers)}@example.com"


async def registered(auth: AsyncGoTrueClient, mailbox: Mailbox, email: str | None = None) -> str:
    """The address of somebody who has confirmed it and is signed in."""
    email = email or an_address()
    await auth.sign_up({"email": email, "password": PASSWORD})
    await auth.verify_otp({"email": email, "token": code_in(await mailbox.of(email)), "type": "signup"})
    return email


async def test_signing_up_waits_for_the_mailed_link(
    auth: AsyncGoTrueClient, mailbox: Mailbox, http: httpx.AsyncClient
) -> None:
    email = an_address()
    options = {"data": {"name": "Ann"}, "email_redirect_to": WELCOME}
    answer = await auth.sign_up({"email": email, "password": PASSWORD, "options": options})
    assert answer.session is None
    assert answer.user is not None
    assert answer.user.email_confirmed_at is None
    with pytest.raises(AuthApiError) as refusal:
        await auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert (refusal.value.code, refusal.value.message) == ("email_not_confirmed", "Email not confirmed")
    reply = await http.get(link_in(await mailbox.of(email)))
    assert reply.status_code == 303
    there = urlsplit(reply.headers["location"])
    assert f"{there.scheme}://{there.netloc}{there.path}" == WELCOME
    parameters = parse_qs(there.fragment)
    assert parameters["type"] == ["signup"]
    await auth.set_session(parameters["access_token"][0], parameters["refresh_token"][0])
    shown = await auth.get_user()
    assert shown is not None
    assert shown.user.email == email


async def test_a_link_that_was_used_says_so_where_it_leads(
    auth: AsyncGoTrueClient, mailbox: Mailbox, http: httpx.AsyncClient
) -> None:
    email = await registered(auth, mailbox)
    reply = await http.get(link_in(await mailbox.of(email)))
    parameters = parse_qs(urlsplit(reply.headers["location"]).fragment)
    assert (parameters["error"], parameters["error_code"]) == (["access_denied"], ["otp_expired"])
    assert parameters["error_description"] == ["Email link is invalid or has expired"]


async def test_a_link_leads_nowhere_that_is_not_allowed(
    auth: AsyncGoTrueClient,
    mailbox: Mailbox,
    http: httpx.AsyncClient,
    strict_server: tuple[Server, Mailbox],
) -> None:
    email = an_address()
    await auth.sign_up(
        {"email": email, "password": PASSWORD, "options": {"email_redirect_to": "https://evil.example/"}}
    )
    link = link_in(await mailbox.of(email))
    forged = link.partition("&redirect_to=")[0] + "&redirect_to=https%3A%2F%2Fevil.example%2F"
    reply = await http.get(forged)
    assert reply.headers["location"].startswith("http://127.0.0.1:")
    assert "evil" not in reply.headers["location"]


async def test_a_known_address_is_answered_like_a_new_one(auth: AsyncGoTrueClient, mailbox: Mailbox) -> None:
    known, new = await registered(auth, mailbox), an_address()
    # The interval of the first mail is over for neither; another kind of answer would say who is known.
    answers = []
    for email in (known, new):
        try:
            answer = await auth.sign_up({"email": email, "password": PASSWORD})
            answers.append(sorted(answer.user.model_dump()) if answer.user else None)
        except AuthApiError as refusal:
            answers.append([refusal.code or ""])
    assert answers[0] == ["over_email_send_rate_limit"]
    assert answers[1] is not None


async def test_recovering_lets_a_new_password_in(auth: AsyncGoTrueClient, mailbox: Mailbox) -> None:
    email = await registered(auth, mailbox)
    await auth.reset_password_for_email(email)
    mail = await mailbox.of(email, 2)
    await auth.verify_otp({"email": email, "token": code_in(mail), "type": "recovery"})
    await auth.update_user({"password": NEW_PASSWORD})
    assert "password" in (await mailbox.of(email, 3))["subject"].lower()
    await auth.sign_out()
    await auth.sign_in_with_password({"email": email, "password": NEW_PASSWORD})


async def test_asking_again_at_once_is_refused_with_the_seconds(
    auth: AsyncGoTrueClient, mailbox: Mailbox
) -> None:
    for email in (await registered(auth, mailbox), an_address()):
        await auth.reset_password_for_email(email)
        with pytest.raises(AuthApiError) as refusal:
            await auth.reset_password_for_email(email)
        assert refusal.value.status == 429
        assert refusal.value.code == "over_email_send_rate_limit"
        assert re.fullmatch(
            r"For security purposes, you can only request this after \d+ seconds\.", refusal.value.message
        )


async def test_a_one_time_code_signs_in_and_may_make_the_account(
    auth: AsyncGoTrueClient, mailbox: Mailbox
) -> None:
    email = an_address()
    await auth.sign_in_with_otp({"email": email, "options": {"data": {"name": "Bea"}}})
    code = code_in(await mailbox.of(email))
    with pytest.raises(AuthApiError) as refusal:
        await auth.verify_otp({"email": email, "token": "1234567", "type": "email"})
    assert (refusal.value.status, refusal.value.code) == (403, "otp_expired")
    answer = await auth.verify_otp({"email": email, "token": code, "type": "email"})
    assert answer.session is not None
    assert answer.user is not None
    assert answer.user.user_metadata["name"] == "Bea"


async def test_the_pkce_flow_ends_in_the_browser_that_began(
    strict_server: tuple[Server, Mailbox], auth: AsyncGoTrueClient, http: httpx.AsyncClient
) -> None:
    server, mailbox = strict_server
    email = await registered(auth, mailbox)
    url = f"{server.address}/auth/v1"
    async with AsyncGoTrueClient(url=url, auto_refresh_token=False, flow_type="pkce") as browser:
        await browser.sign_in_with_otp({"email": email, "options": {"email_redirect_to": WELCOME}})
        reply = await http.get(link_in(await mailbox.of(email, 2)))
        code = parse_qs(urlsplit(reply.headers["location"]).query)["code"][0]
        assert urlsplit(reply.headers["location"]).fragment == ""
        wrong = await http.post(
            f"{url}/token?grant_type=pkce", json={"auth_code": "aut_none", "code_verifier": "x" * 43}
        )
        assert wrong.status_code == 404
        answer = await browser.exchange_code_for_session({"auth_code": code})
        assert answer.user is not None
        assert answer.user.email == email


async def test_a_forgotten_password_is_replaced_in_the_browser_that_asked(
    strict_server: tuple[Server, Mailbox], auth: AsyncGoTrueClient, http: httpx.AsyncClient
) -> None:
    server, mailbox = strict_server
    email = await registered(auth, mailbox)
    url = f"{server.address}/auth/v1"
    async with AsyncGoTrueClient(url=url, auto_refresh_token=False, flow_type="pkce") as browser:
        await browser.reset_password_for_email(email, {"redirect_to": WELCOME})
        place = urlsplit((await http.get(link_in(await mailbox.of(email, 2)))).headers["location"])
        code = parse_qs(place.query)["code"][0]
        async with AsyncGoTrueClient(url=url, auto_refresh_token=False, flow_type="pkce") as other:
            with pytest.raises(AuthApiError) as spoiled:
                await other.exchange_code_for_session({"auth_code": code, "code_verifier": "x" * 43})
            assert (spoiled.value.status, spoiled.value.code) == (400, "bad_code_verifier")
        with pytest.raises(AuthApiError) as spent:
            await browser.exchange_code_for_session({"auth_code": code})
        assert (spent.value.status, spent.value.code) == (404, "flow_state_not_found")
        again = an_address()
        await registered(auth, mailbox, again)
        await browser.reset_password_for_email(again, {"redirect_to": WELCOME})
        place = urlsplit((await http.get(link_in(await mailbox.of(again, 2)))).headers["location"])
        await browser.exchange_code_for_session({"auth_code": parse_qs(place.query)["code"][0]})
        await browser.update_user({"password": NEW_PASSWORD})
    await auth.sign_in_with_password({"email": again, "password": NEW_PASSWORD})


async def test_an_old_session_changes_the_password_with_a_mailed_code_only(
    strict_server: tuple[Server, Mailbox], auth: AsyncGoTrueClient
) -> None:
    server, mailbox = strict_server
    email = await registered(auth, mailbox)
    make_sessions_older(server)
    with pytest.raises(AuthApiError) as needed:
        await auth.update_user({"password": NEW_PASSWORD})
    assert (needed.value.status, needed.value.code) == (400, "reauthentication_needed")
    await auth.reauthenticate()
    code = code_in(await mailbox.of(email, 2))
    with pytest.raises(AuthWeakPasswordError):
        await auth.update_user({"password": "short", "nonce": code})
    with pytest.raises(AuthApiError) as wrong:
        await auth.update_user({"password": NEW_PASSWORD, "nonce": "no code"})
    assert (wrong.value.status, wrong.value.code) == (422, "reauthentication_not_valid")
    await auth.update_user({"password": NEW_PASSWORD, "nonce": code})
    await auth.sign_in_with_password({"email": email, "password": NEW_PASSWORD})


def make_sessions_older(server: Server) -> None:
    """As if everybody had signed in the day before yesterday: nobody waits for that."""
    with sqlite3.connect(server.settings.data / "haulage.sqlite3") as database:
        earlier = "strftime('%Y-%m-%d %H:%M:%f', created_at, '-2 days')"
        database.execute(f"UPDATE sessions SET created_at = {earlier}, proofs = '[]'")


async def test_a_new_address_is_confirmed_from_both_mailboxes(
    auth: AsyncGoTrueClient, mailbox: Mailbox
) -> None:
    old = await registered(auth, mailbox)
    new = an_address()
    answer = await auth.update_user({"email": new})
    assert answer.user.new_email == new
    code = code_in(await mailbox.of(old, 2))
    half = await auth.verify_otp({"email": old, "token": code, "type": "email_change"})
    assert (half.user, half.session) == (None, None)
    shown = await auth.get_user()
    assert shown is not None
    assert (shown.user.email, shown.user.new_email) == (old, new)
    await auth.verify_otp({"email": new, "token": code_in(await mailbox.of(new)), "type": "email_change"})
    shown = await auth.get_user()
    assert shown is not None
    assert (shown.user.email, shown.user.new_email) == (new, None)


@pytest.mark.parametrize("flow", ["implicit", "pkce"])
async def test_after_the_first_of_two_links_the_page_is_told_to_wait_for_the_other(
    strict_server: tuple[Server, Mailbox], auth: AsyncGoTrueClient, http: httpx.AsyncClient, flow: str
) -> None:
    server, mailbox = strict_server
    old, new = await registered(auth, mailbox), an_address()
    session = await auth.get_session()
    assert session is not None
    url = f"{server.address}/auth/v1"
    expected = {
        "message": ["Confirmation link accepted. Please proceed to confirm link sent to the other email"]
    }
    async with AsyncGoTrueClient(url=url, auto_refresh_token=False, flow_type=flow) as browser:
        await browser.set_session(session.access_token, session.refresh_token)
        await browser.update_user({"email": new}, {"email_redirect_to": WELCOME})
        place = urlsplit((await http.get(link_in(await mailbox.of(new)))).headers["location"])
        assert parse_qs(place.fragment) == expected
        assert parse_qs(place.query) == (expected if flow == "pkce" else {})
        place = urlsplit((await http.get(link_in(await mailbox.of(old, 2)))).headers["location"])
        if flow == "implicit":
            assert parse_qs(place.fragment)["type"] == ["email_change"]
        else:
            code = parse_qs(place.query)["code"][0]
            moved = await browser.exchange_code_for_session({"auth_code": code})
            assert moved.user is not None
            assert moved.user.email == new


async def test_a_second_factor_is_enrolled_asked_for_and_removed(
    auth: AsyncGoTrueClient, mailbox: Mailbox, http: httpx.AsyncClient, strict_server: tuple[Server, Mailbox]
) -> None:
    email = await registered(auth, mailbox)
    enrolled = await auth.mfa.enroll({"factor_type": "totp", "friendly_name": "Phone"})
    assert enrolled.totp is not None
    assert "<svg" in enrolled.totp.qr_code
    device = pyotp.TOTP(enrolled.totp.secret)
    await auth.mfa.challenge_and_verify({"factor_id": enrolled.id, "code": device.now()})
    level = await auth.mfa.get_authenticator_assurance_level()
    assert (level.current_level, level.next_level) == ("aal2", "aal2")

    await auth.sign_out()
    answer = await auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert answer.session is not None
    orders = f"{strict_server[0].address}/api/v1/orders"
    bearer = {"Authorization": f"Bearer {answer.session.access_token}"}
    reply = await http.get(orders, headers=bearer)
    assert (reply.status_code, reply.json()["code"]) == (401, "insufficient_aal")
    with pytest.raises(AuthApiError) as refusal:
        await auth.update_user({"password": NEW_PASSWORD})
    assert (refusal.value.status, refusal.value.code) == (401, "insufficient_aal")
    with pytest.raises(AuthApiError) as replayed:
        await auth.mfa.challenge_and_verify({"factor_id": enrolled.id, "code": device.now()})
    assert replayed.value.code == "mfa_verification_failed"
    factors = await auth.mfa.list_factors()
    assert [factor.friendly_name for factor in factors.totp] == ["Phone"]

    with pytest.raises(AuthApiError) as early:
        await auth.mfa.unenroll({"factor_id": enrolled.id})
    assert (early.value.status, early.value.code) == (422, "insufficient_aal")
    next_code = device.at(datetime.now(UTC) + timedelta(seconds=device.interval))
    await auth.mfa.challenge_and_verify({"factor_id": enrolled.id, "code": next_code})
    await auth.mfa.unenroll({"factor_id": enrolled.id})
    await auth.refresh_session()
    level = await auth.mfa.get_authenticator_assurance_level()
    assert (level.current_level, level.next_level) == ("aal1", "aal1")
