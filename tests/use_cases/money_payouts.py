"""Payouts of the money machine."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, multiple, rule

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.ledger import (
    NotEnough,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    available_account,
    connected_account,
    entries_of,
)
from haulage.payouts import (
    AboveMaximum,
    BelowMinimum,
    DailyLimitExceeded,
    HoldReason,
    MethodType,
    MoreThanAvailable,
    NoConnectedAccount,
    PayoutHold,
    PayoutMethod,
    PayoutsHeld,
    PayoutSpeed,
    PayoutStatus,
    TooLittleToTakeBack,
)
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.driver_funds import reserve_available
from haulage.use_cases.payouts.request_payout import PayoutRequest
from use_cases.money_refunds import Refunds
from use_cases.money_trips import Trip, Trips

REFUSALS = (
    NoConnectedAccount,
    BelowMinimum,
    AboveMaximum,
    DailyLimitExceeded,
    MoreThanAvailable,
    NotEnough,
    PayoutsHeld,
    TooLittleToTakeBack,
)


class Payouts(Refunds):
    """Whatever leaves a driver's balance for their bank."""

    driven = Trips.driven

    asked = Bundle("asked")

    @rule(
        target=asked,
        trip=driven,
        share=st.sampled_from([Fraction(1), Fraction(1, 3)]),
        speed=st.sampled_from(PayoutSpeed),
        bounces=st.booleans(),
    )
    def ask_for_a_payout(self, trip: Trip, share: Any, speed: PayoutSpeed, bounces: bool) -> Any:
        """By the provider that fails at some banks. It is sent, and arrives, as its job is done."""
        return self.run(self._ask(trip.driver, share, speed, bounces=bounces))

    async def _ask(self, driver: Actor, share: Any, speed: PayoutSpeed, *, bounces: bool) -> Any:
        driver_id = str(driver.driver_id)
        method = await self._method(driver_id, bounces=bounces)
        has = (await self.scenario.market.ledger.driver(OPERATOR, driver_id)).available_cents
        request = PayoutRequest(int(has * share), speed, method)
        try:
            payout = await self.scenario.market.payouts.request(driver, driver_id, request)
        except REFUSALS:
            return multiple()
        except InvalidInput:  # of nothing
            assert not request.amount_cents
            return multiple()
        assert payout.amount_cents <= has
        self.scenario.cards.held[f"acct_{driver_id}"] -= payout.amount_cents
        self.netted.add(f"driver:{driver_id}")
        self.out[payout.id] = payout
        return payout.id

    async def _method(self, driver_id: str, *, bounces: bool) -> str:
        """A card that takes instant payouts, old enough that it holds none."""
        fate = "account_closed" if bounces else "ok"
        id, now = f"pom_{driver_id}_{fate}", self.scenario.clock.now()
        token = f"simulated-card-instant-{fate}-{driver_id}"
        made = PayoutMethod(
            id, driver_id, MethodType.DEBIT_CARD, token, now, verified_at=now, is_instant=True
        )

        async def add(unit: UnitOfWork) -> None:
            if await unit.payout_methods.get(id) is None:
                await unit.payout_methods.add(made)

        await self.scenario.storage.write(add)
        return id

    @rule(payout=asked)
    def cancel_a_payout(self, payout: str) -> None:
        """One that is pending; of any other it is refused."""
        try:
            self.run(self.scenario.market.payouts.send.cancel(OPERATOR, payout))
        except RuleBroken:
            return
        finally:
            self._learn_of_payouts()

    @rule(payout=asked)
    def void_a_payout(self, payout: str) -> None:
        """One that was never sent; of any other it is refused."""
        try:
            self.run(self.scenario.market.payouts.void(OPERATOR, payout, "The account is closed."))
        except RuleBroken:
            return
        finally:
            self._learn_of_payouts()

    @rule(trip=driven)
    def change_the_password(self, trip: Trip) -> None:
        """So that instant payouts are on hold, and standard ones are not."""
        hold = PayoutHold(str(trip.driver.driver_id), HoldReason.NEW_PASSWORD, self.scenario.clock.now())
        self.run(self.scenario.storage.write(lambda unit: unit.payout_settings.put_hold(hold)))

    def _learn_of_payouts(self) -> None:
        """What has arrived, or has come back to the driver's account."""
        for before in [each for each in self.out.values() if each.is_open]:
            id = before.id
            after = self.run(self.scenario.storage.read(lambda unit, id=id: unit.payouts.get(id)))
            account, amount = f"acct_{before.driver_id}", before.amount_cents
            if after.has_failed and after.settled_at is not None:
                self.scenario.cards.held[account] += amount
            elif after.status is PayoutStatus.PAID:
                fees, withheld = before.fees.fees_cents, before.withheld_cents
                self.paid_out[account] += amount
                self.kept += fees + withheld
                self.model.accounts[f"driver:{before.driver_id}"] += amount
                self.model.move(card_clearing=fees + withheld - amount, payout_fees=-fees)
                self.model.move(withholding_payable=-withheld)
            else:
                continue
            self.out[id] = after

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
