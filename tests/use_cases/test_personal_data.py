"""Asking for one's data and for its erasure."""

import pytest

from account_desk import PASSWORD
from haulage.accounts import InvalidCredentials, NoSuchAccount, SessionGrant, SessionNotFound
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.policy import OPERATOR, Actor
from haulage.kernel.rate_limit import TooManyRequests
from haulage.use_cases.personal_data import MoneyOwed, OrderUnderWay, ProofNeeded
from use_cases.town import ADMIN, Town

pytestmark = pytest.mark.anyio

ANN = "ann@example.com"


async def sign_up(town: Town, email: str = ANN) -> SessionGrant:
    made = await town.market.accounts.sign_up(email, PASSWORD, {"name": "Ann Lee"})
    assert isinstance(made, SessionGrant)
    return made


async def test_a_person_takes_their_data_along(town: Town) -> None:
    grant = await sign_up(town)
    exported = await town.market.personal_data.export(grant.signed_in.actor)
    assert exported["held"]["profile"][0]["name"] == "Ann Lee"
    last = await town.market.audit_desk.after(OPERATOR, 2, 1)
    assert [(entry.action, entry.actor_id) for entry in last] == [("data_exported", grant.signed_in.user.id)]


async def test_neither_visitors_nor_administrators_take_anothers_data(town: Town) -> None:
    await sign_up(town)
    with pytest.raises(Exception, match="User not found"):
        await town.market.personal_data.export_of(ANN, ADMIN)
    with pytest.raises(Forbidden):
        await town.market.personal_data.export(Actor(business_id="biz_1"))


async def test_an_erased_person_is_out_at_once_and_may_come_back(town: Town) -> None:
    grant = await sign_up(town)
    await town.market.personal_data.erase(grant.access_token)
    with pytest.raises(SessionNotFound):
        await town.market.accounts.authenticate(grant.access_token)
    with pytest.raises(InvalidCredentials):
        await town.market.accounts.sign_in(ANN, PASSWORD)
    again = await sign_up(town)
    assert again.signed_in.user.id != grant.signed_in.user.id


async def test_the_audit_trail_says_who_erased_whom(town: Town) -> None:
    grant = await sign_up(town)
    await town.market.personal_data.erase_of(ANN)
    entry = (await town.market.audit_desk.after(OPERATOR, 2, 1))[0]
    assert (entry.action, entry.actor_id) == ("account_erased", "operator")
    assert (entry.object_id, entry.facts["user"]) == (grant.signed_in.account.id, grant.signed_in.user.id)


async def test_an_old_session_needs_the_password(town: Town) -> None:
    grant = await sign_up(town)
    town.clock.turn(minutes=11)
    with pytest.raises(ProofNeeded):
        await town.market.personal_data.erase(grant.access_token)
    with pytest.raises(InvalidInput) as wrong:
        await town.market.personal_data.erase(grant.access_token, "wrong")
    assert wrong.value.field == "password"
    await town.market.personal_data.erase(grant.access_token, PASSWORD)
    with pytest.raises(NoSuchAccount):
        await town.market.personal_data.erase_of(ANN)


async def test_guessing_the_password_is_limited(town: Town) -> None:
    grant = await sign_up(town)
    for _ in range(10):
        with pytest.raises(InvalidInput):
            await town.market.personal_data.erase(grant.access_token, "x", caller="192.0.2.7")
    with pytest.raises(TooManyRequests):
        await town.market.personal_data.erase(grant.access_token, "x", caller="192.0.2.7")


async def test_nobody_disappears_during_an_order(town: Town, dee: Actor) -> None:
    grant = await sign_up(town)
    order = await town.assigned(grant.signed_in.actor, dee)
    with pytest.raises(OrderUnderWay) as refusal:
        await town.market.personal_data.erase(grant.access_token)
    assert str(order.number) in refusal.value.message
    with pytest.raises(OrderUnderWay):
        await town.market.personal_data.erase_of("acc_dee@example.com")


async def test_nobody_disappears_while_money_is_owed_to_them(town: Town, dee: Actor) -> None:
    grant = await sign_up(town)
    order = await town.assigned(grant.signed_in.actor, dee)
    town.cards.down = True
    await town.market.cancel_order(grant.signed_in.actor, order.id, "changed my mind")
    with pytest.raises(MoneyOwed) as refusal:
        await town.market.personal_data.erase(grant.access_token)
    assert "$" in refusal.value.message
    town.cards.down = False
    await town.later(seconds=15)
    await town.market.personal_data.erase(grant.access_token)
