"""Sessions that end by themselves, that their owners see and end, and who may guess how often."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from account_desk import PASSWORD, Desk, open_desk
from haulage.accounts import InvalidCredentials, SessionGrant, SessionNotFound
from haulage.accounts.devices import Device
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.one_time import CodePurpose, EmailTooSoon
from haulage.accounts.refresh import RefreshTokenNotFound, SessionExpired
from haulage.accounts.session import SignOutScope
from haulage.kernel.errors import NotFound
from haulage.kernel.rate_limit import TooManyRequests
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.accounts import ListedSession

pytestmark = pytest.mark.anyio

ANN = "ann@example.com"
PHONE = Device("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Version/18.1 Safari/604.1", "203.0.113.0/24")
HOME, STRANGER = "203.0.113.7", "198.51.100.9"


@pytest.fixture
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


async def refreshed_daily(desk: Desk, grant: SessionGrant, days: int) -> SessionGrant:
    for _ in range(days):
        desk.clock.turn(days=1)
        grant = await desk.accounts.refresh(grant.refresh_token)
    return grant


async def sessions(desk: Desk, grant: SessionGrant, **page: int) -> list[ListedSession]:
    return list((await desk.accounts.own_sessions.list(grant.access_token, PageRequest(**page))).items)


async def test_a_session_that_nobody_uses_ends_after_two_weeks(desk: Desk) -> None:
    grant = await desk.sign_up()
    desk.clock.turn(days=13, hours=23)
    grant = await desk.accounts.refresh(grant.refresh_token)
    desk.clock.turn(days=14)
    with pytest.raises(SessionExpired):
        await desk.accounts.refresh(grant.refresh_token)


async def test_a_session_that_is_used_daily_ends_after_a_month(desk: Desk) -> None:
    grant = await refreshed_daily(desk, await desk.sign_up(), 29)
    desk.clock.turn(hours=23, minutes=30)
    grant = await desk.accounts.refresh(grant.refresh_token)
    await desk.accounts.authenticate(grant.access_token)
    desk.clock.turn(minutes=31)
    for asking in (desk.accounts.authenticate, desk.accounts.current_user):
        with pytest.raises(SessionNotFound):
            await asking(grant.access_token)
    with pytest.raises(SessionExpired):
        await desk.accounts.refresh(grant.refresh_token)


async def test_an_administrators_session_ends_after_an_hour_without_use(desk: Desk) -> None:
    grant = await desk.sign_up()
    await desk.accounts.grant_admin(ANN)
    desk.clock.turn(minutes=50)
    await desk.accounts.authenticate(grant.access_token, PHONE)
    grant = await desk.accounts.refresh(grant.refresh_token)
    desk.clock.turn(minutes=59)
    await desk.accounts.authenticate(grant.access_token)
    desk.clock.turn(minutes=1)
    with pytest.raises(SessionExpired):
        await desk.accounts.refresh(grant.refresh_token)


async def test_an_administrators_session_ends_after_a_day_in_use(desk: Desk) -> None:
    grant = await desk.sign_up()
    await desk.accounts.grant_admin(ANN)
    for _ in range(29):
        desk.clock.turn(minutes=49)
        grant = await desk.accounts.refresh(grant.refresh_token)
    desk.clock.turn(minutes=19)
    with pytest.raises(SessionNotFound):
        await desk.accounts.authenticate(grant.access_token)


async def test_people_see_their_devices_in_words_with_the_one_in_hand_marked(desk: Desk) -> None:
    first = await desk.sign_up()
    desk.clock.turn(minutes=10)
    second = await desk.accounts.sign_in(ANN, PASSWORD)
    await desk.accounts.authenticate(first.access_token, PHONE)
    newest, oldest = await sessions(desk, second)
    assert (newest.is_current, oldest.is_current) == (True, False)
    assert (oldest.device, oldest.network) == ("Safari on iPhone", "203.0.113.0/24")
    assert (newest.device, newest.network) == ("Unknown device", None)
    assert oldest.last_used_at == desk.clock.now()
    assert oldest.created_at < newest.created_at


async def test_use_is_noted_no_more_than_every_five_minutes(desk: Desk) -> None:
    grant = await desk.sign_up()
    await desk.accounts.authenticate(grant.access_token, PHONE)
    noted = desk.clock.now()
    desk.clock.turn(minutes=4, seconds=59)
    await desk.accounts.authenticate(grant.access_token, PHONE)
    (session,) = await sessions(desk, grant)
    assert session.last_used_at == noted
    desk.clock.turn(seconds=1)
    await desk.accounts.authenticate(grant.access_token, PHONE)
    (session,) = await sessions(desk, grant)
    assert session.last_used_at == desk.clock.now()


async def test_sessions_come_in_pages_and_those_that_ended_are_left_out(desk: Desk) -> None:
    await desk.sign_up()
    desk.clock.turn(days=15)
    grants = [await desk.accounts.sign_in(ANN, PASSWORD) for _ in range(3)]
    first = await desk.accounts.own_sessions.list(grants[0].access_token, PageRequest(2))
    assert first.next is not None
    second = await desk.accounts.own_sessions.list(grants[0].access_token, PageRequest(2, first.next))
    shown = {session.id for session in (*first.items, *second.items)}
    assert shown == {grant.signed_in.session.id for grant in grants}


async def test_one_device_is_signed_out_and_the_others_stay(desk: Desk) -> None:
    lost = await desk.sign_up()
    grant = await desk.accounts.sign_in(ANN, PASSWORD)
    await desk.accounts.own_sessions.end(grant.access_token, lost.signed_in.session.id)
    with pytest.raises(SessionNotFound):
        await desk.accounts.authenticate(lost.access_token)
    with pytest.raises(RefreshTokenNotFound):
        await desk.accounts.refresh(lost.refresh_token)
    await desk.accounts.authenticate(grant.access_token)


async def test_nobody_ends_sessions_of_somebody_else(desk: Desk) -> None:
    ann, eve = await desk.sign_up(), await desk.sign_up("eve@example.com")
    with pytest.raises(NotFound):
        await desk.accounts.own_sessions.end(eve.access_token, ann.signed_in.session.id)
    await desk.accounts.authenticate(ann.access_token)


async def test_ending_all_other_sessions_asks_for_a_recent_proof(desk: Desk) -> None:
    grant = await desk.sign_up()
    other = await desk.accounts.sign_in(ANN, PASSWORD)
    desk.clock.turn(minutes=11)
    with pytest.raises(ReauthenticationNeeded):
        await desk.accounts.sign_out(grant.access_token, SignOutScope.OTHERS)
    await desk.accounts.authenticate(other.access_token)
    fresh = await desk.accounts.sign_in(ANN, PASSWORD)
    await desk.accounts.sign_out(fresh.access_token, SignOutScope.OTHERS)
    with pytest.raises(SessionNotFound):
        await desk.accounts.authenticate(other.access_token)


async def guess(desk: Desk, caller: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(InvalidCredentials):
            await desk.accounts.sign_in(ANN, "wrong-1", caller=caller)


async def test_a_stranger_who_guesses_locks_out_nobody_else(desk: Desk) -> None:
    await desk.sign_up()
    await guess(desk, STRANGER, 10)
    with pytest.raises(TooManyRequests):
        await desk.accounts.sign_in(ANN, PASSWORD, caller=STRANGER)
    await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_guesses_from_many_addresses_are_bounded_for_one_account(desk: Desk) -> None:
    await desk.sign_up()
    for number in range(100):
        await guess(desk, f"198.51.100.{number}")
    with pytest.raises(TooManyRequests) as refused:
        await desk.accounts.sign_in(ANN, "wrong-1", caller="198.51.100.100")
    assert refused.value.retry_after_seconds == 864


async def test_guesses_of_strangers_do_not_keep_the_owner_from_signing_in_where_they_did(desk: Desk) -> None:
    await desk.sign_up()
    await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)
    desk.clock.turn(days=60)
    for number in range(100):
        await guess(desk, f"198.51.100.{number}")
    with pytest.raises(TooManyRequests):
        await desk.accounts.sign_in(ANN, PASSWORD, caller="192.0.2.1")
    await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_a_network_is_forgotten_that_the_owner_has_left(desk: Desk) -> None:
    await desk.sign_up()
    await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)
    desk.clock.turn(days=91)
    await desk.accounts.forget_spent()
    for number in range(100):
        await guess(desk, f"198.51.100.{number}")
    with pytest.raises(TooManyRequests):
        await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_a_known_network_has_no_more_guesses_than_any_other(desk: Desk) -> None:
    await desk.sign_up()
    await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)
    await guess(desk, HOME, 10)
    with pytest.raises(TooManyRequests):
        await desk.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_one_mailbox_gets_no_more_account_mails_in_a_day_than_the_cap(desk: Desk) -> None:
    """Whoever asks, from wherever, and whatever for."""
    kinds = (CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK)
    for number in range(20):
        await desk.accounts.ask_for_mail(kinds[number % 2], ANN, caller=f"198.51.100.{number}")
        desk.clock.turn(seconds=31)
    with pytest.raises(EmailTooSoon) as refused:
        await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN, caller=HOME)
    assert refused.value.seconds > 60 * 60
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, "bea@example.com", caller=HOME)
