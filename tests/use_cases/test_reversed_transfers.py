"""A driver's transfer that was taken back: by us, or by somebody at the provider's own desk."""

import attrs
import pytest

from haulage.kernel.policy import OPERATOR, Actor
from haulage.ledger import PaymentSplit, TransferReversal, driver_account
from haulage.orders import Order
from haulage.payments.provider_event import EventState
from haulage.ports.payments import ProviderReversal
from haulage.use_cases.money.hearing import HearProvider
from provider_weather import EVENTS, Letter, an_event
from use_cases.bookkeeping import HALF, balances, driven, refund, the_split
from use_cases.town import Town

pytestmark = pytest.mark.anyio


@pytest.fixture
async def order(town: Town, ada: Actor, dee: Actor) -> Order:
    done = await driven(town, ada, dee)
    await town.later(minutes=1)
    return done


@pytest.fixture
async def split(town: Town, order: Order) -> PaymentSplit:
    found = await the_split(town, order)
    assert found.driver_transfer_id is not None
    return found


@pytest.fixture
def hear(town: Town) -> HearProvider:
    return attrs.evolve(town.market.hear_provider, events=EVENTS)


async def hand_in(
    town: Town, hear: HearProvider, transfer: str | None, id: str = "evt_1"
) -> EventState | None:
    letter = Letter(an_event(id, "transfer.reversed", str(transfer), town.clock.now(), object="transfer"))
    await hear(letter.payload, letter.signature(town.clock.now()))
    kept = await town.storage.read(lambda unit: unit.provider_events.get(id))
    return kept.state if kept else None


def at_the_desk(town: Town, split: PaymentSplit, *cents: int) -> None:
    town.cards.reversals_told[str(split.driver_transfer_id)] = [
        ProviderReversal(f"trr_{number}", amount, None) for number, amount in enumerate(cents)
    ]


async def owed_to(town: Town, driver: Actor) -> int:
    return -(await balances(town)).get(driver_account(str(driver.driver_id)).code, 0)


async def reversals_of(town: Town, split: PaymentSplit) -> list[TransferReversal]:
    return list(await town.storage.read(lambda unit: unit.reversals.open_of(split.id)))


async def test_what_is_taken_back_at_the_desk_is_the_platforms_in_split_and_books(
    town: Town, dee: Actor, order: Order, split: PaymentSplit, hear: HearProvider
) -> None:
    before = await balances(town)
    at_the_desk(town, split, 4_00)
    assert await hand_in(town, hear, split.driver_transfer_id) is EventState.APPLIED
    after = await the_split(town, order)
    assert (after.driver_left_cents, after.platform_back_cents) == (split.driver_cents - 4_00, -4_00)
    assert await owed_to(town, dee) == HALF - 4_00
    held = await balances(town)
    assert held["platform_revenue"] == before["platform_revenue"] - 4_00
    assert held["card_clearing"] == before["card_clearing"]
    deeds = await town.storage.read(lambda unit: unit.audit.newest(1))
    assert (deeds[0].action, deeds[0].facts["cents"]) == ("share_reversed", 4_00)


async def test_copies_and_later_events_take_nothing_twice(
    town: Town, dee: Actor, split: PaymentSplit, hear: HearProvider
) -> None:
    at_the_desk(town, split, 4_00)
    for id in ("evt_1", "evt_1", "evt_2"):
        await hand_in(town, hear, split.driver_transfer_id, id)
    assert await owed_to(town, dee) == HALF - 4_00
    at_the_desk(town, split, 4_00, 1_00)
    await hand_in(town, hear, split.driver_transfer_id, "evt_3")
    assert await owed_to(town, dee) == HALF - 5_00


async def test_our_own_reversal_is_noted_where_its_answer_was_lost(
    town: Town, order: Order, split: PaymentSplit, hear: HearProvider
) -> None:
    town.cards.losing_answers = True
    await refund(town, order, 10_00)
    await town.later(minutes=1)
    (ours,) = await reversals_of(town, split)
    town.cards.losing_answers = False
    held = await balances(town)
    made = ProviderReversal("trr_9", ours.amount_cents, f"{ours.id}-{ours.attempts}")
    town.cards.reversals_told[str(split.driver_transfer_id)] = [made]
    await hand_in(town, hear, split.driver_transfer_id)
    assert await reversals_of(town, split) == []
    assert await balances(town) == held, "it was in the books since it was owed"
    kept = await town.storage.read(lambda unit: unit.reversals.get(ours.id))
    assert kept is not None
    assert kept.provider_reference == "trr_9"


async def test_a_transfer_that_is_taken_back_whole_leaves_nothing_for_us_to_take(
    town: Town, dee: Actor, order: Order, split: PaymentSplit, hear: HearProvider
) -> None:
    town.cards.down = True
    await refund(town, order, 10_00)
    (ours,) = await reversals_of(town, split)
    town.cards.down = False
    at_the_desk(town, split, split.driver_cents)
    await hand_in(town, hear, split.driver_transfer_id)
    assert (await the_split(town, order)).driver_left_cents == 0
    assert await owed_to(town, dee) == 0
    await town.later(hours=2)
    assert (await reversals_of(town, split), town.cards.reversals) == ([], {})
    assert (await town.market.ledger_desk.verify(OPERATOR)).in_order
    assert ours.amount_cents > 0


async def test_what_is_left_is_refunded_in_proportion_afterwards(
    town: Town, dee: Actor, order: Order, split: PaymentSplit, hear: HearProvider
) -> None:
    at_the_desk(town, split, split.driver_cents)
    await hand_in(town, hear, split.driver_transfer_id)
    whole = await refund(town, order)
    parts = whole.tax_cents + whole.driver_cents + whole.platform_cents + whole.own_cents
    assert (whole.driver_cents, parts) == (0, whole.amount_cents)
    assert await owed_to(town, dee) == 0


async def test_a_strangers_transfer_and_a_silent_provider(
    town: Town, order: Order, split: PaymentSplit, hear: HearProvider
) -> None:
    held = await balances(town)
    assert await hand_in(town, hear, "tr_of_another_system") is EventState.IGNORED
    at_the_desk(town, split, 4_00)
    town.cards.down = True
    assert await hand_in(town, hear, split.driver_transfer_id, "evt_2") is EventState.WAITING
    town.cards.down = False
    assert await balances(town) == held
    await town.later(minutes=30)
    assert await balances(town) != held
