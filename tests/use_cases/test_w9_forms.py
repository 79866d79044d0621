"""Form W-9, the vault of its number, and what is withheld of payouts without one (OP-67, OP-69)."""

import pytest

from builders import NOBODYS_NUMBER, a_w9
from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unavailable
from haulage.payouts import PayoutStatus
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payouts.request_payout import PayoutRequest
from haulage_adapters.taxpayer_vault import SealingVault
from use_cases.bookkeeping import HALF, accounts, driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, held, settle
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_payouts import FAILING

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

WITHHELD = round(HALF * 0.24)
DIGITS = NOBODYS_NUMBER.replace("-", "")


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has earned her half of an order, and has given no Form W-9."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee, certified=False)
    return dee


async def test_without_a_form_a_quarter_less_a_hundredth_of_a_payout_goes_to_the_tax_office(
    scenario: Scenario, paid: Actor
) -> None:
    quote = await scenario.market.payouts.request.quote(paid, DRIVER, PayoutRequest(10_00, INSTANT))
    assert (quote.withheld_cents, quote.net_cents) == (2_40, 10_00 - 70 - 2_40)
    standing = await scenario.market.payouts.eligibility(paid, DRIVER)
    assert standing.is_withholding
    payout = await ask(scenario, paid, 10_00, INSTANT)
    assert (payout.withheld_cents, payout.net_cents) == (quote.withheld_cents, quote.net_cents)
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(minutes=31)
    assert (await scenario.market.payouts.send.look_at(payout.id)).status is PayoutStatus.PAID
    found = await accounts(scenario)
    assert (found["withholding_payable"], found["payout_fees"]) == (-2_40, -70)
    assert found["connected_account:drv_dee"] == HALF - 10_00


async def test_a_payout_that_fails_brings_back_what_was_withheld_of_it(
    scenario: Scenario, paid: Actor
) -> None:
    method = await a_method(scenario, paid, FAILING, certified=False)
    payout = await ask(scenario, paid, HALF, method_id=method.id)
    assert payout.withheld_cents == WITHHELD
    await scenario.later(minutes=1)
    scenario.clock.turn(days=5)
    assert (await scenario.market.payouts.send.look_at(payout.id)).status is PayoutStatus.FAILED
    assert await held(scenario) == (HALF, 0)
    assert "withholding_payable" not in await accounts(scenario)


async def test_the_weekly_payout_withholds_too_until_a_form_is_signed(
    scenario: Scenario, paid: Actor
) -> None:
    weekly = scenario.market.payouts.weekly
    await scenario.market.tax.w9.certify(paid, DRIVER, a_w9(is_subject_to_withholding=True))
    settle(scenario, HALF)
    await weekly.pay(DRIVER)
    (first,) = (await scenario.market.payouts.history.list(OPERATOR, DRIVER, PageRequest())).items
    assert (first.amount_cents, first.withheld_cents) == (HALF, WITHHELD)
    scenario.clock.turn(minutes=1)
    await scenario.market.tax.w9.certify(paid, DRIVER, a_w9())
    assert not (await scenario.market.payouts.eligibility(paid, DRIVER)).is_withholding


async def test_a_form_is_stored_without_its_number_and_a_newer_one_counts(
    scenario: Scenario, dee: Actor
) -> None:
    forms = scenario.market.tax.w9
    assert (await forms.of_driver(dee, DRIVER)).form is None
    first = (await forms.certify(dee, DRIVER, a_w9())).form
    scenario.clock.turn(days=1)
    second = (await forms.certify(dee, DRIVER, a_w9(name="Dee Miller", signature="Dee Miller"))).form
    assert first
    assert second
    assert (second.name, second.last4) == ("Dee Miller", "9999")
    for actor in (dee, ADMIN, OPERATOR):
        assert (await forms.of_driver(actor, DRIVER)).form == second
    page = await scenario.market.audit.list(OPERATOR, PageRequest())
    entries = [each for each in page.items if each.action == AuditAction.W9_CERTIFIED]
    assert [each.facts["replaces"] for each in entries] == [first.id, None]
    numbers = await scenario.storage.read(lambda unit: unit.taxpayers.sealed_numbers([first.id, second.id]))
    sealed = [each.sealed for each in numbers.values()]
    assert len(set(sealed)) == 2
    assert not [each for each in (*sealed, repr(numbers)) if DIGITS in each or NOBODYS_NUMBER in each]


async def test_only_the_driver_signs_and_a_fault_stores_nothing(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    forms = scenario.market.tax.w9
    other = await scenario.driver("max")
    for actor, refusal in ((ADMIN, Forbidden), (ada, Forbidden), (other, NotFound)):
        with pytest.raises(refusal):
            await forms.certify(actor, DRIVER, a_w9())
    with pytest.raises(NotFound):
        await forms.of_driver(other, DRIVER)
    with pytest.raises(InvalidInput):
        await forms.certify(dee, DRIVER, a_w9(number="000-00-0000"))
    assert (await forms.of_driver(dee, DRIVER)).form is None


async def test_a_key_that_is_changed_seals_every_number_anew(scenario: Scenario, dee: Actor) -> None:
    market = scenario.market.tax
    form = (await market.w9.certify(dee, DRIVER, a_w9())).form
    assert form is not None
    assert await market.reseal_numbers(OPERATOR) == 0
    old = market.reseal_numbers.vault
    assert isinstance(old, SealingVault)
    new = SealingVault(["a key of this year, long enough", *old._secrets])
    reseal = type(market.reseal_numbers)(scenario.storage, scenario.clock, new)
    assert await reseal(OPERATOR) == 1
    assert await reseal(OPERATOR) == 0
    number = (await scenario.storage.read(lambda unit: unit.taxpayers.sealed_numbers([form.id])))[form.id]
    assert (await new.open(DRIVER, number.type, number.sealed)).digits == DIGITS
    with pytest.raises(Unavailable):
        await old.open(DRIVER, number.type, number.sealed)
    with pytest.raises(Unavailable):
        await new.open("drv_other", number.type, number.sealed)
    with pytest.raises(Unavailable):
        await SealingVault([]).seal(DRIVER, a_w9().checked().number)
