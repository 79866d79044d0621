"""Recovery codes, guesses at the second factor, and an operator's reset of it."""

import pytest

from account_scenario import PASSWORD, AccountScenario
from haulage.accounts import SessionGrant, SessionNotFound
from haulage.accounts.factors import EnrollingNeedsBoth, WrongFactorCode
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.recovery_codes import NoSecondFactor, WrongRecoveryCode
from haulage.accounts.session import AssuranceLevel
from haulage.kernel.actor import operator
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.rate_limit import TooManyRequests
from haulage.ports.storage.unit_of_work import UnitOfWork
from use_cases.test_accounts_factors import ANN, proved, scenario, sign_in, with_factor
from use_cases.test_audit_events import trail

__all__ = ["scenario"]

pytestmark = pytest.mark.anyio


async def kinds(scenario: AccountScenario) -> list[str]:
    return [mail["kind"] for mail in await scenario.mails() if mail["to"] == ANN]


async def test_each_of_ten_codes_stands_once_for_the_second_factor(scenario: AccountScenario) -> None:
    grant, _ = await with_factor(scenario)
    codes = await scenario.accounts.recovery_codes.make(grant.access_token)
    assert len(set(codes)) == 10
    for count, code in enumerate(codes, start=1):
        half = await sign_in(scenario)
        assert half.signed_in.needs_second_factor
        whole = await scenario.accounts.recovery_codes.give(half.access_token, f" {code.replace('-', ' ')} ")
        assert whole.signed_in.session.assurance is AssuranceLevel.TWO_FACTORS
        await scenario.accounts.authenticate(whole.access_token)
        assert (await scenario.accounts.recovery_codes.left(whole.access_token)).left == 10 - count
        again = await sign_in(scenario)
        with pytest.raises(WrongRecoveryCode):
            await scenario.accounts.recovery_codes.give(again.access_token, code)
    assert (await kinds(scenario)).count("recovery_code_used") == 10


async def test_codes_are_kept_as_hashes_and_replaced_as_a_whole(scenario: AccountScenario) -> None:
    grant, _ = await with_factor(scenario)
    earlier = await scenario.accounts.recovery_codes.make(grant.access_token)

    async def look(unit: UnitOfWork) -> str:
        return repr(await unit.factors.recovery_codes(grant.signed_in.account.id))

    stored = await scenario.storage.read(look)
    assert not any(code in stored or code.replace("-", "") in stored for code in earlier)
    await scenario.accounts.recovery_codes.make(grant.access_token)
    half = await sign_in(scenario)
    with pytest.raises(WrongRecoveryCode):
        await scenario.accounts.recovery_codes.give(half.access_token, earlier[0])
    assert (await kinds(scenario)).count("recovery_codes_made") == 2


async def test_making_codes_asks_the_freshness_rule(scenario: AccountScenario) -> None:
    grant, enrolled = await with_factor(scenario)
    with pytest.raises(EnrollingNeedsBoth):
        await scenario.accounts.recovery_codes.make((await sign_in(scenario)).access_token)
    scenario.clock.turn(days=3)
    grant = await scenario.accounts.refresh(grant.refresh_token)
    with pytest.raises(ReauthenticationNeeded):
        await scenario.accounts.recovery_codes.make(grant.access_token)
    late = await proved(scenario, await sign_in(scenario), enrolled)
    await scenario.accounts.recovery_codes.make(late.access_token)


async def test_codes_stand_for_a_factor_and_go_with_the_last_one(scenario: AccountScenario) -> None:
    lone = await scenario.sign_up("bea@example.com")
    with pytest.raises(NoSecondFactor):
        await scenario.accounts.recovery_codes.make(lone.access_token)
    grant, enrolled = await with_factor(scenario)
    await scenario.accounts.recovery_codes.make(grant.access_token)
    await scenario.accounts.second_factors.unenrol(grant.access_token, enrolled.factor.id)
    assert (await scenario.accounts.recovery_codes.left(grant.access_token)).left == 0


async def test_recovery_codes_cannot_be_guessed(scenario: AccountScenario) -> None:
    grant, _ = await with_factor(scenario)
    await scenario.accounts.recovery_codes.make(grant.access_token)
    half, wrong = await sign_in(scenario), 0
    for number in range(30):
        with pytest.raises((WrongRecoveryCode, TooManyRequests)) as refused:
            await scenario.accounts.recovery_codes.give(
                half.access_token, f"{number:010}", caller=f"192.0.2.{number}"
            )
        wrong += refused.type is WrongRecoveryCode
    assert wrong == 10


async def guess(scenario: AccountScenario, half: SessionGrant, factor_id: str) -> None:
    asked = await scenario.accounts.second_factors.challenge(half.access_token, factor_id)
    with pytest.raises(WrongFactorCode):
        await scenario.accounts.second_factors.verify(half.access_token, factor_id, asked.id, "000000")


async def test_several_wrong_codes_are_told_to_the_owner_once_a_day(scenario: AccountScenario) -> None:
    _, enrolled = await with_factor(scenario)
    half = await sign_in(scenario)
    for _ in range(2):
        await guess(scenario, half, enrolled.factor.id)
    assert "factor_guessed" not in await kinds(scenario)
    for _ in range(5):
        await guess(scenario, half, enrolled.factor.id)
    assert (await kinds(scenario)).count("factor_guessed") == 1
    scenario.clock.turn(days=1)
    half = await sign_in(scenario)
    for _ in range(3):
        await guess(scenario, half, enrolled.factor.id)
    assert (await kinds(scenario)).count("factor_guessed") == 2


async def test_an_operator_lets_somebody_in_who_lost_their_factor(scenario: AccountScenario) -> None:
    grant, _ = await with_factor(scenario)
    await scenario.accounts.recovery_codes.make(grant.access_token)
    user = await scenario.accounts.reset_factors(ANN, "T-1042", operator("root"))
    assert user.email == ANN
    with pytest.raises(SessionNotFound):
        await scenario.accounts.current_user(grant.access_token)
    after = await scenario.accounts.sign_in(ANN, PASSWORD)
    assert not after.signed_in.needs_second_factor
    assert (await scenario.accounts.recovery_codes.left(after.access_token)).made_at is None
    assert "factors_reset" in await kinds(scenario)
    (reset,) = [entry for entry in await trail(scenario.storage) if entry.action == "factors_reset"]
    assert (reset.actor_id, reset.facts) == ("operator:root", {"reason": "T-1042", "removed": 1})


async def test_a_reset_of_factors_names_a_reason_and_an_operator(scenario: AccountScenario) -> None:
    grant, _ = await with_factor(scenario)
    with pytest.raises(InvalidInput, match="ticket"):
        await scenario.accounts.reset_factors(ANN, "Ann Lee called from +1 212 555 0100")
    with pytest.raises(Forbidden):
        await scenario.accounts.reset_factors(ANN, "T-1042", grant.signed_in.actor)
