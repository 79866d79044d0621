"""What is paid to the tax office of what was withheld of drivers."""

import asyncio
from datetime import date
from typing import Any

import pytest

from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.local_time import platform_time
from haulage.ports.storage.paging import PageRequest
from haulage.tax import MoreThanPayable, OtherRemittance, Remittance
from use_cases.bookkeeping import accounts
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_tax_filing import WITHHELD, year

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]
__all__ = ["year"]


def today(scenario: Scenario) -> date:
    return platform_time(scenario.clock.now()).date()


async def pay(scenario: Scenario, cents: int, reference: str, **changes: Any) -> Remittance:
    day = today(scenario)
    asked = {"period": day.replace(day=1), "paid_on": day} | changes
    return await scenario.market.tax.remit(OPERATOR, amount_cents=cents, reference=reference, **asked)


@pytest.mark.both_databases
async def test_what_is_paid_leaves_the_books_once_by_its_reference(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    remit = scenario.market.tax.remit
    before = await remit.year(ADMIN, year)
    month = today(scenario).month
    due = before.months[month - 1]
    assert (before.payable_cents, due.withheld_cents, due.due_cents) == (WITHHELD, WITHHELD, WITHHELD)
    assert due.due_on is not None
    assert due.due_on.day >= 15
    assert sum(each.withheld_cents for each in before.months) == WITHHELD
    bank = (await accounts(scenario)).get("bank", 0)
    paid = await pay(scenario, 1_00, "EFTPS-1")
    assert await pay(scenario, 1_00, "EFTPS-1") == paid
    books = await accounts(scenario)
    assert (books["withholding_payable"], books["bank"]) == (1_00 - WITHHELD, bank - 1_00)
    after = await remit.year(OPERATOR, year)
    assert (after.months[month - 1].remitted_cents, after.remittances) == (1_00, [paid])
    assert after.payable_cents == after.months[month - 1].due_cents == WITHHELD - 1_00
    await pay(scenario, WITHHELD - 1_00, "EFTPS-2")
    assert (await accounts(scenario)).get("withholding_payable", 0) == 0
    trail = await scenario.storage.read(lambda unit: unit.audit.newest(20))
    entries = [each for each in trail if each.action == AuditAction.WITHHOLDING_REMITTED]
    assert [each.facts["left_cents"] for each in entries] == [0, WITHHELD - 1_00]
    assert entries[1].facts["reference"] == "EFTPS-1"
    withheld = await scenario.market.tax.year.withheld(dee, DRIVER, year, PageRequest())
    assert [each.cents for each in withheld.items] == [WITHHELD], "a payment to the tax office is no driver's"


async def test_no_more_is_paid_than_is_due_of_the_month(scenario: Scenario, year: int) -> None:
    with pytest.raises(MoreThanPayable) as refused:
        await pay(scenario, WITHHELD + 1, "EFTPS-1")
    assert (refused.value.cents, refused.value.field) == (WITHHELD, "amount_cents")
    earlier = today(scenario).replace(month=1, day=1)
    with pytest.raises(MoreThanPayable, match=r"\$0\.00"):
        await pay(scenario, 1, "EFTPS-1", period=earlier)
    assert (await scenario.market.tax.remit.year(OPERATOR, year)).remittances == []


async def test_a_reference_is_of_one_payment(scenario: Scenario, year: int) -> None:
    await pay(scenario, 1_00, "EFTPS-1")
    for cents, changes in ((1_01, {}), (1_00, {"paid_on": today(scenario).replace(day=1)})):
        with pytest.raises(OtherRemittance):
            await pay(scenario, cents, "EFTPS-1", **changes)


@pytest.mark.both_databases
async def test_two_at_once_pay_no_more_than_is_due(scenario: Scenario, year: int) -> None:
    asked = [pay(scenario, WITHHELD - number, f"EFTPS-{number}") for number in range(4)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Remittance) for each in done) == 1
    assert sum(isinstance(each, MoreThanPayable) for each in done) == 3


async def test_what_is_wrong_is_named_and_drivers_pay_nothing(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    day = today(scenario)
    for changes, field in (
        ({"reference": "two words"}, "reference"),
        ({"reference": ""}, "reference"),
        ({"cents": 0}, "amount_cents"),
        ({"period": date(year + 1, 12, 1)}, "period"),
        ({"period": date(1990, 1, 1)}, "year"),
        ({"paid_on": day.replace(year=year + 1)}, "paid_on"),
        ({"paid_on": day.replace(year=year - 1)}, "paid_on"),
    ):
        given: dict[str, Any] = {"cents": 1, "reference": "EFTPS-1"} | changes
        with pytest.raises(InvalidInput) as refused:
            await pay(scenario, **given)
        assert refused.value.field == field
    with pytest.raises(Forbidden):
        await scenario.market.tax.remit(dee, period=day, amount_cents=1, reference="x", paid_on=day)
    with pytest.raises(Forbidden):
        await scenario.market.tax.remit.year(dee, year)
