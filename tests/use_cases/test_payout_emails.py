"""Drivers hear of their payouts by e-mail, unless they want no such mails (OUT-09, OP-43)."""

import pytest

from haulage.kernel.actor import Actor
from haulage.payouts import NotificationPreferences, PayoutStatus
from haulage.use_cases.payouts.payout_settings import SettingsChange
from use_cases.bookkeeping import HALF, driven
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, faulty
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

NO_MAILS = SettingsChange(notifications=NotificationPreferences(email=False))


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has her half of an order, and a card that takes instant payouts."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    return dee


async def mails(scenario: Scenario) -> list[tuple[str, str]]:
    """Kind and text of those about payouts, the newest first."""
    latest = await scenario.market.email.manage.latest(20)
    return [(each.kind, each.mail.text) for each in latest if each.kind.startswith(("payout_", "payouts_"))]


async def test_who_was_paid_is_told_how_much_and_where_once(scenario: Scenario, paid: Actor) -> None:
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    scenario.clock.turn(minutes=31)
    for _ in range(2):
        await scenario.market.payouts.send.look_at(payout.id)
    (kind, text), *others = await mails(scenario)
    assert kind == "payout_paid"
    assert "We paid $9.30 to your debit card ending 5556." in text
    assert "/driver-dashboard?tab=payouts" in text
    assert [each for each, _ in others] == ["payout_method_added"]


async def test_whose_payout_failed_is_told_why_and_that_the_money_comes_back(
    scenario: Scenario, paid: Actor
) -> None:
    faulty(scenario).refuses.add("send")
    payout = await ask(scenario, paid, HALF)
    await scenario.market.payouts.send(payout.id)
    kind, text = (await mails(scenario))[0]
    assert kind == "payout_failed"
    assert "failed: The bank account has been closed." in text
    assert "go back to your balance" in text


async def test_who_cancels_a_payout_or_wants_no_mails_gets_none(scenario: Scenario, paid: Actor) -> None:
    before = len(await mails(scenario))
    payout = await ask(scenario, paid, 1_00)
    await scenario.market.payouts.send(payout.id)
    canceled = await scenario.market.payouts.send.cancel(paid, payout.id)
    assert canceled.status is PayoutStatus.CANCELED
    await scenario.market.payouts.settings.change(paid, DRIVER, NO_MAILS)
    second = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(second.id)
    scenario.clock.turn(minutes=31)
    assert (await scenario.market.payouts.send.look_at(second.id)).status is PayoutStatus.PAID
    assert len(await mails(scenario)) == before
