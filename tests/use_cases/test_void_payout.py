"""Payouts that were never sent: those that fail by themselves, and those that an operator voids."""

import pytest

from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Conflict, Forbidden, IllegalMove, InvalidInput, NotFound, Unavailable
from haulage.kernel.own_case import OwnCase
from haulage.payouts import (
    Payout,
    PayoutBeingSent,
    PayoutIsSent,
    PayoutOutcomeUnknown,
    PayoutStatus,
)
from haulage.ports.payments import AccountUnknown
from haulage.use_cases.payouts.void_payout import MAX_VOID_REASON
from use_cases.bookkeeping import HALF, accounts, driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, INSTANT, Faulty, a_method, ask, faulty, held, stored
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

WHY = "The account was closed."


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has earned her half of an order, and a card that takes instant payouts."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    return dee


def gone(provider: Faulty) -> None:
    """The provider knows the account no more."""
    provider.raising["find"] = AccountUnknown("payouts")


async def void(scenario: Scenario, payout: Payout, actor: Actor = OPERATOR, reason: str = WHY) -> Payout:
    return await scenario.market.payouts.void(actor, payout.id, reason)


async def sent_in_vain(scenario: Scenario, payout: Payout, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(Unavailable):
            await scenario.market.payouts.send(payout.id)


async def require_returned(scenario: Scenario) -> None:
    assert await held(scenario) == (HALF, 0)
    assert "payout_fees" not in await accounts(scenario)
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order


async def test_a_payout_out_of_an_account_that_never_was_valid_fails_at_once_and_comes_back(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    gone(provider)
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    after = await stored(scenario, payout)
    assert (after.status, after.failure_reason) == (
        PayoutStatus.FAILED,
        "The payment provider has no such account. Nothing was sent.",
    )
    assert {"prepare", "send"}.isdisjoint(provider.done)
    await require_returned(scenario)


async def test_one_that_was_asked_for_before_the_account_was_gone_is_neither_failed_nor_voided(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.down_after.add("send")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await sent_in_vain(scenario, payout)
    gone(provider)
    await sent_in_vain(scenario, payout)
    scenario.clock.turn(days=2)
    with pytest.raises(PayoutOutcomeUnknown):
        await void(scenario, payout)
    assert (await stored(scenario, payout)).status is PayoutStatus.PENDING
    assert await held(scenario) == (HALF - 10_00, 9_30)


async def test_a_payout_that_the_provider_was_never_asked_for_is_voided_and_its_driver_told(
    scenario: Scenario, paid: Actor
) -> None:
    faulty(scenario).down_before.add("find")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await sent_in_vain(scenario, payout, times=3)
    voided = await void(scenario, payout, ADMIN, f" {WHY} ")
    assert voided.status is PayoutStatus.FAILED
    assert voided.failure_reason == (
        f"An administrator returned this payout to your balance, since it was never sent: {WHY}"
    )
    await require_returned(scenario)
    mails = await scenario.market.email.manage.latest(20)
    assert [WHY in each.mail.text for each in mails if each.kind == "payout_failed"] == [True]
    newest = await scenario.storage.read(lambda unit: unit.audit.newest(10))
    (entry,) = [each for each in newest if each.action == AuditAction.PAYOUT_VOIDED]
    assert (entry.object_id, dict(entry.facts)) == (payout.id, {"driver": DRIVER, "cents": 10_00})


async def test_a_voided_payout_is_not_sent_by_its_job_and_can_be_tried_again(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.down_before.add("find")
    payout = await ask(scenario, paid, 10_00)
    await void(scenario, payout)
    provider.down_before.clear()
    await scenario.market.payouts.send(payout.id)
    assert provider.done == []
    again = await scenario.market.payouts.request.retry(paid, payout.id)
    await scenario.market.payouts.send(again.id)
    assert provider.done == ["send"]


async def test_one_that_was_asked_for_is_voided_after_an_hour_where_the_provider_lists_it_not(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.down_before.add("send")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await sent_in_vain(scenario, payout)
    scenario.clock.turn(minutes=59)
    with pytest.raises(PayoutBeingSent):
        await void(scenario, payout)
    scenario.clock.turn(minutes=2)
    await void(scenario, payout)
    assert provider.done[-1] == "restore"
    await require_returned(scenario)


async def test_what_the_provider_has_after_all_is_noted_and_not_voided(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.down_after.add("send")
    payout = await ask(scenario, paid, 10_00)
    await sent_in_vain(scenario, payout)
    scenario.clock.turn(hours=2)
    with pytest.raises((PayoutIsSent, IllegalMove)):
        await void(scenario, payout)
    assert (await stored(scenario, payout)).provider_id is not None
    with pytest.raises((PayoutIsSent, IllegalMove)):
        await void(scenario, payout)
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    with pytest.raises(IllegalMove):
        await void(scenario, payout)
    assert await held(scenario) == (HALF - 10_00, 0)


async def test_one_that_is_asked_for_while_it_is_voided_stays(scenario: Scenario, paid: Actor) -> None:
    provider = faulty(scenario)
    payout = await ask(scenario, paid, 10_00)

    async def meanwhile() -> None:
        provider.meanwhile = None
        await scenario.market.payouts.send(payout.id)

    provider.meanwhile = meanwhile
    with pytest.raises((Conflict, PayoutIsSent)):
        await void(scenario, payout)
    assert (await stored(scenario, payout)).provider_id is not None
    assert await held(scenario) == (HALF - 10_00, 10_00)


async def test_after_a_restore_nothing_counts_as_never_asked_for(scenario: Scenario, paid: Actor) -> None:
    provider = faulty(scenario)
    payout = await ask(scenario, paid, 10_00)
    now = scenario.clock.now()
    await scenario.storage.write(lambda unit: unit.payouts.note_all_asked(now))
    gone(provider)
    await sent_in_vain(scenario, payout)
    with pytest.raises(PayoutOutcomeUnknown):
        await void(scenario, payout)


async def test_voiding_is_for_administrators_and_operators_with_a_reason(
    scenario: Scenario, paid: Actor, ada: Actor
) -> None:
    payout = await ask(scenario, paid, 10_00)
    for somebody in (paid, ada):
        with pytest.raises(Forbidden):
            await void(scenario, payout, somebody)
    herself = Actor(paid.user_id, UserType.ADMIN, paid.driver_id)
    with pytest.raises(OwnCase):
        await void(scenario, payout, herself)
    for nothing in ("", "  ", "x" * (MAX_VOID_REASON + 1)):
        with pytest.raises(InvalidInput, match="reason"):
            await void(scenario, payout, reason=nothing)
    with pytest.raises(NotFound):
        await scenario.market.payouts.void(OPERATOR, "pyt_none", WHY)
    longest = await void(scenario, payout, reason="x" * MAX_VOID_REASON)
    assert (longest.failure_reason or "").endswith("x" * MAX_VOID_REASON)
    with pytest.raises(IllegalMove):
        await void(scenario, payout)
    await require_returned(scenario)
