"""Confirmed tax rows, on both databases."""

from datetime import date
from fractions import Fraction
from typing import Any

import attrs
import pytest

from builders import NOON, minutes_later
from haulage.kernel.errors import Conflict
from haulage.pricing import TaxPlace, TaxRow
from haulage.pricing.confirmed_tax import ConfirmedTaxRow, TaxConfirmation
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

DAY = date(2026, 1, 31)


def a_row(number: int = 1, taxed: Any = "assembly", place: TaxPlace | None = None) -> ConfirmedTaxRow:
    what = TaxRow(Fraction("0.08875"), DAY, place or TaxPlace("NY", "Kings", "11201"), taxed)
    said = TaxConfirmation(what, "TB-ST-341", "Ann Lee, CPA", DAY)
    return ConfirmedTaxRow(f"tax_{number}", said, NOON, "operator:ann")


async def test_rows_come_back_equal_by_place(storage: SqlStorage) -> None:
    rows = [a_row(1, None, TaxPlace("NJ")), a_row(2), a_row(3, None)]
    for row in rows[::-1]:
        await storage.write(lambda unit, row=row: unit.taxes.add(row))
    assert set(await storage.read(lambda unit: unit.taxes.rows())) == set(rows)
    assert (await storage.read(lambda unit: unit.taxes.rows()))[0] == rows[0]
    assert await storage.read(lambda unit: unit.taxes.get("tax_2")) == rows[1]
    assert await storage.read(lambda unit: unit.taxes.get("tax_9")) is None


async def test_there_is_one_rate_of_a_subject_until_it_is_withdrawn(storage: SqlStorage) -> None:
    row = a_row()
    await storage.write(lambda unit: unit.taxes.add(row))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.taxes.add(a_row(2)))
    gone = attrs.evolve(row, withdrawn_at=minutes_later(1), withdrawn_by="operator:ben")
    await storage.write(lambda unit: unit.taxes.withdraw(gone))
    await storage.write(lambda unit: unit.taxes.add(a_row(2)))
    assert await storage.read(lambda unit: unit.taxes.rows()) == [a_row(2)]
    assert len(await storage.read(lambda unit: unit.taxes.rows(withdrawn=True))) == 2
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.taxes.withdraw(gone))
