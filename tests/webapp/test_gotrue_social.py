"""The official Python client, a browser, and the simulated providers of a real server."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from supabase_auth import AsyncGoTrueClient
from supabase_auth.errors import AuthApiError

from haulage_adapters.settings import Settings
from serving import Server, running_server

pytestmark = pytest.mark.anyio

PASSWORD = "parcel7"
WELCOME = "http://localhost:3000/welcome"
_numbers = count(1)


@pytest.fixture(scope="module")
def social_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("social"), SIMULATED_SIGN_IN="1") as running:
        yield running


@pytest.fixture
async def browser(anyio_backend: str, social_server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=social_server.address) as client:
        yield client


def client_of(server: Server, **options: object) -> AsyncGoTrueClient:
    return AsyncGoTrueClient(url=f"{server.address}/auth/v1", auto_refresh_token=False, **options)  # type: ignore[arg-type]


def an_address() -> str:
    return f"social{next(_numbers)}@example.com"


async def at_the_provider(browser: httpx.AsyncClient, url: str) -> str:
    """Where the sign-in leads: the address of the provider's page."""
    left = await browser.get(url)
    assert left.status_code == 302, left.text
    return left.headers["location"]


async def sent_back(browser: httpx.AsyncClient, page: str, email: str, **form: str) -> str:
    """Answer the provider's page; the address of our callback."""
    shown = await browser.get(page)
    assert "simulated" in shown.text
    sent = {"name": "Ann Lee", "email": email, "verified": "1", "answer": "approve", **form}
    answer = await browser.post(page, data=sent)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def come(browser: httpx.AsyncClient, url: str, email: str, **form: str) -> str:
    """Where the browser ends up."""
    callback = await sent_back(browser, await at_the_provider(browser, url), email, **form)
    returned = await browser.get(callback)
    assert returned.status_code == 303
    return returned.headers["location"]


def in_fragment(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).fragment).items()}


def in_query(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def authorize(server: Server, provider: str = "google", redirect_to: str = WELCOME) -> str:
    return f"{server.address}/auth/v1/authorize?provider={provider}&redirect_to={redirect_to}"


async def test_the_settings_say_who_is_open(browser: httpx.AsyncClient) -> None:
    external = (await browser.get("/auth/v1/settings")).json()["external"]
    assert (external["google"], external["facebook"]) == (True, True)
    assert "sign-in" in (await browser.get("/api/v1/status")).json()["simulated"]


@pytest.mark.parametrize("provider", ["google", "facebook"])
async def test_the_official_client_signs_in_with_a_code(
    provider: str, social_server: Server, browser: httpx.AsyncClient
) -> None:
    async with client_of(social_server, flow_type="pkce") as auth:
        answer = await auth.sign_in_with_oauth(
            {"provider": provider, "options": {"redirect_to": WELCOME, "scopes": "openid"}}  # type: ignore[typeddict-item]
        )
        email = an_address()
        address = await come(browser, answer.url, email)
        assert address.startswith(f"{WELCOME}?code=")
        signed_in = await auth.exchange_code_for_session({"auth_code": in_query(address)["code"]})
        assert signed_in.user is not None
        assert (signed_in.user.email, signed_in.user.app_metadata["providers"]) == (email, [provider])
        shown = await auth.get_user_identities()
        assert [identity.provider for identity in shown.identities] == [provider]


async def test_without_a_challenge_the_session_is_in_the_fragment(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    address = await come(browser, authorize(social_server), an_address())
    parameters = in_fragment(address)
    assert urlsplit(address).query == ""
    async with client_of(social_server) as auth:
        session = await auth.set_session(parameters["access_token"], parameters["refresh_token"])
        assert session.user is not None
        assert session.user.user_metadata == {"name": "Ann Lee"}


async def test_linking_and_unlinking_with_the_official_client(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    email = an_address()
    async with client_of(social_server, http_client=browser) as auth:
        await auth.sign_up({"email": email, "password": PASSWORD})
        answer = await auth.link_identity({"provider": "google", "options": {"redirect_to": WELCOME}})
        callback = await sent_back(browser, answer.url, an_address())
        assert "access_token" in in_fragment((await browser.get(callback)).headers["location"])
        identities = (await auth.get_user_identities()).identities
        assert [identity.provider for identity in identities] == ["email", "google"]
        await auth.unlink_identity(identities[1])
        with pytest.raises(AuthApiError) as refusal:
            await auth.unlink_identity(identities[0])
        assert (refusal.value.status, refusal.value.code) == (422, "single_identity_not_deletable")


async def test_an_account_is_not_entered_by_an_address_that_nobody_vouches_for(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    email = an_address()
    async with client_of(social_server) as auth:
        await auth.sign_up({"email": email, "password": PASSWORD})
    address = await come(browser, authorize(social_server, "facebook"), email)
    parameters = in_fragment(address)
    assert (parameters["error"], parameters["error_code"]) == (
        "access_denied",
        "provider_email_needs_verification",
    )
    assert "link facebook" in parameters["error_description"]


async def test_a_state_is_bound_to_its_browser_and_good_once(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    callback = await sent_back(
        browser, await at_the_provider(browser, authorize(social_server)), an_address()
    )
    async with httpx.AsyncClient() as other:
        for_other = await other.get(callback)
    again = await browser.get(callback)
    forged = await browser.get("/auth/v1/callback?code=x&state=sta_forged")
    for reply in (for_other, again, forged):
        assert reply.status_code == 303
        assert reply.headers["location"].startswith(f"{social_server.address}/auth/callback#")
        assert in_fragment(reply.headers["location"])["error_code"] == "bad_oauth_state"


async def test_the_cookie_is_kept_from_scripts_and_other_sites(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    left = await browser.get(authorize(social_server))
    cookie = left.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=600" in cookie


async def test_a_sign_in_leads_nowhere_that_is_not_allowed(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    address = await come(browser, authorize(social_server, redirect_to="https://evil.example/"), an_address())
    assert address.startswith(f"{social_server.address}#access_token=")


async def test_cancelling_is_told_where_the_sign_in_began(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    address = await come(browser, authorize(social_server), "", answer="decline")
    assert address.startswith(f"{WELCOME}#")
    assert in_fragment(address)["error"] == "access_denied"


async def test_an_unknown_provider_and_half_a_proof_are_refused(browser: httpx.AsyncClient) -> None:
    unknown = await browser.get("/auth/v1/authorize?provider=github")
    assert (unknown.status_code, unknown.json()["msg"]) == (
        400,
        "Unsupported provider: provider is not enabled",
    )
    half = await browser.get("/auth/v1/authorize?provider=google&code_challenge_method=s256")
    assert half.status_code == 400
    assert (await browser.get("/auth/v1/user/identities/authorize?provider=google")).status_code == 401


async def test_the_page_escapes_and_names_what_is_wrong(
    social_server: Server, browser: httpx.AsyncClient
) -> None:
    page = await at_the_provider(browser, authorize(social_server))
    form = {"name": "<script>", "email": "nobody", "answer": "approve"}
    reply = await browser.post(page, data=form)
    assert reply.status_code == 400
    assert "Invalid email" in reply.text
    assert "<script>" not in reply.text
    assert (await browser.get("/simulated/google/authorize")).status_code == 404


async def test_without_the_setting_there_is_no_such_page(client: httpx.AsyncClient) -> None:
    external = (await client.get("/auth/v1/settings")).json()["external"]
    assert (external["google"], external["facebook"]) == (False, False)
    refused = await client.get("/simulated/google/authorize?response_type=code")
    assert refused.status_code == 404


def test_a_real_provider_leaves_no_simulated_one_beside_it() -> None:
    real = Settings(simulated_sign_in=True, google_client_id="id", google_client_secret="secret")
    assert not real.simulates_providers
    assert Settings(simulated_sign_in=True).simulates_providers
    assert Settings(demo=True).simulates_providers
    assert not Settings().simulates_providers
