"""Everything that can happen to money, in any order, against a plain model of it.

The books must hold what the model says after every step; and when the provider has been well for a while,
every card, every driver's account and the books must tell the same story.
"""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from builders import a_position, a_quote, an_offer, an_online_driver, an_order
from haulage.jobs import JobState
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.errors import RuleBroken, Unavailable
from haulage.ledger import (
    AccountKind,
    Balance,
    LedgerAccount,
    NotEnough,
    SplitNotFailed,
    SplitStatus,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    available_account,
    connected_account,
    debt_account,
    driver_account,
    entries_of,
)
from haulage.payments import PaymentState, Refund, RefundStatus
from haulage.payments.refund import PaymentDisputed, RefundNotOpen
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing import fare_of_driver
from haulage.services.payments.driver_funds import reserve_available
from haulage.services.payments.share_transfers import owe_reversal
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from haulage.use_cases.payments.splits import SplitNotFound
from use_cases.bookkeeping import accounts, balances, dispute, drive, intent_of, listen_for_refunds, reserved
from use_cases.claiming import NOBODY_CAME
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
ENOUGH_ROUNDS = 4
PLENTY = 10**9
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


class _BalancesOf:
    """A driver's balances among all."""

    def __init__(self, found: Mapping[LedgerAccount, Balance], driver_id: str) -> None:
        self.unsent = found.get(driver_account(driver_id), Balance())
        self.available = found.get(available_account(driver_id), Balance())
        self.debt = found.get(debt_account(driver_id), Balance())


class MoneyMachine(RuleBasedStateMachine):
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
        self.netted: set[str] = set()
        """Drivers who had a debt, so that less is available of their shares than is theirs."""
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

    @rule(payment=payments, share=st.fractions(0, 1), goodwill=st.booleans())
    def refund(self, payment: str, share: Any, goodwill: bool) -> None:
        left = self.model.purses[payment].left
        cents = max(1, int(left * share))
        try:
            made = self.run(
                self.scenario.market.payments.manage.refund(OPERATOR, payment, RefundRequest(cents, goodwill))
            )
        except RuleBroken:
            assert not left or self.model.is_disputed(payment)
            return
        assert made.amount_cents == cents
        self._name(self.model.refund(payment, cents, goodwill=goodwill))

    @rule(payment=payments, more=st.integers(1, 1_000))
    def refund_too_much(self, payment: str, more: int) -> None:
        cents = self.model.purses[payment].left + more
        try:
            self.run(self.scenario.market.payments.manage.refund(OPERATOR, payment, RefundRequest(cents)))
        except RuleBroken:
            return
        raise AssertionError("more went back than was paid")

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

    def _learn_what_went(self) -> None:
        """What we know of to have gone out, or to have come back; whether it has is checked at the end."""
        for payment in {owed.payment for owed in self.refunds.values()}:
            for refund in self._refunds_of(payment):
                self.model.went(self.refunds[refund.id], sent=refund.status is RefundStatus.SENT)

    @rule(payment=payments)
    def a_bank_returns_a_refund(self, payment: str) -> None:
        """One that went out, whether we know that or not."""
        for refund in self._refunds_of(payment):
            made = self.scenario.cards.made.get(refund.reference)
            if made is not None and not made.failed:
                self.scenario.cards.return_refund(refund.reference)
                self._hear_of_refunds(payment)
                return

    def _hear_of_refunds(self, payment_id: str) -> None:
        """An event waits until the provider answers."""
        was = self._well()
        self.run(listen_for_refunds(self.scenario, payment_id))
        self._provider(*was)

    @rule(payment=payments)
    def withdraw_a_refund(self, payment: str) -> None:
        for refund in self._refunds_of(payment):
            if refund.is_open:
                self._withdraw(refund.id, payment)
                return

    def _withdraw(self, refund_id: str, payment: str) -> None:
        desk = self.scenario.market.payments.unsent_refunds
        try:
            self.run(desk.withdraw(OPERATOR, refund_id, "It cannot be sent."))
        except Unavailable:
            assert self.scenario.cards.down
        except PaymentDisputed:
            assert self.model.is_disputed(payment)
        except RefundNotOpen:
            self._learn_what_went()
            assert self.refunds[refund_id].sent
        else:
            self._learn_what_went()
            self.model.withdraw(self.refunds[refund_id])

    @rule(trip=driven, share=st.sampled_from([Fraction(1), Fraction(1, 3)]))
    def pay_out(self, trip: Trip, share: Any) -> None:
        """What goes back afterwards must wait until there is something again, or becomes a debt."""
        self.run(self._pay_out(str(trip.driver.driver_id), share))

    async def _pay_out(self, driver_id: str, share: Any) -> None:
        """Of what is available, and then by another payout more than is left of it."""
        has = (await self.scenario.market.ledger.driver(OPERATOR, driver_id)).available_cents
        cents = int(has * share)
        with pytest.raises(NotEnough):
            await self._reserve_payout(driver_id, has + 1)
        if not cents:
            return
        reserved = await self._reserve_payout(driver_id, cents)
        now, account = self.scenario.clock.now(), f"acct_{driver_id}"
        await self.scenario.storage.write(
            lambda unit: unit.ledger.settle(reserved, TransactionMove.POST, now)
        )
        assert self.scenario.cards.held[account] >= cents, "the provider has it"
        self.scenario.cards.held[account] -= cents
        self.paid_out[account] += cents
        self.model.accounts[f"driver:{driver_id}"] += cents
        self.model.move(card_clearing=-cents)

    async def _reserve_payout(self, driver_id: str, cents: int) -> Transaction:
        self.count += 1
        entries = entries_of({available_account(driver_id): cents, connected_account(driver_id): -cents})
        wanted = Transaction(
            id=f"txn_out_{self.count}",
            kind=TransactionKind.PAYOUT,
            reference=f"out/{self.count}",
            at=self.scenario.clock.now(),
            entries=entries,
            state=TransactionState.RESERVED,
        )
        await self.scenario.storage.write(lambda unit: reserve_available(unit, driver_id, wanted))
        return wanted

    @rule(trip=driven)
    def taking_back_is_given_up(self, trip: Trip) -> None:
        """As a job does that has tried for days: what is left to be taken back is the driver's debt."""
        self.run(self._give_up(trip))

    async def _give_up(self, trip: Trip) -> None:
        async def work(unit: UnitOfWork) -> None:
            for payment in (trip.payment_id, *self.tips_of.get(trip.order_id, ())):
                split = await unit.splits.of_payment(payment)
                for reversal in await unit.reversals.open_of(split.id) if split else ():
                    await owe_reversal(unit, reversal.id, self.scenario.clock.now())

        await self.scenario.storage.write(work)

    @rule(target=disputes, payment=payments, cents=st.integers(1, 500_00), heard=st.booleans())
    def dispute(self, payment: str, cents: int, heard: bool) -> str:
        """Of any amount: banks take more than is left, too. The provider may tell us late."""
        self.count += 1
        name = f"dp_{self.count}"
        self.unheard[name] = (payment, cents)
        intent = self.run(intent_of(self.scenario, payment))
        self.scenario.cards.bank_disputes(name, intent, cents, "needs_response")
        if heard:
            self._hear_of_new(name)
        return name

    def _hear_of_new(self, name: str) -> None:
        if name in self.unheard:
            payment, cents = self.unheard.pop(name)
            self._tell(payment, cents, "needs_response", name)
            self.model.dispute(payment, name, cents)

    def _tell(self, payment_id: str, cents: int, status: str, name: str) -> None:
        """As events do: what went out before is taken note of first."""
        self._hear_of_refunds(payment_id)
        self._learn_what_went()
        payment = self.run(self.scenario.storage.read(lambda unit: unit.payments.get(payment_id)))
        self.run(dispute(self.scenario, payment, cents, status, name=name))

    @rule(name=disputes, status=st.sampled_from(["won", "lost", "under_review"]))
    def hear_of_dispute(self, name: str, status: str) -> None:
        """Also of one that is closed, which stays closed."""
        self._hear_of_new(name)
        if name not in self.model.open_disputes:
            return
        payment, cents = self.model.open_disputes[name]
        self._tell(payment, cents, status, name)
        if status == "won":
            self.model.win(name)
        elif status == "lost":
            self.model.lose(name)

    @rule(target=reports, trip=driven)
    def report(self, trip: Trip) -> Any:
        """That nothing came: once, and within a day."""
        try:
            made = self.run(self.scenario.market.claims.open(self.ada, trip.order_id, NOBODY_CAME))
        except RuleBroken:
            return multiple()
        self.model.purses[trip.payment_id].reported = True
        return (made.id, trip.payment_id)

    @rule(report=reports, refunds=st.booleans())
    def decide(self, report: tuple[str, str], refunds: bool) -> None:
        """Also what is decided, which stays so."""
        id, payment = report
        purse = self.model.purses[payment]
        cannot = refunds and (not purse.left or self.model.is_disputed(payment))
        try:
            decision = ClaimDecision("Looked into it.", max(purse.left, 1) if refunds else 0)
            self.run(self.scenario.market.claims.decide.decide(OPERATOR, id, decision))
        except RuleBroken:
            assert cannot or not purse.reported
            return
        assert purse.reported
        purse.reported = False
        if refunds:
            self._name(self.model.refund(payment, purse.left, goodwill=False))

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

    @invariant()
    def the_books_hold_what_the_model_says(self) -> None:
        type(self).steps += 1
        self._learn_what_went()
        assert self.runner.run(balances(self.scenario)) == self.model.held()

    @invariant()
    def what_is_kept_from_drivers_is_what_is_reported_or_disputed_of_theirs(self) -> None:
        """But for what nobody knows to be sent, which nobody can be paid, and what paid a debt or was paid
        out."""
        kept, wanted = self.run(reserved(self.scenario)), self.model.reserved()
        found = self.run(self.scenario.storage.read(lambda unit: unit.ledger.balances()))
        for driver in {*kept, *wanted}:
            of = _BalancesOf(found, driver.removeprefix("driver:"))
            assert kept.get(driver, 0) <= wanted.get(driver, 0)
            was_paid = self.paid_out[f"acct_{driver.removeprefix('driver:')}"]
            if not of.unsent.reserved_debit_cents and not was_paid and driver not in self.netted:
                assert kept.get(driver, 0) == wanted.get(driver, 0)

    @invariant()
    def nobody_has_less_than_nothing(self) -> None:
        """What is neither sent nor available below nothing would be money that is paid twice."""
        found = self.run(self.scenario.storage.read(lambda unit: unit.ledger.balances()))
        for driver_id in {account.owner for account in found if account.owner}:
            of = _BalancesOf(found, driver_id)
            if of.debt.posted_cents > 0:
                self.netted.add(f"driver:{driver_id}")
            assert of.unsent.owed_cents >= 0
            missing = of.available.posted_cents + of.available.reserved_credit_cents
            assert missing <= self.run(self._to_be_taken_back(driver_id))

    async def _to_be_taken_back(self, driver_id: str) -> int:
        """What was paid out before it went back."""
        if not self.paid_out[f"acct_{driver_id}"]:
            return 0

        async def query(unit: UnitOfWork) -> int:
            cents = 0
            for payment, purse in self.model.purses.items():
                split = (
                    await unit.splits.of_payment(payment) if purse.owner == f"driver:{driver_id}" else None
                )
                for reversal in await unit.reversals.open_of(split.id) if split else ():
                    cents += reversal.amount_cents
            return cents

        return await self.scenario.storage.read(query)

    @invariant()
    def the_provider_holds_what_the_books_say_but_for_what_is_not_known_yet(self) -> None:
        found = self.run(self.scenario.storage.read(lambda unit: unit.ledger.balances()))
        sent = self.scenario.cards.sent
        for account, balance in found.items():
            if account.kind is AccountKind.CONNECTED_ACCOUNT:
                least = balance.posted_cents + balance.reserved_credit_cents
                most = balance.posted_cents + balance.reserved_debit_cents
                there = sent[f"acct_{account.owner}"] - self.paid_out[f"acct_{account.owner}"]
                assert least <= there <= most

    @invariant()
    def what_customers_are_owed_is_what_was_asked_for_and_has_not_gone_out(self) -> None:
        waiting = sum(owed.left for owed in self.model.owed if not owed.sent)
        assert -self.model.accounts["refunds_payable"] == waiting

    @invariant()
    def no_share_is_transferred_twice(self) -> None:
        splits = [reference.rpartition("-")[0] for reference in self.scenario.cards.transfers]
        assert len(splits) == len(set(splits))

    def _provider(self, down: bool, losing: bool, refuses: set[str]) -> None:
        cards = self.scenario.cards
        cards.down, cards.losing_answers, cards.refuses = down, losing, refuses

    def _well(self) -> tuple[bool, bool, set[str]]:
        """The provider does all it is asked; how it was before."""
        cards = self.scenario.cards
        was = (cards.down, cards.losing_answers, cards.refuses)
        self._provider(False, False, set())
        return was

    def teardown(self) -> None:
        try:
            self._settle_down()
        finally:
            self.runner.run(self.stack.aclose())
            self.runner.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _settle_down(self) -> None:
        """The provider is well, drivers' accounts are full, every dispute is heard of and won, every report
        comes to nothing, failed shares are retried, all jobs are done, and what can never go back to a card
        is withdrawn."""
        self._well()
        for owner in {purse.owner.removeprefix("driver:") for purse in self.model.purses.values()}:
            self.scenario.cards.held[f"acct_{owner}"] += PLENTY
        self.run(self._release_reports())
        for name in list(self.unheard):
            self._hear_of_new(name)
        for name in list(self.model.open_disputes):
            payment, cents = self.model.open_disputes[name]
            self._tell(payment, cents, "won", name)
            self.model.win(name)
        self.run(self._work_off())
        for payment in self.model.purses:
            for refund in self._refunds_of(payment):
                if refund.is_open:
                    self._withdraw(refund.id, payment)
        self.run(self._work_off())
        self._learn_what_went()
        assert self.run(balances(self.scenario)) == self.model.held()
        assert self.run(reserved(self.scenario)) == {}
        paid = self.paid_out.total()
        assert self.scenario.cards.clearing_cents - paid == self.model.accounts["card_clearing"]
        held = self.run(accounts(self.scenario))
        assert held.get("card_clearing", 0) == self.scenario.cards.platform_cents
        assert {
            account: cents for account, cents in held.items() if account.startswith("connected_account:")
        } == {
            f"connected_account:{account.removeprefix('acct_')}": cents - self.paid_out[account]
            for account, cents in self.scenario.cards.sent.items()
            if cents != self.paid_out[account]
        }
        self.run(self._everybody_has_what_is_theirs())

    async def _work_off(self) -> None:
        jobs = self.scenario.market.jobs.manage
        for _ in range(ENOUGH_ROUNDS):
            for payment in self.model.purses:
                split = await self.scenario.storage.read(lambda unit, id=payment: unit.splits.of_payment(id))
                if split is not None and split.status is SplitStatus.FAILED:
                    await self.scenario.market.payments.splits.retry(OPERATOR, payment)
            for dead in (await jobs.list(OPERATOR, PageRequest(100), state=JobState.DEAD)).items:
                await jobs.retry(OPERATOR, dead.id)
            await self.scenario.later(hours=2)
            await self._hear_of_reversals()

    async def _hear_of_reversals(self) -> None:
        """Events tell what we did not hear the end of."""
        for payment in self.model.purses:
            split = await self.scenario.storage.read(lambda unit, id=payment: unit.splits.of_payment(id))
            if split is None:
                continue
            again = await self.scenario.storage.read(lambda unit, id=split.id: unit.splits.returned_of(id))
            for transfer in (split.driver_transfer_id, *(share.transfer_id for share in again)):
                if transfer is not None:
                    await self._note_reversals(split.id, transfer)

    async def _note_reversals(self, split_id: str, transfer_id: str) -> None:
        made, now = await self.scenario.cards.reversals_of(transfer_id), self.scenario.clock.now()
        await self.scenario.storage.write(lambda unit: note_reversals(unit, split_id, made, now))

    async def _release_reports(self) -> None:
        desk = self.scenario.market.claims.decide
        for listed in (await desk.list(OPERATOR, PageRequest(100), ClaimFilter(undecided=True))).items:
            await desk.decide(OPERATOR, listed.claim.id, ClaimDecision("Looked into it."))

    async def _everybody_has_what_is_theirs(self) -> None:
        cards = self.scenario.cards
        owed = sum(purse.asked_back for purse in self.model.purses.values())
        assert all(owed.sent or not owed.left for owed in self.model.owed)
        assert sum(cards.refunds.values()) == owed
        assert cards.total_charged == sum(purse.total for purse in self.model.purses.values())
        for payment, purse in self.model.purses.items():
            stored = await self.scenario.storage.read(lambda unit, id=payment: unit.payments.get(id))
            assert stored is not None
            assert stored.refunded_cents == purse.asked_back
        debts = sum(cents for code, cents in (await accounts(self.scenario)).items() if "driver_debt" in code)
        theirs = sum(purse.driver or 0 for purse in self.model.purses.values())
        assert cards.sent.total() == theirs + debts
