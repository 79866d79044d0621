"""Google and Facebook as they answer for real: every answer is scripted, and some are hostile."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import attrs
import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from haulage.accounts.identities import Provider
from haulage.accounts.social_flows import BadIdToken, BadProviderAnswer, ProviderSilent
from haulage.ports.identity.social_sign_in import Departure
from haulage_adapters.http_client.client import Limits, ServiceClient
from haulage_adapters.social_authlib import GOOGLE_ISSUER, FacebookSignIn, GoogleSignIn
from haulage_adapters.social_authlib.client import Registration
from haulage_adapters.social_authlib.id_tokens import hashed_nonce

pytestmark = pytest.mark.anyio

NOW = 1_900_000_000
CALLBACK = "https://haulage.example/auth/v1/callback"
KNOWN = Registration("our-client", "our-secret", CALLBACK)
DEPARTURE = Departure("sta_1", "nonce-of-this-visit", "v" * 64)
KEY = RSAKey.generate_key(2048, {"kid": "google-1", "use": "sig", "alg": "RS256"})
OTHER_KEY = RSAKey.generate_key(2048, {"kid": "google-1", "use": "sig", "alg": "RS256"})
CLAIMS = {
    "iss": GOOGLE_ISSUER,
    "aud": "our-client",
    "azp": "our-client",
    "sub": "110169484474386276334",
    "email": "Ann@Example.com",
    "email_verified": True,
    "name": "Ann\u202e Lee",
    "nonce": DEPARTURE.nonce,
    "iat": NOW,
    "exp": NOW + 3600,
}


def signed(changed: Mapping[str, Any] | None = None, *, key: Any = KEY, **header: Any) -> str:
    claims = {name: value for name, value in {**CLAIMS, **(changed or {})}.items() if value is not None}
    algorithms = ["RS256", "HS256"]
    return jwt.encode({"alg": "RS256", "kid": "google-1", **header}, claims, key, algorithms=algorithms)


def unsigned() -> str:
    """A token that says of itself that nobody signed it."""
    claims = signed().split(".")[1]
    none = urlsafe_b64encode(b'{"alg":"none","kid":"google-1"}').rstrip(b"=").decode()
    return f"{none}.{claims}."


def said(profile: Any, status: int = 200) -> httpx.Response:
    return httpx.Response(status, stream=httpx.ByteStream(json.dumps(profile).encode()))


@attrs.define
class Script(httpx.AsyncBaseTransport):
    """Answers by path, and writes down what was asked."""

    answers: dict[str, Callable[[], httpx.Response]]
    requests: list[httpx.Request] = attrs.field(factory=list)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        self.requests.append(request)
        return self.answers[request.url.path]()

    def form(self) -> dict[str, str]:
        (sent,) = [request for request in self.requests if request.method == "POST"]
        return dict(parse_qsl(sent.content.decode()))


def google_script(id_token: str = "", **changed: Callable[[], httpx.Response]) -> Script:
    discovery = {
        "issuer": GOOGLE_ISSUER,
        "authorization_endpoint": "https://accounts.google.com/o/oauth2/v2/auth",
        "token_endpoint": "https://oauth2.googleapis.com/token",
        "jwks_uri": "https://www.googleapis.com/oauth2/v3/certs",
    }
    token = {"access_token": "at", "token_type": "Bearer", "expires_in": 3599, "id_token": id_token}
    answers: dict[str, Callable[[], httpx.Response]] = {
        "discovery": lambda: said(discovery),
        "keys": lambda: said({"keys": [KEY.as_dict(private=False)]}),
        "token": lambda: said(token),
    } | changed
    return Script(
        {
            "/.well-known/openid-configuration": answers["discovery"],
            "/oauth2/v3/certs": answers["keys"],
            "/token": answers["token"],
        }
    )


def line(script: Script) -> ServiceClient:
    return ServiceClient("", limits=Limits(budget_seconds=1, attempts=1), transport=script)


def google(script: Script) -> GoogleSignIn:
    return GoogleSignIn(line(script), KNOWN, now=lambda: NOW)


async def test_googles_address_carries_state_nonce_and_the_hashed_verifier() -> None:
    url = urlsplit(await google(google_script()).authorization_url(DEPARTURE))
    query = dict(parse_qsl(url.query))
    assert url.netloc == "accounts.google.com"
    assert (query["state"], query["nonce"]) == (DEPARTURE.state, DEPARTURE.nonce)
    assert (query["code_challenge_method"], len(query["code_challenge"])) == ("S256", 43)
    assert (query["client_id"], query["redirect_uri"]) == ("our-client", CALLBACK)
    assert DEPARTURE.verifier not in url.query
    assert "our-secret" not in url.query


async def test_googles_id_token_says_who_came() -> None:
    script = google_script(signed())
    proven = await google(script).exchange("the-code", DEPARTURE)
    assert (proven.provider, proven.subject) == (Provider.GOOGLE, CLAIMS["sub"])
    assert (proven.email, proven.email_verified, proven.name) == ("ann@example.com", True, "Ann Lee")
    sent = script.form()
    assert (sent["code"], sent["code_verifier"]) == ("the-code", DEPARTURE.verifier)
    assert (sent["client_secret"], sent["redirect_uri"]) == ("our-secret", CALLBACK)


HOSTILE = {
    "of another audience": lambda: signed({"aud": "another-client"}),
    "for another party of ours": lambda: signed({"azp": "another-client"}),
    "of another issuer": lambda: signed({"iss": "https://accounts.evil.example"}),
    "of another visit": lambda: signed({"nonce": "another"}),
    "without a nonce": lambda: signed({"nonce": None}),
    "over": lambda: signed({"exp": NOW - 3600}),
    "from the future": lambda: signed({"iat": NOW + 3600}),
    "without an end": lambda: signed({"exp": None}),
    "without a subject": lambda: signed({"sub": None}),
    "under another key": lambda: signed(key=OTHER_KEY),
    "under a secret": lambda: signed(key=OctKey.import_key("our-secret" * 4), alg="HS256"),
    "without a signature": unsigned,
    "no token": lambda: "not.a.token",
    "nothing": lambda: "",
    "endless": lambda: "x" * 100_000,
    "of another hash": lambda: signed({"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}),
}


@pytest.mark.parametrize("token", HOSTILE.values(), ids=HOSTILE)
async def test_an_id_token_is_not_believed(token: Callable[[], str]) -> None:
    with pytest.raises(BadProviderAnswer):
        await google(google_script(token())).exchange("the-code", DEPARTURE)


@pytest.mark.parametrize("profile", ["true", 1, None, False], ids=repr)
async def test_only_true_means_verified(profile: Any) -> None:
    proven = await google(google_script(signed({"email_verified": profile}))).exchange("c", DEPARTURE)
    assert not proven.email_verified


def _down() -> httpx.Response:
    raise httpx.ConnectError("refused")


FAILING = {
    "is down": (_down, ProviderSilent),
    "has a fault": (lambda: said({}, 503), ProviderSilent),
    "is busy": (lambda: said({}, 429), ProviderSilent),
    "refuses the code": (lambda: said({"error": "invalid_grant"}, 400), BadProviderAnswer),
    "refuses politely": (lambda: said({"error": "invalid_grant"}), BadProviderAnswer),
    "talks garbage": (lambda: httpx.Response(200, stream=httpx.ByteStream(b"<html>")), BadProviderAnswer),
    "says a list": (lambda: said([]), BadProviderAnswer),
    "leads elsewhere": (
        lambda: httpx.Response(302, headers={"Location": "http://10.0.0.1/"}, stream=httpx.ByteStream(b"")),
        BadProviderAnswer,
    ),
    "never ends": (
        lambda: httpx.Response(200, stream=httpx.ByteStream(b"[" * 9_000_000)),
        BadProviderAnswer,
    ),
}


@pytest.mark.parametrize(("answer", "error"), FAILING.values(), ids=FAILING)
async def test_a_google_that_fails_signs_nobody_in(
    answer: Callable[[], httpx.Response], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await google(google_script(signed(), token=answer)).exchange("c", DEPARTURE)
    with pytest.raises((ProviderSilent, BadProviderAnswer)):
        await google(google_script(discovery=answer)).authorization_url(DEPARTURE)


async def test_whether_a_provider_answers_can_be_asked_ahead() -> None:
    await google(google_script()).check()
    with pytest.raises(ProviderSilent):
        await google(google_script(discovery=_down)).check()


async def test_facebook_may_name_no_token_endpoint_and_google_may_not() -> None:
    published = {
        "issuer": "https://www.facebook.com",
        "authorization_endpoint": "https://facebook.com/dialog/oauth/",
        "jwks_uri": "https://www.facebook.com/.well-known/oauth/openid/jwks/",
    }
    script = Script({"/.well-known/openid-configuration/": lambda: said(published)})
    await FacebookSignIn(line(script), KNOWN, now=lambda: NOW).check()
    profile = published | {"issuer": GOOGLE_ISSUER}
    with pytest.raises(BadProviderAnswer):
        await google(google_script(signed(), discovery=lambda: said(profile))).exchange("c", DEPARTURE)


async def test_another_issuers_discovery_is_not_followed() -> None:
    profile = {
        "issuer": "https://evil.example",
        "authorization_endpoint": "https://evil.example/a",
        "token_endpoint": "https://evil.example/token",
        "jwks_uri": "https://evil.example/keys",
    }
    for changed in (profile, profile | {"issuer": GOOGLE_ISSUER, "jwks_uri": "http://evil.example/keys"}):
        script = google_script(discovery=lambda changed=changed: said(changed))  # type: ignore[misc]
        with pytest.raises(BadProviderAnswer):
            await google(script).authorization_url(DEPARTURE)


async def test_new_keys_are_looked_for_but_not_for_every_token() -> None:
    newer = RSAKey.generate_key(2048, {"kid": "google-2", "use": "sig", "alg": "RS256"})
    published = [KEY]
    script = google_script(keys=lambda: said({"keys": [key.as_dict(private=False) for key in published]}))
    signing_in = google(script)
    await signing_in.check_id_token(signed({"nonce": None}), nonce=None, access_token=None)
    published.append(newer)
    token = signed({"nonce": None}, key=newer, kid="google-2")
    await signing_in.check_id_token(token, nonce=None, access_token=None)
    before = len(script.requests)
    for number in range(20):
        token = signed({"nonce": None}, kid=f"invented-{number}")
        with pytest.raises(BadIdToken):
            await signing_in.check_id_token(token, nonce=None, access_token=None)
    assert len(script.requests) == before


async def test_an_applications_nonce_comes_hashed() -> None:
    signing_in = google(google_script())
    token = signed({"nonce": hashed_nonce("mine")})
    assert (await signing_in.check_id_token(token, nonce="mine", access_token=None)).name == "Ann Lee"
    for nonce in (None, "", "yours", hashed_nonce("mine")):
        with pytest.raises(BadIdToken):
            await signing_in.check_id_token(token, nonce=nonce, access_token=None)


def facebook(me: Callable[[], httpx.Response]) -> tuple[FacebookSignIn, Script]:
    script = Script(
        {
            "/v21.0/oauth/access_token": lambda: said({"access_token": "at", "token_type": "bearer"}),
            "/v21.0/me": me,
        }
    )
    return FacebookSignIn(line(script), KNOWN, now=lambda: NOW), script


async def test_facebooks_graph_says_who_came_and_never_that_an_address_was_verified() -> None:
    profile = {"id": "10158", "name": "Ann Lee", "email": "ann@example.com", "verified": True}
    signing_in, script = facebook(lambda: said(profile))
    proven = await signing_in.exchange("the-code", DEPARTURE)
    assert (proven.subject, proven.email, proven.email_verified) == ("10158", "ann@example.com", False)
    assert script.form()["code_verifier"] == DEPARTURE.verifier
    request = script.requests[-1]
    assert request.headers["Authorization"] == "Bearer at"
    assert "at" not in dict(request.url.params).values()
    assert len(dict(request.url.params)["appsecret_proof"]) == 64


async def test_facebook_may_tell_no_address() -> None:
    signing_in, _ = facebook(lambda: said({"id": "10158", "name": "Ann Lee"}))
    assert (await signing_in.exchange("c", DEPARTURE)).email is None


@pytest.mark.parametrize(("answer", "error"), FAILING.values(), ids=FAILING)
async def test_a_facebook_that_fails_signs_nobody_in(
    answer: Callable[[], httpx.Response], error: type[Exception]
) -> None:
    signing_in, _ = facebook(answer)
    with pytest.raises(error):
        await signing_in.exchange("c", DEPARTURE)


@pytest.mark.parametrize("profile", [{}, {"id": ""}, {"id": 7}, {"id": "x" * 300}, {"id": "a\0"}], ids=repr)
async def test_a_facebook_without_an_id_signs_nobody_in(profile: dict[str, Any]) -> None:
    signing_in, _ = facebook(lambda: said(profile))
    with pytest.raises(BadProviderAnswer):
        await signing_in.exchange("c", DEPARTURE)


async def test_an_elliptic_key_signs_as_well() -> None:
    key = ECKey.generate_key("P-256", {"kid": "ec-1", "use": "sig", "alg": "ES256"})
    script = google_script(keys=lambda: said({"keys": [key.as_dict(private=False)]}))
    token = jwt.encode({"alg": "ES256", "kid": "ec-1"}, {**CLAIMS, "nonce": None}, key)
    assert (await google(script).check_id_token(token, nonce=None, access_token=None)).subject
