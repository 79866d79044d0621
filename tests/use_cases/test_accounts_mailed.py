"""Links and codes that are mailed, over a real database."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
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
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}"
    async with open_account_scenario(url, AccountTerms()) as opened:
        yield opened


async def register(scenario: AccountScenario, email: str = ANN, **metadata: object) -> AwaitingConfirmation:
    made = await scenario.accounts.sign_up(email, PASSWORD, metadata)
    assert isinstance(made, AwaitingConfirmation)
    return made


async def newest(scenario: AccountScenario) -> dict[str, str]:
    return (await scenario.mails())[-1]


def token_in(mail: dict[str, str]) -> str:
    return parse_qs(urlsplit(mail["link"]).query)["token"][0]


async def confirmed(scenario: AccountScenario, email: str = ANN, **metadata: object) -> SessionGrant:
    await register(scenario, email, **metadata)
    return await scenario.accounts.verify.by_code("signup", email, (await newest(scenario))["code"])


async def sign_in(scenario: AccountScenario, email: str = ANN, password: str = PASSWORD) -> SessionGrant:
    return await scenario.accounts.sign_in(email, password, caller=HERE)


async def test_a_new_account_waits_for_its_mail_to_be_answered(scenario: AccountScenario) -> None:
    await register(scenario, name="Ann")
    with pytest.raises(EmailNotConfirmed, match="Email not confirmed"):
        await sign_in(scenario)
    mail = await newest(scenario)
    assert (mail["to"], mail["kind"], mail["name"]) == (ANN, "confirm_signup", "Ann")
    grant = await scenario.accounts.verify.by_code("signup", ANN, mail["code"])
    assert grant.signed_in.account.email_confirmed_at == scenario.clock.now()
    await sign_in(scenario)


async def test_a_wrong_password_says_nothing_of_confirmation(scenario: AccountScenario) -> None:
    await register(scenario)
    with pytest.raises(InvalidCredentials):
        await sign_in(scenario, password="wrong-1")


async def test_a_known_address_signs_up_to_a_made_up_user_and_gets_no_mail(scenario: AccountScenario) -> None:
    real = await confirmed(scenario)
    scenario.clock.turn(minutes=2)
    before = len(await scenario.mails())
    made = await register(scenario, name="Mallory")
    assert made.made_up
    assert made.account.id != real.signed_in.account.id
    assert len(await scenario.mails()) == before
    assert (await sign_in(scenario)).signed_in.user.name == ""


async def test_signing_up_again_with_the_same_password_mails_again_and_keeps_it(
    scenario: AccountScenario,
) -> None:
    first = await register(scenario)
    await scenario.mails()
    scenario.clock.turn(minutes=2)
    second = await register(scenario)
    assert second.account.id == first.account.id
    await scenario.accounts.verify.by_code("signup", ANN, (await newest(scenario))["code"])
    await sign_in(scenario)


@pytest.mark.parametrize("passwords", [("mallory-1", PASSWORD), (PASSWORD, "mallory-1")])
async def test_of_two_passwords_told_before_confirmation_neither_lets_anybody_in(
    scenario: AccountScenario, passwords: tuple[str, str]
) -> None:
    for password in (*passwords, passwords[0]):
        await scenario.accounts.sign_up(ANN, password, {})
        scenario.clock.turn(minutes=2)
        code = (await newest(scenario))["code"]
    confirmed = await scenario.accounts.verify.by_code("signup", ANN, code)
    for password in passwords:
        with pytest.raises(InvalidCredentials):
            await sign_in(scenario, password=password)
    changed = await scenario.accounts.update_user(confirmed.access_token, Changes(password=NEW_PASSWORD))
    assert changed.account.password_hash is not None
    await sign_in(scenario, password=NEW_PASSWORD)


@pytest.mark.parametrize("purpose", [CodePurpose.MAGIC_LINK, CodePurpose.RECOVERY])
async def test_a_password_that_was_told_by_a_stranger_ends_when_the_owner_comes_by_another_mail(
    scenario: AccountScenario, purpose: CodePurpose
) -> None:
    await scenario.accounts.sign_up(ANN, "mallory-1", {})
    await scenario.mails()
    await scenario.accounts.ask_for_mail(purpose, ANN)
    await scenario.accounts.verify.by_code(purpose.value, ANN, (await newest(scenario))["code"])
    with pytest.raises(InvalidCredentials):
        await sign_in(scenario, password="mallory-1")


async def test_signing_up_again_shows_nothing_of_who_was_there_first(scenario: AccountScenario) -> None:
    await register(scenario, name="Ann Owner", phone="+12125550100", userType="driver")
    await scenario.mails()
    scenario.clock.turn(minutes=2)
    shown = await register(scenario, name="Mallory")
    assert shown.account.user_metadata == {"name": "Mallory"}
    again = await scenario.accounts.verify.by_code("signup", ANN, (await newest(scenario))["code"])
    user = again.signed_in.user
    assert (user.name, user.phone, user.user_type) == ("Mallory", "", UserType.CUSTOMER)


@pytest.mark.parametrize("chosen", [("customer", "driver"), ("driver", "customer"), ("driver", "driver")])
async def test_the_role_that_was_chosen_last_before_confirming_is_the_accounts(
    scenario: AccountScenario, chosen: tuple[str, str]
) -> None:
    for role in chosen:
        registered = await register(scenario, name="Ann", userType=role)
        await scenario.mails()
        scenario.clock.turn(minutes=2)
    assert (registered.user_type, registered.account.user_metadata["userType"]) == (chosen[-1], chosen[-1])
    await scenario.accounts.ask_for_mail(CodePurpose.SIGN_UP, ANN)
    code = (await newest(scenario))["code"]
    signed_in = (await scenario.accounts.verify.by_code("signup", ANN, code)).signed_in
    assert signed_in.user.user_type.value == chosen[-1]
    profile = await scenario.storage.read(lambda unit: unit.drivers.get_by_user(signed_in.user.id))
    assert (profile is not None, signed_in.driver_id is not None) == (chosen[-1] == "driver",) * 2
    assert profile is None or (profile.name, profile.is_approved) == ("Ann", False)


async def test_signing_up_again_does_not_undo_what_an_operator_granted(scenario: AccountScenario) -> None:
    await register(scenario)
    await scenario.accounts.grant_admin(ANN)
    scenario.clock.turn(minutes=2)
    await register(scenario, userType="driver")
    account = await scenario.storage.read(lambda unit: unit.accounts.by_email(ANN))
    assert account is not None
    user = await scenario.storage.read(lambda unit: unit.accounts.user_of(account.id))
    assert user is not None
    assert user.user_type is UserType.ADMIN
    assert await scenario.storage.read(lambda unit: unit.drivers.get_by_user(user.id)) is None


async def test_guesses_are_counted_over_all_the_codes_of_an_address(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    limit, refusals = STANDARD_ACCOUNT_LIMITS[AccountLimit.CODES_PER_ACCOUNT], 0
    for number in range(60):
        purpose = (CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK)[number // MAX_WRONG_GUESSES % 2]
        if number % MAX_WRONG_GUESSES == 0:
            scenario.clock.turn(seconds=61)
            await scenario.accounts.ask_for_mail(purpose, ANN)
            mail = await newest(scenario)
        wrong = f"{(int(mail['code']) + 1) % 1_000_000:06}"
        with pytest.raises((OneTimeCodeExpired, TooManyRequests)) as refused:
            await scenario.accounts.verify.by_code(purpose.value, ANN, wrong, caller=f"192.0.2.{number}")
        refusals += refused.type is OneTimeCodeExpired
    came_back = timedelta(seconds=61 * 60 / MAX_WRONG_GUESSES) / limit.spacing
    assert limit.times <= refusals <= limit.times + came_back
    await scenario.accounts.verify.by_token("magiclink", token_in(mail), caller=HERE)


async def test_a_right_code_clears_the_count_of_guesses(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    for _ in range(STANDARD_ACCOUNT_LIMITS[AccountLimit.CODES_PER_ACCOUNT].times * 2):
        scenario.clock.turn(seconds=61)
        await scenario.accounts.ask_for_mail(CodePurpose.MAGIC_LINK, ANN)
        code = (await newest(scenario))["code"]
        await scenario.accounts.verify.by_code("email", ANN, code, caller=HERE)


async def test_what_has_no_further_use_is_forgotten(scenario: AccountScenario) -> None:
    grant = await confirmed(scenario)
    enrolled = await scenario.accounts.second_factors.enrol(grant.access_token, name="", issuer="haulage")
    await scenario.accounts.second_factors.challenge(grant.access_token, enrolled.factor.id, caller=HERE)
    await scenario.accounts.ask_for_mail(
        CodePurpose.RECOVERY, ANN, challenge=code_challenge(CHALLENGE, "s256"), caller=HERE
    )
    await scenario.mails()
    await scenario.accounts.social.begin("google", redirect_to="http://127.0.0.1:8000/")
    await scenario.accounts.passkeys.begin_sign_in()
    stored = await scenario.accounts.forget_spent()
    scenario.clock.turn(hours=2)
    assert stored == 0
    limits = 6  # codes tried, mails by address, by mailbox and in all, and the interval of each of two mails
    assert await scenario.accounts.forget_spent() == limits + len(
        ["code", "flow", "challenge", "visit to a provider", "passkey's challenge"]
    )
    assert await scenario.accounts.forget_spent() == 0


async def test_a_code_works_once(scenario: AccountScenario) -> None:
    await register(scenario)
    mail = await newest(scenario)
    await scenario.accounts.verify.by_code("email", ANN, mail["code"])
    for attempt in (
        scenario.accounts.verify.by_code("signup", ANN, mail["code"]),
        scenario.accounts.verify.by_token("signup", token_in(mail)),
    ):
        with pytest.raises(OneTimeCodeExpired):
            await attempt


async def test_of_ten_uses_at_once_one_signs_in(scenario: AccountScenario) -> None:
    await register(scenario)
    token = token_in(await newest(scenario))
    outcomes = await asyncio.gather(
        *(scenario.accounts.verify.by_token("signup", token) for _ in range(10)), return_exceptions=True
    )
    assert sum(isinstance(outcome, SessionGrant) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, OneTimeCodeExpired) for outcome in outcomes) == 9


async def test_links_and_codes_expire_after_one_hour(scenario: AccountScenario) -> None:
    await register(scenario)
    mail = await newest(scenario)
    scenario.clock.turn(hours=1)
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_token("signup", token_in(mail))
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_code("signup", ANN, mail["code"])


async def test_wrong_guesses_wear_a_code_out(scenario: AccountScenario) -> None:
    await register(scenario)
    mail = await newest(scenario)
    wrong = "000000" if mail["code"] != "000000" else "000001"
    for _ in range(MAX_WRONG_GUESSES):
        with pytest.raises(OneTimeCodeExpired):
            await scenario.accounts.verify.by_code("signup", ANN, wrong)
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_code("signup", ANN, mail["code"])


async def test_a_code_fits_its_own_account_and_purpose_only(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    await confirmed(scenario, BEA)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    mail = await newest(scenario)
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_code("recovery", BEA, mail["code"])
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_code("magiclink", ANN, mail["code"])
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_token("magiclink", token_in(mail))
    with pytest.raises(InvalidInput) as refusal:
        await scenario.accounts.verify.by_token("sms", token_in(mail))
    assert refusal.value.field == "type"
    await scenario.accounts.verify.by_token("recovery", token_in(mail))


async def test_a_newer_mail_kills_the_older_ones_code(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    older = await newest(scenario)
    scenario.clock.turn(minutes=2)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    assert await newest(scenario) != older
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_token("recovery", token_in(older))


async def test_a_recovered_account_takes_a_new_password_and_tells_of_it(scenario: AccountScenario) -> None:
    stolen = await confirmed(scenario)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    grant = await scenario.accounts.verify.by_token("recovery", token_in(await newest(scenario)))
    await scenario.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD))
    assert (await newest(scenario))["kind"] == "password_changed"
    with pytest.raises(SessionNotFound):
        await scenario.accounts.authenticate(stolen.access_token)
    await sign_in(scenario, password=NEW_PASSWORD)


@pytest.mark.parametrize("purpose", [CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK])
async def test_known_and_unknown_addresses_are_counted_and_answered_alike(
    scenario: AccountScenario, purpose: CodePurpose
) -> None:
    await confirmed(scenario)
    before = len(await scenario.mails())
    for email in (ANN, "nobody@example.com"):
        await scenario.accounts.ask_for_mail(purpose, email)
        with pytest.raises(EmailTooSoon) as refusal:
            await scenario.accounts.ask_for_mail(purpose, email)
        assert refusal.value.message == ("For security purposes, you can only request this after 60 seconds.")
    assert len(await scenario.mails()) == before + 1


@pytest.mark.parametrize("purpose", [CodePurpose.RECOVERY, CodePurpose.MAGIC_LINK, CodePurpose.EMAIL_CHANGE])
async def test_asking_costs_the_same_for_known_and_unknown_addresses(
    scenario: AccountScenario, purpose: CodePurpose
) -> None:
    """What takes equally long does the same: no clock would tell more, and this one never wavers."""
    await confirmed(scenario)
    costs = []
    for email in (ANN, "bob@example.com"):
        with statements(scenario.storage.engine) as asked:
            await scenario.accounts.ask_for_mail(purpose, email)
        costs.append(asked)
    assert costs[0] == costs[1] != []


async def test_each_kind_of_mail_has_its_own_interval(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)
    await scenario.accounts.ask_for_mail(CodePurpose.MAGIC_LINK, ANN)
    scenario.clock.turn(seconds=60)
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN)


async def test_a_one_time_code_may_make_the_account_it_signs_in(scenario: AccountScenario) -> None:
    metadata = {"name": "Dan", "phone": "+12125550101", "userType": "driver"}
    await scenario.accounts.ask_for_mail(CodePurpose.MAGIC_LINK, BEA, create_user=True, metadata=metadata)
    grant = await scenario.accounts.verify.by_code("email", BEA, (await newest(scenario))["code"])
    assert grant.signed_in.user.user_type is UserType.DRIVER
    assert grant.signed_in.driver_id is not None
    with pytest.raises(InvalidInput):
        await scenario.accounts.ask_for_mail(
            CodePurpose.MAGIC_LINK, "eve@example.com", create_user=True, metadata={"user_type": "admin"}
        )


async def test_the_browser_that_began_ends_the_sign_in(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    challenge = code_challenge(CHALLENGE, "S256")
    await scenario.accounts.ask_for_mail(CodePurpose.RECOVERY, ANN, challenge=challenge)
    code = await scenario.accounts.verify.follow_link("recovery", token_in(await newest(scenario)))
    assert isinstance(code, str)
    grant = await scenario.accounts.exchange_code(code, VERIFIER)
    assert grant.signed_in.account.email == ANN
    with pytest.raises(FlowNotFound):
        await scenario.accounts.exchange_code(code, VERIFIER)


async def test_another_browser_does_not_and_spoils_the_code(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    await scenario.accounts.ask_for_mail(
        CodePurpose.RECOVERY, ANN, challenge=code_challenge(CHALLENGE, "s256")
    )
    code = await scenario.accounts.verify.follow_link("recovery", token_in(await newest(scenario)))
    assert isinstance(code, str)
    with pytest.raises(BadCodeVerifier):
        await scenario.accounts.exchange_code(code, "x" * 43)
    with pytest.raises(FlowNotFound):
        await scenario.accounts.exchange_code(code, VERIFIER)


async def test_an_authorization_code_lasts_five_minutes(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    await scenario.accounts.ask_for_mail(
        CodePurpose.RECOVERY, ANN, challenge=code_challenge(CHALLENGE, "s256")
    )
    code = await scenario.accounts.verify.follow_link("recovery", token_in(await newest(scenario)))
    assert isinstance(code, str)
    scenario.clock.turn(minutes=5, seconds=1)
    with pytest.raises(FlowExpired):
        await scenario.accounts.exchange_code(code, VERIFIER)


async def test_an_old_session_needs_a_mailed_code_for_a_new_password(scenario: AccountScenario) -> None:
    first = await confirmed(scenario)
    scenario.clock.turn(hours=25)
    grant = await scenario.accounts.refresh(first.refresh_token)
    with pytest.raises(ReauthenticationNeeded):
        await scenario.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD))
    await scenario.accounts.ask_for_mail.to_reauthenticate(grant.access_token)
    mail = await newest(scenario)
    wrong = "000000" if mail["code"] != "000000" else "000001"
    with pytest.raises(ReauthenticationNotValid):
        await scenario.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD, nonce=wrong))
    await scenario.accounts.update_user(
        grant.access_token, Changes(password=NEW_PASSWORD, nonce=mail["code"])
    )
    await sign_in(scenario, password=NEW_PASSWORD)


async def test_a_thousand_guesses_at_one_password_are_stopped(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    refusals = 0
    for number in range(1_000):
        spelling = (ANN, ANN.upper(), f" {ANN}\t", ANN.replace("a", "A"))[number % 4]
        caller = f"198.51.{number // 250}.{number % 250}"
        with pytest.raises((InvalidCredentials, TooManyRequests)) as outcome:
            await scenario.accounts.sign_in(spelling, f"guess-{number}", caller=caller)
        refusals += isinstance(outcome.value, InvalidCredentials)
    limit = STANDARD_ACCOUNT_LIMITS[AccountLimit.STRANGE_SIGN_INS_PER_ACCOUNT]
    assert refusals == limit.times
    with pytest.raises(TooManyRequests):
        await sign_in(scenario)
    await sign_in_as_bea_meanwhile(scenario)
    scenario.clock.turn(seconds=limit.spacing.total_seconds())
    await sign_in(scenario)


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
    async with open_account_scenario(
        f"sqlite+aiosqlite:///{tmp_path / 'many.db'}", AccountTerms(limits=limits)
    ) as scenario:
        for number in range(100):
            caller = HERE if spread.startswith("one") else f"192.0.2.{number}"
            with pytest.raises((InvalidCredentials, TooManyRequests)) as outcome:
                await scenario.accounts.sign_in(f"somebody{number}@example.com", "guess-1", caller=caller)
            refusals += isinstance(outcome.value, InvalidCredentials)
    assert refusals == limits[stopped_by].times


async def test_a_change_of_password_is_no_way_to_guess_the_old_one(scenario: AccountScenario) -> None:
    """Whoever holds a session learns from the refusals of other members that the password is another."""
    grant = await confirmed(scenario)
    refusals = 0
    for number in range(30):
        guess = Changes(password=f"Guess-{number:02}", email="no address")
        with pytest.raises((InvalidEmail, TooManyRequests)) as outcome:
            await scenario.accounts.update_user(grant.access_token, guess, caller=f"192.0.2.{number}")
        refusals += isinstance(outcome.value, InvalidEmail)
    assert refusals == STANDARD_ACCOUNT_LIMITS[AccountLimit.PASSWORD_CHANGES_PER_ACCOUNT].times
    await sign_in(scenario)


async def test_a_stranger_who_guesses_keeps_nobody_from_a_new_password(scenario: AccountScenario) -> None:
    grant = await confirmed(scenario)
    for _ in range(20):
        with pytest.raises((InvalidCredentials, TooManyRequests)):
            await sign_in(scenario, password="wrong-1")
    change = Changes(password=NEW_PASSWORD)
    await scenario.accounts.update_user(grant.access_token, change, caller=HERE)


async def test_the_codes_of_an_old_session_cannot_be_guessed_mail_by_mail(scenario: AccountScenario) -> None:
    first = await confirmed(scenario)
    scenario.clock.turn(hours=25)
    grant = await scenario.accounts.refresh(first.refresh_token)
    limit, refusals = STANDARD_ACCOUNT_LIMITS[AccountLimit.CODES_PER_ACCOUNT], 0
    for number in range(60):
        if number % MAX_WRONG_GUESSES == 0:
            scenario.clock.turn(seconds=61)
            grant = await scenario.accounts.refresh(grant.refresh_token)
            await scenario.accounts.ask_for_mail.to_reauthenticate(grant.access_token)
            code = (await newest(scenario))["code"]
        wrong = Changes(password=NEW_PASSWORD, nonce=f"{(int(code) + 1) % 1_000_000:06}")
        with pytest.raises((ReauthenticationNotValid, TooManyRequests)) as refused:
            await scenario.accounts.update_user(grant.access_token, wrong, caller=f"192.0.2.{number}")
        refusals += refused.type is ReauthenticationNotValid
    came_back = timedelta(seconds=61 * 60 / MAX_WRONG_GUESSES) / limit.spacing
    assert limit.times <= refusals <= limit.times + came_back


async def test_a_password_that_is_too_weak_costs_no_mailed_code(scenario: AccountScenario) -> None:
    first = await confirmed(scenario)
    scenario.clock.turn(hours=25)
    grant = await scenario.accounts.refresh(first.refresh_token)
    await scenario.accounts.ask_for_mail.to_reauthenticate(grant.access_token)
    code = (await newest(scenario))["code"]
    with pytest.raises(WeakPassword):
        await scenario.accounts.update_user(grant.access_token, Changes(password="short", nonce=code))
    await scenario.accounts.update_user(grant.access_token, Changes(password=NEW_PASSWORD, nonce=code))


async def sign_in_as_bea_meanwhile(scenario: AccountScenario) -> None:
    await confirmed(scenario, BEA)
    await sign_in(scenario, BEA)


async def test_the_right_password_clears_the_count(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    for _ in range(5):
        for _ in range(9):
            with pytest.raises(InvalidCredentials):
                await sign_in(scenario, password="wrong-1")
        await sign_in(scenario)
