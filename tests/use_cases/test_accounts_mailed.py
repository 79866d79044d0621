"""Links and codes that are mailed, over a real database."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from account_desk import PASSWORD, Desk, open_desk
from haulage.accounts import InvalidCredentials, SessionGrant, SessionNotFound
from haulage.accounts.email_address import InvalidEmail
from haulage.accounts.flows import BadCodeVerifier, FlowExpired, FlowNotFound, code_challenge
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.one_time import (
    MAX_WRONG_GUESSES,
    CodePurpose,
    EmailNotConfirmed,
    EmailTooSoon,
    OneTimeCodeExpired,
)
from haulage.accounts.password import ReauthenticationNotValid, WeakPassword
from haulage.kernel.actor import UserType
from haulage.kernel.errors import InvalidInput
from haulage.kernel.rate_limit import RateLimit, TooManyRequests
from haulage.use_cases.accounts import AccountTerms, AwaitingConfirmation, Changes
from haulage.use_cases.accounts.auth_rate_limits import STANDARD_ACCOUNT_LIMITS, AccountLimit
from statements import statements

pytestmark = pytest.mark.anyio

ANN, BEA = "ann@example.com", "bea@example.com"
NEW_PASSWORD = "Better1!"
HERE = "192.0.2.1"
VERIFIER = "a-verifier-of-letters-and-digits-that-is-long-enough"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}"
    async with open_desk(url, AccountTerms()) as opened:
        yield opened


async def register(desk: Desk, email: str = ANN, **metadata: object) -> AwaitingConfirmation:
    made = await desk.accounts.sign_up(email, PASSWORD, metadata)
    assert isinstance(made, AwaitingConfirmation)
    return made


async def newest(desk: Desk) -> dict[str, str]:
    return (await desk.mails())[-1]


def token_in(mail: dict[str, str]) -> str:
    return parse_qs(urlsplit(mail["link"]).query)["token"][0]


async def confirmed(desk: Desk, email: str = ANN, **metadata: object) -> SessionGrant:
    await register(desk, email, **metadata)
    return await desk.accounts.verify.by_code("signup", email, (await newest(desk))["code"])


async def sign_in(desk: Desk, email: str = ANN, password: str = PASSWORD) -> SessionGrant:
    return await desk.accounts.sign_in(email, password, caller=HERE)


async def test_a_new_account_waits_for_its_mail_to_be_answered(desk: Desk) -> None:
    await register(desk, name="Ann")
    with pytest.raises(EmailNotConfirmed, match="Email not confirmed"):
        await sign_in(desk)
    mail = await newest(desk)
    assert (mail["to"], mail["kind"], mail["name"]) == (ANN, "confirm_signup", "Ann")
    grant = await desk.accounts.verify.by_code("signup", ANN, mail["code"])
    assert grant.signed_in.account.email_confirmed_at == desk.clock.now()
    await sign_in(desk)


async def test_a_wrong_password_says_nothing_of_confirmation(desk: Desk) -> None:
    await register(desk)
    with pytest.raises(InvalidCredentials):
        await sign_in(desk, password="wrong-1")


async def test_a_known_address_signs_up_to_a_made_up_user_and_gets_no_mail(desk: Desk) -> None:
    real = await confirmed(desk)
    desk.clock.turn(minutes=2)
    before = len(await desk.mails())
    made = await register(desk, name="Mallory")
    assert made.made_up
    assert made.account.id != real.signed_in.account.id
    assert len(await desk.mails()) == before
    assert (await sign_in(desk)).signed_in.user.name == ""


async def test_signing_up_again_with_the_same_password_mails_again_and_keeps_it(desk: Desk) -> None:
    first = await register(desk)
    await desk.mails()
    desk.clock.turn(minutes=2)
    second = await register(desk)
    assert second.account.id == first.account.id
    await desk.accounts.verify.by_code("signup", ANN, (await newest(desk))["code"])
    await sign_in(desk)


@pytest.mark.parametrize("passwords", [("mallory-1", PASSWORD), (PASSWORD, "mallory-1")])
async def test_of_two_passwords_told_before_confirmation_neither_lets_anybody_in(
    desk: Desk, passwords: tuple[str, str]
) -> None:
    for password in (*passwords, passwords[0]):
        await desk.accounts.sign_up(ANN, password, {})
        desk.clock.turn(minutes=2)
        code = (await newest(desk))["code"]
    confirmed = await desk.accounts.verify.by_code("signup", ANN, code)
    for password in passwords:
        with pytest.raises(InvalidCredentials):
            await sign_in(desk, password=password)
    changed = await desk.accounts.update_user(confirmed.access_token, Changes(password=NEW_PASSWORD))
    assert changed.account.password_hash is not None
    await sign_in(desk, password=NEW_PASSWORD)


@pytest.mark.parametrize("purpose", [CodePurpose.MAGIC_LINK, CodePurpose.RECOVERY])
async def test_a_password_that_was_told_by_a_stranger_ends_when_the_owner_comes_by_another_mail(
    desk: Desk, purpose: CodePurpose
) -> None:
    await desk.accounts.sign_up(ANN, "mallory-1", {})
    await desk.mails()
    await desk.accounts.ask_for_mail(purpose, ANN)
    await desk.accounts.verify.by_code(purpose.value, ANN, (await newest(desk))["code"])
    with pytest.raises(InvalidCredentials):
        await sign_in(desk, password="mallory-1")


async def test_signing_up_again_shows_nothing_of_who_was_there_first(desk: Desk) -> None:
    await register(desk, name="Ann Owner", phone="+12125550100", userType="driver")
    await desk.mails()
    desk.clock.turn(minutes=2)
    shown = await register(desk, name="Mallory")
    assert shown.account.user_metadata == {"name": "Mallory"}
    again = await desk.accounts.verify.by_code("signup", ANN, (await newest(desk))["code"])
    user = again.signed_in.user
    assert (user.name, user.phone, user.user_type) == ("Mallory", "", UserType.CUSTOMER)


@pytest.mark.parametrize("chosen", [("customer", "driver"), ("driver", "customer"), ("driver", "driver")])
async def test_the_role_that_was_chosen_last_before_confirming_is_the_accounts(
    desk: Desk, chosen: tuple[str, str]
) -> None:
    for role in chosen:
        registered = await register(desk, name="Ann", userType=role)
        await desk.mails()
        desk.clock.turn(minutes=2)
    assert (registered.user_type, registered.account.user_metadata["userType"]) == (chosen[-1], chosen[-1])
    await desk.accounts.ask_for_mail(CodePurpose.SIGN_UP, ANN)
    code = (await newest(desk))["code"]
    signed_in = (await desk.accounts.verify.by_code("signup", ANN, code)).signed_in
    assert signed_in.user.user_type.value == chosen[-1]
    profile = await desk.storage.read(lambda unit: unit.drivers.get_by_user(signed_in.user.id))
    assert (profile is not None, signed_in.driver_id is not None) == (chosen[-1] == "driver",) * 2
    assert profile is None or (profile.name, profile.is_approved) == ("Ann", False)


async def test_signing_up_again_does_not_undo_what_an_operator_granted(desk: Desk) -> None:
    await register(desk)
    await desk.accounts.grant_admin(ANN)
    desk.clock.turn(minutes=2)
    await register(desk, userType="driver")
    account = await desk.storage.read(lambda unit: unit.accounts.by_email(ANN))
    assert account is not None
    user = await desk.storage.read(lambda unit: unit.accounts.user_of(account.id))
    assert user is not None
    assert user.user_type is UserType.ADMIN
    assert await desk.storage.read(lambda unit: unit.drivers.get_by_user(user.id)) is None


async def test_guesses_are_counted_over_all_the_codes_of_an_address(desk: Desk) -> None:
    await confirmed(desk)
    limit, refusals = STANDARD_ACCOUNT_LIMITS[AccountLimit.CODES_PER_ACCOUNT], 0
    for number in range(60):
        purpose = (CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK)[number // MAX_WRONG_GUESSES % 2]
        if number % MAX_WRONG_GUESSES == 0:
            desk.clock.turn(seconds=61)
            await desk.accounts.ask_for_mail(purpose, ANN)
            mail = await newest(desk)
        wrong = f"{(int(mail['code']) + 1) % 1_000_000:06}"
        with pytest.raises((OneTimeCodeExpired, TooManyRequests)) as refused:
            await desk.accounts.verify.by_code(purpose.value, ANN, wrong, caller=f"192.0.2.{number}")
        refusals += refused.type is OneTimeCodeExpired
    came_back = timedelta(seconds=61 * 60 / MAX_WRONG_GUESSES) / limit.spacing
    assert limit.times <= refusals <= limit.times + came_back
    await desk.accounts.verify.by_token("magiclink", token_in(mail), caller=HERE)


async def test_a_right_code_clears_the_count_of_guesses(desk: Desk) -> None:
    await confirmed(desk)
    for _ in range(STANDARD_ACCOUNT_LIMITS[AccountLimit.CODES_PER_ACCOUNT].times * 2):
        desk.clock.turn(seconds=61)
        await desk.accounts.ask_for_mail(CodePurpose.MAGIC_LINK, ANN)
        code = (await newest(desk))["code"]
        await desk.accounts.verify.by_code("email", ANN, code, caller=HERE)


async def test_what_has_no_further_use_is_forgotten(desk: Desk) -> None:
    grant = await confirmed(desk)
    enrolled = await desk.accounts.second_factors.enrol(grant.access_token, name="", issuer="haulage")
    await desk.accounts.second_factors.challenge(grant.access_token, enrolled.factor.id, caller=HERE)
    await desk.accounts.ask_for_mail(
        CodePurpose.RECOVERY, ANN, challenge=code_challenge(CHALLENGE, "s256"), caller=HERE
    )
    await desk.mails()
    await desk.accounts.social.begin("google", redirect_to="http://127.0.0.1:8000/")
    await desk.accounts.passkeys.begin_sign_in()
    stored = await desk.accounts.forget_spent()
    desk.clock.turn(hours=2)
    assert stored == 0
    limits = 6  # codes tried, mails by address, by mailbox and in all, and the interval of each of two mails
    assert await desk.accounts.forget_spent() == limits + len(
        ["code", "flow", "challenge", "visit to a provider", "passkey's challenge"]
    )
    assert await desk.accounts.forget_spent() == 0


async def test_a_code_works_once(desk: Desk) -> None:
    await register(desk)
    mail = await newest(desk)
    await desk.accounts.verify.by_code("email", ANN, mail["code"])
    for attempt in (
        desk.accounts.verify.by_code("signup", ANN, mail["code"]),
        desk.accounts.verify.by_token("signup", token_in(mail)),
    ):
        with pytest.raises(OneTimeCodeExpired):
            await attempt


async def test_of_ten_uses_at_once_one_signs_in(desk: Desk) -> None:
    await register(desk)
    token = token_in(await newest(desk))
    outcomes = await asyncio.gather(
        *(desk.accounts.verify.by_token("signup", token) for _ in range(10)), return_exceptions=True
    )
    assert sum(isinstance(outcome, SessionGrant) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, OneTimeCodeExpired) for outcome in outcomes) == 9


async def test_links_and_codes_expire_after_one_hour(desk: Desk) -> None:
    await register(desk)
    mail = await newest(desk)
    desk.clock.turn(hours=1)
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_token("signup", token_in(mail))
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_code("signup", ANN, mail["code"])


async def test_wrong_guesses_wear_a_code_out(desk: Desk) -> None:
    await register(desk)
    mail = await newest(desk)
    wrong = "000000" if mail["code"] != "000000" else "000001"
    for _ in range(MAX_WRONG_GUESSES):
        with pytest.raises(OneTimeCodeExpired):
            await desk.accounts.verify.by_code("signup", ANN, wrong)
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_code("signup", ANN, mail["code"])


async def test_a_code_fits_its_own_account_and_purpose_only(desk: Desk) -> None:
    await confirmed(desk)
    await confirmed(desk, BEA)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    mail = await newest(desk)
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_code("recovery", BEA, mail["code"])
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_code("magiclink", ANN, mail["code"])
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_token("magiclink", token_in(mail))
    with pytest.raises(InvalidInput) as refusal:
        await desk.accounts.verify.by_token("sms", token_in(mail))
    assert refusal.value.field == "type"
    await desk.accounts.verify.by_token("recovery", token_in(mail))


async def test_a_newer_mail_kills_the_older_ones_code(desk: Desk) -> None:
    await confirmed(desk)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    older = await newest(desk)
    desk.clock.turn(minutes=2)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    assert await newest(desk) != older
    with pytest.raises(OneTimeCodeExpired):
        await desk.accounts.verify.by_token("recovery", token_in(older))


async def test_a_recovered_account_takes_a_new_password_and_tells_of_it(desk: Desk) -> None:
    stolen = await confirmed(desk)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    grant = await desk.accounts.verify.by_token("recovery", token_in(await newest(desk)))
    await desk.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD))
    assert (await newest(desk))["kind"] == "password_changed"
    with pytest.raises(SessionNotFound):
        await desk.accounts.authenticate(stolen.access_token)
    await sign_in(desk, password=NEW_PASSWORD)


@pytest.mark.parametrize("purpose", [CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK])
async def test_known_and_unknown_addresses_are_counted_and_answered_alike(
    desk: Desk, purpose: CodePurpose
) -> None:
    await confirmed(desk)
    before = len(await desk.mails())
    for email in (ANN, "nobody@example.com"):
        await desk.accounts.ask_for_mail(purpose, email)
        with pytest.raises(EmailTooSoon) as refusal:
            await desk.accounts.ask_for_mail(purpose, email)
        assert refusal.value.message == ("For security purposes, you can only request this after 60 seconds.")
    assert len(await desk.mails()) == before + 1


@pytest.mark.parametrize("purpose", [CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK, CodePurpose.EMAIL_CHANGE])
async def test_asking_costs_the_same_for_known_and_unknown_addresses(
    desk: Desk, purpose: CodePurpose
) -> None:
    """What takes equally long does the same: no clock would tell more, and this one never wavers."""
    await confirmed(desk)
    costs = []
    for email in (ANN, "bob@example.com"):
        with statements(desk.storage.engine) as asked:
            await desk.accounts.ask_for_mail(purpose, email)
        costs.append(asked)
    assert costs[0] == costs[1] != []


async def test_each_kind_of_mail_has_its_own_interval(desk: Desk) -> None:
    await confirmed(desk)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    await desk.accounts.ask_for_mail(CodePurpose.MAGIC_LINK, ANN)
    desk.clock.turn(seconds=60)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)


async def test_a_one_time_code_may_make_the_account_it_signs_in(desk: Desk) -> None:
    metadata = {"name": "Dan", "phone": "+12125550101", "userType": "driver"}
    await desk.accounts.ask_for_mail(CodePurpose.MAGIC_LINK, BEA, create_user=True, metadata=metadata)
    grant = await desk.accounts.verify.by_code("email", BEA, (await newest(desk))["code"])
    assert grant.signed_in.user.user_type is UserType.DRIVER
    assert grant.signed_in.driver_id is not None
    with pytest.raises(InvalidInput):
        await desk.accounts.ask_for_mail(
            CodePurpose.MAGIC_LINK, "eve@example.com", create_user=True, metadata={"user_type": "admin"}
        )


async def test_the_browser_that_began_ends_the_sign_in(desk: Desk) -> None:
    await confirmed(desk)
    challenge = code_challenge(CHALLENGE, "S256")
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN, challenge=challenge)
    code = await desk.accounts.verify.follow_link("recovery", token_in(await newest(desk)))
    assert isinstance(code, str)
    grant = await desk.accounts.exchange_code(code, VERIFIER)
    assert grant.signed_in.account.email == ANN
    with pytest.raises(FlowNotFound):
        await desk.accounts.exchange_code(code, VERIFIER)


async def test_another_browser_does_not_and_spoils_the_code(desk: Desk) -> None:
    await confirmed(desk)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN, challenge=code_challenge(CHALLENGE, "s256"))
    code = await desk.accounts.verify.follow_link("recovery", token_in(await newest(desk)))
    assert isinstance(code, str)
    with pytest.raises(BadCodeVerifier):
        await desk.accounts.exchange_code(code, "x" * 43)
    with pytest.raises(FlowNotFound):
        await desk.accounts.exchange_code(code, VERIFIER)


async def test_an_authorization_code_lasts_five_minutes(desk: Desk) -> None:
    await confirmed(desk)
    await desk.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN, challenge=code_challenge(CHALLENGE, "s256"))
    code = await desk.accounts.verify.follow_link("recovery", token_in(await newest(desk)))
    assert isinstance(code, str)
    desk.clock.turn(minutes=5, seconds=1)
    with pytest.raises(FlowExpired):
        await desk.accounts.exchange_code(code, VERIFIER)


async def test_an_old_session_needs_a_mailed_code_for_a_new_password(desk: Desk) -> None:
    first = await confirmed(desk)
    desk.clock.turn(hours=25)
    grant = await desk.accounts.refresh(first.refresh_token)
    with pytest.raises(ReauthenticationNeeded):
        await desk.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD))
    await desk.accounts.ask_for_mail.to_reauthenticate(grant.access_token)
    mail = await newest(desk)
    wrong = "000000" if mail["code"] != "000000" else "000001"
    with pytest.raises(ReauthenticationNotValid):
        await desk.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD, nonce=wrong))
    await desk.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD, nonce=mail["code"]))
    await sign_in(desk, password=NEW_PASSWORD)


async def test_a_thousand_guesses_at_one_password_are_stopped(desk: Desk) -> None:
    await confirmed(desk)
    refusals = 0
    for number in range(1_000):
        spelling = (ANN, ANN.upper(), f" {ANN}\t", ANN.replace("a", "A"))[number % 4]
        caller = f"198.51.{number // 250}.{number % 250}"
        with pytest.raises((InvalidCredentials, TooManyRequests)) as outcome:
            await desk.accounts.sign_in(spelling, f"guess-{number}", caller=caller)
        refusals += isinstance(outcome.value, InvalidCredentials)
    limit = STANDARD_ACCOUNT_LIMITS[AccountLimit.STRANGE_SIGN_INS_PER_ACCOUNT]
    assert refusals == limit.times
    with pytest.raises(TooManyRequests):
        await sign_in(desk)
    await sign_in_as_bea_meanwhile(desk)
    desk.clock.turn(seconds=limit.spacing.total_seconds())
    await sign_in(desk)


@pytest.mark.parametrize(
    ("spread", "stopped_by"),
    [
        ("one caller tries many accounts", AccountLimit.SIGN_INS_PER_ADDRESS),
        ("many callers try many accounts", AccountLimit.SIGN_INS),
    ],
)
async def test_guesses_at_many_accounts_are_stopped(
    tmp_path: Path, spread: str, stopped_by: AccountLimit
) -> None:
    """At a tenth and less of the usual limits, which are too many guesses for a test."""
    limits = {
        **STANDARD_ACCOUNT_LIMITS,
        AccountLimit.SIGN_INS_PER_ADDRESS: RateLimit(30, timedelta(minutes=5)),
        AccountLimit.SIGN_INS: RateLimit(60, timedelta(minutes=5)),
    }
    refusals = 0
    async with open_desk(f"sqlite+aiosqlite:///{tmp_path / 'many.db'}", AccountTerms(limits=limits)) as desk:
        for number in range(100):
            caller = HERE if spread.startswith("one") else f"192.0.2.{number}"
            with pytest.raises((InvalidCredentials, TooManyRequests)) as outcome:
                await desk.accounts.sign_in(f"somebody{number}@example.com", "guess-1", caller=caller)
            refusals += isinstance(outcome.value, InvalidCredentials)
    assert refusals == limits[stopped_by].times


async def test_a_change_of_password_is_no_way_to_guess_the_old_one(desk: Desk) -> None:
    """Whoever holds a session learns from the refusals of other members that the password is another."""
    grant = await confirmed(desk)
    refusals = 0
    for number in range(30):
        guess = Changes(password=f"Guess-{number:02}", email="no address")
        with pytest.raises((InvalidEmail, TooManyRequests)) as outcome:
            await desk.accounts.update_user(grant.access_token, guess, caller=f"192.0.2.{number}")
        refusals += isinstance(outcome.value, InvalidEmail)
    assert refusals == STANDARD_ACCOUNT_LIMITS[AccountLimit.PASSWORD_CHANGES_PER_ACCOUNT].times
    await sign_in(desk)


async def test_a_stranger_who_guesses_keeps_nobody_from_a_new_password(desk: Desk) -> None:
    grant = await confirmed(desk)
    for _ in range(20):
        with pytest.raises((InvalidCredentials, TooManyRequests)):
            await sign_in(desk, password="wrong-1")
    change = Changes(password=NEW_PASSWORD)
    await desk.accounts.update_user(grant.access_token, change, caller=HERE)


async def test_the_codes_of_an_old_session_cannot_be_guessed_mail_by_mail(desk: Desk) -> None:
    first = await confirmed(desk)
    desk.clock.turn(hours=25)
    grant = await desk.accounts.refresh(first.refresh_token)
    limit, refusals = STANDARD_ACCOUNT_LIMITS[AccountLimit.CODES_PER_ACCOUNT], 0
    for number in range(60):
        if number % MAX_WRONG_GUESSES == 0:
            desk.clock.turn(seconds=61)
            grant = await desk.accounts.refresh(grant.refresh_token)
            await desk.accounts.ask_for_mail.to_reauthenticate(grant.access_token)
            code = (await newest(desk))["code"]
        wrong = Changes(password=NEW_PASSWORD, nonce=f"{(int(code) + 1) % 1_000_000:06}")
        with pytest.raises((ReauthenticationNotValid, TooManyRequests)) as refused:
            await desk.accounts.update_user(grant.access_token, wrong, caller=f"192.0.2.{number}")
        refusals += refused.type is ReauthenticationNotValid
    came_back = timedelta(seconds=61 * 60 / MAX_WRONG_GUESSES) / limit.spacing
    assert limit.times <= refusals <= limit.times + came_back


async def test_a_password_that_is_too_weak_costs_no_mailed_code(desk: Desk) -> None:
    first = await confirmed(desk)
    desk.clock.turn(hours=25)
    grant = await desk.accounts.refresh(first.refresh_token)
    await desk.accounts.ask_for_mail.to_reauthenticate(grant.access_token)
    code = (await newest(desk))["code"]
    with pytest.raises(WeakPassword):
        await desk.accounts.update_user(grant.access_token, Changes(password="short", nonce=code))
    await desk.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD, nonce=code))


async def sign_in_as_bea_meanwhile(desk: Desk) -> None:
    await confirmed(desk, BEA)
    await sign_in(desk, BEA)


async def test_the_right_password_clears_the_count(desk: Desk) -> None:
    await confirmed(desk)
    for _ in range(5):
        for _ in range(9):
            with pytest.raises(InvalidCredentials):
                await sign_in(desk, password="wrong-1")
        await sign_in(desk)
