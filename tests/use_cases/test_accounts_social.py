"""Google and Facebook over a real database and the simulated providers."""

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import attrs
import pytest

from account_scenario import PASSWORD, SITE, AccountScenario, open_account_scenario, provider_of
from haulage.accounts import InvalidCredentials, SessionGrant, SessionNotFound
from haulage.accounts.flows import BadCodeVerifier, CodeChallenge, code_challenge
from haulage.accounts.identities import (
    AccountNeedsSignIn,
    AddressNeedsProof,
    IdentityAlreadyExists,
    IdentityNotFound,
    Provider,
    SingleIdentityNotDeletable,
)
from haulage.accounts.one_time import CodePurpose
from haulage.accounts.social_flows import (
    BadIdToken,
    BadOAuthState,
    BadProviderAnswer,
    ProviderNotEnabled,
    SignInDeclined,
)
from haulage.kernel.actor import OPERATOR, UserType
from haulage.kernel.errors import HaulageError
from haulage.ports.identity.social_sign_in import SimulatedPerson
from haulage.use_cases.accounts import AccountTerms, AwaitingConfirmation
from haulage.use_cases.accounts.social_sign_in import Begun, Returned
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage_adapters.social_authlib.id_tokens import hashed_nonce

pytestmark = pytest.mark.anyio

ANN = "ann@example.com"
HOME = f"{SITE}/home"
VERIFIER = "a-verifier-of-letters-and-digits-that-is-long-enough"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
STRICT = AccountTerms()


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}", STRICT) as opened:
        yield opened


@attrs.frozen
class Visit:
    """A browser at the provider's page."""

    scenario: AccountScenario
    provider: Provider
    begun: Begun

    async def back(
        self, person: SimulatedPerson | None = None, *, browser: str | None = None, **changed: str
    ) -> Returned:
        """Come back as somebody; *changed* replaces what the browser carries."""
        asked = dict(parse_qsl(urlsplit(self.begun.url).query))
        page = provider_of(self.scenario.storage, self.scenario.clock)
        assert page.is_request(self.provider, asked)
        url = page.decline(asked) if person is None else await page.approve(self.provider, asked, person)
        given = dict(parse_qsl(urlsplit(url).query)) | changed
        return await self.scenario.accounts.social.finish(
            state=given["state"],
            code=given.get("code", ""),
            declined="error" in given,
            browser=self.begun.browser if browser is None else browser,
        )


async def leave(
    scenario: AccountScenario,
    provider: Provider = Provider.GOOGLE,
    *,
    challenge: CodeChallenge | None = None,
    access_token: str | None = None,
) -> Visit:
    begun = await scenario.accounts.social.begin(
        provider, redirect_to=HOME, challenge=challenge, access_token=access_token
    )
    return Visit(scenario, provider, begun)


def a_person(email: str = ANN, *, verified: bool = True, name: str = "Ann Lee") -> SimulatedPerson:
    return SimulatedPerson(name, email, verified)


async def come(
    scenario: AccountScenario, provider: Provider = Provider.GOOGLE, person: SimulatedPerson | None = None
) -> SessionGrant | HaulageError:
    returned = await (await leave(scenario, provider)).back(person or a_person())
    assert returned.redirect_to == HOME
    assert not isinstance(returned.outcome, str)
    return returned.outcome


async def signed_in(
    scenario: AccountScenario, provider: Provider = Provider.GOOGLE, person: SimulatedPerson | None = None
) -> SessionGrant:
    outcome = await come(scenario, provider, person)
    assert isinstance(outcome, SessionGrant), outcome
    return outcome


async def registered(
    scenario: AccountScenario, email: str = ANN, *, confirm: bool = True, **given: object
) -> str:
    """The id of an account with a password."""
    made = await scenario.accounts.sign_up(email, PASSWORD, given)
    assert isinstance(made, AwaitingConfirmation)
    if confirm:
        await scenario.accounts.verify.by_code("signup", email, (await scenario.mails())[-1]["code"])
    return made.account.id


async def test_a_newcomer_becomes_a_customer_without_a_phone(scenario: AccountScenario) -> None:
    grant = await signed_in(scenario)
    user, account = grant.signed_in.user, grant.signed_in.account
    assert (user.name, user.phone, user.user_type) == ("Ann Lee", "", UserType.CUSTOMER)
    assert account.email_confirmed_at == scenario.clock.now()
    assert grant.signed_in.providers == ("google",)
    shown = await scenario.accounts.current_user(grant.access_token)
    assert [identity.provider for identity in shown.identities] == [Provider.GOOGLE]


async def test_a_newcomer_by_a_provider_is_told_to_the_audit_trail_once(scenario: AccountScenario) -> None:
    await signed_in(scenario)
    entries = await AuditUseCases(scenario.storage).after(OPERATOR, 0, 100)
    assert [entry.action for entry in entries].count("signed_up") == 1


async def test_whoever_comes_again_finds_their_account_and_keeps_their_own_name(
    scenario: AccountScenario,
) -> None:
    first = await signed_in(scenario)
    again = await signed_in(scenario, person=a_person(name="Ann Lee-Park"))
    assert again.signed_in.account.id == first.signed_in.account.id
    assert again.signed_in.identities[0].data["name"] == "Ann Lee-Park"
    assert again.signed_in.user.name == "Ann Lee"


async def test_both_sides_having_shown_the_address_links_them(scenario: AccountScenario) -> None:
    account_id = await registered(scenario)
    grant = await signed_in(scenario)
    assert grant.signed_in.account.id == account_id
    assert grant.signed_in.providers == ("email", "google")
    await scenario.accounts.sign_in(ANN, PASSWORD)


async def test_a_squatter_loses_the_password_and_everything_that_they_put_there(
    scenario: AccountScenario,
) -> None:
    account_id = await registered(scenario, confirm=False, name="Mallory", phone="+12125550100")
    mailed = (await scenario.mails())[-1]
    grant = await signed_in(scenario)
    after = grant.signed_in
    assert after.account.id == account_id
    assert (after.account.password_hash, after.account.new_email) == (None, None)
    assert after.account.user_metadata == {"name": "Ann Lee"}
    assert (after.user.name, after.user.phone) == ("Ann Lee", "")
    assert after.providers == ("google",)
    with pytest.raises(InvalidCredentials):
        await scenario.accounts.sign_in(ANN, PASSWORD)
    with pytest.raises(HaulageError, match="expired or is invalid"):
        await scenario.accounts.verify.by_code("signup", ANN, mailed["code"])


async def test_an_address_that_the_provider_does_not_vouch_for_opens_no_account(
    scenario: AccountScenario,
) -> None:
    await registered(scenario)
    for provider, person in (
        (Provider.GOOGLE, a_person(verified=False)),
        (Provider.FACEBOOK, a_person()),
    ):
        refusal = await come(scenario, provider, person)
        assert isinstance(refusal, AddressNeedsProof)
        assert refusal.code == "provider_email_needs_verification"
    shown = (await scenario.accounts.sign_in(ANN, PASSWORD)).signed_in
    assert shown.providers == ("email",)


async def test_an_unvouched_newcomer_has_to_answer_a_mail_first(scenario: AccountScenario) -> None:
    refusal = await come(scenario, Provider.FACEBOOK)
    assert isinstance(refusal, AddressNeedsProof)
    assert refusal.mailed
    mail = (await scenario.mails())[-1]
    assert (mail["to"], mail["kind"]) == (ANN, "confirm_signup")
    await scenario.accounts.verify.by_code("signup", ANN, mail["code"])
    grant = await signed_in(scenario, Provider.FACEBOOK)
    assert grant.signed_in.providers == ("facebook",)


async def test_an_unvouched_identity_does_not_stay_when_the_owner_of_the_address_comes(
    scenario: AccountScenario,
) -> None:
    await come(scenario, Provider.FACEBOOK)
    grant = await signed_in(scenario, Provider.GOOGLE)
    assert grant.signed_in.providers == ("google",)
    assert isinstance(await come(scenario, Provider.FACEBOOK), AddressNeedsProof)


async def test_an_unvouched_identity_waits_for_the_mail_of_an_unconfirmed_account(
    scenario: AccountScenario,
) -> None:
    await registered(scenario, confirm=False)
    refusal = await come(scenario, Provider.FACEBOOK)
    assert isinstance(refusal, AddressNeedsProof)
    grant = await scenario.accounts.verify.by_code("signup", ANN, (await scenario.mails())[-1]["code"])
    assert grant.signed_in.providers == ("email",)


async def test_an_administrators_account_is_not_entered_by_an_address(scenario: AccountScenario) -> None:
    await registered(scenario)
    await scenario.accounts.grant_admin(ANN)
    assert isinstance(await come(scenario), AccountNeedsSignIn)


async def test_where_addresses_need_no_proof_a_real_provider_enters_no_account(
    anyio_backend: str, tmp_path: Path
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'loose.db'}"
    async with open_account_scenario(url, AccountTerms(autoconfirm=True)) as scenario:
        await scenario.sign_up(ANN)
        assert isinstance(await come(scenario), AccountNeedsSignIn)
        newcomer = await signed_in(scenario, Provider.FACEBOOK, a_person("bea@example.com"))
        assert newcomer.signed_in.account.email_confirmed_at is not None


async def test_a_state_is_good_once(scenario: AccountScenario) -> None:
    visit = await leave(scenario)
    await visit.back(a_person())
    with pytest.raises(BadOAuthState):
        await visit.back(a_person())


async def test_a_forged_state_leads_nowhere(scenario: AccountScenario) -> None:
    visit = await leave(scenario)
    for state in ("", "sta_forged", "x" * 10_000):
        with pytest.raises(BadOAuthState):
            await visit.back(a_person(), state=state)


async def test_another_browser_is_not_signed_in_and_uses_the_state_up(scenario: AccountScenario) -> None:
    visit = await leave(scenario)
    for browser in ("", "brw_of_somebody_else", visit.begun.browser):
        with pytest.raises(BadOAuthState):
            await visit.back(a_person(), browser=browser)


async def test_ten_minutes_are_enough_and_more_is_too_late(scenario: AccountScenario) -> None:
    in_time, late = await leave(scenario), await leave(scenario)
    scenario.clock.turn(minutes=10)
    assert isinstance((await in_time.back(a_person())).outcome, SessionGrant)
    scenario.clock.turn(seconds=1)
    assert isinstance((await late.back(a_person())).outcome, BadOAuthState)


async def test_changing_ones_mind_is_told_where_the_sign_in_began(scenario: AccountScenario) -> None:
    returned = await (await leave(scenario)).back(None)
    assert isinstance(returned.outcome, SignInDeclined)
    assert returned.redirect_to == HOME


async def test_a_code_of_another_visit_is_refused_because_its_verifier_is(scenario: AccountScenario) -> None:
    mine, theirs = await leave(scenario), await leave(scenario)
    page = provider_of(scenario.storage, scenario.clock)
    asked = dict(parse_qsl(urlsplit(theirs.begun.url).query))
    url = await page.approve(Provider.GOOGLE, asked, a_person("eve@example.com"))
    code = dict(parse_qsl(urlsplit(url).query))["code"]
    returned = await mine.back(a_person(), code=code)
    assert isinstance(returned.outcome, BadProviderAnswer)


async def test_a_nonce_of_another_visit_is_refused(scenario: AccountScenario) -> None:
    visit = await leave(scenario)
    page = provider_of(scenario.storage, scenario.clock)
    asked = dict(parse_qsl(urlsplit(visit.begun.url).query)) | {"nonce": "another"}
    url = await page.approve(Provider.GOOGLE, asked, a_person())
    code = dict(parse_qsl(urlsplit(url).query))["code"]
    assert isinstance((await visit.back(a_person(), code=code)).outcome, BadProviderAnswer)


async def test_with_a_challenge_a_code_comes_back_for_whoever_has_the_verifier(
    scenario: AccountScenario,
) -> None:
    challenge = code_challenge(CHALLENGE, "s256")
    for verifier in (VERIFIER, "x" * 43):
        returned = await (await leave(scenario, challenge=challenge)).back(a_person())
        assert isinstance(returned.outcome, str)
        exchange = scenario.accounts.exchange_code(returned.outcome, verifier)
        if verifier == VERIFIER:
            assert (await exchange).signed_in.account.email == ANN
        else:
            with pytest.raises(BadCodeVerifier):
                await exchange


async def test_whoever_is_signed_in_links_any_address(scenario: AccountScenario) -> None:
    await registered(scenario)
    grant = await scenario.accounts.sign_in(ANN, PASSWORD)
    other = a_person("ann.at.home@example.com")
    visit = await leave(scenario, Provider.FACEBOOK, access_token=grant.access_token)
    returned = await visit.back(other)
    assert isinstance(returned.outcome, SessionGrant)
    assert returned.outcome.signed_in.providers == ("email", "facebook")
    by_facebook = await signed_in(scenario, Provider.FACEBOOK, other)
    assert by_facebook.signed_in.account.email == ANN


async def test_what_is_linked_already_is_not_linked_again(scenario: AccountScenario) -> None:
    theirs = await signed_in(scenario, person=a_person("bea@example.com"))
    await registered(scenario)
    mine = await scenario.accounts.sign_in(ANN, PASSWORD)
    for grant, words in ((mine, "to another user"), (theirs, "already linked$")):
        visit = await leave(scenario, access_token=grant.access_token)
        outcome = (await visit.back(a_person("bea@example.com"))).outcome
        assert isinstance(outcome, IdentityAlreadyExists)
        with pytest.raises(IdentityAlreadyExists, match=words):
            raise outcome


async def test_the_last_way_in_stays(scenario: AccountScenario) -> None:
    grant = await signed_in(scenario)
    identity = grant.signed_in.identities[0]
    with pytest.raises(SingleIdentityNotDeletable):
        await scenario.accounts.unlink_identity(grant.access_token, identity.id)


async def test_an_unlinked_identity_opens_the_account_no_more(scenario: AccountScenario) -> None:
    await registered(scenario)
    grant = await signed_in(scenario)
    with pytest.raises(IdentityNotFound):
        await scenario.accounts.unlink_identity(grant.access_token, "idt_of_nobody")
    await scenario.accounts.unlink_identity(grant.access_token, grant.signed_in.identities[0].id)
    assert (await scenario.accounts.current_user(grant.access_token)).providers == ("email",)
    with pytest.raises(SingleIdentityNotDeletable):
        await scenario.accounts.unlink_identity(grant.access_token, grant.signed_in.account.id)


async def test_unlinking_the_address_removes_the_password(scenario: AccountScenario) -> None:
    account_id = await registered(scenario)
    grant = await signed_in(scenario)
    await scenario.accounts.unlink_identity(grant.access_token, account_id)
    assert (await scenario.accounts.current_user(grant.access_token)).providers == ("google",)
    with pytest.raises(InvalidCredentials):
        await scenario.accounts.sign_in(ANN, PASSWORD)


async def test_only_whoever_is_signed_in_links(scenario: AccountScenario) -> None:
    grant = await signed_in(scenario)
    await scenario.accounts.sign_out(grant.access_token)
    with pytest.raises(SessionNotFound):
        await leave(scenario, access_token=grant.access_token)


async def test_a_provider_that_is_not_set_up_is_refused(scenario: AccountScenario) -> None:
    for name in ("github", "email", ""):
        with pytest.raises(ProviderNotEnabled):
            await scenario.accounts.social.begin(name, redirect_to=HOME)


async def test_an_id_token_signs_in_with_its_nonce_and_not_without(scenario: AccountScenario) -> None:
    given = {"provider": "google", "email": ANN, "name": "Ann Lee", "email_verified": True}
    page = provider_of(scenario.storage, scenario.clock)
    token = await page.id_token(Provider.GOOGLE, given, nonce=hashed_nonce("mine"))
    for nonce in (None, "another"):
        with pytest.raises(BadIdToken):
            await scenario.accounts.social.by_id_token("google", token, nonce=nonce)
    grant = await scenario.accounts.social.by_id_token("google", token, nonce="mine")
    assert grant.signed_in.account.email == ANN
    scenario.clock.turn(hours=2)
    with pytest.raises(BadIdToken):
        await scenario.accounts.social.by_id_token("google", token, nonce="mine")


UNPROVED = a_person(verified=False)


async def test_a_strangers_provider_is_out_once_somebody_else_signs_up_and_confirms(
    scenario: AccountScenario,
) -> None:
    assert not isinstance(await come(scenario, person=UNPROVED), SessionGrant)
    await scenario.mails()
    scenario.clock.turn(minutes=2)
    await scenario.accounts.sign_up(ANN, PASSWORD, {})
    await scenario.accounts.verify.by_code("signup", ANN, (await scenario.mails())[-1]["code"])
    assert isinstance(await come(scenario, person=UNPROVED), AddressNeedsProof)


@pytest.mark.parametrize("purpose", [CodePurpose.MAGIC_LINK, CodePurpose.RECOVERY])
async def test_a_strangers_provider_is_out_once_the_owner_comes_by_another_mail(
    scenario: AccountScenario, purpose: CodePurpose
) -> None:
    await come(scenario, person=UNPROVED)
    await scenario.mails()
    await scenario.accounts.ask_for_mail(purpose, ANN)
    await scenario.accounts.verify.by_code(purpose.value, ANN, (await scenario.mails())[-1]["code"])
    assert isinstance(await come(scenario, person=UNPROVED), AddressNeedsProof)


async def test_a_strangers_password_is_out_once_a_provider_waits_for_the_same_mail(
    scenario: AccountScenario,
) -> None:
    await registered(scenario, confirm=False)
    await scenario.mails()
    scenario.clock.turn(minutes=2)
    await come(scenario, person=UNPROVED)
    await scenario.accounts.verify.by_code("signup", ANN, (await scenario.mails())[-1]["code"])
    with pytest.raises(InvalidCredentials):
        await scenario.accounts.sign_in(ANN, PASSWORD)


async def given(scenario: AccountScenario) -> list[tuple[str, str]]:
    """Who was told of which way in."""
    mails = [mail for mail in await scenario.mails() if "provider" in mail]
    return [(mail["kind"], mail["provider"]) for mail in mails if mail["to"] == ANN]


async def test_the_owner_is_told_of_a_way_in_that_joins_and_of_one_that_goes(
    scenario: AccountScenario,
) -> None:
    account_id = await registered(scenario)
    grant = await signed_in(scenario)
    assert await given(scenario) == [("identity_linked", "Google")]
    await signed_in(scenario)
    visit = await leave(scenario, Provider.FACEBOOK, access_token=grant.access_token)
    await visit.back(a_person("ann.at.home@example.com"))
    assert (await given(scenario))[1:] == [("identity_linked", "Facebook")]
    await scenario.accounts.unlink_identity(grant.access_token, grant.signed_in.identities[0].id)
    assert (await given(scenario))[2:] == [("identity_unlinked", "Google")]
    await scenario.accounts.unlink_identity(grant.access_token, account_id)
    assert (await given(scenario))[3:] == [("identity_unlinked", "e-mail and password")]


async def test_a_newcomer_is_not_told_how_they_have_just_come(scenario: AccountScenario) -> None:
    await signed_in(scenario)
    assert await given(scenario) == []
