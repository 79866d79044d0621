"""Each adapter of the port of payouts with a driver's account that holds a share, and a clock to turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import attrs

from haulage.payouts import (
    BankAccountType,
    BankDetails,
    DebitCardDetails,
    MethodDetails,
    PayoutRail,
    PayoutSpeed,
)
from haulage.ports.payments import CardPayments
from haulage.ports.payouts import DriverPayouts, PayoutInstruction, ProviderBalance, TransferPart
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payout_methods import BANK_PAYS, CARD_NOT_INSTANT, CARD_PAYS, ROUTING
from haulage_adapters.simulated.payouts import SimulatedPayouts
from haulage_adapters.stripe_payments import StripeCards, StripePayouts
from stripe_server import RunningSimulator

A_THURSDAY = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SHARE = 100_00
BANK, CLOSED, CARD, SLOW_CARD = "bank", "closed", "card", "slow card"

_drivers = count(1)


def bank(number: str = BANK_PAYS) -> BankDetails:
    return BankDetails(ROUTING, number, "STRIPE TEST BANK", BankAccountType.CHECKING)


DETAILS: dict[str, MethodDetails] = {
    BANK: bank(),
    CLOSED: bank("000111111113"),
    CARD: DebitCardDetails(CARD_PAYS, 12, 2030),
    SLOW_CARD: DebitCardDetails(CARD_NOT_INSTANT, 12, 2030),
}
TOKENS = {
    BANK: "btok_us_verified",
    CLOSED: "btok_us_verified_accountClosed",
    CARD: "tok_visa_debit_us_transferSuccess",
    SLOW_CARD: "tok_visa_debit_us_instantPayoutUnsupported",
}


@attrs.define
class Bench:
    """A provider, and an account of it that one transfer came to."""

    payouts: DriverPayouts
    cards: CardPayments
    simulator: RunningSimulator | None = None
    now: datetime = A_THURSDAY
    account: str = ""
    transfer: str = ""
    _made: int = 0

    async def open(self) -> "Bench":
        driver = f"drv_{next(_drivers)}"
        self.account = await self.cards.open_driver_account(driver_id=driver, email="d@example.com")
        self.transfer = await self.share(driver)
        return self

    async def share(self, reference: str, cents: int = SHARE) -> str:
        return await self.cards.transfer(
            amount_cents=cents, account=self.account, order_id=reference, reference=f"{reference}-share"
        )

    async def method(self, kind: str) -> str:
        """Its token."""
        self._made += 1
        if self.simulator is None:
            details, reference = DETAILS[kind], f"method-{self._made}"
            return (await self.payouts.add_method(self.account, details, reference=reference)).token
        place = f"/v1/accounts/{self.account}/external_accounts"
        return str(self.simulator.post(place, external_account=TOKENS[kind])["id"])

    async def to(self, kind: str, **changes: Any) -> PayoutInstruction:
        self._made += 1
        rail = PayoutRail.BANK if kind in {BANK, CLOSED} else PayoutRail.CARD
        plain = PayoutInstruction(
            f"{self.account}-{self._made}",
            self.account,
            await self.method(kind),
            rail,
            PayoutSpeed.STANDARD,
            SHARE,
        )
        return attrs.evolve(plain, **changes)

    def part(self, cents: int) -> TransferPart:
        return TransferPart(self.transfer, cents)

    async def balance(self) -> ProviderBalance:
        return await self.payouts.balance_of(self.account)

    async def held(self) -> int:
        return (await self.balance()).available_cents

    def turn(self, **time: float) -> None:
        self.now += timedelta(**time)


async def in_process() -> Bench:
    cards = SimulatedCards()
    bench = Bench(SimulatedPayouts(cards, now=lambda: bench.now), cards)
    return await bench.open()


@asynccontextmanager
async def at_stripe(simulator: RunningSimulator, **leash: float) -> AsyncIterator[Bench]:
    """The simulator's clock is the bench's, and the platform's balance lasts."""
    cards: StripeCards = simulator.cards(**{"budget_seconds": 30, "attempt_seconds": 20, **leash})
    bench = Bench(StripePayouts(cards), cards, simulator)
    simulator.state.now = lambda: bench.now.timestamp()  # noqa: PLW0108 - the clock is turned
    intent = simulator.post("/v1/payment_intents", amount="9999999", currency="usd")["id"]
    simulator.post(f"/v1/payment_intents/{intent}/confirm", payment_method="pm_card_visa")
    try:
        yield await bench.open()
    finally:
        await cards.aclose()
