"""Where drivers are paid, how they want to be, and what holds it (OUT-08, OUT-09, OUT-20, OP-40, OP-43)."""

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from haulage.audit import AuditAction
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unavailable
from haulage.payouts import (
    BankAccountType,
    BankDetails,
    DebitCardDetails,
    EnteredAtProvider,
    LimitsNotWidened,
    MethodDetails,
    MethodNotFound,
    MethodNotVerified,
    MethodType,
    PayoutMethod,
    PayoutTrigger,
    PayPalDetails,
    Requirement,
    TooManyMethods,
)
from haulage.ports.payouts import ProviderMethod
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.payments.disputes import ApplyDispute
from haulage.use_cases.payments.event_effects import PaymentEvents
from haulage.use_cases.payouts.payout_methods import PayoutMethods
from haulage.use_cases.payouts.payout_settings import SettingsChange
from haulage.use_cases.webhooks.apply_event import Attempt
from provider_faults import EVENTS, Letter, an_event
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

BANK = BankDetails("110000000", "000123456789", "Test Bank", BankAccountType.CHECKING)
CARD = DebitCardDetails("4000056655665556", 12, 2030)
DRIVER = "drv_dee"


def operated(dee: Actor) -> Actor:
    return attrs.evolve(dee, operated_by="operator:root")


async def add(scenario: Scenario, dee: Actor, details: MethodDetails = CARD) -> PayoutMethod:
    return await scenario.market.payouts.methods.add_for(operated(dee), DRIVER, details)


async def listed(scenario: Scenario, dee: Actor) -> list[tuple[MethodType, str, bool]]:
    found = await scenario.market.payouts.methods.list(dee, DRIVER)
    return [(each.type, each.last4, each.is_default) for each in found]


async def test_the_first_method_becomes_the_default_and_of_numbers_four_digits_are_kept(
    scenario: Scenario, dee: Actor
) -> None:
    first = await add(scenario, dee, BANK)
    second = await add(scenario, dee, CARD)
    assert first.is_default
    assert not second.is_default
    assert await listed(scenario, dee) == [
        (MethodType.BANK_ACCOUNT, "6789", True),
        (MethodType.DEBIT_CARD, "5556", False),
    ]
    await scenario.market.payouts.methods.make_default(dee, DRIVER, second.id)
    assert (await listed(scenario, dee))[0] == (MethodType.DEBIT_CARD, "5556", True)


async def test_whoever_removes_the_default_is_paid_by_the_oldest_other(
    scenario: Scenario, dee: Actor
) -> None:
    bank = await add(scenario, dee, BANK)
    await add(scenario, dee, PayPalDetails("dee@example.com"))
    await scenario.market.payouts.methods.remove(dee, DRIVER, bank.id)
    assert await listed(scenario, dee) == [(MethodType.PAYPAL, "", True)]
    with pytest.raises(MethodNotFound):
        await scenario.market.payouts.methods.remove(dee, DRIVER, bank.id)
    with pytest.raises(MethodNotFound):
        await scenario.market.payouts.methods.make_default(dee, DRIVER, bank.id)


async def test_a_wrong_number_is_refused_with_its_field_and_nothing_is_kept(
    scenario: Scenario, dee: Actor
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await add(scenario, dee, attrs.evolve(BANK, routing_number="123456789"))
    assert refused.value.field == "routing_number"
    for number in ("12", "1234x", "123456789012345678"):
        with pytest.raises(InvalidInput) as refused:
            await add(scenario, dee, attrs.evolve(BANK, account_number=number))
        assert refused.value.field == "account_number"
    for number in ("4000056655665557", "42", "pan"):
        with pytest.raises(InvalidInput) as refused:
            await add(scenario, dee, attrs.evolve(CARD, number=number))
        assert refused.value.field == "card_number"
    assert await listed(scenario, dee) == []
    assert (await scenario.market.payouts.eligibility(dee, DRIVER)).hold is None


async def test_nobody_touches_anothers_methods(scenario: Scenario, dee: Actor) -> None:
    method, eve = await add(scenario, dee), await scenario.driver("eve")
    methods = scenario.market.payouts.methods
    for attempt in (
        methods.list(eve, DRIVER),
        methods.add_for(operated(eve), DRIVER, CARD),
        methods.remove(eve, DRIVER, method.id),
        methods.make_default(eve, DRIVER, method.id),
        methods.remove(eve, "drv_eve", method.id),
    ):
        with pytest.raises(NotFound):
            await attempt
    with pytest.raises(Forbidden):
        await methods.add_for(dee, DRIVER, CARD)
    with pytest.raises(Forbidden):
        await methods.remove(ADMIN, DRIVER, method.id)
    assert len(await methods.list(ADMIN, DRIVER)) == 1


async def test_a_new_method_holds_instant_payouts_for_three_days_and_the_driver_is_told(
    scenario: Scenario, dee: Actor
) -> None:
    await add(scenario, dee)
    standing = await scenario.market.payouts.eligibility(dee, DRIVER)
    assert standing.eligibility.eligible
    assert [each.requirement for each in standing.eligibility.missing] == [Requirement.NO_HOLD]
    (mail,) = await scenario.market.email.manage.latest(5)
    assert mail.kind == "payout_method_added"
    scenario.clock.turn(hours=72)
    after = await scenario.market.payouts.eligibility(dee, DRIVER)
    assert (after.hold, after.eligibility.instant_eligible) == (None, True)


async def test_no_more_methods_are_kept_than_a_list_shows(scenario: Scenario, dee: Actor) -> None:
    for number in range(10):
        await add(scenario, dee, PayPalDetails(f"dee{number}@example.com"))
    with pytest.raises(TooManyMethods):
        await add(scenario, dee)


@attrs.define
class Hosted:
    """A provider that has its own form."""

    has: Sequence[ProviderMethod] = ()
    is_down: bool = False
    takes_details = False

    async def methods_of(self, account: str) -> Sequence[ProviderMethod]:
        if self.is_down:
            raise Unavailable("payouts")
        return self.has


def hosted(scenario: Scenario, provider: Hosted) -> PayoutMethods:
    unlike: Any = provider
    return attrs.evolve(scenario.market.payouts.methods, provider=unlike)


async def test_what_a_driver_enters_at_the_provider_is_read_from_it(scenario: Scenario, dee: Actor) -> None:
    provider = Hosted()
    methods = hosted(scenario, provider)
    assert methods.are_entered_at_provider
    with pytest.raises(EnteredAtProvider):
        await methods.add_for(operated(dee), DRIVER, CARD)
    await methods.accounts.of_driver(DRIVER)
    assert not await methods.list(dee, DRIVER)

    theirs = ProviderMethod("ba_1", MethodType.BANK_ACCOUNT, "6789", "Test Bank")
    provider.has = [theirs]
    (seen,) = await methods.list(dee, DRIVER)
    assert (seen.is_verified, seen.is_default) == (False, False)
    with pytest.raises(MethodNotVerified):
        await methods.make_default(dee, DRIVER, seen.id)
    assert (await scenario.market.payouts.eligibility(dee, DRIVER)).hold is not None

    provider.has = [attrs.evolve(theirs, is_verified=True)]
    (verified,) = await methods.list(dee, DRIVER)
    assert (verified.id, verified.is_verified, verified.is_default) == (seen.id, True, True)

    provider.is_down = True
    assert await methods.list(dee, DRIVER) == [verified]
    provider.is_down, provider.has = False, []
    assert not await methods.list(dee, DRIVER)


async def test_the_providers_word_on_an_account_tells_of_what_was_entered_there(
    scenario: Scenario, dee: Actor
) -> None:
    """Otherwise nobody would be paid who never looks at their methods."""
    verified = ProviderMethod("ba_1", MethodType.BANK_ACCOUNT, "6789", "Test Bank", is_verified=True)
    provider, market = Hosted([verified], is_down=True), scenario.market
    methods = hosted(scenario, provider)
    account = await methods.accounts.of_driver(DRIVER)
    events = PaymentEvents(
        scenario.storage,
        scenario.clock,
        scenario.cards,
        market.payments.send_refunds,
        methods.accounts,
        ApplyDispute(scenario.clock),
        methods.look_up,
    )
    now = scenario.clock.now()
    letter = Letter(an_event("evt_1", "account.updated", account.account_id, now))
    attempt = Attempt(EVENTS.read(letter.payload, letter.signature(now), now), 0)
    with pytest.raises(Unavailable):
        await events.of_account(attempt)
    provider.is_down = False
    await events.of_account(attempt)
    (known,) = await scenario.storage.read(lambda unit: unit.payout_methods.of_driver(DRIVER))
    assert (known.is_usable, known.is_default) == (True, True)


async def test_settings_begin_with_the_defaults_and_each_change_is_kept(
    scenario: Scenario, dee: Actor
) -> None:
    settings = scenario.market.payouts.settings
    begun = await settings.get(dee, DRIVER)
    assert (begun.enable_instant_payouts, begun.limits.maximum_instant_cents) == (True, 500_00)
    await settings.change(dee, DRIVER, SettingsChange(maximum_instant_cents=300_00))
    await settings.change(dee, DRIVER, SettingsChange(trigger=PayoutTrigger.THRESHOLD))
    stored = await settings.get(dee, DRIVER)
    assert (stored.limits.maximum_instant_cents, stored.trigger) == (300_00, PayoutTrigger.THRESHOLD)
    with pytest.raises(LimitsNotWidened):
        await settings.change(dee, DRIVER, SettingsChange(daily_instant_limit_cents=2_000_00))
    await settings.change(ADMIN, DRIVER, SettingsChange(daily_instant_limit_cents=2_000_00))
    await settings.change(dee, DRIVER, SettingsChange(daily_instant_limit_cents=1_500_00))
    assert (await settings.get(dee, DRIVER)).granted.daily_instant_limit_cents == 2_000_00


async def test_settings_that_cannot_be_are_refused_by_name(scenario: Scenario, dee: Actor) -> None:
    change = scenario.market.payouts.settings.change
    with pytest.raises(InvalidInput) as refused:
        await change(dee, DRIVER, SettingsChange(trigger=PayoutTrigger.REQUEST))
    assert refused.value.field == "trigger"
    with pytest.raises(InvalidInput) as refused:
        await change(dee, DRIVER, SettingsChange(minimum_instant_cents=600_00))
    assert refused.value.field == "minimum_instant_cents"
    with pytest.raises(NotFound):
        await change(ADMIN, "drv_nobody", SettingsChange(enable_instant_payouts=False))


async def test_there_is_one_default_whichever_is_chosen(scenario: Scenario, dee: Actor) -> None:
    found = [await add(scenario, dee, each) for each in (BANK, CARD)]

    async def defaults(unit: UnitOfWork) -> int:
        return sum(each.is_default for each in await unit.payout_methods.of_driver(DRIVER))

    for method in found:
        await scenario.market.payouts.methods.make_default(dee, DRIVER, method.id)
        assert await scenario.storage.read(defaults) == 1
    await scenario.market.payouts.methods.make_default(dee, DRIVER, method.id)
    trail = await scenario.storage.read(lambda unit: unit.audit.newest(4))
    chosen = [each.object_id for each in trail if each.action == AuditAction.PAYOUT_METHOD_CHOSEN]
    assert chosen == [found[1].id], "what was the default already was not chosen again"
