"""What a stranger who held a session leaves behind, and what its owner's reset removes again."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from account_desk import PASSWORD, Desk, open_desk
from authenticators import Device
from haulage.accounts import SessionGrant
from haulage.accounts.flows import FlowNotFound, code_challenge
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.identities import Identity, Provider
from haulage.accounts.one_time import CodePurpose
from haulage.accounts.resetting import RESET_REACH, outlives_reset, reset_reaches_to
from haulage.accounts.social_flows import BadOAuthState
from haulage.use_cases.accounts import AccountTerms, Changes
from use_cases.test_accounts_passkeys import add
from use_cases.test_accounts_social import (
    ANN,
    CHALLENGE,
    VERIFIER,
    a_person,
    leave,
    registered,
    signed_in,
)

pytestmark = pytest.mark.anyio

MALLORY = "mallory@example.com"
NEW_PASSWORD = "Better1!"


@pytest.fixture
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}", AccountTerms()) as opened:
        yield opened


async def sign_in(desk: Desk) -> SessionGrant:
    await registered(desk)
    return await desk.accounts.sign_in(ANN, PASSWORD)


async def recovered(desk: Desk) -> SessionGrant:
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    codes = [mail["code"] for mail in await desk.mails() if mail["kind"] == "recovery"]
    grant = await desk.accounts.verify.by_code("recovery", ANN, codes[-1])
    assert isinstance(grant, SessionGrant)
    return grant


async def test_linking_goes_on_with_the_session_and_its_old_proofs(desk: Desk) -> None:
    grant = await sign_in(desk)
    visit = await leave(desk, access_token=grant.access_token)
    desk.clock.turn(minutes=9)
    outcome = (await visit.back(a_person(MALLORY))).outcome
    assert isinstance(outcome, SessionGrant)
    assert outcome.signed_in.session.id == grant.signed_in.session.id
    assert outcome.signed_in.session.proofs == grant.signed_in.session.proofs
    assert (await desk.accounts.refresh(outcome.refresh_token)).signed_in.account.email == ANN
    desk.clock.turn(minutes=2)
    with pytest.raises(ReauthenticationNeeded):
        await desk.accounts.fresh_user(outcome.access_token)


async def test_linking_with_a_challenge_goes_on_with_the_session_too(desk: Desk) -> None:
    grant = await sign_in(desk)
    challenge = code_challenge(CHALLENGE, "s256")
    visit = await leave(desk, access_token=grant.access_token, challenge=challenge)
    desk.clock.turn(minutes=9)
    code = (await visit.back(a_person(MALLORY))).outcome
    assert isinstance(code, str)
    after = await desk.accounts.exchange_code(code, VERIFIER)
    assert after.signed_in.session.id == grant.signed_in.session.id
    assert after.signed_in.session.proofs == grant.signed_in.session.proofs


async def test_a_session_that_ended_meanwhile_links_nothing(desk: Desk) -> None:
    grant = await sign_in(desk)
    visit = await leave(desk, access_token=grant.access_token)
    await desk.accounts.sign_out(grant.access_token)
    assert isinstance((await visit.back(a_person(MALLORY))).outcome, BadOAuthState)


async def test_a_session_that_ended_after_linking_is_not_opened_again(desk: Desk) -> None:
    grant = await sign_in(desk)
    visit = await leave(desk, access_token=grant.access_token, challenge=code_challenge(CHALLENGE, "s256"))
    code = (await visit.back(a_person(MALLORY))).outcome
    assert isinstance(code, str)
    await desk.accounts.sign_out(grant.access_token)
    with pytest.raises(FlowNotFound):
        await desk.accounts.exchange_code(code, VERIFIER)


async def test_a_reset_by_mail_removes_what_a_stranger_added_who_signed_out_again(desk: Desk) -> None:
    stolen = await sign_in(desk)
    desk.clock.turn(minutes=1)
    await (await leave(desk, access_token=stolen.access_token)).back(a_person(MALLORY))
    device = Device()
    await add(desk, stolen, device)
    await desk.accounts.second_factors.enrol(stolen.access_token, name="mine", issuer="haulage")
    await desk.accounts.update_user(stolen.access_token, Changes(email=MALLORY))
    await desk.accounts.sign_out(stolen.access_token)

    desk.clock.turn(days=20)
    owner = await recovered(desk)
    await desk.accounts.update_user(owner.access_token, Changes(password=NEW_PASSWORD))

    after = await desk.accounts.current_user(owner.access_token)
    assert (after.identities, after.factors, after.account.new_email) == ((), (), None)
    assert await desk.accounts.passkeys.all(owner.access_token) == []
    kinds = [mail["kind"] for mail in await desk.mails() if mail["to"] == ANN]
    assert {"identity_linked", "passkey_added", "identity_unlinked", "passkey_removed"} < set(kinds)
    assert kinds.count("password_changed") == 1
    stranger = await signed_in(desk, person=a_person(MALLORY))
    assert stranger.signed_in.account.email == MALLORY


async def test_a_reset_keeps_what_the_owner_had_long_before(desk: Desk) -> None:
    early = await sign_in(desk)
    desk.clock.turn(minutes=1)
    await (await leave(desk, access_token=early.access_token)).back(a_person("ann.at.home@example.com"))
    await add(desk, early, Device())
    await desk.accounts.sign_out(early.access_token)
    desk.clock.turn(days=31)
    owner = await recovered(desk)
    await desk.accounts.update_user(owner.access_token, Changes(password=NEW_PASSWORD))
    after = await desk.accounts.current_user(owner.access_token)
    assert [identity.provider for identity in after.identities] == [Provider.GOOGLE]
    assert len(await desk.accounts.passkeys.all(owner.access_token)) == 1


async def test_a_reset_keeps_the_provider_that_vouches_for_the_mailbox(desk: Desk) -> None:
    await signed_in(desk)
    owner = await recovered(desk)
    await desk.accounts.update_user(owner.access_token, Changes(password=NEW_PASSWORD))
    after = await desk.accounts.current_user(owner.access_token)
    assert [identity.provider for identity in after.identities] == [Provider.GOOGLE]


async def test_a_change_with_the_current_password_removes_nothing(desk: Desk) -> None:
    grant = await sign_in(desk)
    await add(desk, grant, Device())
    change = Changes(password=NEW_PASSWORD, current_password=PASSWORD)
    await desk.accounts.update_user(grant.access_token, change)
    assert len(await desk.accounts.passkeys.all(grant.access_token)) == 1


async def test_a_reset_reaches_back_to_the_oldest_session_that_it_ends(desk: Desk) -> None:
    now = desk.clock.now()
    long_ago, lately = now - timedelta(days=90), now - timedelta(days=1)
    assert reset_reaches_to(now, [lately, long_ago]) == long_ago
    assert reset_reaches_to(now, [lately]) == now - RESET_REACH


async def test_an_identity_that_is_older_than_the_confirmation_stays(desk: Desk) -> None:
    account = (await sign_in(desk)).signed_in.account
    at = account.email_confirmed_at
    assert at is not None

    def linked(when: datetime) -> Identity:
        return Identity("idt_1", account.id, Provider.FACEBOOK, "1", None, False, {}, when, when)

    since = at - timedelta(days=1)
    assert outlives_reset(linked(at), account, since)
    assert not outlives_reset(linked(at + timedelta(seconds=1)), account, since)
