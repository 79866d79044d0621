"""Short ways to what tests of payouts begin with."""

from collections.abc import Awaitable, Callable
from typing import Any

import attrs

from builders import a_driver, a_signed_w9, a_user, a_w9, an_account
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Unavailable
from haulage.ledger import (
    Transaction,
    TransactionKind,
    available_account,
    connected_account,
    entries_of,
)
from haulage.ledger.account import CARD_CLEARING, PLATFORM_REVENUE
from haulage.payments import ProviderRefused
from haulage.payouts import (
    AccountReport,
    CapabilityStatus,
    ConnectedAccount,
    DebitCardDetails,
    MethodDetails,
    MethodType,
    Payout,
    PayoutMethod,
    PayoutSpeed,
)
from haulage.ports.payouts import DriverPayouts, ProviderBalance, ProviderPayout
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.use_cases.payouts.request_payout import PayoutRequest
from use_cases.scenario import Scenario

CARD = DebitCardDetails("4000056655665556", 12, 2030)
DRIVER = "drv_dee"
READY = AccountReport(True, True, transfers=CapabilityStatus.ACTIVE)
STANDARD, INSTANT = PayoutSpeed.STANDARD, PayoutSpeed.INSTANT


async def a_method(
    scenario: Scenario, dee: Actor, details: MethodDetails = CARD, *, certified: bool = True
) -> PayoutMethod:
    """Old enough that nothing holds instant payouts, of a driver of whose payouts nothing is withheld."""
    if certified:
        await scenario.market.tax.w9.certify(dee, dee.driver_id or "", a_w9())
    operated = attrs.evolve(dee, operated_by="operator:root")
    method = await scenario.market.payouts.methods.add_for(operated, dee.driver_id or "", details)
    scenario.clock.turn(hours=73)
    return method


async def fund(scenario: Scenario, cents: int, driver_id: str = DRIVER) -> None:
    """In the driver's account at the provider, wherever it came from."""
    id = f"funds_{cents}_{driver_id}"
    amounts = {
        CARD_CLEARING: -cents,
        connected_account(driver_id): cents,
        PLATFORM_REVENUE: cents,
        available_account(driver_id): -cents,
    }
    made = Transaction(id, TransactionKind.TRANSFER, id, scenario.clock.now(), entries_of(amounts))
    await scenario.storage.write(lambda unit: unit.ledger.add(made))


async def payable(scenario: Scenario, driver_id: str, cents: int, *, certified: bool = True) -> None:
    """A driver by their rows alone, who has so much and a card that it can be paid to."""
    now, name = scenario.clock.now(), driver_id.removeprefix("drv_")
    account = an_account(f"acc_{name}")
    user = a_user(f"usr_{name}", auth_id=account.id, user_type=UserType.DRIVER)
    method = PayoutMethod(f"pom_{name}", driver_id, MethodType.DEBIT_CARD, "tok", now, verified_at=now)

    async def add(unit: UnitOfWork) -> None:
        await unit.accounts.add(account, user)
        await unit.drivers.add(a_driver(driver_id, user_id=user.id))
        await unit.connected_accounts.add(ConnectedAccount(driver_id, f"acct_{driver_id}", now, READY, now))
        await unit.payout_methods.add(method)
        if certified:
            await unit.taxpayers.add(a_signed_w9(driver_id), "sealed")

    await scenario.storage.write(add)
    await fund(scenario, cents, driver_id)


async def ask(
    scenario: Scenario, dee: Actor, cents: int, speed: PayoutSpeed = STANDARD, **request_facts: Any
) -> Payout:
    request = PayoutRequest(cents, speed, **request_facts)
    return await scenario.market.payouts.request(dee, dee.driver_id or "", request)


async def stored(scenario: Scenario, payout: Payout) -> Payout:
    found = await scenario.storage.read(lambda unit: unit.payouts.get(payout.id))
    assert found is not None
    return found


async def held(scenario: Scenario, driver_id: str = DRIVER) -> tuple[int, int]:
    """What is available to the driver, and what is on its way."""

    async def look(unit: UnitOfWork) -> tuple[int, int]:
        balance = await balance_of(unit, driver_id)
        return balance.available_cents, balance.in_transit_cents

    return await scenario.storage.read(look)


@attrs.define
class Faulty:
    """Another provider behind one that hangs before or after it did something, refuses, or raises."""

    inner: DriverPayouts
    down_before: set[str] = attrs.Factory(set)
    down_after: set[str] = attrs.Factory(set)
    refuses: set[str] = attrs.Factory(set)
    raising: dict[str, Exception] = attrs.Factory(dict)
    meanwhile: Callable[[], Awaitable[None]] | None = None
    """What happens after it was looked up and before the answer is there."""
    slow: bool = False
    done: list[str] = attrs.Factory(list)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in {"find", "prepare", "send", "restore", "return_fees", "status", "cancel"}:
            return found

        async def call(*arguments: Any, **named: Any) -> Any:
            if name in self.down_before:
                raise Unavailable("payouts")
            if name in self.refuses:
                raise ProviderRefused("The bank account has been closed.")
            if name in self.raising:
                raise self.raising[name]
            answer = await found(*arguments, **named)
            if name == "find":
                if self.meanwhile is not None:
                    await self.meanwhile()
                return answer
            self.done.append(name)
            if name in self.down_after:
                raise Unavailable("payouts")
            if self.slow and isinstance(answer, ProviderPayout):
                return attrs.evolve(answer, speed=PayoutSpeed.STANDARD)
            return answer

        return call


def faulty(scenario: Scenario) -> Faulty:
    """What the scenario's payouts go through from now on."""
    payouts = scenario.market.payouts
    provider = Faulty(payouts.send.provider)
    unlike: Any = provider
    send = attrs.evolve(payouts.send, provider=unlike)
    void = attrs.evolve(payouts.void, send=send)
    scenario.market = attrs.evolve(scenario.market, payouts=attrs.evolve(payouts, send=send, void=void))
    return provider


def settle(scenario: Scenario, cents: int) -> None:
    """So much, and no more, can be paid out of every account at the provider from now on."""

    async def balance_of(_account: str) -> ProviderBalance:
        return ProviderBalance(cents)

    provider: Any = scenario.market.payouts.send.provider
    provider.provider.balance_of = balance_of


async def payouts_of(scenario: Scenario, driver_id: str = DRIVER) -> list[Payout]:
    """The oldest first."""
    page = await scenario.market.payouts.history.list(OPERATOR, driver_id, PageRequest(100))
    return list(page.items)[::-1]
