"""Reconciliation of entries that no row of ours stands for, and of all that the provider holds for us."""

from datetime import timedelta

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.orders import Order
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from use_cases.bookkeeping import FEE, PRICE, accounts, dispute, driven, refund
from use_cases.databases import ON_EACH_DATABASE
from use_cases.reconciling import Alarms, calling, paid_two_hours_ago
from use_cases.scenario import Scenario, a_card

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

UNKNOWN, OFF = DifferenceKind.UNKNOWN_ENTRY, DifferenceKind.BALANCE_OFF


@pytest.fixture
def alarms() -> Alarms:
    return []


@pytest.fixture
def reconcile(scenario: Scenario, alarms: Alarms) -> ReconcilePayments:
    return calling(scenario, alarms)


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    return await paid_two_hours_ago(scenario, ada, dee)


async def nightly(scenario: Scenario, reconcile: ReconcilePayments) -> dict[DifferenceKind, Difference]:
    """What is open after the run of another day, by its kind."""
    await scenario.later(hours=24)
    report = await reconcile.daily("2026-11-23")
    if report.again_at is not None:
        scenario.clock.turn(minutes=10)
        assert report.again_at == scenario.clock.now()
        await reconcile.daily("2026-11-23")
    listed = list((await reconcile.differences(OPERATOR, PageRequest(100))).items)
    found = {each.kind: each for each in listed}
    assert len(found) == len(listed)
    return found


def bill(scenario: Scenario, cents: int, id: str = "fee_1", type: str = "stripe_fee", fee: int = 0) -> None:
    """The provider moves our balance for something of its own."""
    scenario.cards.enter(EntryKind.OTHER, cents, id, None, fee=fee)
    scenario.cards.moved[-1] = attrs.evolve(scenario.cards.moved[-1], type=type)


async def test_an_entry_that_nothing_of_ours_stands_for_is_listed_with_all_that_the_provider_says_of_it(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    bill(scenario, -2_00, type="payout_minimum_balance_hold_of_a_long_name", fee=25)
    entry: ProviderEntry = scenario.cards.moved[-1]
    open_ones = await nightly(scenario, reconcile)
    unknown = open_ones[UNKNOWN]
    assert (unknown.subject, unknown.their_id) == (DifferenceSubject.ENTRY, entry.id)
    assert unknown.their_status == "payout_minimum_balance_hold_of_a_long_name"
    assert (unknown.their_cents, unknown.their_fee_cents, unknown.their_net_cents) == (-2_00, 25, -2_25)
    assert (unknown.our_cents, unknown.payment_id) == (None, None)
    assert alarms == [("payments.differences", {"unknown_entry": 1, "balance_off": 1})]


async def test_two_entries_of_one_source_are_two_differences(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    bill(scenario, -2_00)
    bill(scenario, -3_00)
    scenario.clock.turn(hours=2)
    report = await reconcile(OPERATOR)
    assert report.open_by_kind == {UNKNOWN: 2, OFF: 1}


async def test_the_whole_balance_is_off_by_an_unknown_entry_until_that_is_accepted(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    bill(scenario, -2_00)
    held = (await accounts(scenario))["card_clearing"]
    open_ones = await nightly(scenario, reconcile)
    off = open_ones[OFF]
    assert (off.subject, off.our_cents, off.their_cents) == (DifferenceSubject.BALANCE, held, held - 2_00)
    await reconcile.accept(OPERATOR, open_ones[UNKNOWN].id, "The provider's monthly fee.")
    alarms.clear()
    assert await nightly(scenario, reconcile) == {}
    assert alarms == []


async def test_a_balance_that_no_entry_explains_is_listed_with_both_figures(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    """Such as a fee on an entry of which amounts alone are compared."""
    scenario.cards.entered_cents -= 1
    held = (await accounts(scenario))["card_clearing"]
    (off,) = (await nightly(scenario, reconcile)).values()
    assert (off.kind, off.our_cents, off.their_cents) == (OFF, held, held - 1)
    assert alarms == [("payments.differences", {"balance_off": 1})]
    scenario.cards.entered_cents += 1
    assert await nightly(scenario, reconcile) == {}


async def test_a_gap_that_closes_within_minutes_calls_nobody(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    """Such as that of an event which the provider tells late, or of what is entered under an earlier time."""
    scenario.clock.turn(hours=24)
    scenario.cards.entered_cents += 25_98
    report = await reconcile.daily("2026-11-23")
    assert report.again_at == scenario.clock.now() + timedelta(minutes=10)
    scenario.cards.entered_cents -= 25_98
    scenario.clock.turn(minutes=10)
    again = await reconcile.daily("2026-11-23")
    assert (again.again_at, again.open_by_kind) == (None, {})
    assert alarms == []


async def test_gaps_that_are_others_at_each_look_are_put_off_once(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    scenario.clock.turn(hours=24)
    for cents, expected in ((1, 0), (2, 0), (3, 1)):
        scenario.cards.entered_cents += cents
        await reconcile.daily("2026-11-23")
        assert len(alarms) == expected
        scenario.clock.turn(minutes=5)


async def test_a_gap_of_yesterday_calls_again_at_once(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    scenario.cards.entered_cents += 1
    await nightly(scenario, reconcile)
    scenario.clock.turn(hours=24)
    assert (await reconcile.daily("2026-11-24")).again_at is None
    assert alarms == [("payments.differences", {"balance_off": 1})] * 2


async def test_a_gap_that_was_accepted_stays_so_whatever_moves_and_no_other_gap_with_it(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    scenario.cards.entered_cents += 500_00
    (off,) = (await nightly(scenario, reconcile)).values()
    await reconcile.accept(OPERATOR, off.id, "What the account held before the marketplace was opened.")
    scenario.clock.turn(hours=-24 + 2)
    await refund(scenario, order, 3_00)
    assert await nightly(scenario, reconcile) == {}
    scenario.cards.entered_cents -= 1
    (other,) = (await nightly(scenario, reconcile)).values()
    assert other.id != off.id
    assert (other.their_cents or 0) - (other.our_cents or 0) == 500_00 - 1
    scenario.cards.entered_cents += 1
    assert await nightly(scenario, reconcile) == {}


async def test_what_goes_to_our_own_bank_is_in_the_books_and_differs_from_nothing(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    before = await accounts(scenario)
    scenario.cards.enter(EntryKind.PAYOUT, -8_00, "po_1", None, fee=10)
    for _ in range(2):
        assert await nightly(scenario, reconcile) == {}
    after = await accounts(scenario)
    assert after["card_clearing"] == before["card_clearing"] - 8_10
    assert (after["bank"], after["provider_payout_fees"]) == (8_00, 10)
    scenario.cards.enter(EntryKind.PAYOUT, 8_00, "po_1", None)
    assert await nightly(scenario, reconcile) == {}
    assert (await accounts(scenario)).get("bank", 0) == 0


async def test_what_is_paid_while_the_run_reads_is_no_difference(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A charge whose event is not here yet, and a payout to our own bank that the next run enters."""
    ask = scenario.cards.balance_cents

    async def moving() -> int:
        if not any(each.source == "ch_now" for each in scenario.cards.moved):
            scenario.clock.turn(seconds=2)
            scenario.cards.enter(EntryKind.CHARGE, PRICE, "ch_now", "pi_now", fee=FEE)
            scenario.cards.enter(EntryKind.PAYOUT, -5_00, "po_now", None)
        return await ask()

    monkeypatch.setattr(scenario.cards, "balance_cents", moving)
    scenario.clock.turn(hours=24)
    await reconcile.daily("2026-11-23")
    assert (await reconcile.differences(OPERATOR, PageRequest())).items == []


async def test_after_everything_that_can_happen_to_money_both_balances_are_the_same(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor, reconcile: ReconcilePayments
) -> None:
    """A refund in part that takes from the driver's share, one that comes back, disputes that are won and
    lost with their fees, a tip, and one refund that is owed and cannot go out."""
    await refund(scenario, order, 5_00)
    returned = await refund(scenario, order, 1_00, goodwill=True)
    await scenario.later(hours=2)
    scenario.cards.return_refund(returned.reference)
    for name, verdict in (("dp_won", "won"), ("dp_lost", "lost")):
        made = await scenario.payment(await driven(scenario, ada, dee))
        await scenario.later(hours=2)
        await dispute(scenario, made, 9_00, fee=15_00, name=name)
        scenario.cards.disputes[name].fee = 15_00
        await dispute(scenario, made, 9_00, verdict, fee=15_00, name=name)
    tip = (await scenario.market.payments.open_tip(ada, order.id, 7_00)).payment
    await scenario.market.payments.confirm(ada, tip.id, a_card())
    await scenario.later(hours=2)
    await reconcile(OPERATOR)
    await scenario.later(hours=2)
    scenario.cards.refuses.add("refund")
    await refund(scenario, order, 2_00)
    assert await nightly(scenario, reconcile) == {}
    assert (await accounts(scenario))["card_clearing"] == await scenario.cards.balance_cents()
    assert {each.kind for each in scenario.cards.moved} >= {
        EntryKind.CHARGE,
        EntryKind.REFUND,
        EntryKind.REFUND_FAILED,
        EntryKind.DISPUTE,
        EntryKind.TRANSFER,
        EntryKind.TRANSFER_REVERSAL,
    }
    scenario.cards.entered_cents += 1
    assert set(await nightly(scenario, reconcile)) >= {OFF}
