"""A driver's transfer that was taken back: by us, or by somebody in the provider's own dashboard."""

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import PaymentSplit, TransferReversal, driver_account
from haulage.orders import Order
from haulage.ports.payments import ProviderReversal
from haulage.use_cases.webhooks.receive_webhook import ReceiveWebhook
from haulage.webhooks.event import EventProvider, EventState
from provider_faults import READERS, Letter, an_event
from use_cases.bookkeeping import HALF, balances, driven, refund, the_split
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    done = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    return done


@pytest.fixture
async def split(scenario: Scenario, order: Order) -> PaymentSplit:
    found = await the_split(scenario, order)
    assert found.driver_transfer_id is not None
    return found


@pytest.fixture
def hear(scenario: Scenario) -> ReceiveWebhook:
    return attrs.evolve(scenario.market.webhooks.receive, readers=READERS)


async def hand_in(
    scenario: Scenario, hear: ReceiveWebhook, transfer: str | None, id: str = "evt_1"
) -> EventState | None:
    letter = Letter(an_event(id, "transfer.reversed", str(transfer), scenario.clock.now(), object="transfer"))
    await hear(EventProvider.STRIPE, letter.payload, letter.signature(scenario.clock.now()))
    stored = await scenario.storage.read(lambda unit: unit.provider_events.get(id))
    return stored.state if stored else None


def in_the_dashboard(scenario: Scenario, split: PaymentSplit, *cents: int) -> None:
    scenario.cards.provider_reversals[str(split.driver_transfer_id)] = [
        ProviderReversal(f"trr_{number}", amount, None) for number, amount in enumerate(cents)
    ]


async def owed_to(scenario: Scenario, driver: Actor) -> int:
    return -(await balances(scenario)).get(driver_account(str(driver.driver_id)).code, 0)


async def reversals_of(scenario: Scenario, split: PaymentSplit) -> list[TransferReversal]:
    return list(await scenario.storage.read(lambda unit: unit.reversals.open_of(split.id)))


async def test_what_is_taken_back_in_the_dashboard_is_the_platforms_in_split_and_books(
    scenario: Scenario, dee: Actor, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    before = await balances(scenario)
    in_the_dashboard(scenario, split, 4_00)
    assert await hand_in(scenario, hear, split.driver_transfer_id) is EventState.APPLIED
    after = await the_split(scenario, order)
    assert (after.driver_left_cents, after.platform_back_cents) == (split.driver_cents - 4_00, -4_00)
    assert await owed_to(scenario, dee) == HALF - 4_00
    held = await balances(scenario)
    assert held["platform_revenue"] == before["platform_revenue"] - 4_00
    assert held["card_clearing"] == before["card_clearing"]
    events = await scenario.storage.read(lambda unit: unit.audit.newest(1))
    assert (events[0].action, events[0].facts["cents"]) == ("share_reversed", 4_00)


async def test_copies_and_later_events_take_nothing_twice(
    scenario: Scenario, dee: Actor, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    in_the_dashboard(scenario, split, 4_00)
    for id in ("evt_1", "evt_1", "evt_2"):
        await hand_in(scenario, hear, split.driver_transfer_id, id)
    assert await owed_to(scenario, dee) == HALF - 4_00
    in_the_dashboard(scenario, split, 4_00, 1_00)
    await hand_in(scenario, hear, split.driver_transfer_id, "evt_3")
    assert await owed_to(scenario, dee) == HALF - 5_00


async def test_our_own_reversal_is_noted_where_its_answer_was_lost(
    scenario: Scenario, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    scenario.cards.losing_answers = True
    await refund(scenario, order, 10_00)
    await scenario.later(minutes=1)
    (ours,) = await reversals_of(scenario, split)
    scenario.cards.losing_answers = False
    held = await balances(scenario)
    made = ProviderReversal("trr_9", ours.amount_cents, f"{ours.id}-{ours.attempts}")
    scenario.cards.provider_reversals[str(split.driver_transfer_id)] = [made]
    await hand_in(scenario, hear, split.driver_transfer_id)
    assert await reversals_of(scenario, split) == []
    assert await balances(scenario) == held, "it was in the books since it was owed"
    stored = await scenario.storage.read(lambda unit: unit.reversals.get(ours.id))
    assert stored is not None
    assert stored.provider_reference == "trr_9"


async def test_a_part_of_what_we_take_back_is_not_all_of_it(
    scenario: Scenario, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    scenario.cards.down = True
    await refund(scenario, order, 10_00)
    scenario.cards.down = False
    (ours,) = await reversals_of(scenario, split)
    made = ProviderReversal("trr_9", ours.amount_cents - 1, f"{ours.id}-{ours.attempts}")
    scenario.cards.provider_reversals[str(split.driver_transfer_id)] = [made]
    await hand_in(scenario, hear, split.driver_transfer_id)
    assert await reversals_of(scenario, split) == [ours]


async def test_what_is_taken_back_in_the_dashboard_of_a_returned_share_is_the_platforms(
    scenario: Scenario, dee: Actor, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    await scenario.later(minutes=1)
    (returned,) = await scenario.storage.read(lambda unit: unit.splits.returned_of(split.id))
    scenario.cards.provider_reversals[returned.transfer_id] = [ProviderReversal("trr_1", 4_00, None)]
    assert await hand_in(scenario, hear, returned.transfer_id) is EventState.APPLIED
    assert await owed_to(scenario, dee) == HALF - 4_00


async def test_what_is_taken_back_in_the_dashboard_while_we_take_back_all_leaves_us_the_rest(
    scenario: Scenario, dee: Actor, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    """The whole refund came before the event of it, so that we ask for more than is left."""
    transfer = str(split.driver_transfer_id)
    await scenario.cards.reverse_transfer(transfer, amount_cents=4_00, reference="dashboard")
    made = scenario.cards._reversed[transfer]
    made[0] = attrs.evolve(made[0], reference=None)
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert scenario.cards.held["acct_drv_dee"] == HALF - 4_00
    await hand_in(scenario, hear, transfer)
    await scenario.later(hours=2)
    assert scenario.cards.held["acct_drv_dee"] == await owed_to(scenario, dee) == 0
    assert await reversals_of(scenario, split) == []


async def test_a_transfer_that_is_taken_back_whole_leaves_nothing_for_us_to_take(
    scenario: Scenario, dee: Actor, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    scenario.cards.down = True
    await refund(scenario, order, 10_00)
    (ours,) = await reversals_of(scenario, split)
    scenario.cards.down = False
    in_the_dashboard(scenario, split, split.driver_cents)
    await hand_in(scenario, hear, split.driver_transfer_id)
    assert (await the_split(scenario, order)).driver_left_cents == 0
    assert await owed_to(scenario, dee) == 0
    await scenario.later(hours=2)
    assert (await reversals_of(scenario, split), scenario.cards.reversals) == ([], {})
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order
    assert ours.amount_cents > 0


async def test_what_is_left_is_refunded_in_proportion_afterwards(
    scenario: Scenario, dee: Actor, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    in_the_dashboard(scenario, split, split.driver_cents)
    await hand_in(scenario, hear, split.driver_transfer_id)
    whole = await refund(scenario, order)
    parts = whole.tax_cents + whole.driver_cents + whole.platform_cents + whole.own_cents
    assert (whole.driver_cents, parts) == (0, whole.amount_cents)
    assert await owed_to(scenario, dee) == 0


async def test_a_strangers_transfer_and_a_silent_provider(
    scenario: Scenario, order: Order, split: PaymentSplit, hear: ReceiveWebhook
) -> None:
    held = await balances(scenario)
    assert await hand_in(scenario, hear, "tr_of_another_system") is EventState.IGNORED
    in_the_dashboard(scenario, split, 4_00)
    scenario.cards.down = True
    assert await hand_in(scenario, hear, split.driver_transfer_id, "evt_2") is EventState.WAITING
    scenario.cards.down = False
    assert await balances(scenario) == held
    await scenario.later(minutes=30)
    assert await balances(scenario) != held
