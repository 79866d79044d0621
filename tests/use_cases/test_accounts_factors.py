"""What a session may do that has not given the account's second factor, over a real database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pyotp
import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from haulage.accounts import SessionGrant
from haulage.accounts.factors import (
    ChallengeExpired,
    ChallengeNotFound,
    EnrollingNeedsBoth,
    InsufficientAssurance,
    UnenrollingNeedsBoth,
    WrongFactorCode,
)
from haulage.accounts.session import AssuranceLevel
from haulage.kernel.rate_limit import TooManyRequests
from haulage.use_cases.accounts import Changes, EnrolledFactor
from haulage.use_cases.accounts.auth_rate_limits import STANDARD_ACCOUNT_LIMITS, AccountLimit

pytestmark = pytest.mark.anyio

ANN = "ann@example.com"


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


async def proved(scenario: AccountScenario, grant: SessionGrant, enrolled: EnrolledFactor) -> SessionGrant:
    """The session after a code of the factor; the clock goes on, for no code works twice."""
    scenario.clock.turn(minutes=1)
    factors = scenario.accounts.second_factors
    asked = await factors.challenge(grant.access_token, enrolled.factor.id)
    code = pyotp.TOTP(enrolled.secret).at(scenario.clock.now())
    return await factors.verify(grant.access_token, enrolled.factor.id, asked.id, code)


async def with_factor(scenario: AccountScenario) -> tuple[SessionGrant, EnrolledFactor]:
    grant = await scenario.sign_up(name="Ann", phone="+12125550100")
    enrolled = await scenario.accounts.second_factors.enrol(grant.access_token, name="one", issuer="haulage")
    return await proved(scenario, grant, enrolled), enrolled


async def sign_in(scenario: AccountScenario) -> SessionGrant:
    return await scenario.accounts.sign_in(ANN, PASSWORD)


@pytest.mark.parametrize(
    "changes",
    [
        Changes(password="Better1!"),
        Changes(email="mallory@example.com"),
        Changes(metadata={"phone": "+19995550100"}),
        Changes(metadata={"name": "Mallory"}),
    ],
)
async def test_one_factor_changes_nothing_that_others_know_the_person_by(
    scenario: AccountScenario, changes: Changes
) -> None:
    await with_factor(scenario)
    half = await sign_in(scenario)
    with pytest.raises(InsufficientAssurance):
        await scenario.accounts.update_user(half.access_token, changes)
    user = (await scenario.accounts.current_user(half.access_token)).user
    assert (user.email, user.name, user.phone) == (ANN, "Ann", "+12125550100")


async def test_one_factor_may_keep_its_own_notes(scenario: AccountScenario) -> None:
    await with_factor(scenario)
    half = await sign_in(scenario)
    given = {"theme": "dark", "name": "Ann"}
    after = await scenario.accounts.update_user(half.access_token, Changes(metadata=given))
    assert after.account.user_metadata["theme"] == "dark"


async def test_one_factor_neither_adds_nor_removes_one(scenario: AccountScenario) -> None:
    _, enrolled = await with_factor(scenario)
    half = await sign_in(scenario)
    factors = scenario.accounts.second_factors
    with pytest.raises(EnrollingNeedsBoth):
        await factors.enrol(half.access_token, name="two", issuer="haulage")
    with pytest.raises(UnenrollingNeedsBoth):
        await factors.unenrol(half.access_token, enrolled.factor.id)


async def test_a_removed_factor_counts_for_no_session_any_more(scenario: AccountScenario) -> None:
    first, enrolled = await with_factor(scenario)
    other = await proved(scenario, await sign_in(scenario), enrolled)
    await scenario.accounts.second_factors.unenrol(first.access_token, enrolled.factor.id)
    for grant in (first, other):
        session = (await scenario.accounts.current_user(grant.access_token)).session
        assert session.assurance is AssuranceLevel.ONE_FACTOR


async def test_whoever_held_a_removed_factor_gives_the_one_that_is_left(scenario: AccountScenario) -> None:
    first, lost = await with_factor(scenario)
    thief = await proved(scenario, await sign_in(scenario), lost)
    factors = scenario.accounts.second_factors
    stored = await factors.enrol(first.access_token, name="two", issuer="haulage")
    first = await proved(scenario, first, stored)
    await factors.unenrol(first.access_token, lost.factor.id)
    assert not (await scenario.accounts.current_user(first.access_token)).needs_second_factor
    assert (await scenario.accounts.current_user(thief.access_token)).needs_second_factor


async def test_guesses_at_a_second_factor_are_stopped(scenario: AccountScenario) -> None:
    """However many sessions, challenges and callers they are spread over."""
    _, enrolled = await with_factor(scenario)
    factors, refusals = scenario.accounts.second_factors, 0
    halves = [await sign_in(scenario) for _ in range(3)]
    for number in range(60):
        half = halves[number % 3].access_token
        asked = await factors.challenge(half, enrolled.factor.id, caller=f"192.0.2.{number}")
        with pytest.raises((WrongFactorCode, TooManyRequests)) as outcome:
            await factors.verify(half, enrolled.factor.id, asked.id, "000000", caller=f"198.51.100.{number}")
        refusals += isinstance(outcome.value, WrongFactorCode)
    assert refusals == STANDARD_ACCOUNT_LIMITS[AccountLimit.FACTOR_CODES_PER_ACCOUNT].times
    scenario.clock.turn(minutes=5)
    await proved(scenario, halves[0], enrolled)


async def test_a_challenge_is_answered_in_time_and_for_its_own_factor(scenario: AccountScenario) -> None:
    grant, enrolled = await with_factor(scenario)
    factors = scenario.accounts.second_factors
    with pytest.raises(ChallengeNotFound):
        await factors.verify(grant.access_token, enrolled.factor.id, "chl_never_asked", "000000")
    asked = await factors.challenge(grant.access_token, enrolled.factor.id)
    scenario.clock.turn(minutes=5)
    with pytest.raises(ChallengeExpired, match=asked.id):
        await factors.verify(grant.access_token, enrolled.factor.id, asked.id, "000000")
