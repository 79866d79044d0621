"""What a stranger who held a session leaves behind, and what its owner's reset removes again."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
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
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(
        f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}", AccountTerms()
    ) as opened:
        yield opened


async def sign_in(scenario: AccountScenario) -> SessionGrant:
    await registered(scenario)
    return await scenario.accounts.sign_in(ANN, PASSWORD)


async def recovered(scenario: AccountScenario) -> SessionGrant:
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    codes = [mail["code"] for mail in await scenario.mails() if mail["kind"] == "recovery"]
    grant = await scenario.accounts.verify.by_code("recovery", ANN, codes[-1])
    assert isinstance(grant, SessionGrant)
    return grant


async def test_linking_goes_on_with_the_session_and_its_old_proofs(scenario: AccountScenario) -> None:
    grant = await sign_in(scenario)
    visit = await leave(scenario, access_token=grant.access_token)
    scenario.clock.turn(minutes=9)
    outcome = (await visit.back(a_person(MALLORY))).outcome
    assert isinstance(outcome, SessionGrant)
    assert outcome.signed_in.session.id == grant.signed_in.session.id
    assert outcome.signed_in.session.proofs == grant.signed_in.session.proofs
    assert (await scenario.accounts.refresh(outcome.refresh_token)).signed_in.account.email == ANN
    scenario.clock.turn(minutes=2)
    with pytest.raises(ReauthenticationNeeded):
        await scenario.accounts.fresh_user(outcome.access_token)


async def test_linking_with_a_challenge_goes_on_with_the_session_too(scenario: AccountScenario) -> None:
    grant = await sign_in(scenario)
    challenge = code_challenge(CHALLENGE, "s256")
    visit = await leave(scenario, access_token=grant.access_token, challenge=challenge)
    scenario.clock.turn(minutes=9)
    code = (await visit.back(a_person(MALLORY))).outcome
    assert isinstance(code, str)
    after = await scenario.accounts.exchange_code(code, VERIFIER)
    assert after.signed_in.session.id == grant.signed_in.session.id
    assert after.signed_in.session.proofs == grant.signed_in.session.proofs


async def test_a_session_that_ended_meanwhile_links_nothing(scenario: AccountScenario) -> None:
    grant = await sign_in(scenario)
    visit = await leave(scenario, access_token=grant.access_token)
    await scenario.accounts.sign_out(grant.access_token)
    assert isinstance((await visit.back(a_person(MALLORY))).outcome, BadOAuthState)


async def test_a_session_that_ended_after_linking_is_not_opened_again(scenario: AccountScenario) -> None:
    grant = await sign_in(scenario)
    visit = await leave(
        scenario, access_token=grant.access_token, challenge=code_challenge(CHALLENGE, "s256")
    )
    code = (await visit.back(a_person(MALLORY))).outcome
    assert isinstance(code, str)
    await scenario.accounts.sign_out(grant.access_token)
    with pytest.raises(FlowNotFound):
        await scenario.accounts.exchange_code(code, VERIFIER)


async def test_a_reset_by_mail_removes_what_a_stranger_added_who_signed_out_again(
    scenario: AccountScenario,
) -> None:
    stolen = await sign_in(scenario)
    scenario.clock.turn(minutes=1)
    await (await leave(scenario, access_token=stolen.access_token)).back(a_person(MALLORY))
    device = Device()
    await add(scenario, stolen, device)
    await scenario.accounts.second_factors.enrol(stolen.access_token, name="mine", issuer="haulage")
    await scenario.accounts.update_user(stolen.access_token, Changes(email=MALLORY))
    await scenario.accounts.sign_out(stolen.access_token)

    scenario.clock.turn(days=20)
    owner = await recovered(scenario)
    await scenario.accounts.update_user(owner.access_token, Changes(password=NEW_PASSWORD))

    after = await scenario.accounts.current_user(owner.access_token)
    assert (after.identities, after.factors, after.account.new_email) == ((), (), None)
    assert await scenario.accounts.passkeys.all(owner.access_token) == []
    kinds = [mail["kind"] for mail in await scenario.mails() if mail["to"] == ANN]
    assert {"identity_linked", "passkey_added", "identity_unlinked", "passkey_removed"} < set(kinds)
    assert kinds.count("password_changed") == 1
    stranger = await signed_in(scenario, person=a_person(MALLORY))
    assert stranger.signed_in.account.email == MALLORY


async def test_a_reset_keeps_what_the_owner_had_long_before(scenario: AccountScenario) -> None:
    early = await sign_in(scenario)
    scenario.clock.turn(minutes=1)
    await (await leave(scenario, access_token=early.access_token)).back(a_person("ann.at.home@example.com"))
    await add(scenario, early, Device())
    await scenario.accounts.sign_out(early.access_token)
    scenario.clock.turn(days=31)
    owner = await recovered(scenario)
    await scenario.accounts.update_user(owner.access_token, Changes(password=NEW_PASSWORD))
    after = await scenario.accounts.current_user(owner.access_token)
    assert [identity.provider for identity in after.identities] == [Provider.GOOGLE]
    assert len(await scenario.accounts.passkeys.all(owner.access_token)) == 1


async def test_a_reset_keeps_the_provider_that_vouches_for_the_mailbox(scenario: AccountScenario) -> None:
    await signed_in(scenario)
    owner = await recovered(scenario)
    await scenario.accounts.update_user(owner.access_token, Changes(password=NEW_PASSWORD))
    after = await scenario.accounts.current_user(owner.access_token)
    assert [identity.provider for identity in after.identities] == [Provider.GOOGLE]


async def test_a_change_with_the_current_password_removes_nothing(scenario: AccountScenario) -> None:
    grant = await sign_in(scenario)
    await add(scenario, grant, Device())
    change = Changes(password=NEW_PASSWORD, current_password=PASSWORD)
    await scenario.accounts.update_user(grant.access_token, change)
    assert len(await scenario.accounts.passkeys.all(grant.access_token)) == 1


async def test_a_reset_reaches_back_to_the_oldest_session_that_it_ends(scenario: AccountScenario) -> None:
    now = scenario.clock.now()
    long_ago, lately = now - timedelta(days=90), now - timedelta(days=1)
    assert reset_reaches_to(now, [lately, long_ago]) == long_ago
    assert reset_reaches_to(now, [lately]) == now - RESET_REACH


async def test_an_identity_that_is_older_than_the_confirmation_stays(scenario: AccountScenario) -> None:
    account = (await sign_in(scenario)).signed_in.account
    at = account.email_confirmed_at
    assert at is not None

    def linked(when: datetime) -> Identity:
        return Identity("idt_1", account.id, Provider.FACEBOOK, "1", None, False, {}, when, when)

    since = at - timedelta(days=1)
    assert outlives_reset(linked(at), account, since)
    assert not outlives_reset(linked(at + timedelta(seconds=1)), account, since)
