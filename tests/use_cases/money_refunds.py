"""What goes back in the money machine: refunds, disputes, reports, and shares that are taken back."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import multiple, rule

from haulage.kernel.actor import OPERATOR
from haulage.kernel.errors import RuleBroken, Unavailable
from haulage.payments import RefundStatus
from haulage.payments.refund import PaymentDisputed, RefundNotOpen
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.share_transfers import owe_reversal
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.payments.issue_refund import RefundRequest
from use_cases.bookkeeping import dispute, intent_of, listen_for_refunds
from use_cases.claiming import NOBODY_CAME
from use_cases.money_trips import Trip, Trips


class Refunds(Trips):
    """Whatever gives money back."""

    unpaid, paid, driven = Trips.unpaid, Trips.paid, Trips.driven
    payments, disputes, reports = Trips.payments, Trips.disputes, Trips.reports

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
        unsent_refunds = self.scenario.market.payments.unsent_refunds
        try:
            self.run(unsent_refunds.withdraw(OPERATOR, refund_id, "It cannot be sent."))
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
    def dispute(self, payment: str, cents: int, notified: bool) -> str:
        """Of any amount: banks take more than is left, too. The provider may tell us late."""
        self.count += 1
        name = f"dp_{self.count}"
        self.unheard[name] = (payment, cents)
        intent = self.run(intent_of(self.scenario, payment))
        self.scenario.cards.bank_disputes(name, intent, cents, "needs_response")
        if notified:
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
