"""Everything that can happen to money, in any order, against a plain model of it.

The books must hold what the model says after every step; and when the provider has been well for a while,
every card, every driver's account and the books must tell the same story.
"""

import shutil
from collections.abc import Mapping

from hypothesis.stateful import invariant

from haulage.jobs import JobState
from haulage.kernel.actor import OPERATOR
from haulage.ledger import (
    AccountKind,
    Balance,
    LedgerAccount,
    SplitStatus,
    available_account,
    debt_account,
    driver_account,
)
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from use_cases.bookkeeping import accounts, balances, reserved
from use_cases.money_payouts import Payouts

ENOUGH_ROUNDS = 4
PLENTY = 10**9


class _BalancesOf:
    """A driver's balances among all."""

    def __init__(self, found: Mapping[LedgerAccount, Balance], driver_id: str) -> None:
        self.unsent = found.get(driver_account(driver_id), Balance())
        self.available = found.get(available_account(driver_id), Balance())
        self.debt = found.get(debt_account(driver_id), Balance())


class MoneyMachine(Payouts):
    """What must hold after every step, and at the end."""

    @invariant()
    def the_books_hold_what_the_model_says(self) -> None:
        type(self).steps += 1
        self._learn_what_went()
        self._learn_of_payouts()
        assert self.runner.run(balances(self.scenario)) == self.model.held()

    @invariant()
    def what_is_kept_from_drivers_is_what_is_reported_or_disputed_of_theirs(self) -> None:
        """But for what nobody knows to be sent, which nobody can be paid, and what paid a debt or was paid
        out."""
        held, wanted = self.run(reserved(self.scenario)), self.model.reserved()
        found = self.run(self.scenario.storage.read(lambda unit: unit.ledger.balances()))
        for driver in {*held, *wanted}:
            of = _BalancesOf(found, driver.removeprefix("driver:"))
            assert held.get(driver, 0) <= wanted.get(driver, 0)
            was_paid = self.paid_out[f"acct_{driver.removeprefix('driver:')}"]
            if not of.unsent.reserved_debit_cents and not was_paid and driver not in self.netted:
                assert held.get(driver, 0) == wanted.get(driver, 0)

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
        self.run(self.scenario.later(days=5))
        self._learn_of_payouts()
        assert not any(payout.is_open for payout in self.out.values())
        self._learn_what_went()
        assert self.run(balances(self.scenario)) == self.model.held()
        assert self.run(reserved(self.scenario)) == {}
        paid = self.paid_out.total()
        assert self.scenario.cards.clearing_cents - paid + self.kept == self.model.accounts["card_clearing"]
        held = self.run(accounts(self.scenario))
        assert held.get("card_clearing", 0) == self.scenario.cards.platform_cents + self.kept
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
        claims = self.scenario.market.claims.decide
        for listed in (await claims.list(OPERATOR, PageRequest(100), ClaimFilter(undecided=True))).items:
            await claims.decide(OPERATOR, listed.claim.id, ClaimDecision("Looked into it."))

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
