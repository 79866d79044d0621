"""The unmodified official Python client against a real server."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from uuid import UUID

import pytest
from supabase_auth import AsyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from serving import Server, running_server

pytestmark = pytest.mark.anyio

PASSWORD = "parcel7"
_numbers = count(1)


def an_address() -> str:
    return f"client{next(_numbers)}@example.com"


def connected(server: Server) -> AsyncGoTrueClient:
    return AsyncGoTrueClient(url=f"{server.address}/auth/v1", auto_refresh_token=False)


@pytest.fixture(scope="module")
def unforgiving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose reuse interval is over at once, so that nobody has to wait for its end."""
    with running_server(tmp_path_factory.mktemp("unforgiving"), REFRESH_REUSE_SECONDS="0") as running:
        yield running


@pytest.fixture
async def auth(anyio_backend: str, server: Server) -> AsyncIterator[AsyncGoTrueClient]:
    async with connected(server) as client:
        yield client


async def test_signing_up_returns_a_session_and_the_metadata(auth: AsyncGoTrueClient) -> None:
    data = {"name": "Ann", "phone": "+12125550100", "userType": "driver"}
    email = an_address()
    answer = await auth.sign_up({"email": email, "password": PASSWORD, "options": {"data": data}})
    assert answer.session is not None
    assert answer.user is not None
    assert (answer.user.email, answer.user.user_metadata) == (email, data)
    assert answer.user.identities is not None
    assert len(answer.user.identities) == 1


async def test_a_user_has_a_uuid_which_is_the_subject_of_their_tokens(auth: AsyncGoTrueClient) -> None:
    answer = await auth.sign_up({"email": an_address(), "password": PASSWORD})
    assert answer.session is not None
    shown = await auth.get_user()
    claims = await auth.get_claims()
    assert shown is not None
    assert claims is not None
    assert str(UUID(shown.user.id)) == shown.user.id == claims["claims"]["sub"]
    assert shown.user.identities is not None
    (identity,) = shown.user.identities
    assert identity.user_id == identity.id == identity.identity_data["sub"] == shown.user.id


async def test_signing_in_out_and_in_again(auth: AsyncGoTrueClient) -> None:
    email = an_address()
    await auth.sign_up({"email": email, "password": PASSWORD})
    await auth.sign_out()
    assert await auth.get_session() is None
    answer = await auth.sign_in_with_password({"email": email, "password": PASSWORD})
    shown = await auth.get_user()
    assert shown is not None
    assert answer.user is not None
    assert shown.user.id == answer.user.id


async def test_the_client_checks_the_token_itself_with_the_published_key(auth: AsyncGoTrueClient) -> None:
    email = an_address()
    await auth.sign_up({"email": email, "password": PASSWORD})
    answer = await auth.get_claims()
    assert answer is not None
    assert answer["claims"]["email"] == email
    assert (answer["claims"]["aal"], answer["headers"]["alg"]) == ("aal1", "ES256")


async def test_a_refreshed_session_goes_on(auth: AsyncGoTrueClient) -> None:
    before = (await auth.sign_up({"email": an_address(), "password": PASSWORD})).session
    assert before is not None
    after = (await auth.refresh_session()).session
    assert after is not None
    assert after.refresh_token != before.refresh_token
    again = (await auth.refresh_session(before.refresh_token)).session
    assert again is not None
    assert again.refresh_token == after.refresh_token
    assert await auth.get_user() is not None


async def test_a_session_is_taken_over_by_its_tokens(auth: AsyncGoTrueClient, server: Server) -> None:
    session = (await auth.sign_up({"email": an_address(), "password": PASSWORD})).session
    assert session is not None
    async with connected(server) as other:
        taken = await other.set_session(session.access_token, session.refresh_token)
        assert taken.user is not None
        assert taken.user.id == session.user.id


async def test_the_metadata_and_the_password_are_changed(auth: AsyncGoTrueClient) -> None:
    email = an_address()
    await auth.sign_up({"email": email, "password": PASSWORD})
    answer = await auth.update_user({"data": {"name": "Bea"}})
    assert answer.user.user_metadata["name"] == "Bea"
    await auth.update_user({"password": "Better1!", "current_password": PASSWORD})
    await auth.sign_out()
    await auth.sign_in_with_password({"email": email, "password": "Better1!"})


async def test_errors_carry_their_codes(auth: AsyncGoTrueClient) -> None:
    email = an_address()
    await auth.sign_up({"email": email, "password": PASSWORD})
    with pytest.raises(AuthApiError) as known:
        await auth.sign_up({"email": email, "password": PASSWORD})
    assert (known.value.status, known.value.code) == (422, "user_already_exists")
    assert known.value.message == "User already registered"
    with pytest.raises(AuthApiError) as wrong:
        await auth.sign_in_with_password({"email": email, "password": "parcel8"})
    assert (wrong.value.status, wrong.value.code) == (400, "invalid_credentials")
    with pytest.raises(AuthWeakPasswordError) as weak:
        await auth.sign_up({"email": an_address(), "password": "short"})
    assert weak.value.reasons == ["length"]
    with pytest.raises(AuthApiError) as unknown:
        await auth.refresh_session("no such token")
    assert unknown.value.code == "refresh_token_not_found"


async def test_after_signing_out_the_old_token_is_refused(auth: AsyncGoTrueClient) -> None:
    session = (await auth.sign_up({"email": an_address(), "password": PASSWORD})).session
    assert session is not None
    await auth.sign_out()
    with pytest.raises(AuthApiError) as over:
        await auth.get_user(session.access_token)
    assert (over.value.status, over.value.code) == (403, "session_not_found")


async def test_a_code_for_known_addresses_only_does_not_tell_which_are_known(auth: AsyncGoTrueClient) -> None:
    """GoTrue answers 422 otp_disabled to an unknown address; the OpenAPI document says that this does not."""
    known = an_address()
    await auth.sign_up({"email": known, "password": PASSWORD})
    for email in (known, an_address()):
        answer = await auth.sign_in_with_otp({"email": email, "options": {"should_create_user": False}})
        assert (answer.user, answer.session) == (None, None)


async def test_a_used_refresh_token_that_comes_back_late_ends_the_whole_family(unforgiving: Server) -> None:
    """Even the parent of the newest one: the owner and a thief take turns with it."""
    async with connected(unforgiving) as auth, connected(unforgiving) as thief:
        stolen = (await auth.sign_up({"email": an_address(), "password": PASSWORD})).session
        newest = (await auth.refresh_session()).session
        assert stolen is not None
        assert newest is not None
        for token in (stolen, newest):
            with pytest.raises(AuthApiError) as reused:
                await thief.refresh_session(token.refresh_token)
            assert (reused.value.status, reused.value.code) == (400, "refresh_token_already_used")
            assert reused.value.message == "Invalid Refresh Token: Already Used"
        with pytest.raises(AuthApiError) as over:
            await auth.get_user(newest.access_token)
        assert (over.value.status, over.value.code) == (403, "session_not_found")


@pytest.mark.parametrize(
    ("scope", "here_goes_on", "there_goes_on"),
    [("global", False, False), ("local", False, True), ("others", True, False)],
)
async def test_the_scope_says_which_of_two_clients_goes_on(
    auth: AsyncGoTrueClient, server: Server, scope: str, here_goes_on: bool, there_goes_on: bool
) -> None:
    email = an_address()
    here = (await auth.sign_up({"email": email, "password": PASSWORD})).session
    async with connected(server) as other:
        there = (await other.sign_in_with_password({"email": email, "password": PASSWORD})).session
        assert None not in (here, there)
        await auth.sign_out({"scope": scope})  # type: ignore[typeddict-item]  # one of the three
        for session, goes_on in ((here, here_goes_on), (there, there_goes_on)):
            assert await is_welcome(other, session.access_token) is goes_on
            if not goes_on:
                with pytest.raises(AuthApiError) as ended:
                    await other.refresh_session(session.refresh_token)
                assert ended.value.code == "refresh_token_not_found"


async def is_welcome(client: AsyncGoTrueClient, access_token: str) -> bool:
    try:
        return await client.get_user(access_token) is not None
    except AuthApiError as refusal:
        if (refusal.status, refusal.code) != (403, "session_not_found"):
            raise
        return False
