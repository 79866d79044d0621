"""Google and Facebook over a real database and the simulated providers."""

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import attrs
import pytest

from account_desk import PASSWORD, SITE, Desk, open_desk, provider_of
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
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}", STRICT) as opened:
        yield opened


@attrs.frozen
class Visit:
    """A browser at the provider's page."""

    desk: Desk
    provider: Provider
    begun: Begun

    async def back(
        self, person: SimulatedPerson | None = None, *, browser: str | None = None, **changed: str
    ) -> Returned:
        """Come back as somebody; *changed* replaces what the browser carries."""
        asked = dict(parse_qsl(urlsplit(self.begun.url).query))
        page = provider_of(self.desk.storage, self.desk.clock)
        assert page.is_request(self.provider, asked)
        url = page.decline(asked) if person is None else await page.approve(self.provider, asked, person)
        given = dict(parse_qsl(urlsplit(url).query)) | changed
        return await self.desk.accounts.social.finish(
            state=given["state"],
            code=given.get("code", ""),
            declined="error" in given,
            browser=self.begun.browser if browser is None else browser,
        )


async def leave(
    desk: Desk,
    provider: Provider = Provider.GOOGLE,
    *,
    challenge: CodeChallenge | None = None,
    access_token: str | None = None,
) -> Visit:
    begun = await desk.accounts.social.begin(
        provider, redirect_to=HOME, challenge=challenge, access_token=access_token
    )
    return Visit(desk, provider, begun)


def a_person(email: str = ANN, *, verified: bool = True, name: str = "Ann Lee") -> SimulatedPerson:
    return SimulatedPerson(name, email, verified)


async def come(
    desk: Desk, provider: Provider = Provider.GOOGLE, person: SimulatedPerson | None = None
) -> SessionGrant | HaulageError:
    returned = await (await leave(desk, provider)).back(person or a_person())
    assert returned.redirect_to == HOME
    assert not isinstance(returned.outcome, str)
    return returned.outcome


async def signed_in(
    desk: Desk, provider: Provider = Provider.GOOGLE, person: SimulatedPerson | None = None
) -> SessionGrant:
    outcome = await come(desk, provider, person)
    assert isinstance(outcome, SessionGrant), outcome
    return outcome


async def registered(desk: Desk, email: str = ANN, *, confirm: bool = True, **given: object) -> str:
    """The id of an account with a password."""
    made = await desk.accounts.sign_up(email, PASSWORD, given)
    assert isinstance(made, AwaitingConfirmation)
    if confirm:
        await desk.accounts.verify.by_code("signup", email, (await desk.mails())[-1]["code"])
    return made.account.id


async def test_a_newcomer_becomes_a_customer_without_a_phone(desk: Desk) -> None:
    grant = await signed_in(desk)
    user, account = grant.signed_in.user, grant.signed_in.account
    assert (user.name, user.phone, user.user_type) == ("Ann Lee", "", UserType.CUSTOMER)
    assert account.email_confirmed_at == desk.clock.now()
    assert grant.signed_in.providers == ("google",)
    shown = await desk.accounts.current_user(grant.access_token)
    assert [identity.provider for identity in shown.identities] == [Provider.GOOGLE]


async def test_a_newcomer_by_a_provider_is_told_to_the_audit_trail_once(desk: Desk) -> None:
    await signed_in(desk)
    entries = await AuditUseCases(desk.storage).after(OPERATOR, 0, 100)
    assert [entry.action for entry in entries].count("signed_up") == 1


async def test_whoever_comes_again_finds_their_account_and_keeps_their_own_name(desk: Desk) -> None:
    first = await signed_in(desk)
    again = await signed_in(desk, person=a_person(name="Ann Lee-Park"))
    assert again.signed_in.account.id == first.signed_in.account.id
    assert again.signed_in.identities[0].data["name"] == "Ann Lee-Park"
    assert again.signed_in.user.name == "Ann Lee"


async def test_both_sides_having_shown_the_address_links_them(desk: Desk) -> None:
    account_id = await registered(desk)
    grant = await signed_in(desk)
    assert grant.signed_in.account.id == account_id
    assert grant.signed_in.providers == ("email", "google")
    await desk.accounts.sign_in(ANN, PASSWORD)


async def test_a_squatter_loses_the_password_and_everything_that_they_put_there(desk: Desk) -> None:
    account_id = await registered(desk, confirm=False, name="Mallory", phone="+12125550100")
    mailed = (await desk.mails())[-1]
    grant = await signed_in(desk)
    after = grant.signed_in
    assert after.account.id == account_id
    assert (after.account.password_hash, after.account.new_email) == (None, None)
    assert after.account.user_metadata == {"name": "Ann Lee"}
    assert (after.user.name, after.user.phone) == ("Ann Lee", "")
    assert after.providers == ("google",)
    with pytest.raises(InvalidCredentials):
        await desk.accounts.sign_in(ANN, PASSWORD)
    with pytest.raises(HaulageError, match="expired or is invalid"):
        await desk.accounts.verify.by_code("signup", ANN, mailed["code"])


async def test_an_address_that_the_provider_does_not_vouch_for_opens_no_account(desk: Desk) -> None:
    await registered(desk)
    for provider, person in (
        (Provider.GOOGLE, a_person(verified=False)),
        (Provider.FACEBOOK, a_person()),
    ):
        refusal = await come(desk, provider, person)
        assert isinstance(refusal, AddressNeedsProof)
        assert refusal.code == "provider_email_needs_verification"
    shown = (await desk.accounts.sign_in(ANN, PASSWORD)).signed_in
    assert shown.providers == ("email",)


async def test_an_unvouched_newcomer_has_to_answer_a_mail_first(desk: Desk) -> None:
    refusal = await come(desk, Provider.FACEBOOK)
    assert isinstance(refusal, AddressNeedsProof)
    assert refusal.mailed
    mail = (await desk.mails())[-1]
    assert (mail["to"], mail["kind"]) == (ANN, "confirm_signup")
    await desk.accounts.verify.by_code("signup", ANN, mail["code"])
    grant = await signed_in(desk, Provider.FACEBOOK)
    assert grant.signed_in.providers == ("facebook",)


async def test_an_unvouched_identity_does_not_stay_when_the_owner_of_the_address_comes(desk: Desk) -> None:
    await come(desk, Provider.FACEBOOK)
    grant = await signed_in(desk, Provider.GOOGLE)
    assert grant.signed_in.providers == ("google",)
    assert isinstance(await come(desk, Provider.FACEBOOK), AddressNeedsProof)


async def test_an_unvouched_identity_waits_for_the_mail_of_an_unconfirmed_account(desk: Desk) -> None:
    await registered(desk, confirm=False)
    refusal = await come(desk, Provider.FACEBOOK)
    assert isinstance(refusal, AddressNeedsProof)
    grant = await desk.accounts.verify.by_code("signup", ANN, (await desk.mails())[-1]["code"])
    assert grant.signed_in.providers == ("email",)


async def test_an_administrators_account_is_not_entered_by_an_address(desk: Desk) -> None:
    await registered(desk)
    await desk.accounts.grant_admin(ANN)
    assert isinstance(await come(desk), AccountNeedsSignIn)


async def test_where_addresses_need_no_proof_a_real_provider_enters_no_account(
    anyio_backend: str, tmp_path: Path
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'loose.db'}"
    async with open_desk(url, AccountTerms(autoconfirm=True)) as desk:
        await desk.sign_up(ANN)
        assert isinstance(await come(desk), AccountNeedsSignIn)
        newcomer = await signed_in(desk, Provider.FACEBOOK, a_person("bea@example.com"))
        assert newcomer.signed_in.account.email_confirmed_at is not None


async def test_a_state_is_good_once(desk: Desk) -> None:
    visit = await leave(desk)
    await visit.back(a_person())
    with pytest.raises(BadOAuthState):
        await visit.back(a_person())


async def test_a_forged_state_leads_nowhere(desk: Desk) -> None:
    visit = await leave(desk)
    for state in ("", "sta_forged", "x" * 10_000):
        with pytest.raises(BadOAuthState):
            await visit.back(a_person(), state=state)


async def test_another_browser_is_not_signed_in_and_uses_the_state_up(desk: Desk) -> None:
    visit = await leave(desk)
    for browser in ("", "brw_of_somebody_else", visit.begun.browser):
        with pytest.raises(BadOAuthState):
            await visit.back(a_person(), browser=browser)


async def test_ten_minutes_are_enough_and_more_is_too_late(desk: Desk) -> None:
    in_time, late = await leave(desk), await leave(desk)
    desk.clock.turn(minutes=10)
    assert isinstance((await in_time.back(a_person())).outcome, SessionGrant)
    desk.clock.turn(seconds=1)
    assert isinstance((await late.back(a_person())).outcome, BadOAuthState)


async def test_changing_ones_mind_is_told_where_the_sign_in_began(desk: Desk) -> None:
    returned = await (await leave(desk)).back(None)
    assert isinstance(returned.outcome, SignInDeclined)
    assert returned.redirect_to == HOME


async def test_a_code_of_another_visit_is_refused_because_its_verifier_is(desk: Desk) -> None:
    mine, theirs = await leave(desk), await leave(desk)
    page = provider_of(desk.storage, desk.clock)
    asked = dict(parse_qsl(urlsplit(theirs.begun.url).query))
    url = await page.approve(Provider.GOOGLE, asked, a_person("eve@example.com"))
    code = dict(parse_qsl(urlsplit(url).query))["code"]
    returned = await mine.back(a_person(), code=code)
    assert isinstance(returned.outcome, BadProviderAnswer)


async def test_a_nonce_of_another_visit_is_refused(desk: Desk) -> None:
    visit = await leave(desk)
    page = provider_of(desk.storage, desk.clock)
    asked = dict(parse_qsl(urlsplit(visit.begun.url).query)) | {"nonce": "another"}
    url = await page.approve(Provider.GOOGLE, asked, a_person())
    code = dict(parse_qsl(urlsplit(url).query))["code"]
    assert isinstance((await visit.back(a_person(), code=code)).outcome, BadProviderAnswer)


async def test_with_a_challenge_a_code_comes_back_for_whoever_has_the_verifier(desk: Desk) -> None:
    challenge = code_challenge(CHALLENGE, "s256")
    for verifier in (VERIFIER, "x" * 43):
        returned = await (await leave(desk, challenge=challenge)).back(a_person())
        assert isinstance(returned.outcome, str)
        exchange = desk.accounts.exchange_code(returned.outcome, verifier)
        if verifier == VERIFIER:
            assert (await exchange).signed_in.account.email == ANN
        else:
            with pytest.raises(BadCodeVerifier):
                await exchange


async def test_whoever_is_signed_in_links_any_address(desk: Desk) -> None:
    await registered(desk)
    grant = await desk.accounts.sign_in(ANN, PASSWORD)
    other = a_person("ann.at.home@example.com")
    visit = await leave(desk, Provider.FACEBOOK, access_token=grant.access_token)
    returned = await visit.back(other)
    assert isinstance(returned.outcome, SessionGrant)
    assert returned.outcome.signed_in.providers == ("email", "facebook")
    by_facebook = await signed_in(desk, Provider.FACEBOOK, other)
    assert by_facebook.signed_in.account.email == ANN


async def test_what_is_linked_already_is_not_linked_again(desk: Desk) -> None:
    theirs = await signed_in(desk, person=a_person("bea@example.com"))
    await registered(desk)
    mine = await desk.accounts.sign_in(ANN, PASSWORD)
    for grant, words in ((mine, "to another user"), (theirs, "already linked$")):
        visit = await leave(desk, access_token=grant.access_token)
        outcome = (await visit.back(a_person("bea@example.com"))).outcome
        assert isinstance(outcome, IdentityAlreadyExists)
        with pytest.raises(IdentityAlreadyExists, match=words):
            raise outcome


async def test_the_last_way_in_stays(desk: Desk) -> None:
    grant = await signed_in(desk)
    identity = grant.signed_in.identities[0]
    with pytest.raises(SingleIdentityNotDeletable):
        await desk.accounts.unlink_identity(grant.access_token, identity.id)


async def test_an_unlinked_identity_opens_the_account_no_more(desk: Desk) -> None:
    await registered(desk)
    grant = await signed_in(desk)
    with pytest.raises(IdentityNotFound):
        await desk.accounts.unlink_identity(grant.access_token, "idt_of_nobody")
    await desk.accounts.unlink_identity(grant.access_token, grant.signed_in.identities[0].id)
    assert (await desk.accounts.current_user(grant.access_token)).providers == ("email",)
    with pytest.raises(SingleIdentityNotDeletable):
        await desk.accounts.unlink_identity(grant.access_token, grant.signed_in.account.id)


async def test_unlinking_the_address_removes_the_password(desk: Desk) -> None:
    account_id = await registered(desk)
    grant = await signed_in(desk)
    await desk.accounts.unlink_identity(grant.access_token, account_id)
    assert (await desk.accounts.current_user(grant.access_token)).providers == ("google",)
    with pytest.raises(InvalidCredentials):
        await desk.accounts.sign_in(ANN, PASSWORD)


async def test_only_whoever_is_signed_in_links(desk: Desk) -> None:
    grant = await signed_in(desk)
    await desk.accounts.sign_out(grant.access_token)
    with pytest.raises(SessionNotFound):
        await leave(desk, access_token=grant.access_token)


async def test_a_provider_that_is_not_set_up_is_refused(desk: Desk) -> None:
    for name in ("github", "email", ""):
        with pytest.raises(ProviderNotEnabled):
            await desk.accounts.social.begin(name, redirect_to=HOME)


async def test_an_id_token_signs_in_with_its_nonce_and_not_without(desk: Desk) -> None:
    given = {"provider": "google", "email": ANN, "name": "Ann Lee", "email_verified": True}
    page = provider_of(desk.storage, desk.clock)
    token = await page.id_token(Provider.GOOGLE, given, nonce=hashed_nonce("mine"))
    for nonce in (None, "another"):
        with pytest.raises(BadIdToken):
            await desk.accounts.social.by_id_token("google", token, nonce=nonce)
    grant = await desk.accounts.social.by_id_token("google", token, nonce="mine")
    assert grant.signed_in.account.email == ANN
    desk.clock.turn(hours=2)
    with pytest.raises(BadIdToken):
        await desk.accounts.social.by_id_token("google", token, nonce="mine")


UNPROVED = a_person(verified=False)


async def test_a_strangers_provider_is_out_once_somebody_else_signs_up_and_confirms(desk: Desk) -> None:
    assert not isinstance(await come(desk, person=UNPROVED), SessionGrant)
    await desk.mails()
    desk.clock.turn(minutes=2)
    await desk.accounts.sign_up(ANN, PASSWORD, {})
    await desk.accounts.verify.by_code("signup", ANN, (await desk.mails())[-1]["code"])
    assert isinstance(await come(desk, person=UNPROVED), AddressNeedsProof)


@pytest.mark.parametrize("purpose", [CodePurpose.MAGIC_LINK, CodePurpose.RECOVERY])
async def test_a_strangers_provider_is_out_once_the_owner_comes_by_another_mail(
    desk: Desk, purpose: CodePurpose
) -> None:
    await come(desk, person=UNPROVED)
    await desk.mails()
    await desk.accounts.ask_for_mail(purpose, ANN)
    await desk.accounts.verify.by_code(purpose.value, ANN, (await desk.mails())[-1]["code"])
    assert isinstance(await come(desk, person=UNPROVED), AddressNeedsProof)


async def test_a_strangers_password_is_out_once_a_provider_waits_for_the_same_mail(desk: Desk) -> None:
    await registered(desk, confirm=False)
    await desk.mails()
    desk.clock.turn(minutes=2)
    await come(desk, person=UNPROVED)
    await desk.accounts.verify.by_code("signup", ANN, (await desk.mails())[-1]["code"])
    with pytest.raises(InvalidCredentials):
        await desk.accounts.sign_in(ANN, PASSWORD)


async def given(desk: Desk) -> list[tuple[str, str]]:
    """Who was told of which way in."""
    mails = [mail for mail in await desk.mails() if "provider" in mail]
    return [(mail["kind"], mail["provider"]) for mail in mails if mail["to"] == ANN]


async def test_the_owner_is_told_of_a_way_in_that_joins_and_of_one_that_goes(desk: Desk) -> None:
    account_id = await registered(desk)
    grant = await signed_in(desk)
    assert await given(desk) == [("identity_linked", "Google")]
    await signed_in(desk)
    visit = await leave(desk, Provider.FACEBOOK, access_token=grant.access_token)
    await visit.back(a_person("ann.at.home@example.com"))
    assert (await given(desk))[1:] == [("identity_linked", "Facebook")]
    await desk.accounts.unlink_identity(grant.access_token, grant.signed_in.identities[0].id)
    assert (await given(desk))[2:] == [("identity_unlinked", "Google")]
    await desk.accounts.unlink_identity(grant.access_token, account_id)
    assert (await given(desk))[3:] == [("identity_unlinked", "e-mail and password")]


async def test_a_newcomer_is_not_told_how_they_have_just_come(desk: Desk) -> None:
    await signed_in(desk)
    assert await given(desk) == []
