"""Recovery codes, guesses at the second factor, and an operator's reset of it."""

import pytest

from account_desk import PASSWORD, Desk
from haulage.accounts import SessionGrant, SessionNotFound
from haulage.accounts.factors import EnrollingNeedsBoth, WrongFactorCode
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.recovery_codes import NoSecondFactor, WrongRecoveryCode
from haulage.accounts.session import AssuranceLevel
from haulage.kernel.actor import operator
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.rate_limit import TooManyRequests
from haulage.ports.storage.unit_of_work import UnitOfWork
from use_cases.test_accounts_factors import ANN, desk, proved, sign_in, with_factor
from use_cases.test_audit_events import trail

__all__ = ["desk"]

pytestmark = pytest.mark.anyio


async def kinds(desk: Desk) -> list[str]:
    return [mail["kind"] for mail in await desk.mails() if mail["to"] == ANN]


async def test_each_of_ten_codes_stands_once_for_the_second_factor(desk: Desk) -> None:
    grant, _ = await with_factor(desk)
    codes = await desk.accounts.recovery_codes.make(grant.access_token)
    assert len(set(codes)) == 10
    for count, code in enumerate(codes, start=1):
        half = await sign_in(desk)
        assert half.signed_in.needs_second_factor
        whole = await desk.accounts.recovery_codes.give(half.access_token, f" {code.replace('-', ' ')} ")
        assert whole.signed_in.session.assurance is AssuranceLevel.TWO_FACTORS
        await desk.accounts.authenticate(whole.access_token)
        assert (await desk.accounts.recovery_codes.left(whole.access_token)).left == 10 - count
        again = await sign_in(desk)
        with pytest.raises(WrongRecoveryCode):
            await desk.accounts.recovery_codes.give(again.access_token, code)
    assert (await kinds(desk)).count("recovery_code_used") == 10


async def test_codes_are_kept_as_hashes_and_replaced_as_a_whole(desk: Desk) -> None:
    grant, _ = await with_factor(desk)
    earlier = await desk.accounts.recovery_codes.make(grant.access_token)

    async def look(unit: UnitOfWork) -> str:
        return repr(await unit.factors.recovery_codes(grant.signed_in.account.id))

    stored = await desk.storage.read(look)
    assert not any(code in stored or code.replace("-", "") in stored for code in earlier)
    await desk.accounts.recovery_codes.make(grant.access_token)
    half = await sign_in(desk)
    with pytest.raises(WrongRecoveryCode):
        await desk.accounts.recovery_codes.give(half.access_token, earlier[0])
    assert (await kinds(desk)).count("recovery_codes_made") == 2


async def test_making_codes_asks_the_freshness_rule(desk: Desk) -> None:
    grant, enrolled = await with_factor(desk)
    with pytest.raises(EnrollingNeedsBoth):
        await desk.accounts.recovery_codes.make((await sign_in(desk)).access_token)
    desk.clock.turn(days=3)
    grant = await desk.accounts.refresh(grant.refresh_token)
    with pytest.raises(ReauthenticationNeeded):
        await desk.accounts.recovery_codes.make(grant.access_token)
    late = await proved(desk, await sign_in(desk), enrolled)
    await desk.accounts.recovery_codes.make(late.access_token)


async def test_codes_stand_for_a_factor_and_go_with_the_last_one(desk: Desk) -> None:
    lone = await desk.sign_up("bea@example.com")
    with pytest.raises(NoSecondFactor):
        await desk.accounts.recovery_codes.make(lone.access_token)
    grant, enrolled = await with_factor(desk)
    await desk.accounts.recovery_codes.make(grant.access_token)
    await desk.accounts.second_factors.unenrol(grant.access_token, enrolled.factor.id)
    assert (await desk.accounts.recovery_codes.left(grant.access_token)).left == 0


async def test_recovery_codes_cannot_be_guessed(desk: Desk) -> None:
    grant, _ = await with_factor(desk)
    await desk.accounts.recovery_codes.make(grant.access_token)
    half, wrong = await sign_in(desk), 0
    for number in range(30):
        with pytest.raises((WrongRecoveryCode, TooManyRequests)) as refused:
            await desk.accounts.recovery_codes.give(
                half.access_token, f"{number:010}", caller=f"192.0.2.{number}"
            )
        wrong += refused.type is WrongRecoveryCode
    assert wrong == 10


async def guess(desk: Desk, half: SessionGrant, factor_id: str) -> None:
    asked = await desk.accounts.second_factors.challenge(half.access_token, factor_id)
    with pytest.raises(WrongFactorCode):
        await desk.accounts.second_factors.verify(half.access_token, factor_id, asked.id, "000000")


async def test_several_wrong_codes_are_told_to_the_owner_once_a_day(desk: Desk) -> None:
    _, enrolled = await with_factor(desk)
    half = await sign_in(desk)
    for _ in range(2):
        await guess(desk, half, enrolled.factor.id)
    assert "factor_guessed" not in await kinds(desk)
    for _ in range(5):
        await guess(desk, half, enrolled.factor.id)
    assert (await kinds(desk)).count("factor_guessed") == 1
    desk.clock.turn(days=1)
    half = await sign_in(desk)
    for _ in range(3):
        await guess(desk, half, enrolled.factor.id)
    assert (await kinds(desk)).count("factor_guessed") == 2


async def test_an_operator_lets_somebody_in_who_lost_their_factor(desk: Desk) -> None:
    grant, _ = await with_factor(desk)
    await desk.accounts.recovery_codes.make(grant.access_token)
    user = await desk.accounts.reset_factors(ANN, "T-1042", operator("root"))
    assert user.email == ANN
    with pytest.raises(SessionNotFound):
        await desk.accounts.current_user(grant.access_token)
    after = await desk.accounts.sign_in(ANN, PASSWORD)
    assert not after.signed_in.needs_second_factor
    assert (await desk.accounts.recovery_codes.left(after.access_token)).made_at is None
    assert "factors_reset" in await kinds(desk)
    (reset,) = [entry for entry in await trail(desk.storage) if entry.action == "factors_reset"]
    assert (reset.actor_id, reset.facts) == ("operator:root", {"reason": "T-1042", "removed": 1})


async def test_a_reset_of_factors_names_a_reason_and_an_operator(desk: Desk) -> None:
    grant, _ = await with_factor(desk)
    with pytest.raises(InvalidInput, match="ticket"):
        await desk.accounts.reset_factors(ANN, "Ann Lee called from +1 212 555 0100")
    with pytest.raises(Forbidden):
        await desk.accounts.reset_factors(ANN, "T-1042", grant.signed_in.actor)
