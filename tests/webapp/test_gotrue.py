"""The account routes by their wire form: shapes, codes, and what hostile requests are answered."""

import asyncio
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from haulage.use_cases.marketplace import Marketplace

pytestmark = pytest.mark.anyio

AUTH = "/auth/v1"
VERSIONED = {"X-Supabase-Api-Version": "2024-01-01"}
JSON = {"Content-Type": "application/json;charset=UTF-8"}
PASSWORD = "parcel7"
ONE_DATABASE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what is decided before anything is stored."""


async def sign_up(client: httpx.AsyncClient, email: str = "ann@example.com", **data: Any) -> httpx.Response:
    return await client.post(f"{AUTH}/signup", json={"email": email, "password": PASSWORD, "data": data})


async def sign_in(client: httpx.AsyncClient, email: str, password: str) -> httpx.Response:
    body = {"email": email, "password": password}
    return await client.post(f"{AUTH}/token", params={"grant_type": "password"}, json=body)


async def refresh(client: httpx.AsyncClient, token: str) -> httpx.Response:
    body = {"refresh_token": token}
    return await client.post(f"{AUTH}/token", params={"grant_type": "refresh_token"}, json=body)


def bearer(session: httpx.Response) -> dict[str, str]:
    return {"Authorization": f"Bearer {session.json()['access_token']}"}


def refused(reply: httpx.Response, status: int, code: str) -> bool:
    """Whether this is a refusal in the older form, which is answered without a version header."""
    body = reply.json()
    assert reply.headers["content-type"] == "application/json"
    assert "x-supabase-api-version" not in reply.headers
    assert (reply.status_code, body["code"], body["error_code"]) == (status, status, code), reply.text
    return bool(body["msg"])


async def test_a_session_has_the_documented_members(client: httpx.AsyncClient) -> None:
    reply = await sign_up(client, name="Ann", phone="+12125550100", userType="driver")
    assert reply.status_code == 200
    session = reply.json()
    assert set(session) == {
        "access_token",
        "token_type",
        "expires_in",
        "expires_at",
        "refresh_token",
        "user",
    }
    assert (session["token_type"], session["expires_in"]) == ("bearer", 3600)
    user = session["user"]
    assert (user["aud"], user["role"], user["email"]) == ("authenticated", "authenticated", "ann@example.com")
    assert user["user_metadata"] == {"name": "Ann", "phone": "+12125550100", "userType": "driver"}
    assert user["app_metadata"]["user_type"] == "driver"
    assert user["email_confirmed_at"]
    assert [identity["provider"] for identity in user["identities"]] == ["email"]
    assert reply.headers["cache-control"] == "no-store"


async def test_the_user_is_the_one_of_the_session(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    reply = await client.get(f"{AUTH}/user", headers=bearer(session))
    assert reply.json() == session.json()["user"]


async def test_no_secret_is_in_an_answer(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    assert "argon2" not in session.text
    assert PASSWORD not in session.text


@ONE_DATABASE
async def test_an_error_is_in_words_for_who_asks_for_the_version(client: httpx.AsyncClient) -> None:
    reply = await client.get(f"{AUTH}/user", headers=VERSIONED)
    assert reply.status_code == 401
    assert reply.headers["x-supabase-api-version"] == "2024-01-01"
    assert reply.json() == {
        "code": "no_authorization",
        "message": "This endpoint requires a valid Bearer token",
    }


@ONE_DATABASE
@pytest.mark.parametrize(
    ("version", "echoed"),
    [
        ("2024-01-01", True),
        ("2025-06-30", True),
        ("2023-12-31", False),
        ("2024-13-01", False),
        ("newest", False),
        ("", False),
    ],
)
async def test_the_closest_version_counts(client: httpx.AsyncClient, version: str, echoed: bool) -> None:
    reply = await client.get(f"{AUTH}/user", headers={"X-Supabase-Api-Version": version})
    assert (reply.headers.get("x-supabase-api-version") == "2024-01-01") == echoed
    assert isinstance(reply.json()["code"], str) == echoed


@ONE_DATABASE
async def test_a_weak_password_says_why_in_both_forms(client: httpx.AsyncClient) -> None:
    body = {"email": "ann@example.com", "password": "short"}
    worded = await client.post(f"{AUTH}/signup", json=body, headers=VERSIONED)
    assert worded.status_code == 422
    assert worded.json() == {
        "code": "weak_password",
        "message": "Password should be at least 6 characters",
        "weak_password": {"reasons": ["length"]},
    }
    older = await client.post(f"{AUTH}/signup", json=body)
    assert refused(older, 422, "weak_password")
    assert older.json()["weak_password"] == {"reasons": ["length"]}


async def test_a_known_address_is_refused_with_the_documented_sentence(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    again = await sign_up(client, "ANN@example.com")
    assert refused(again, 422, "user_already_exists")
    assert again.json()["msg"] == "User already registered"


@pytest.mark.both_databases
async def test_of_two_sign_ups_at_once_one_wins(client: httpx.AsyncClient) -> None:
    replies = await asyncio.gather(*(sign_up(client, user_type="driver") for _ in range(2)))
    assert sorted(reply.status_code for reply in replies) == [200, 422]


async def test_wrong_password_and_unknown_address_cannot_be_told_apart(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    wrong = await sign_in(client, "ann@example.com", "parcel8")
    unknown = await sign_in(client, "bea@example.com", "parcel8")
    malformed = await sign_in(client, "bea", "x" * 100)
    assert refused(wrong, 400, "invalid_credentials")
    assert wrong.json() == unknown.json() == malformed.json()
    assert wrong.json()["msg"] == "Invalid login credentials"


@pytest.mark.both_databases
async def test_two_refreshes_at_once_lose_no_session(client: httpx.AsyncClient) -> None:
    session = (await sign_up(client)).json()
    one, other = await asyncio.gather(*(refresh(client, session["refresh_token"]) for _ in range(2)))
    assert one.json()["refresh_token"] == other.json()["refresh_token"]
    assert (await refresh(client, one.json()["refresh_token"])).status_code == 200


async def test_an_unknown_refresh_token_is_said_to_be_so(client: httpx.AsyncClient) -> None:
    assert refused(await refresh(client, "x"), 400, "refresh_token_not_found")
    assert refused(await refresh(client, "x" * 5000), 400, "refresh_token_not_found")


async def test_signing_out_counts_at_once(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    reply = await client.post(f"{AUTH}/logout", headers=bearer(session))
    assert (reply.status_code, reply.content) == (204, b"")
    gone = await client.get(f"{AUTH}/user", headers=bearer(session))
    assert refused(gone, 403, "session_not_found")
    assert refused(await refresh(client, session.json()["refresh_token"]), 400, "refresh_token_not_found")
    assert (await client.get("/api/v1/orders", headers=bearer(session))).status_code == 401


async def test_the_scope_says_which_sessions_end(client: httpx.AsyncClient) -> None:
    here = await sign_up(client)
    there = await sign_in(client, "ann@example.com", PASSWORD)
    await client.post(f"{AUTH}/logout", params={"scope": "others"}, headers=bearer(here))
    assert (await client.get(f"{AUTH}/user", headers=bearer(there))).status_code == 403
    assert (await client.get(f"{AUTH}/user", headers=bearer(here))).status_code == 200
    await client.post(f"{AUTH}/logout", params={"scope": "local"}, headers=bearer(here))
    assert (await client.get(f"{AUTH}/user", headers=bearer(here))).status_code == 403


async def test_an_unknown_scope_ends_nothing(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    reply = await client.post(f"{AUTH}/logout", params={"scope": "all"}, headers=bearer(session))
    assert refused(reply, 400, "validation_failed")
    assert (await client.get(f"{AUTH}/user", headers=bearer(session))).status_code == 200


@ONE_DATABASE
@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "no_authorization"),
        ("", 401, "no_authorization"),
        ("Bearer", 401, "no_authorization"),
        ("Basic YTpi", 401, "no_authorization"),
        ("Bearer x", 403, "bad_jwt"),
        ("Bearer a.b.c", 403, "bad_jwt"),
        ("bearer e30.e30.e30", 403, "bad_jwt"),
    ],
)
async def test_who_shows_no_good_token_is_refused(
    client: httpx.AsyncClient, header: str | None, status: int, code: str
) -> None:
    headers = {} if header is None else {"Authorization": header}
    for method, path in (("GET", "/user"), ("PUT", "/user"), ("POST", "/logout")):
        body = {} if method == "PUT" else None
        reply = await client.request(method, f"{AUTH}{path}", headers=headers, json=body)
        assert refused(reply, status, code)


async def test_nobody_becomes_an_admin_over_http(client: httpx.AsyncClient) -> None:
    for data in ({"user_type": "admin"}, {"userType": "admin"}):
        assert refused(await sign_up(client, **data), 400, "validation_failed")
    session = await sign_up(client, user_type="customer", app_metadata={"user_type": "admin"})
    for body, status, code in (
        ({"data": {"user_type": "admin"}, "role": "admin"}, 400, "validation_failed"),
        ({"app_metadata": {"user_type": "admin"}}, 403, "not_admin"),
    ):
        assert refused(await client.put(f"{AUTH}/user", json=body, headers=bearer(session)), status, code)
    unchanged = await client.put(f"{AUTH}/user", json={"role": "service_role"}, headers=bearer(session))
    assert unchanged.json() == session.json()["user"]
    assert (await client.get("/api/v1/drivers", headers=bearer(session))).status_code == 403


async def test_an_administrators_role_is_shown_by_the_platform(
    client: httpx.AsyncClient, marketplace: Marketplace
) -> None:
    session = await sign_up(client)
    await marketplace.accounts.grant_admin("ann@example.com")
    user = (await client.get(f"{AUTH}/user", headers=bearer(session))).json()
    assert user["app_metadata"]["user_type"] == "admin"
    assert (await client.get("/api/v1/drivers", headers=bearer(session))).status_code == 200


async def test_the_profile_and_the_password_are_changed(client: httpx.AsyncClient) -> None:
    session = await sign_up(client, name="Ann")
    body = {
        "password": "Better1!",
        "current_password": PASSWORD,
        "data": {"name": "Bea", "phone": "+12125550101"},
        "nonce": "ignored",
    }
    reply = await client.put(f"{AUTH}/user", json=body, headers=bearer(session))
    assert reply.status_code == 200
    assert reply.json()["user_metadata"] == {"name": "Bea", "phone": "+12125550101"}
    assert (await sign_in(client, "ann@example.com", "Better1!")).status_code == 200
    again = {"password": "Better1!"}
    missing = await client.put(f"{AUTH}/user", json=again, headers=bearer(session))
    assert refused(missing, 400, "current_password_required")
    again["current_password"] = "wrong-1"
    wrong = await client.put(f"{AUTH}/user", json=again, headers=bearer(session))
    assert refused(wrong, 400, "current_password_invalid")
    again["current_password"] = "Better1!"
    same = await client.put(f"{AUTH}/user", json=again, headers=bearer(session))
    assert refused(same, 422, "same_password")


@ONE_DATABASE
async def test_the_phone_number_is_changed_in_the_metadata_only(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    reply = await client.put(f"{AUTH}/user", json={"phone": "+12125550100"}, headers=bearer(session))
    assert refused(reply, 400, "validation_failed")


@ONE_DATABASE
async def test_where_addresses_need_no_mail_a_new_one_counts_at_once(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    reply = await client.put(f"{AUTH}/user", json={"email": "new@example.com"}, headers=bearer(session))
    assert reply.status_code == 200
    assert reply.json()["email"] == "new@example.com"
    other = await sign_up(client, "other@example.com")
    taken = await client.put(f"{AUTH}/user", json={"email": "new@example.com"}, headers=bearer(other))
    assert refused(taken, 422, "email_exists")


@ONE_DATABASE
@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"[]", "application/json"),
        (b"null", "application/json"),
        (b'"text"', "application/json"),
        (b'{"email":"\xff"}', "application/json"),
        (b'{"email":"\\ud800"}', "application/json"),
        (b'{"x":NaN}', "application/json"),
        (b'{"x":' * 5000 + b"1" + b"}" * 5000, "application/json"),
        (b'{"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}", "application/json"),
        (b"{}", "text/plain"),
        (b"{}", ""),
        (b"email=ann%40example.com", "application/x-www-form-urlencoded"),
    ],
)
async def test_what_is_no_json_object_is_refused(
    client: httpx.AsyncClient, content: bytes, media_type: str
) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    for path in ("/signup", "/token?grant_type=password", "/token?grant_type=refresh_token"):
        assert refused(await client.post(f"{AUTH}{path}", content=content, headers=headers), 400, "bad_json")


@ONE_DATABASE
@pytest.mark.parametrize(
    "body",
    [
        {"email": 5, "password": PASSWORD},
        {"email": ["ann@example.com"], "password": PASSWORD},
        {"email": "ann@example.com", "password": {"$ne": ""}},
        {"email": "ann@example.com"},
        {"email": "ann@example.com", "password": None},
        {"email": "ann@example.com", "password": "p" * 73},
        {"email": "ann@example.com", "password": "nul\0nul"},
        {"email": "ann", "password": PASSWORD},
        {"email": "ann@example.com\0", "password": PASSWORD},
        {"email": f"{'a' * 250}@b.co", "password": PASSWORD},
        {"email": "ann@example.com", "password": PASSWORD, "data": []},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"name": "n" * 101}},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"name": {"first": "Ann"}}},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"phone": "5" * 33}},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"phone": "12345"}},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"x": "\0"}},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"x": "y" * 5000}},
        {"email": "ann@example.com", "password": PASSWORD, "data": {"x": 10**30}},
    ],
)
async def test_a_sign_up_that_could_never_be_is_refused(
    client: httpx.AsyncClient, body: dict[str, Any]
) -> None:
    assert refused(await client.post(f"{AUTH}/signup", json=body), 400, "validation_failed")


@ONE_DATABASE
async def test_the_words_invalid_email_are_in_the_refusal_of_one(client: httpx.AsyncClient) -> None:
    reply = await sign_up(client, "not an address")
    assert "Invalid email" in reply.json()["msg"]


@ONE_DATABASE
async def test_too_large_a_body_is_refused_in_the_same_form(client: httpx.AsyncClient) -> None:
    reply = await client.post(f"{AUTH}/signup", json={"email": "a" * 70_000})
    assert refused(reply, 413, "validation_failed")


@ONE_DATABASE
async def test_unknown_fields_are_ignored(client: httpx.AsyncClient) -> None:
    body = {
        "email": "ann@example.com",
        "password": PASSWORD,
        "data": None,
        "gotrue_meta_security": {"captcha_token": None},
        "code_challenge": None,
    }
    assert (await client.post(f"{AUTH}/signup", json=body)).status_code == 200


@ONE_DATABASE
async def test_the_public_pages_answer_everybody(client: httpx.AsyncClient) -> None:
    shown = (await client.get(f"{AUTH}/settings")).json()
    assert shown["external"]["email"] is True
    assert shown["mailer_autoconfirm"] is True
    assert (await client.get(f"{AUTH}/health")).status_code == 200
    (key,) = (await client.get(f"{AUTH}/.well-known/jwks.json")).json()["keys"]
    assert (key["alg"], key["crv"]) == ("ES256", "P-256")
    assert "d" not in key


@ONE_DATABASE
async def test_every_account_route_is_documented_with_the_errors_that_it_answers(
    client: httpx.AsyncClient,
) -> None:
    schema = (await client.get("/schema/openapi.json")).json()
    routes = {path: item for path, item in schema["paths"].items() if path.startswith(AUTH)}
    assert set(routes) == {
        f"{AUTH}{path}"
        for path in (
            "/signup",
            "/token",
            "/user",
            "/logout",
            "/otp",
            "/recover",
            "/resend",
            "/verify",
            "/reauthenticate",
            "/passkeys",
            "/passkeys/registration/options",
            "/passkeys/registration/verify",
            "/passkeys/authentication/options",
            "/passkeys/authentication/verify",
            "/passkeys/{passkey_id}",
            "/authorize",
            "/callback",
            "/admin/users/{user_id}",
            "/user/identities/authorize",
            "/user/identities/{identity_id}",
            "/factors",
            "/factors/{factor_id}",
            "/factors/{factor_id}/challenge",
            "/factors/{factor_id}/verify",
            "/factors/recovery-codes",
            "/factors/recovery-codes/verify",
            "/settings",
            "/health",
            "/.well-known/jwks.json",
        )
    }
    for item in routes.values():
        for operation in item.values():
            assert operation["operationId"].startswith("auth_")
            for status, response in operation["responses"].items():
                if status.startswith("4"):
                    shapes = response["content"]["application/json"]["schema"]["oneOf"]
                    names = {shape["$ref"].rpartition("/")[2] for shape in shapes}
                    assert names == {"AuthErrorOut", "LegacyAuthErrorOut"}


Anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
Bodies = st.dictionaries(
    st.sampled_from(["email", "password", "phone", "data", "refresh_token", "nonce", "code_challenge"]),
    st.sampled_from(["ann@example.com", "parcel7", "Better1!"]) | Anything,
    max_size=5,
)
Routes = st.sampled_from(
    [
        ("POST", "/signup"),
        ("POST", "/token?grant_type=password"),
        ("POST", "/token?grant_type=refresh_token"),
        ("PUT", "/user"),
    ]
)


@ONE_DATABASE
@given(route=Routes, body=Bodies)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_body_is_a_fault(
    client: httpx.AsyncClient, route: tuple[str, str], body: dict[str, Any]
) -> None:
    await sign_up(client)
    session = await sign_in(client, "ann@example.com", PASSWORD)
    method, path = route
    headers = bearer(session) if session.status_code == 200 else {}
    reply = await client.request(method, f"{AUTH}{path}", json=body, headers=headers)
    assert reply.status_code < 500, (body, reply.text)


@ONE_DATABASE
@pytest.mark.parametrize("password", ["123456", "password", "Secret1"])
async def test_what_everybody_tries_first_is_no_password(client: httpx.AsyncClient, password: str) -> None:
    body = {"email": "ann@example.com", "password": password}
    reply = await client.post(f"{AUTH}/signup", json=body, headers=VERSIONED)
    assert (reply.status_code, reply.json()["code"]) == (422, "weak_password")
    assert reply.json()["weak_password"] == {"reasons": ["pwned"]}
    assert "easy to guess" in reply.json()["message"]


@ONE_DATABASE
async def test_a_new_password_is_none_of_them_either(client: httpx.AsyncClient) -> None:
    session = await sign_up(client)
    body = {"password": "Password1!", "current_password": PASSWORD}
    reply = await client.put(f"{AUTH}/user", json=body, headers=bearer(session))
    assert refused(reply, 422, "weak_password")
