"""Miles that a driver writes down: changed with a trace, and counted in the year where they are for work."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import attrs
import pytest

import haulage.use_cases.tax.mileage_entries as entries_module
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.ports.storage.paging import PageRequest
from haulage.tax import MileageDraft, MileagePurpose, TooManyMileageEntries
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

PAGE = PageRequest()
PERSONAL = MileagePurpose.PERSONAL


def a_draft(
    day: date, miles: str = "10.5", purpose: MileagePurpose = MileagePurpose.BUSINESS
) -> MileageDraft:
    return MileageDraft(day, Decimal(miles), purpose, "Home", "Garage", " New  tires ", " Van ", 12_50)


@pytest.fixture
def driver_id(dee: Actor) -> str:
    return dee.driver_id or ""


@pytest.fixture
def today(scenario: Scenario) -> date:
    return scenario.clock.now().date()


async def test_business_miles_count_at_the_rate_of_their_day_and_personal_ones_do_not(
    scenario: Scenario, dee: Actor, driver_id: str
) -> None:
    taxes = scenario.market.tax
    await taxes.mileage_entries.add(dee, driver_id, a_draft(date(2022, 6, 30), "100"))
    await taxes.mileage_entries.add(dee, driver_id, a_draft(date(2022, 7, 1), "100"))
    await taxes.mileage_entries.add(dee, driver_id, a_draft(date(2022, 7, 1), "30", PERSONAL))
    await taxes.mileage_entries.add(dee, driver_id, a_draft(date(2023, 1, 1), "7"))
    year = await taxes.year(dee, driver_id, 2022)
    assert (year.driven.miles, year.estimate.mileage_deduction_cents) == (200, 58_50 + 62_50)
    assert [each.mileage_deduction_cents for each in year.estimate.quarters] == [0, 58_50, 62_50, 0]
    log = await taxes.mileage.of_driver(dee, driver_id, PAGE, 2022)
    assert (log.driven.miles, log.deduction_cents, log.page.items) == (200, 121_00, [])
    listed = await taxes.mileage_entries.list(dee, driver_id, PAGE, 2022)
    assert (listed.business_miles, listed.personal_miles, listed.deduction_cents) == (200, 30, 121_00)


async def test_a_change_keeps_how_it_was_and_a_removal_that_it_was(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    entries = scenario.market.tax.mileage_entries
    added = await entries.add(dee, driver_id, a_draft(today))
    assert (added.draft.note, added.draft.vehicle) == ("New tires", "Van")
    assert await entries.change(dee, driver_id, added.id, added.draft) == added
    assert await entries.changes(dee, driver_id, added.id) == []
    scenario.clock.turn(minutes=1)
    changed = await entries.change(dee, driver_id, added.id, a_draft(today, "11", PERSONAL))
    assert (changed.draft.purpose, changed.updated_at > added.updated_at) == (PERSONAL, True)
    scenario.clock.turn(minutes=1)
    await entries.remove(dee, driver_id, added.id)
    assert (await entries.list(dee, driver_id, PAGE)).page.items == []
    removal, change = await entries.changes(dee, driver_id, added.id)
    assert (removal.is_removal, removal.before) == (True, changed.facts())
    assert (change.is_removal, change.before) == (False, added.facts())
    with pytest.raises(NotFound):
        await entries.remove(dee, driver_id, added.id)
    with pytest.raises(NotFound):
        await entries.changes(dee, driver_id, "mil_none")


async def test_nobody_else_has_a_way_to_them_and_the_file_tells_others_those_for_work(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, today: date
) -> None:
    entries = scenario.market.tax.mileage_entries
    added = await entries.add(dee, driver_id, a_draft(today))
    private = await entries.add(dee, driver_id, a_draft(today, "3", PERSONAL))
    eve = await scenario.driver("eve")
    for stranger, refusal in ((eve, NotFound), (ada, Forbidden), (ADMIN, Forbidden), (OPERATOR, Forbidden)):
        with pytest.raises(refusal):
            await entries.list(stranger, driver_id, PAGE)
        with pytest.raises(refusal):
            await entries.add(stranger, driver_id, added.draft)
        with pytest.raises(refusal):
            await entries.changes(stranger, driver_id, added.id)
    with pytest.raises(NotFound):
        await entries.change(eve, eve.driver_id or "", added.id, added.draft)
    with pytest.raises(NotFound):
        await entries.in_file(eve, driver_id, today.year)
    own = await entries.in_file(dee, driver_id, today.year)
    assert sorted(each.id for each in own) == sorted([added.id, private.id])
    assert await entries.in_file(ADMIN, driver_id, today.year) == [added]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"miles": Decimal(0)}, "miles"),
        ({"miles": Decimal("0.001")}, "miles"),
        ({"miles": Decimal("1.005")}, "miles"),
        ({"miles": Decimal("2000.01")}, "miles"),
        ({"miles": Decimal("NaN")}, "miles"),
        ({"day": date(1999, 12, 31)}, "date"),
        ({"day": date(2999, 1, 1)}, "date"),
        ({"note": " ", "to_place": ""}, "note"),
        ({"from_place": "x" * 201}, "from_place"),
        ({"vehicle": "x" * 201}, "vehicle_used"),
        ({"fuel_cents": -1}, "fuel_cost_cents"),
        ({"fuel_cents": 5_000_01}, "fuel_cost_cents"),
    ],
)
async def test_what_is_wrong_names_its_field(
    scenario: Scenario, dee: Actor, driver_id: str, today: date, change: dict[str, Any], field: str
) -> None:
    draft = attrs.evolve(a_draft(today), **change)
    with pytest.raises(InvalidInput) as refused:
        await scenario.market.tax.mileage_entries.add(dee, driver_id, draft)
    assert refused.value.field == field


async def test_a_year_holds_so_many(
    scenario: Scenario, dee: Actor, driver_id: str, today: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries_module, "MAX_MILEAGE_ENTRIES_PER_YEAR", 1)
    entries, last_year = scenario.market.tax.mileage_entries, today - timedelta(days=366)
    await entries.add(dee, driver_id, a_draft(today))
    other = await entries.add(dee, driver_id, a_draft(last_year))
    with pytest.raises(TooManyMileageEntries):
        await entries.add(dee, driver_id, a_draft(today))
    with pytest.raises(TooManyMileageEntries):
        await entries.change(dee, driver_id, other.id, a_draft(today))
    await entries.change(dee, driver_id, other.id, a_draft(last_year, "1"))


async def test_an_erased_driver_leaves_miles_without_words(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    entries, stored = scenario.market.tax.mileage_entries, scenario.storage
    added = await entries.add(dee, driver_id, a_draft(today))
    await entries.change(dee, driver_id, added.id, a_draft(today, "11"))
    await scenario.market.personal_data.erase.of("acc_dee@example.com")
    left = await stored.read(lambda unit: unit.driver_taxes.mileage_entry(driver_id, added.id))
    assert left is not None
    assert left.draft == MileageDraft(today, Decimal(11), note="Erased", fuel_cents=12_50)
    assert await stored.read(lambda unit: unit.driver_taxes.changes_of(driver_id, added.id)) == []
