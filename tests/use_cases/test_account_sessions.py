"""Sessions that end by themselves, that their owners see and end, and who may guess how often."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
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
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


async def refreshed_daily(scenario: AccountScenario, grant: SessionGrant, days: int) -> SessionGrant:
    for _ in range(days):
        scenario.clock.turn(days=1)
        grant = await scenario.accounts.refresh(grant.refresh_token)
    return grant


async def sessions(scenario: AccountScenario, grant: SessionGrant, **page: int) -> list[ListedSession]:
    return list((await scenario.accounts.own_sessions.list(grant.access_token, PageRequest(**page))).items)


async def test_a_session_that_nobody_uses_ends_after_two_weeks(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    scenario.clock.turn(days=13, hours=23)
    grant = await scenario.accounts.refresh(grant.refresh_token)
    scenario.clock.turn(days=14)
    with pytest.raises(SessionExpired):
        await scenario.accounts.refresh(grant.refresh_token)


async def test_a_session_that_is_used_daily_ends_after_a_month(scenario: AccountScenario) -> None:
    grant = await refreshed_daily(scenario, await scenario.sign_up(), 29)
    scenario.clock.turn(hours=23, minutes=30)
    grant = await scenario.accounts.refresh(grant.refresh_token)
    await scenario.accounts.authenticate(grant.access_token)
    scenario.clock.turn(minutes=31)
    for asking in (scenario.accounts.authenticate, scenario.accounts.current_user):
        with pytest.raises(SessionNotFound):
            await asking(grant.access_token)
    with pytest.raises(SessionExpired):
        await scenario.accounts.refresh(grant.refresh_token)


async def test_an_administrators_session_ends_after_an_hour_without_use(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    await scenario.accounts.grant_admin(ANN)
    scenario.clock.turn(minutes=50)
    await scenario.accounts.authenticate(grant.access_token, PHONE)
    grant = await scenario.accounts.refresh(grant.refresh_token)
    scenario.clock.turn(minutes=59)
    await scenario.accounts.authenticate(grant.access_token)
    scenario.clock.turn(minutes=1)
    with pytest.raises(SessionExpired):
        await scenario.accounts.refresh(grant.refresh_token)


async def test_an_administrators_session_ends_after_a_day_in_use(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    await scenario.accounts.grant_admin(ANN)
    for _ in range(29):
        scenario.clock.turn(minutes=49)
        grant = await scenario.accounts.refresh(grant.refresh_token)
    scenario.clock.turn(minutes=19)
    with pytest.raises(SessionNotFound):
        await scenario.accounts.authenticate(grant.access_token)


async def test_people_see_their_devices_in_words_with_the_one_in_hand_marked(
    scenario: AccountScenario,
) -> None:
    first = await scenario.sign_up()
    scenario.clock.turn(minutes=10)
    second = await scenario.accounts.sign_in(ANN, PASSWORD)
    await scenario.accounts.authenticate(first.access_token, PHONE)
    newest, oldest = await sessions(scenario, second)
    assert (newest.is_current, oldest.is_current) == (True, False)
    assert (oldest.device, oldest.network) == ("Safari on iPhone", "203.0.113.0/24")
    assert (newest.device, newest.network) == ("Unknown device", None)
    assert oldest.last_used_at == scenario.clock.now()
    assert oldest.created_at < newest.created_at


async def test_use_is_noted_no_more_than_every_five_minutes(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    await scenario.accounts.authenticate(grant.access_token, PHONE)
    noted = scenario.clock.now()
    scenario.clock.turn(minutes=4, seconds=59)
    await scenario.accounts.authenticate(grant.access_token, PHONE)
    (session,) = await sessions(scenario, grant)
    assert session.last_used_at == noted
    scenario.clock.turn(seconds=1)
    await scenario.accounts.authenticate(grant.access_token, PHONE)
    (session,) = await sessions(scenario, grant)
    assert session.last_used_at == scenario.clock.now()


async def test_sessions_come_in_pages_and_those_that_ended_are_left_out(scenario: AccountScenario) -> None:
    await scenario.sign_up()
    scenario.clock.turn(days=15)
    grants = [await scenario.accounts.sign_in(ANN, PASSWORD) for _ in range(3)]
    first = await scenario.accounts.own_sessions.list(grants[0].access_token, PageRequest(2))
    assert first.next is not None
    second = await scenario.accounts.own_sessions.list(grants[0].access_token, PageRequest(2, first.next))
    shown = {session.id for session in (*first.items, *second.items)}
    assert shown == {grant.signed_in.session.id for grant in grants}


async def test_one_device_is_signed_out_and_the_others_stay(scenario: AccountScenario) -> None:
    lost = await scenario.sign_up()
    grant = await scenario.accounts.sign_in(ANN, PASSWORD)
    await scenario.accounts.own_sessions.end(grant.access_token, lost.signed_in.session.id)
    with pytest.raises(SessionNotFound):
        await scenario.accounts.authenticate(lost.access_token)
    with pytest.raises(RefreshTokenNotFound):
        await scenario.accounts.refresh(lost.refresh_token)
    await scenario.accounts.authenticate(grant.access_token)


async def test_nobody_ends_sessions_of_somebody_else(scenario: AccountScenario) -> None:
    ann, eve = await scenario.sign_up(), await scenario.sign_up("eve@example.com")
    with pytest.raises(NotFound):
        await scenario.accounts.own_sessions.end(eve.access_token, ann.signed_in.session.id)
    await scenario.accounts.authenticate(ann.access_token)


async def test_ending_all_other_sessions_asks_for_a_recent_proof(scenario: AccountScenario) -> None:
    grant = await scenario.sign_up()
    other = await scenario.accounts.sign_in(ANN, PASSWORD)
    scenario.clock.turn(minutes=11)
    with pytest.raises(ReauthenticationNeeded):
        await scenario.accounts.sign_out(grant.access_token, SignOutScope.OTHERS)
    await scenario.accounts.authenticate(other.access_token)
    fresh = await scenario.accounts.sign_in(ANN, PASSWORD)
    await scenario.accounts.sign_out(fresh.access_token, SignOutScope.OTHERS)
    with pytest.raises(SessionNotFound):
        await scenario.accounts.authenticate(other.access_token)


async def guess(scenario: AccountScenario, caller: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(InvalidCredentials):
            await scenario.accounts.sign_in(ANN, "wrong-1", caller=caller)


async def test_a_stranger_who_guesses_locks_out_nobody_else(scenario: AccountScenario) -> None:
    await scenario.sign_up()
    await guess(scenario, STRANGER, 10)
    with pytest.raises(TooManyRequests):
        await scenario.accounts.sign_in(ANN, PASSWORD, caller=STRANGER)
    await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_guesses_from_many_addresses_are_bounded_for_one_account(scenario: AccountScenario) -> None:
    await scenario.sign_up()
    for number in range(100):
        await guess(scenario, f"198.51.100.{number}")
    with pytest.raises(TooManyRequests) as refused:
        await scenario.accounts.sign_in(ANN, "wrong-1", caller="198.51.100.100")
    assert refused.value.retry_after_seconds == 864


async def test_guesses_of_strangers_do_not_keep_the_owner_from_signing_in_where_they_did(
    scenario: AccountScenario,
) -> None:
    await scenario.sign_up()
    await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)
    scenario.clock.turn(days=60)
    for number in range(100):
        await guess(scenario, f"198.51.100.{number}")
    with pytest.raises(TooManyRequests):
        await scenario.accounts.sign_in(ANN, PASSWORD, caller="192.0.2.1")
    await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_a_network_is_forgotten_that_the_owner_has_left(scenario: AccountScenario) -> None:
    await scenario.sign_up()
    await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)
    scenario.clock.turn(days=91)
    await scenario.accounts.forget_spent()
    for number in range(100):
        await guess(scenario, f"198.51.100.{number}")
    with pytest.raises(TooManyRequests):
        await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_a_known_network_has_no_more_guesses_than_any_other(scenario: AccountScenario) -> None:
    await scenario.sign_up()
    await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)
    await guess(scenario, HOME, 10)
    with pytest.raises(TooManyRequests):
        await scenario.accounts.sign_in(ANN, PASSWORD, caller=HOME)


async def test_one_mailbox_gets_no_more_account_mails_in_a_day_than_the_cap(
    scenario: AccountScenario,
) -> None:
    """Whoever asks, from wherever, and whatever for."""
    kinds = (CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK)
    for number in range(20):
        await scenario.accounts.ask_for_mail(kinds[number % 2], ANN, caller=f"198.51.100.{number}")
        scenario.clock.turn(seconds=31)
    with pytest.raises(EmailTooSoon) as refused:
        await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN, caller=HOME)
    assert refused.value.seconds > 60 * 60
    with pytest.raises(EmailTooSoon):
        await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN.replace("@", "+x@"), caller=HOME)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, "bea@example.com", caller=HOME)
