"""What a session may do that has not given the account's second factor, over a real database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pyotp
import pytest

from account_desk import PASSWORD, Desk, open_desk
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
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


async def proved(desk: Desk, grant: SessionGrant, enrolled: EnrolledFactor) -> SessionGrant:
    """The session after a code of the factor; the clock goes on, for no code works twice."""
    desk.clock.turn(minutes=1)
    factors = desk.accounts.second_factors
    asked = await factors.challenge(grant.access_token, enrolled.factor.id)
    code = pyotp.TOTP(enrolled.secret).at(desk.clock.now())
    return await factors.verify(grant.access_token, enrolled.factor.id, asked.id, code)


async def with_factor(desk: Desk) -> tuple[SessionGrant, EnrolledFactor]:
    grant = await desk.sign_up(name="Ann", phone="+12125550100")
    enrolled = await desk.accounts.second_factors.enrol(grant.access_token, name="one", issuer="haulage")
    return await proved(desk, grant, enrolled), enrolled


async def sign_in(desk: Desk) -> SessionGrant:
    return await desk.accounts.sign_in(ANN, PASSWORD)


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
    desk: Desk, changes: Changes
) -> None:
    await with_factor(desk)
    half = await sign_in(desk)
    with pytest.raises(InsufficientAssurance):
        await desk.accounts.update_user(half.access_token, changes)
    user = (await desk.accounts.current_user(half.access_token)).user
    assert (user.email, user.name, user.phone) == (ANN, "Ann", "+12125550100")


async def test_one_factor_may_keep_its_own_notes(desk: Desk) -> None:
    await with_factor(desk)
    half = await sign_in(desk)
    given = {"theme": "dark", "name": "Ann"}
    after = await desk.accounts.update_user(half.access_token, Changes(metadata=given))
    assert after.account.user_metadata["theme"] == "dark"


async def test_one_factor_neither_adds_nor_removes_one(desk: Desk) -> None:
    _, enrolled = await with_factor(desk)
    half = await sign_in(desk)
    factors = desk.accounts.second_factors
    with pytest.raises(EnrollingNeedsBoth):
        await factors.enrol(half.access_token, name="two", issuer="haulage")
    with pytest.raises(UnenrollingNeedsBoth):
        await factors.unenrol(half.access_token, enrolled.factor.id)


async def test_a_removed_factor_counts_for_no_session_any_more(desk: Desk) -> None:
    first, enrolled = await with_factor(desk)
    other = await proved(desk, await sign_in(desk), enrolled)
    await desk.accounts.second_factors.unenrol(first.access_token, enrolled.factor.id)
    for grant in (first, other):
        session = (await desk.accounts.current_user(grant.access_token)).session
        assert session.assurance is AssuranceLevel.ONE_FACTOR


async def test_whoever_held_a_removed_factor_gives_the_one_that_is_left(desk: Desk) -> None:
    first, lost = await with_factor(desk)
    thief = await proved(desk, await sign_in(desk), lost)
    factors = desk.accounts.second_factors
    stored = await factors.enrol(first.access_token, name="two", issuer="haulage")
    first = await proved(desk, first, stored)
    await factors.unenrol(first.access_token, lost.factor.id)
    assert not (await desk.accounts.current_user(first.access_token)).needs_second_factor
    assert (await desk.accounts.current_user(thief.access_token)).needs_second_factor


async def test_guesses_at_a_second_factor_are_stopped(desk: Desk) -> None:
    """However many sessions, challenges and callers they are spread over."""
    _, enrolled = await with_factor(desk)
    factors, refusals = desk.accounts.second_factors, 0
    halves = [await sign_in(desk) for _ in range(3)]
    for number in range(60):
        half = halves[number % 3].access_token
        asked = await factors.challenge(half, enrolled.factor.id, caller=f"192.0.2.{number}")
        with pytest.raises((WrongFactorCode, TooManyRequests)) as outcome:
            await factors.verify(half, enrolled.factor.id, asked.id, "000000", caller=f"198.51.100.{number}")
        refusals += isinstance(outcome.value, WrongFactorCode)
    assert refusals == STANDARD_ACCOUNT_LIMITS[AccountLimit.FACTOR_CODES_PER_ACCOUNT].times
    desk.clock.turn(minutes=5)
    await proved(desk, halves[0], enrolled)


async def test_a_challenge_is_answered_in_time_and_for_its_own_factor(desk: Desk) -> None:
    grant, enrolled = await with_factor(desk)
    factors = desk.accounts.second_factors
    with pytest.raises(ChallengeNotFound):
        await factors.verify(grant.access_token, enrolled.factor.id, "chl_never_asked", "000000")
    asked = await factors.challenge(grant.access_token, enrolled.factor.id)
    desk.clock.turn(minutes=5)
    with pytest.raises(ChallengeExpired, match=asked.id):
        await factors.verify(grant.access_token, enrolled.factor.id, asked.id, "000000")
