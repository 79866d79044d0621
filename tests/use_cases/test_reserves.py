"""What the books reserve of a driver's share while a report or a dispute is open: what is left of it."""

import asyncio
from contextlib import AsyncExitStack
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from haulage.claims import Claim
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.payments import Payment, RefundStatus
from haulage.ports.payments import ProviderReversal
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    balances,
    dispute,
    driven,
    refund,
    reserved,
    the_split,
)
from use_cases.claiming import claimed, declined, refunded
from use_cases.databases import ON_EACH_DATABASE
from use_cases.money_model import Model, Owed, Purse
from use_cases.scenario import Scenario, a_card, open_scenario_at

pytestmark = pytest.mark.anyio

SIZE = settings(
    max_examples=7,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def left(scenario: Scenario, order: Order) -> dict[str, int]:
    """What is the driver's of the order, told like what is reserved."""
    cents = (await the_split(scenario, order)).driver_left_cents
    return {"driver:drv_dee": cents} if cents else {}


@ON_EACH_DATABASE
async def test_each_part_that_goes_back_while_a_report_is_open_makes_the_reservation_smaller(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    report = await claimed(scenario, ada, order)
    for cents in (10_00, 1, 3_33, PRICE - 13_34):
        await refund(scenario, order, cents)
        assert await reserved(scenario) == await left(scenario, order)
        await balances(scenario)
    assert await reserved(scenario) == {}
    await declined(scenario, report)
    assert "driver:drv_dee" not in await balances(scenario)


async def test_goodwill_takes_nothing_from_what_is_reserved(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    await claimed(scenario, ada, order)
    await refund(scenario, order, 10_00, goodwill=True)
    assert await reserved(scenario) == {"driver:drv_dee": HALF}


async def test_what_somebody_takes_back_in_the_providers_dashboard_is_reserved_no_longer(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    await scenario.later(minutes=1)
    await claimed(scenario, ada, order)
    split = await the_split(scenario, order)
    taken = [ProviderReversal("trr_1", 4_00, None)]
    await scenario.storage.write(lambda unit: note_reversals(unit, split.id, taken, scenario.clock.now()))
    assert await reserved(scenario) == {"driver:drv_dee": HALF - 4_00}


async def test_what_is_disputed_of_a_tip_is_reserved_beside_the_fare_that_is_reported(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    tip = (await scenario.market.payments.open_tip(ada, order.id, 5_00)).payment
    await scenario.market.payments.confirm(ada, tip.id, a_card())
    await dispute(scenario, tip, 5_00)
    await claimed(scenario, ada, order)
    assert await reserved(scenario) == {"driver:drv_dee": HALF + 5_00}


async def test_disputes_of_one_payment_reserve_what_the_driver_would_lose_with_them_all(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE // 2, name="dp_1")
    await dispute(scenario, payment, PRICE - PRICE // 2, name="dp_2")
    assert await reserved(scenario) == {"driver:drv_dee": HALF}
    await dispute(scenario, payment, PRICE // 2, "won", name="dp_1")
    assert await reserved(scenario) == {"driver:drv_dee": HALF // 2}


Part = tuple[Fraction, bool]
parts = st.tuples(st.fractions(Fraction(1, 50), Fraction(1, 2)), st.booleans())
doings = st.one_of(
    parts,
    st.sampled_from(["report", "dispute a part", "dispute it all", "won", "lost", "decline", "refund"]),
)


class Story:
    """One order, and what a plain model says of its money."""

    def __init__(self, scenario: Scenario, model: Model, order: Order, payment: Payment) -> None:
        self.scenario, self.model, self.order, self.payment = scenario, model, order, payment
        self.report: Claim | None = None
        self.disputes = 0
        self.owed: dict[str, Owed] = {}

    @property
    def purse(self) -> Purse:
        return self.model.purses[self.payment.id]

    async def goes_on(self, ada: Actor, doing: Part | str) -> None:
        if not isinstance(doing, str):
            await self._refund(*doing)
        elif doing == "report":
            self.report = self.report or await claimed(self.scenario, ada, self.order)
            self.purse.reported |= self.report.is_undecided
        elif doing in ("decline", "refund"):
            await self._decide(refunds=doing == "refund")
        elif doing.startswith("dispute"):
            await self._dispute(PRICE // 3 if doing == "dispute a part" else PRICE)
        else:
            await self._hear(won=doing == "won")
        await self._learn_what_went()

    async def _learn_what_went(self) -> None:
        """Each step asks for one refund at most; which of them have gone out by now."""
        payment = self.payment.id
        for made in await self.scenario.storage.read(lambda unit: unit.refunds.of_payment(payment)):
            self.owed.setdefault(made.id, self.model.owed[-1])
            self.model.went(self.owed[made.id], sent=made.status is RefundStatus.SENT)

    async def _refund(self, share: Fraction, goodwill: bool) -> None:
        cents = max(1, int(self.purse.left * share))
        if self.purse.left and not self.model.is_disputed(self.payment.id):
            await refund(self.scenario, self.order, cents, goodwill=goodwill)
            self.model.refund(self.payment.id, cents, goodwill=goodwill)

    async def _decide(self, *, refunds: bool) -> None:
        stuck = refunds and (not self.purse.left or self.model.is_disputed(self.payment.id))
        if self.report is None or not self.report.is_undecided or stuck:
            return
        decide = refunded if refunds else declined
        self.report = await decide(self.scenario, self.report)
        self.purse.reported = False
        if refunds:
            self.model.refund(self.payment.id, self.purse.left, goodwill=False)

    async def _dispute(self, cents: int) -> None:
        self.disputes += 1
        name = f"dp_{self.payment.id}_{self.disputes}"
        await dispute(self.scenario, self.payment, cents, name=name)
        self.model.dispute(self.payment.id, name, cents)

    async def _hear(self, *, won: bool) -> None:
        for name, (_, cents) in list(self.model.open_disputes.items())[:1]:
            await dispute(self.scenario, self.payment, cents, "won" if won else "lost", name=name)
            self.model.win(name) if won else self.model.lose(name)


def test_whatever_is_given_back_disputed_and_decided_the_books_reserve_what_is_held_of_the_rest(
    database: str, tmp_path: Path
) -> None:
    with asyncio.Runner() as runner:
        stack, model = AsyncExitStack(), Model()
        scenario = runner.run(stack.enter_async_context(open_scenario_at(database, tmp_path)))
        ada, dee = runner.run(scenario.customer()), runner.run(scenario.driver())

        async def do(doings: list[Part | str]) -> None:
            order = await driven(scenario, ada, dee)
            payment = await scenario.payment(order)
            model.pay(payment.id, Purse(PRICE, TAXES, FEE, "driver:drv_dee"))
            model.drive(payment.id)
            story = Story(scenario, model, order, payment)
            for doing in ("report", *doings):
                await story.goes_on(ada, doing)
                assert await reserved(scenario) == model.reserved()
                assert await balances(scenario) == model.held()
            while model.open_disputes:
                await story.goes_on(ada, "won")

        @SIZE
        @given(st.lists(doings, min_size=4, max_size=12))
        def stories(doings: list[Part | str]) -> None:
            runner.run(do(doings))

        try:
            stories()
        finally:
            runner.run(stack.aclose())
