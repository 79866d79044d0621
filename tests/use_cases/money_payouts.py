"""Payouts of the money machine."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import rule

from haulage.kernel.actor import OPERATOR
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
from haulage.services.payments.driver_funds import reserve_available
from use_cases.money_refunds import Refunds
from use_cases.money_trips import Trip, Trips


class Payouts(Refunds):
    """Whatever leaves a driver's balance for their bank."""

    driven = Trips.driven

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
