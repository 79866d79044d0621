"""Moving an account to another address: both mailboxes are asked, in any order."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from haulage.accounts import InvalidCredentials, SessionGrant
from haulage.accounts.account import EmailSide
from haulage.accounts.flows import code_challenge
from haulage.accounts.one_time import CodePurpose, EmailTooSoon, OneTimeCodeExpired
from haulage.use_cases.accounts import AccountTerms, AwaitingConfirmation, Changes, OtherAddressNeeded

pytestmark = pytest.mark.anyio

STRICT = AccountTerms()
ANN, BEA, CAT = "ann@example.com", "bea@example.com", "cat@example.com"
VERIFIER = "a-verifier-of-letters-and-digits-that-is-long-enough"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}"
    async with open_account_scenario(url, STRICT) as opened:
        yield opened


async def confirmed(scenario: AccountScenario, email: str = ANN, **metadata: object) -> SessionGrant:
    made = await scenario.accounts.sign_up(email, PASSWORD, metadata)
    assert isinstance(made, AwaitingConfirmation)
    grant = await scenario.accounts.verify.by_code("signup", email, (await scenario.mails())[-1]["code"])
    assert isinstance(grant, SessionGrant)
    return grant


async def request(
    scenario: AccountScenario, grant: SessionGrant, address: str = BEA, **more: str
) -> dict[EmailSide, dict[str, str]]:
    """Ask for another address; the mails to both mailboxes."""
    challenge = code_challenge(more.get("challenge"), "S256" if "challenge" in more else None)
    before = len(await scenario.mails())
    await scenario.accounts.update_user(grant.access_token, Changes(email=address, challenge=challenge))
    return by_side((await scenario.mails())[before:])


def by_side(mails: list[dict[str, str]]) -> dict[EmailSide, dict[str, str]]:
    sides = {"email_change": EmailSide.NEW, "email_change_current": EmailSide.CURRENT}
    return {sides[mail["kind"]]: mail for mail in mails}


def token_in(mail: dict[str, str]) -> str:
    return parse_qs(urlsplit(mail["link"]).query)["token"][0]


async def answer(scenario: AccountScenario, mail: dict[str, str]) -> SessionGrant | OtherAddressNeeded:
    return await scenario.accounts.verify.by_token("email_change", token_in(mail))


async def address_of(scenario: AccountScenario, grant: SessionGrant) -> tuple[str, str | None]:
    account = (await scenario.accounts.current_user(grant.access_token)).account
    return account.email, account.new_email


@pytest.mark.parametrize("first", EmailSide)
async def test_both_mailboxes_have_to_answer_in_any_order(
    scenario: AccountScenario, first: EmailSide
) -> None:
    grant = await confirmed(scenario, userType="driver")
    mails = await request(scenario, grant)
    assert {side: mail["to"] for side, mail in mails.items()} == {EmailSide.CURRENT: ANN, EmailSide.NEW: BEA}
    second = next(side for side in EmailSide if side is not first)
    half = await answer(scenario, mails[first])
    assert isinstance(half, OtherAddressNeeded)
    assert half.message == (
        "Confirmation link accepted. Please proceed to confirm link sent to the other email"
    )
    assert await address_of(scenario, grant) == (ANN, BEA)
    moved = await answer(scenario, mails[second])
    assert isinstance(moved, SessionGrant)
    assert (moved.signed_in.account.email, moved.signed_in.user.email) == (BEA, BEA)
    driver = await scenario.storage.read(lambda unit: unit.drivers.get_by_user(moved.signed_in.user.id))
    assert driver is not None
    assert driver.email == BEA
    notice = (await scenario.mails())[-1]
    assert (notice["to"], notice["kind"]) == (ANN, "email_changed")
    await scenario.accounts.sign_in(BEA, PASSWORD)
    with pytest.raises(InvalidCredentials):
        await scenario.accounts.sign_in(ANN, PASSWORD)


async def test_the_same_mailbox_cannot_answer_for_the_other(scenario: AccountScenario) -> None:
    grant = await confirmed(scenario)
    mails = await request(scenario, grant)
    await answer(scenario, mails[EmailSide.NEW])
    with pytest.raises(OneTimeCodeExpired):
        await answer(scenario, mails[EmailSide.NEW])
    with pytest.raises(OneTimeCodeExpired):
        await scenario.accounts.verify.by_code("email_change", BEA, mails[EmailSide.CURRENT]["code"])
    assert await address_of(scenario, grant) == (ANN, BEA)


async def test_codes_are_typed_with_the_address_that_they_were_mailed_to(scenario: AccountScenario) -> None:
    grant = await confirmed(scenario)
    mails = await request(scenario, grant)
    half = await scenario.accounts.verify.by_code("email_change", ANN, mails[EmailSide.CURRENT]["code"])
    assert isinstance(half, OtherAddressNeeded)
    moved = await scenario.accounts.verify.by_code("email_change", BEA, mails[EmailSide.NEW]["code"])
    assert isinstance(moved, SessionGrant)


@pytest.mark.both_databases
async def test_both_mailboxes_may_answer_at_once(anyio_backend: str, empty_database: str) -> None:
    async with open_account_scenario(empty_database, STRICT) as scenario:
        grant = await confirmed(scenario)
        mails = await request(scenario, grant)
        answers = await asyncio.gather(*(answer(scenario, mail) for mail in mails.values()))
        assert {type(each) for each in answers} == {OtherAddressNeeded, SessionGrant}
        assert await address_of(scenario, grant) == (BEA, None)


async def test_an_answer_to_an_earlier_wish_does_not_count_for_a_later_one(scenario: AccountScenario) -> None:
    """Otherwise the old mailbox, asked about one address, would let another one in."""
    grant = await confirmed(scenario)
    earlier = await request(scenario, grant)
    scenario.clock.turn(minutes=2)
    await scenario.accounts.update_user(grant.access_token, Changes(email=CAT))
    for mail in earlier.values():
        with pytest.raises(OneTimeCodeExpired):
            await answer(scenario, mail)
    assert await address_of(scenario, grant) == (ANN, CAT)


async def test_half_an_answer_does_not_carry_over_to_another_address(scenario: AccountScenario) -> None:
    grant = await confirmed(scenario)
    await answer(scenario, (await request(scenario, grant))[EmailSide.CURRENT])
    scenario.clock.turn(minutes=2)
    later = await request(scenario, grant, CAT)
    assert set(later) == set(EmailSide)
    assert isinstance(await answer(scenario, later[EmailSide.NEW]), OtherAddressNeeded)


async def test_a_wish_that_was_overtaken_before_it_was_answered_is_mailed_to_nobody(
    scenario: AccountScenario,
) -> None:
    grant = await confirmed(scenario)
    await scenario.accounts.update_user(grant.access_token, Changes(email=BEA))
    scenario.clock.turn(minutes=2)
    await scenario.accounts.update_user(grant.access_token, Changes(email=CAT))
    asked = [mail for mail in await scenario.mails() if mail["kind"].startswith("email_change")]
    assert {mail["new_email"] for mail in asked} == {CAT}


@pytest.mark.parametrize("asked_by", [ANN, BEA])
async def test_asked_again_only_who_has_not_answered_gets_another_mail(
    scenario: AccountScenario, asked_by: str
) -> None:
    grant = await confirmed(scenario)
    mails = await request(scenario, grant)
    await answer(scenario, mails[EmailSide.CURRENT])
    scenario.clock.turn(minutes=2)
    before = len(await scenario.mails())
    await scenario.accounts.ask_for_mail(CodePurpose.EMAIL_CHANGE, asked_by)
    again = (await scenario.mails())[before:]
    assert [(mail["to"], mail["kind"]) for mail in again] == [(BEA, "email_change")]
    assert isinstance(await answer(scenario, again[0]), SessionGrant)


async def test_nobody_who_wished_nothing_is_asked_again(scenario: AccountScenario) -> None:
    await confirmed(scenario)
    before = len(await scenario.mails())
    for address in (ANN, BEA):
        await scenario.accounts.ask_for_mail(CodePurpose.EMAIL_CHANGE, address)
    assert len(await scenario.mails()) == before


async def test_the_old_mailbox_is_not_flooded_by_wishes_for_ever_new_addresses(
    scenario: AccountScenario,
) -> None:
    grant = await confirmed(scenario)
    await request(scenario, grant)
    with pytest.raises(EmailTooSoon):
        await scenario.accounts.update_user(grant.access_token, Changes(email=CAT))


async def test_who_asks_for_a_taken_address_gets_it_as_little_as_they_learn_of_it(
    scenario: AccountScenario,
) -> None:
    grant = await confirmed(scenario)
    await confirmed(scenario, BEA)
    mails = await request(scenario, grant, BEA)
    assert await address_of(scenario, grant) == (ANN, BEA), "as of an address that nobody has"
    assert {mail["to"] for mail in mails.values()} == {ANN, BEA}
    # The asker's own mailbox comes first: only who reads the other's mail may see that it is taken.
    assert isinstance(await answer(scenario, mails[EmailSide.CURRENT]), OtherAddressNeeded)
    with pytest.raises(OneTimeCodeExpired):
        await answer(scenario, mails[EmailSide.NEW])
    assert await address_of(scenario, grant) == (ANN, BEA)


@pytest.mark.parametrize("first", EmailSide)
async def test_an_address_that_was_taken_meanwhile_is_not_moved_to(
    scenario: AccountScenario, first: EmailSide
) -> None:
    grant = await confirmed(scenario)
    mails = await request(scenario, grant)
    assert isinstance(await answer(scenario, mails[first]), OtherAddressNeeded)
    await confirmed(scenario, BEA)
    (second,) = set(EmailSide) - {first}
    with pytest.raises(OneTimeCodeExpired):
        await answer(scenario, mails[second])
    assert await address_of(scenario, grant) == (ANN, BEA)


async def test_the_browser_that_wished_ends_the_change_with_its_code(scenario: AccountScenario) -> None:
    grant = await confirmed(scenario)
    mails = await request(scenario, grant, challenge=CHALLENGE)
    half = await scenario.accounts.verify.follow_link("email_change", token_in(mails[EmailSide.NEW]))
    assert half == OtherAddressNeeded(with_code=True)
    code = await scenario.accounts.verify.follow_link("email_change", token_in(mails[EmailSide.CURRENT]))
    assert isinstance(code, str)
    moved = await scenario.accounts.exchange_code(code, VERIFIER)
    assert moved.signed_in.account.email == BEA


async def test_where_it_is_switched_off_the_new_mailbox_alone_is_asked(
    anyio_backend: str, tmp_path: Path
) -> None:
    terms = AccountTerms(secure_email_change=False)
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'one.db'}", terms) as scenario:
        grant = await confirmed(scenario)
        mails = await request(scenario, grant)
        assert set(mails) == {EmailSide.NEW}
        assert isinstance(await answer(scenario, mails[EmailSide.NEW]), SessionGrant)
