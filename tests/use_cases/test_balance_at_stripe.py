"""A marketplace at the simulated Stripe: after all kinds of events both balances agree to the cent, also
while payouts are under way; what Stripe takes for itself is listed."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from account_scenario import TurnableClock
from builders import a_w9
from haulage.kernel.actor import OPERATOR, Actor
from haulage.orders import Order
from haulage.payments import DisputeState
from haulage.payments.difference import DifferenceKind
from haulage.payouts import PayoutSpeed, PayoutStatus
from haulage.ports.payments import CardPayments
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from stripe_server import RunningSimulator, running_simulator
from use_cases.bookkeeping import accounts, driven, refund
from use_cases.paying_out import ask, stored
from use_cases.scenario import Scenario, a_card, make_tables, with_cards

pytestmark = pytest.mark.anyio

OUTCOMES = {"pay": PayoutStatus.PAID, "fail": PayoutStatus.FAILED}


@pytest.fixture
def stripe() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture
async def cards(anyio_backend: str, stripe: RunningSimulator) -> AsyncIterator[CardPayments]:
    made = stripe.cards(budget_seconds=30, attempt_seconds=20)
    yield made
    await made.aclose()


@pytest.fixture
async def town(stripe: RunningSimulator, cards: CardPayments, tmp_path: Path) -> AsyncIterator[Scenario]:
    """Stripe has the same clock."""
    make_tables(tmp_path / "town.db")
    storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{tmp_path / 'town.db'}"))
    clock = TurnableClock()
    stripe.state.now = lambda: clock.now().timestamp()
    market = with_cards(tmp_path, storage, clock, cards, stripe_api_base=stripe.url)  # type: ignore[arg-type]
    yield Scenario(storage, clock, cards, market)  # type: ignore[arg-type]
    await market.orders.follow.streams.aclose()
    await storage.aclose()


@pytest.fixture
async def ada(town: Scenario) -> Actor:
    return await town.customer("ada")


@pytest.fixture
async def dee(town: Scenario) -> Actor:
    return await town.driver("dee")


async def kinds(town: Scenario) -> list[DifferenceKind]:
    """Of what is open after a nightly run."""
    await town.market.payments.reconcile.daily("2026-11-23")
    page = await town.market.payments.reconcile.differences(OPERATOR, PageRequest(100))
    return sorted(each.kind for each in page.items)


async def gap(town: Scenario) -> int:
    """What Stripe holds for us beyond what the books say that it holds."""
    return await town.cards.balance_cents() - (await accounts(town))["card_clearing"]


async def bank_takes(town: Scenario, stripe: RunningSimulator, order: Order, verdict: str) -> None:
    """The card holder's bank disputes an order and decides; nobody tells us, so that asking has to."""
    intent = (await town.payment(order)).provider_reference
    charge = next(
        each["id"] for each in stripe.state.kind("charge").values() if each["payment_intent"] == intent
    )
    made = stripe.post("/simulator/disputes", charge=charge)
    stripe.post(f"/simulator/disputes/{made['id']}/{verdict}")
    await town.later(hours=2)
    await town.market.payments.reconcile(OPERATOR)
    assert (await town.payment(order)).dispute is DisputeState(verdict)


async def test_whatever_happens_both_balances_agree_to_the_cent(
    town: Scenario, stripe: RunningSimulator, ada: Actor, dee: Actor
) -> None:
    order = await driven(town, ada, dee)
    tip = (await town.market.payments.open_tip(ada, order.id, 7_00)).payment
    await town.market.payments.confirm(ada, tip.id, a_card())
    await town.later(hours=2)
    await refund(town, order, 5_00)
    await town.later(hours=2)
    back = await refund(town, order, 1_00, goodwill=True)
    await town.later(hours=2)
    known = await town.storage.read(lambda unit: unit.refunds.get(back.id))
    assert known is not None
    stripe.post(f"/simulator/refunds/{known.provider_refund_id}/fail")
    for verdict in ("won", "lost"):
        await bank_takes(town, stripe, await driven(town, ada, dee), verdict)
    await town.later(hours=2)
    await town.market.payments.reconcile(OPERATOR)
    await town.later(hours=2)
    assert await kinds(town) == []
    assert await gap(town) == 0
    assert {each["type"] for each in stripe.state.kind("balance_transaction").values()} >= {
        "charge",
        "refund",
        "refund_failure",
        "adjustment",
        "transfer",
        "transfer_refund",
    }


@pytest.mark.parametrize("end", ["pay", "fail"])
async def test_a_payout_with_fees_is_no_difference_while_it_is_under_way_nor_at_its_end(
    town: Scenario, stripe: RunningSimulator, ada: Actor, dee: Actor, end: str
) -> None:
    """One that fails has its fees sent back to the driver's account."""
    for _ in range(3):
        await driven(town, ada, dee)
        await town.later(hours=2)
    await town.market.tax.w9.certify(dee, dee.driver_id or "", a_w9())
    methods = await town.market.payouts.methods.list(dee, dee.driver_id or "")
    await town.later(hours=74)
    instant = next(each for each in methods if each.is_instant)
    payout = await ask(town, dee, 25_00, PayoutSpeed.INSTANT, method_id=instant.id)
    await town.later(seconds=10)
    payout = await stored(town, payout)
    assert payout.is_open
    assert payout.taken_back_cents == await gap(town) > 0
    town.clock.turn(minutes=5)
    assert await kinds(town) == []
    stripe.post(f"/simulator/payouts/{payout.provider_id}/{end}")
    await town.market.payouts.check(OPERATOR)
    await town.later(hours=2)
    assert (await stored(town, payout)).status is OUTCOMES[end]
    assert await gap(town) == 0
    assert await kinds(town) == []


async def test_what_stripe_takes_for_itself_is_listed_and_accepted(
    town: Scenario, stripe: RunningSimulator, ada: Actor, dee: Actor
) -> None:
    await driven(town, ada, dee)
    await town.later(hours=2)
    start = await gap(town)
    stripe.post("/simulator/balance/take", type="stripe_fee", amount="200")
    stripe.post("/simulator/balance/give", type="topup", amount="5000")
    stripe.post("/simulator/balance/take", type="payout", amount="900", fee="5")
    await town.later(hours=2)
    unknown = DifferenceKind.UNKNOWN_ENTRY
    assert await kinds(town) == [DifferenceKind.BALANCE_OFF, unknown, unknown]
    reconcile = town.market.payments.reconcile
    for each in (await reconcile.differences(OPERATOR, PageRequest())).items:
        if each.kind is unknown:
            await reconcile.accept(OPERATOR, each.id, "Known to the accountant.")
    await town.later(hours=2)
    assert await kinds(town) == []
    assert await gap(town) - start == 48_00
