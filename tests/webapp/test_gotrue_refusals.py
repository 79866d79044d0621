"""What each account route answers when it refuses: status, word and sentence as GoTrue has them.

Where they differ on purpose, because nobody may learn who has an account, the other tests say so.
"""

from typing import Any

import httpx
import pytest

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

AUTH = "/auth/v1"
VERSIONED = {"X-Supabase-Api-Version": "2024-01-01"}
PASSWORD = "parcel7"
ANN, BEA = "ann@example.com", "bea@example.com"
VALIDATION = "validation_failed"
PHONE = "+12125550100"
VERIFIER = "v" * 43

Body = dict[str, Any]

TO_VISITORS: list[tuple[str, Body, int, str, str]] = [
    ("/signup", {}, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
    (
        "/signup",
        {"password": PASSWORD},
        422,
        "anonymous_provider_disabled",
        "Anonymous sign-ins are disabled",
    ),
    ("/signup", {"email": BEA}, 400, VALIDATION, "Signup requires a valid password"),
    (
        "/signup",
        {"email": BEA, "phone": PHONE, "password": PASSWORD},
        400,
        VALIDATION,
        "Only an email address or phone number should be provided on signup.",
    ),
    (
        "/signup",
        {"phone": PHONE, "password": PASSWORD},
        400,
        "phone_provider_disabled",
        "Phone signups are disabled",
    ),
    (
        "/signup",
        {"email": ANN, "password": PASSWORD},
        422,
        "user_already_exists",
        "User already registered",
    ),
    ("/token", {}, 400, "invalid_credentials", "unsupported_grant_type"),
    (
        "/token?grant_type=authorization_code",
        {"code": "x"},
        400,
        "invalid_credentials",
        "unsupported_grant_type",
    ),
    (
        "/token?grant_type=password",
        {"password": PASSWORD},
        400,
        VALIDATION,
        "missing email or phone",
    ),
    (
        "/token?grant_type=password",
        {"email": ANN, "phone": PHONE, "password": PASSWORD},
        400,
        VALIDATION,
        "Only an email address or phone number should be provided on login.",
    ),
    (
        "/token?grant_type=password",
        {"phone": PHONE, "password": PASSWORD},
        422,
        "phone_provider_disabled",
        "Phone logins are disabled",
    ),
    (
        "/token?grant_type=password",
        {"email": ANN},
        400,
        "invalid_credentials",
        "Invalid login credentials",
    ),
    (
        "/token?grant_type=pkce",
        {"auth_code": "aut_x"},
        400,
        VALIDATION,
        "invalid request: both auth code and code verifier should be non-empty",
    ),
    (
        "/token?grant_type=pkce",
        {"auth_code": "aut_x", "code_verifier": VERIFIER},
        404,
        "flow_state_not_found",
        "invalid flow state, no valid flow state found",
    ),
    (
        "/token?grant_type=id_token",
        {"provider": "google", "id_token": "x.y.z"},
        400,
        "provider_disabled",
        "Unsupported provider: provider is not enabled",
    ),
    (
        "/token?grant_type=id_token",
        {"provider": "apple", "id_token": "x.y.z"},
        400,
        VALIDATION,
        "Unsupported provider: provider is not enabled",
    ),
    ("/otp", {}, 400, VALIDATION, "One of email or phone must be set"),
    (
        "/otp",
        {"email": ANN, "phone": PHONE},
        400,
        VALIDATION,
        "Only an email address or phone number should be provided",
    ),
    ("/otp", {"phone": PHONE}, 400, "phone_provider_disabled", "Unsupported phone provider"),
    ("/recover", {}, 400, VALIDATION, "Password recovery requires an email"),
    (
        "/resend",
        {"email": ANN},
        400,
        VALIDATION,
        "Missing one of these types: signup, email_change, sms, phone_change",
    ),
    ("/resend", {"type": "signup"}, 400, VALIDATION, "Type provided requires an email address"),
    ("/resend", {"type": "sms"}, 400, VALIDATION, "Type provided requires a phone number"),
    ("/resend", {"type": "email_change"}, 400, VALIDATION, "Missing email address or phone number"),
    (
        "/resend",
        {"type": "signup", "email": ANN, "phone": PHONE},
        400,
        VALIDATION,
        "Only an email address or phone number should be provided.",
    ),
    (
        "/resend",
        {"type": "sms", "phone": PHONE},
        400,
        "phone_provider_disabled",
        "Phone logins are disabled",
    ),
    (
        "/verify",
        {"token": "000000", "email": ANN},
        400,
        VALIDATION,
        "Verify requires a verification type",
    ),
    (
        "/verify",
        {"type": "email", "email": ANN},
        400,
        VALIDATION,
        "Verify requires either a token or a token hash",
    ),
    (
        "/verify",
        {"type": "email", "token": "000000", "token_hash": "x"},
        400,
        VALIDATION,
        "Verify requires either a token or a token hash",
    ),
    (
        "/verify",
        {"type": "email", "token_hash": "x", "email": ANN},
        400,
        VALIDATION,
        "Only the token_hash and type should be provided",
    ),
    (
        "/verify",
        {"type": "email", "token": "000000"},
        400,
        VALIDATION,
        "Only an email address or phone number should be provided on verify",
    ),
    (
        "/verify",
        {"type": "email", "token": "000000", "email": ANN},
        403,
        "otp_expired",
        "Token has expired or is invalid",
    ),
    (
        "/verify",
        {"type": "email", "token": "000000", "email": "nobody@example.com"},
        403,
        "otp_expired",
        "Token has expired or is invalid",
    ),
    (
        "/verify",
        {"type": "sms", "token": "000000", "phone": PHONE},
        403,
        "otp_expired",
        "Token has expired or is invalid",
    ),
    (
        "/verify",
        {"type": "magiclink", "token_hash": "otl_x"},
        403,
        "otp_expired",
        "Email link is invalid or has expired",
    ),
]

TO_THE_SIGNED_IN: list[tuple[str, str, Body | None, int, str, str]] = [
    (
        "POST",
        "/factors",
        {},
        400,
        VALIDATION,
        "factor_type needs to be totp, phone, or webauthn",
    ),
    (
        "POST",
        "/factors",
        {"factor_type": "phone", "phone": PHONE},
        422,
        "mfa_phone_enroll_not_enabled",
        "MFA enroll is disabled for Phone",
    ),
    (
        "POST",
        "/factors",
        {"factor_type": "webauthn"},
        422,
        "mfa_webauthn_enroll_not_enabled",
        "MFA enroll is disabled for WebAuthn",
    ),
    ("POST", "/factors/fac_x/challenge", None, 404, "mfa_factor_not_found", "Factor not found"),
    (
        "POST",
        "/factors/fac_x/verify",
        {"challenge_id": "chl_x"},
        400,
        VALIDATION,
        "Code needs to be non-empty",
    ),
    (
        "POST",
        "/factors/fac_x/verify",
        {"challenge_id": "chl_x", "code": "000000"},
        404,
        "mfa_factor_not_found",
        "Factor not found",
    ),
    ("DELETE", "/factors/fac_x", None, 404, "mfa_factor_not_found", "Factor not found"),
    (
        "DELETE",
        "/user/identities/idt_x",
        None,
        422,
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
    ),
    (
        "GET",
        "/user/identities/authorize?provider=github",
        None,
        400,
        VALIDATION,
        "Unsupported provider: provider is not enabled",
    ),
    (
        "PUT",
        "/user",
        {"app_metadata": {}},
        403,
        "not_admin",
        "Updating app_metadata requires admin privileges",
    ),
    (
        "PUT",
        "/user",
        {"email": BEA},
        422,
        "email_exists",
        "A user with this email address has already been registered",
    ),
    ("POST", "/logout?scope=all", None, 400, VALIDATION, 'Unsupported logout scope "all"'),
    ("GET", "/admin/users/acc_x", None, 404, "user_not_found", "User not found"),
]


async def signed_up(client: httpx.AsyncClient, email: str = ANN) -> dict[str, str]:
    made = await client.post(f"{AUTH}/signup", json={"email": email, "password": PASSWORD})
    return {"Authorization": f"Bearer {made.json()['access_token']}"}


def refusal(reply: httpx.Response) -> tuple[int, str, str]:
    """What an official client reads of a refusal, which goes by the version that is echoed."""
    assert reply.headers["x-supabase-api-version"] == "2024-01-01"
    body = reply.json()
    assert reply.headers["x-sb-error-code"] == body["code"]
    return reply.status_code, body["code"], body["message"]


async def test_visitors_are_refused_in_gotrues_words(client: httpx.AsyncClient) -> None:
    await signed_up(client)
    for path, body, *wanted in TO_VISITORS:
        reply = await client.post(AUTH + path, json=body, headers=VERSIONED)
        assert refusal(reply) == tuple(wanted), (path, body)


async def test_the_signed_in_are_refused_in_gotrues_words(client: httpx.AsyncClient) -> None:
    await signed_up(client, BEA)
    headers = await signed_up(client) | VERSIONED
    for method, path, body, *wanted in TO_THE_SIGNED_IN:
        reply = await client.request(method, AUTH + path, json=body, headers=headers)
        assert refusal(reply) == tuple(wanted), (method, path, body)


@pytest.mark.parametrize(
    ("grant", "body", "error", "sentence"),
    [
        ("refresh_token", {}, "invalid_request", "refresh_token required"),
        ("id_token", {"provider": "google"}, "invalid request", "id_token required"),
        ("id_token", {"id_token": "x"}, "invalid request", "provider or client_id and issuer required"),
    ],
)
async def test_some_refusals_of_the_token_route_come_in_the_form_of_oauth_too(
    client: httpx.AsyncClient, grant: str, body: Body, error: str, sentence: str
) -> None:
    for headers in ({}, VERSIONED):
        reply = await client.post(f"{AUTH}/token?grant_type={grant}", json=body, headers=headers)
        answer = reply.json()
        assert (reply.status_code, answer["error"], answer["error_description"]) == (400, error, sentence)
    other = await client.post(f"{AUTH}/token?grant_type=pkce", json={}, headers=VERSIONED)
    assert set(other.json()) == {"code", "message"}


async def test_a_link_that_names_no_mail_of_ours_leads_to_a_page_that_says_so(
    client: httpx.AsyncClient,
) -> None:
    for query in ("", "?type=signup", "?type=invite&token=x"):
        reply = await client.get(f"{AUTH}/verify{query}")
        assert reply.status_code == 303
        assert "error_code=" in reply.headers["location"]


async def test_who_asks_too_often_is_told_how_long_to_wait(client: httpx.AsyncClient) -> None:
    headers = await signed_up(client) | VERSIONED
    await client.get(f"{AUTH}/reauthenticate", headers=headers)
    reply = await client.get(f"{AUTH}/reauthenticate", headers=headers)
    status, code, sentence = refusal(reply)
    assert (status, code) == (429, "over_email_send_rate_limit")
    seconds = int(reply.headers["retry-after"])
    assert sentence == f"For security purposes, you can only request this after {seconds} seconds."


async def test_a_new_password_that_is_too_weak_is_told_all_the_reasons(client: httpx.AsyncClient) -> None:
    headers = await signed_up(client) | VERSIONED
    reply = await client.put(f"{AUTH}/user", json={"password": "short"}, headers=headers)
    assert refusal(reply) == (422, "weak_password", "Password must be at least 8 characters long")
    assert reply.json()["weak_password"] == {"reasons": ["length", "characters"]}


async def test_unknown_routes_and_methods_are_refused_in_a_form_that_clients_read(
    client: httpx.AsyncClient,
) -> None:
    unknown = await client.get(f"{AUTH}/sso", headers=VERSIONED)
    assert (unknown.status_code, unknown.json()["message"]) == (404, "Not found")
    wrong = await client.patch(f"{AUTH}/user", json={}, headers=VERSIONED)
    assert (wrong.status_code, wrong.json()["message"]) == (405, "Method Not Allowed")
    assert {"GET", "PUT"} <= set(wrong.headers["allow"].split(", "))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/recover", {}),
        ("/otp", {"create_user": False}),
        ("/resend", {"type": "signup"}),
        ("/resend", {"type": "email_change"}),
    ],
)
async def test_who_asks_for_mail_learns_from_no_word_who_has_an_account(
    client: httpx.AsyncClient, path: str, body: Body
) -> None:
    await signed_up(client)
    answers = []
    for email in (ANN, "nobody@example.com"):
        first = await client.post(AUTH + path, json={"email": email, **body}, headers=VERSIONED)
        again = await client.post(AUTH + path, json={"email": email, **body}, headers=VERSIONED)
        assert (first.status_code, again.status_code) == (200, 429)
        headers = [{**reply.headers, "x-request-id": ""} for reply in (first, again)]
        answers.append((first.content, again.json()["code"], headers))
    assert answers[0] == answers[1]
