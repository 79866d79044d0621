"""A share whose driver's account cannot take it waits, and goes by itself when it can (OUT-01)."""

import asyncio

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import PaymentSplit, SplitStatus, driver_account
from haulage.orders import Order
from haulage.payouts import AccountReport, CapabilityStatus, ConnectedAccount
from haulage.webhooks.event import EventProvider
from provider_faults import READERS, Letter, an_event
from use_cases.bookkeeping import HALF, PRICE, driven, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.recording_cards import READY
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

ACCOUNT = "acct_drv_dee"
NOT_READY = AccountReport(
    payouts_enabled=False,
    details_submitted=False,
    transfers=CapabilityStatus.INACTIVE,
    currently_due=("individual.id_number",),
    disabled_reason="requirements.past_due",
)
REJECTED = attrs.evolve(NOT_READY, disabled_reason="rejected.fraud")


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered; Dee has not set up her account."""
    scenario.cards.reports[ACCOUNT] = NOT_READY
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    return order


async def unsent(scenario: Scenario) -> tuple[int, int]:
    """What the books owe Dee and did not send, and what of it is reserved for a transfer."""
    balance = await scenario.storage.read(lambda unit: unit.ledger.balance(driver_account("drv_dee")))
    return -balance.posted_cents, balance.reserved_debit_cents


async def account_of(scenario: Scenario) -> ConnectedAccount:
    found = await scenario.storage.read(lambda unit: unit.connected_accounts.get("drv_dee"))
    assert found is not None
    return found


async def provider_reports(scenario: Scenario, id: str = "evt_1") -> None:
    """An account.updated, as it comes to the endpoint of connected accounts."""
    hear = attrs.evolve(scenario.market.webhooks.receive, readers=READERS)
    now = scenario.clock.now()
    letter = Letter(an_event(id, "account.updated", ACCOUNT, now))
    await hear(EventProvider.STRIPE, letter.payload, letter.signature(now))


async def is_sent(scenario: Scenario, order: Order) -> PaymentSplit:
    split = await the_split(scenario, order)
    assert split.status is SplitStatus.COMPLETED
    assert list(scenario.cards.transfers.values()) == [HALF]
    assert await unsent(scenario) == (0, 0)
    return split


async def test_nothing_is_asked_for_and_nothing_reserved_before_the_account_is_ready(
    scenario: Scenario, order: Order
) -> None:
    split = await the_split(scenario, order)
    assert (split.status, split.submitted_cents, split.failure_reason) == (SplitStatus.PENDING, None, None)
    assert scenario.cards.transfers == {}
    assert await unsent(scenario) == (HALF, 0)
    assert (await account_of(scenario)).report == NOT_READY


async def test_the_providers_word_sends_what_waited(scenario: Scenario, order: Order) -> None:
    scenario.cards.reports[ACCOUNT] = READY
    await provider_reports(scenario)
    await scenario.later(minutes=1)
    await is_sent(scenario, order)


async def test_a_word_that_was_lost_is_made_up_for_within_two_hours(scenario: Scenario, order: Order) -> None:
    scenario.cards.reports[ACCOUNT] = READY
    await scenario.later(hours=2)
    await is_sent(scenario, order)


async def test_a_share_waits_for_months(scenario: Scenario, order: Order) -> None:
    for _ in range(5):
        await scenario.later(days=30)
    scenario.cards.reports[ACCOUNT] = READY
    await scenario.later(hours=2)
    await is_sent(scenario, order)


async def test_copies_of_a_word_in_any_order_send_once(scenario: Scenario, order: Order) -> None:
    scenario.cards.reports[ACCOUNT] = READY
    await asyncio.gather(*(provider_reports(scenario, f"evt_{number % 3}") for number in range(9)))
    await scenario.later(minutes=1)
    await is_sent(scenario, order)
    assert (await account_of(scenario)).report == READY


async def test_what_is_given_back_while_a_share_waits_is_not_sent(scenario: Scenario, order: Order) -> None:
    await refund(scenario, order, PRICE // 2)
    scenario.cards.reports[ACCOUNT] = READY
    await provider_reports(scenario)
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF - HALF // 2]
    assert scenario.cards.reversals == {}


async def test_an_account_that_stopped_taking_transfers_unnoticed_makes_no_failure(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """Its last report was good; the refusal shows that it is not any more."""
    order = await driven(scenario, ada, dee)
    await scenario.market.payments.transfers.accounts.of_driver("drv_dee")
    scenario.cards.reports[ACCOUNT] = NOT_READY
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert (split.status, split.submitted_cents) == (SplitStatus.PENDING, None)
    assert await unsent(scenario) == (HALF, 0)
    scenario.cards.refuses, scenario.cards.reports[ACCOUNT] = set(), READY
    await provider_reports(scenario)
    await scenario.later(minutes=1)
    await is_sent(scenario, order)


async def test_a_share_to_a_rejected_account_fails_and_goes_when_the_provider_relents(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    scenario.cards.reports[ACCOUNT] = REJECTED
    scenario.cards.refuses = {"transfer"}
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    assert (await the_split(scenario, order)).status is SplitStatus.FAILED
    scenario.cards.refuses, scenario.cards.reports[ACCOUNT] = set(), READY
    await provider_reports(scenario)
    await scenario.later(minutes=1)
    await is_sent(scenario, order)


@pytest.mark.parametrize("refused", [{"opening"}, {"report", "transfer"}])
async def test_an_account_of_which_the_provider_tells_nothing_fails_the_share_until_it_does(
    scenario: Scenario, ada: Actor, dee: Actor, refused: set[str]
) -> None:
    scenario.cards.refuses = refused
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert split.status is SplitStatus.FAILED
    assert split.failure_reason
    assert await unsent(scenario) == (HALF, 0)
    scenario.cards.refuses = set()
    await scenario.market.payments.splits.retry(dee, split.payment_id)
    await scenario.later(minutes=1)
    await is_sent(scenario, order)


async def test_the_account_of_another_system_is_not_ours_to_keep(scenario: Scenario, dee: Actor) -> None:
    await provider_reports(scenario)
    stored = await scenario.storage.read(lambda unit: unit.provider_events.get("evt_1"))
    assert stored is not None
    assert stored.state == "ignored"


async def test_a_share_that_is_given_again_goes_once_the_account_takes_transfers_again(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    scenario.cards.refuses, scenario.cards.reports[ACCOUNT] = {"transfer"}, NOT_READY
    await provider_reports(scenario, "evt_stopped")
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    await scenario.later(hours=5)
    split = await the_split(scenario, order)
    (waiting,) = await scenario.storage.read(lambda unit: unit.splits.returned_of(split.id))
    assert waiting.sent_at is None
    scenario.cards.refuses, scenario.cards.reports[ACCOUNT] = set(), READY
    await provider_reports(scenario, "evt_ready")
    await scenario.later(seconds=1)
    (sent,) = await scenario.storage.read(lambda unit: unit.splits.returned_of(split.id))
    assert sent.sent_at is not None


async def test_a_word_that_says_nothing_new_tries_no_failed_share_again(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await provider_reports(scenario, "evt_ready")
    order = await driven(scenario, ada, dee)
    await scenario.market.payments.transfers.accounts.of_driver("drv_dee")
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    failed = await the_split(scenario, order)
    assert failed.status is SplitStatus.FAILED
    await provider_reports(scenario, "evt_again")
    await scenario.later(minutes=1)
    assert await the_split(scenario, order) == failed
