"""What the provider has of a payout beside the payout: events that tell of it, and entries of its parts."""

import json
from collections.abc import Sequence

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.payments.difference import Difference, DifferenceKind
from haulage.payments.provider_entry import EntryKind
from haulage.payouts import Payout, PayoutStatus
from haulage.ports.payouts import fees_reference, restored_reference, take_back_reference
from haulage.ports.storage.paging import PageRequest
from haulage.webhooks.event import EventProvider, EventState
from provider_faults import READERS, Letter, an_event
from use_cases.bookkeeping import driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, faulty, fund, stored
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

FEES = 70
"""Of $10.00 at once (OP-04)."""


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has earned her half of an order, and a card that takes instant payouts."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    return dee


@pytest.fixture
async def sent(scenario: Scenario, paid: Actor) -> Payout:
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.jobs.run.all_due()
    return await stored(scenario, payout)


async def deliver(scenario: Scenario, payout: str, account: str) -> EventState:
    """A payout.paid, and what has become of it."""
    now = scenario.clock.now()
    body = {**json.loads(an_event("evt_1", "payout.paid", payout, now)), "account": account}
    letter = Letter(json.dumps(body).encode())
    receive = attrs.evolve(scenario.market.webhooks.receive, readers=READERS)
    await receive(EventProvider.STRIPE, letter.payload, letter.signature(now))
    saved = await scenario.storage.read(lambda unit: unit.provider_events.get("evt_1"))
    assert saved is not None
    return saved.state


async def account_of(scenario: Scenario) -> str:
    found = await scenario.storage.read(lambda unit: unit.connected_accounts.get(DRIVER))
    assert found is not None
    return found.account_id


async def test_an_event_leads_to_a_look_at_the_payout(scenario: Scenario, sent: Payout) -> None:
    scenario.clock.turn(minutes=31)
    assert await deliver(scenario, sent.provider_id or "", await account_of(scenario)) is EventState.APPLIED
    assert (await stored(scenario, sent)).status is PayoutStatus.PAID


async def test_an_event_is_believed_no_further_than_the_provider_says(
    scenario: Scenario, sent: Payout
) -> None:
    assert await deliver(scenario, sent.provider_id or "", await account_of(scenario)) is EventState.APPLIED
    assert (await stored(scenario, sent)).status is not PayoutStatus.PAID


@pytest.mark.parametrize(("payout", "account"), [("po_other", None), (None, "acct_other")])
async def test_payouts_that_are_not_ours_are_ignored(
    scenario: Scenario, sent: Payout, payout: str | None, account: str | None
) -> None:
    scenario.clock.turn(minutes=31)
    answer = await deliver(scenario, payout or sent.provider_id or "", account or await account_of(scenario))
    assert answer is EventState.IGNORED
    assert (await stored(scenario, sent)).status is not PayoutStatus.PAID


async def differences(scenario: Scenario) -> Sequence[Difference]:
    """What a daily run leaves open."""
    scenario.clock.turn(hours=2)
    day = scenario.clock.now().date().isoformat()
    await scenario.market.payments.reconcile.daily(day)
    page = await scenario.market.payments.reconcile.differences(OPERATOR, PageRequest(100))
    return page.items


def took_back(scenario: Scenario, payout: Payout, cents: int = FEES) -> None:
    """As the provider's books have it."""
    (part,) = payout.take_back
    reference = take_back_reference(payout.id, 0)
    scenario.cards.enter(EntryKind.TRANSFER_REVERSAL, cents, "trr_1", part.transfer_id, reference=reference)


async def test_fees_that_were_taken_back_are_no_difference(scenario: Scenario, sent: Payout) -> None:
    took_back(scenario, sent)
    assert await differences(scenario) == []


async def test_another_amount_than_the_payouts_is_one(scenario: Scenario, sent: Payout) -> None:
    took_back(scenario, sent, FEES + 1)
    found, off = sorted(await differences(scenario), key=lambda each: each.their_id is None)
    assert off.kind is DifferenceKind.BALANCE_OFF
    assert (found.kind, found.their_id) == (DifferenceKind.MISSING_HERE, "trr_1")


async def test_what_is_given_back_is_none_where_the_payout_failed_and_one_where_it_did_not(
    scenario: Scenario, paid: Actor, sent: Payout
) -> None:
    await fund(scenario, 50_00)
    provider = faulty(scenario)
    provider.refuses.add("send")
    failed = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(failed.id)
    assert (await stored(scenario, failed)).has_failed
    for number, payout in enumerate((failed, sent)):
        scenario.cards.enter(
            EntryKind.TRANSFER, -FEES, f"tr_{number}", None, reference=restored_reference(payout.id)
        )
    scenario.cards.enter(EntryKind.TRANSFER, -FEES, "tr_fees", None, reference=fees_reference(sent.id))
    found = [each for each in await differences(scenario) if each.kind is DifferenceKind.MISSING_HERE]
    assert {each.their_id for each in found} == {"tr_1", "tr_fees"}


async def test_fees_that_were_returned_are_no_difference(scenario: Scenario, paid: Actor) -> None:
    faulty(scenario).slow = True
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    payout = await stored(scenario, payout)
    assert payout.fees_returned
    took_back(scenario, payout)
    scenario.cards.enter(EntryKind.TRANSFER, -FEES, "tr_fees", None, reference=fees_reference(payout.id))
    assert await differences(scenario) == []
