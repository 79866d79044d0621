"""Orders of the money machine: booked, paid, driven, tipped and canceled; the provider may be down."""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import attrs
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, multiple, rule

from builders import a_position, a_quote, an_offer, an_online_driver, an_order
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.errors import RuleBroken, Unavailable
from haulage.ledger import (
    SplitNotFailed,
)
from haulage.payments import PaymentState, Refund
from haulage.payouts import Payout
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing import fare_of_driver
from haulage.use_cases.payments.splits import SplitNotFound
from use_cases.bookkeeping import drive
from use_cases.money_model import Model, Owed, Purse
from use_cases.scenario import (
    CHALLENGED,
    DECLINED,
    NEARBY,
    PAYING,
    Scenario,
    a_card,
    make_tables,
    open_scenario,
    open_scenario_at,
)

FEE_RATE, FEE_FIXED, CANCELLATION_FEE = 29, 30, 10_00
REFUSABLE = ("transfer", "refund", "reversal")


def provider_fee(cents: int) -> int:
    return (2 * cents * FEE_RATE + 1000) // 2000 + FEE_FIXED


@attrs.define
class Trip:
    """One order of the machine's, with whom it belongs to."""

    order_id: str
    payment_id: str
    driver: Actor
    price: int
    tax: int


@attrs.define
class Bare:
    """A file with all tables and no rows, made once."""

    path: Path | None = None

    def copy_to(self, target: Path) -> Path:
        if self.path is None:
            self.path = Path(tempfile.mkdtemp(dir=fast_folder())) / "bare.db"
            make_tables(self.path)
        shutil.copy(self.path, target)
        return target


def fast_folder() -> str | None:
    """Memory, where there is some: nothing here is to survive."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


BARE = Bare()


class Trips(RuleBasedStateMachine):
    """``steps`` counts what was done by all machines of this process."""

    steps = 0
    url: str | None = None
    """Of a database with all tables and no rows, for one run; without one, each run has a file of its own."""
    unpaid, paid, driven = Bundle("unpaid"), Bundle("paid"), Bundle("driven")
    payments, disputes, reports = Bundle("payments"), Bundle("disputes"), Bundle("reports")

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.folder = Path(tempfile.mkdtemp(dir=fast_folder()))
        self.count = 0
        self.unheard: dict[str, tuple[str, int]] = {}
        """Disputes that we have not been told of, by name: payment and cents."""
        self.refunds: dict[str, Owed] = {}
        """The model's by our id."""
        self.paid_out: Counter[str] = Counter()
        """What left drivers' accounts at the provider, by account."""
        self.out: dict[str, Payout] = {}
        """Payouts by their ids, as the model knows them."""
        self.kept = 0
        """The fees of those that arrived, and what was withheld of them."""
        self.netted: set[str] = set()
        """Drivers who had a debt or asked for a payout: less is available of their shares than is theirs."""
        self.tips_of: dict[str, list[str]] = {}
        self.scenario = self.run(self._open())

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    async def _open(self) -> Scenario:
        if self.url is not None:
            return await self.stack.enter_async_context(open_scenario_at(self.url, self.folder))
        return await self.stack.enter_async_context(open_scenario(BARE.copy_to(self.folder / "town.db")))

    @initialize(target=driven, subtotals=st.lists(st.integers(20_00, 400_00), min_size=3, max_size=3))
    def somebody_was_driven(self, subtotals: list[int]) -> Any:
        """So that there is money to do something with from the first step: two shares of three are sent."""
        self.ada = self.run(self.scenario.customer("ada"))
        trips = [self.run(self._book(subtotal)) for subtotal in subtotals]
        for number, trip in enumerate(trips):
            self.run(self._pay(trip))
            self.deliver_now(trip)
            if number < len(trips) - 1:
                self.run(self.scenario.later(minutes=1))
        return multiple(*trips)

    @rule(target=unpaid, subtotal=st.integers(1_00, 400_00))
    def book(self, subtotal: int) -> Trip:
        return self.run(self._book(subtotal))

    async def _book(self, subtotal: int) -> Trip:
        self.count += 1
        number = self.count
        driver = await self._new_driver(number)
        quote = a_quote(f"qte_{number}", customer_id=self.ada.user_id)
        estimate = DriverEstimate(subtotal, 0, 0, 0)
        fare = fare_of_driver(estimate, quote.trip.load, tax=quote.tax)
        now = self.scenario.clock.now()
        order = an_order(
            f"ord_{number}",
            number=10_000 + number,
            customer_id=self.ada.user_id,
            quote_id=quote.id,
            price_cents=fare.total_cents,
            chosen_driver_id=driver.driver_id,
            created_at=now,
            updated_at=now,
        )
        offer = an_offer(driver.driver_id, quote_id=quote.id, estimate=estimate)

        async def add(unit: UnitOfWork) -> None:
            await unit.quotes.add(quote)
            await unit.quotes.replace_offers(quote.id, [offer])
            await unit.orders.add(order)

        await self.scenario.storage.write(add)
        was = self._well()
        payment = await self.scenario.market.payments.open(self.ada, order.id)
        self._provider(*was)
        return Trip(order.id, payment.id, driver, fare.total_cents, fare.taxes_cents)

    async def _new_driver(self, number: int) -> Actor:
        user_id = await self.scenario._user(f"driver{number}", UserType.DRIVER)
        profile = an_online_driver(f"drv_{number}", user_id=user_id)

        async def add(unit: UnitOfWork) -> None:
            await unit.drivers.add(profile)
            await unit.drivers.set_position(a_position(profile.id, self.scenario.clock.now(), NEARBY))

        await self.scenario.storage.write(add)
        return Actor(user_id, UserType.DRIVER, profile.id)

    @rule(trip=unpaid, card=st.sampled_from([DECLINED, CHALLENGED]))
    def fail_to_pay(self, trip: Trip, card: str) -> None:
        """Also once it is paid: then nothing is charged again."""
        self.run(self._try_to_pay(trip.payment_id, card))

    async def _try_to_pay(self, payment_id: str, card: str) -> bool:
        try:
            outcome = await self.scenario.market.payments.confirm(self.ada, payment_id, a_card(card))
        except (Unavailable, RuleBroken):
            self.scenario.clock.turn(seconds=61)
            return False
        return outcome.payment.state is PaymentState.SUCCEEDED

    @rule(target=paid, trip=consumes(unpaid))
    def pay(self, trip: Trip) -> Any:
        return self.run(self._pay(trip))

    async def _pay(self, trip: Trip) -> Any:
        for _ in range(2):
            if await self._try_to_pay(trip.payment_id, PAYING):
                owner, fee = f"driver:{trip.driver.driver_id}", provider_fee(trip.price)
                self.model.pay(trip.payment_id, Purse(trip.price, trip.tax, fee, owner))
                return trip
            self._well()
        return multiple()

    @rule(target=payments, trip=paid)
    def name_payment(self, trip: Trip) -> str:
        return trip.payment_id

    @rule(target=payments, trip=driven)
    def name_payment_of_what_was_driven(self, trip: Trip) -> str:
        return trip.payment_id

    @rule(target=driven, trip=consumes(paid))
    def deliver(self, trip: Trip) -> Any:
        order = self.run(self.scenario.order(trip.order_id))
        if order.is_final:
            return multiple()
        return self.deliver_now(trip)

    def deliver_now(self, trip: Trip) -> Trip:
        order = self.run(self.scenario.order(trip.order_id))
        self.run(drive(self.scenario, trip.driver, order))
        self.model.drive(trip.payment_id)
        return trip

    @rule(trip=consumes(paid), late=st.booleans())
    def cancel(self, trip: Trip, late: bool) -> None:
        if self.model.is_disputed(trip.payment_id):
            return
        if late:
            self.run(self.scenario.market.dispatch.accept_offer(trip.driver, trip.order_id))
            self.scenario.clock.turn(minutes=6)
        order = self.run(self.scenario.market.orders.cancel(self.ada, trip.order_id, "Changed my mind"))
        assert order.cancellation is not None
        fee = order.cancellation.fee_cents
        assert fee in (0, min(CANCELLATION_FEE, self.model.purses[trip.payment_id].left) * late)
        self._name(self.model.cancel(trip.payment_id, fee))

    @rule(target=payments, trip=driven, cents=st.integers(1_00, 50_00))
    def tip(self, trip: Trip, cents: int) -> Any:
        return self.run(self._tip(trip, cents))

    async def _tip(self, trip: Trip, cents: int) -> Any:
        self._well()
        try:
            opened = await self.scenario.market.payments.open_tip(self.ada, trip.order_id, cents)
        except RuleBroken:
            return multiple()
        assert await self._try_to_pay(opened.payment.id, PAYING)
        purse = Purse(cents, 0, provider_fee(cents), f"driver:{trip.driver.driver_id}", tip=True)
        self.model.pay(opened.payment.id, purse)
        self.tips_of.setdefault(trip.order_id, []).append(opened.payment.id)
        return opened.payment.id

    @rule(
        down=st.booleans(),
        losing=st.booleans(),
        refuses=st.sets(st.sampled_from(REFUSABLE)),
    )
    def the_provider_changes(self, down: bool, losing: bool, refuses: set[str]) -> None:
        self._provider(down, losing, refuses)

    @rule(minutes=st.sampled_from([0, 1, 60]))
    def time_passes(self, minutes: int) -> None:
        self.run(self.scenario.later(minutes=minutes))

    @rule(payment=payments)
    def retry(self, payment: str) -> None:
        """Of whatever split: only failed ones are."""
        try:
            self.run(self.scenario.market.payments.splits.retry(OPERATOR, payment))
        except (SplitNotFailed, SplitNotFound):
            return

    def _provider(self, down: bool, losing: bool, refuses: set[str]) -> None:
        cards = self.scenario.cards
        cards.down, cards.losing_answers, cards.refuses = down, losing, refuses

    def _well(self) -> tuple[bool, bool, set[str]]:
        """The provider does all it is asked; how it was before."""
        cards = self.scenario.cards
        was = (cards.down, cards.losing_answers, cards.refuses)
        self._provider(False, False, set())
        return was

    def _name(self, owed: Owed | None) -> None:
        """Find what the books call the refund that was just made."""
        if owed is not None:
            (new,) = [each.id for each in self._refunds_of(owed.payment) if each.id not in self.refunds]
            self.refunds[new] = owed

    def _refunds_of(self, payment: str) -> Sequence[Refund]:
        found: Sequence[Refund] = self.run(
            self.scenario.storage.read(lambda unit: unit.refunds.of_payment(payment))
        )
        return found
