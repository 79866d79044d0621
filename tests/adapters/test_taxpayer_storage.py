"""Forms W-9 and filings on SQLite and PostgreSQL, and the key that seals taxpayer numbers."""

import stat
from datetime import timedelta
from pathlib import Path

import attrs
import pytest

from builders import NOON, a_signed_w9
from haulage.ports.storage.retention import Expiring
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import Filing, TaxForm, W9Form
from haulage_adapters.settings import read_settings
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.taxpayer_vault import vault_keys

pytestmark = pytest.mark.anyio

YEARS = timedelta(days=365)
REAL = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
    "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
}


def signed(id: str, driver_id: str, years_ago: int) -> W9Form:
    form = a_signed_w9(driver_id)
    return attrs.evolve(form, id=id, certified_at=NOON - years_ago * YEARS)


def a_filing(id: str, w9_id: str, **changes: object) -> Filing:
    return attrs.evolve(Filing(id, "drv_1", 2025, TaxForm.NEC, 600_00, 0, w9_id, NOON), **changes)


async def test_the_newest_form_and_the_latest_filing_count(scene: object, storage: SqlStorage) -> None:
    old, new = signed("w9f_1", "drv_1", 2), signed("w9f_2", "drv_1", 1)
    first = a_filing("txf_1", "w9f_1")
    second = a_filing("txf_2", "w9f_2", exported_at=NOON + YEARS, corrects="txf_1")
    third = attrs.evolve(second, id="txf_0", corrects=None)

    async def add(unit: UnitOfWork) -> None:
        for form in (new, old, signed("w9f_3", "drv_2", 3)):
            await unit.taxpayers.add(form, f"sealed {form.id}")
        await unit.taxpayers.add_filings([first])
        await unit.taxpayers.add_filings([third, second])

    await storage.write(add)

    async def look(unit: UnitOfWork) -> None:
        store = unit.taxpayers
        assert await store.current("drv_1") == new
        assert set(await store.current_of(["drv_1", "drv_2", "drv_3"])) == {"drv_1", "drv_2"}
        assert await store.latest_filings(2025, ["drv_1", "drv_2"]) == {"drv_1": [third]}
        assert await store.forms(["w9f_1"]) == {"w9f_1": old}
        assert await store.latest_filings(2024, ["drv_1"]) == {}
        sealed = await store.sealed_otherwise("sealed w9f_2", after="", limit=9)
        assert [each.form_id for each in sealed] == ["w9f_1", "w9f_3"]
        assert "sealed" not in repr(sealed[0]).replace("SealedNumber", "")
        drivers = await store.drivers(1)
        assert len(drivers) == 1
        assert drivers[0].driver_id < (await store.drivers(1, drivers[0].driver_id))[0].driver_id

    await storage.read(look)


async def test_a_form_goes_seven_years_after_it_was_needed_and_never_while_something_was_filed_by_it(
    scene: object, storage: SqlStorage
) -> None:
    forms = [
        signed("w9f_replaced", "drv_1", 9),
        signed("w9f_filed", "drv_1", 8),
        signed("w9f_young", "drv_1", 1),
        signed("w9f_unpaid", "drv_2", 8),
    ]

    async def add(unit: UnitOfWork) -> None:
        for form in forms:
            await unit.taxpayers.add(form, "sealed")
        await unit.taxpayers.add_filings([a_filing("txf_1", "w9f_filed")])

    await storage.write(add)
    before = NOON - 7 * YEARS
    gone = await storage.write(lambda unit: unit.retention.delete(Expiring.W9_FORMS, before, 10))
    ids = [form.id for form in forms]
    left = await storage.read(lambda unit: unit.taxpayers.sealed_numbers(ids))
    assert (gone, set(left)) == (2, {"w9f_filed", "w9f_young"})


def test_a_key_is_made_once_for_its_owner_alone_where_no_real_money_is_moved(tmp_path: Path) -> None:
    settings = read_settings({"HAULAGE_DATA": str(tmp_path / "data")})
    (key,) = vault_keys(settings)
    assert vault_keys(settings) == (key,)
    assert len(key) == 64
    assert stat.S_IMODE(settings.vault_key_file.stat().st_mode) == 0o600
    assert [path.name for path in settings.data.iterdir()] == [settings.vault_key_file.name]


def test_real_money_has_the_operators_key_or_none(tmp_path: Path) -> None:
    data = {"HAULAGE_DATA": str(tmp_path / "data")}
    assert vault_keys(read_settings(data | REAL)) == ()
    keys = {"HAULAGE_TAX_VAULT_KEY": "new", "HAULAGE_TAX_VAULT_KEY_PREVIOUS": "old"}
    assert vault_keys(read_settings(data | REAL | keys)) == ("new", "old")
    assert not (tmp_path / "data").exists()
