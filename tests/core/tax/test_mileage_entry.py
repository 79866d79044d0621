"""What a driver writes into their mileage log (TAX-02)."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import attrs
import pytest

from haulage.kernel.errors import InvalidInput
from haulage.tax.deduction import MAX_MILES_PER_DAY, BusinessMiles
from haulage.tax.expense import FIRST_EXPENSE_YEAR
from haulage.tax.mileage_entry import (
    MAX_FUEL_CENTS,
    MAX_MILEAGE_WORDS_LENGTH,
    MileageDraft,
    MileageEntry,
    MileagePurpose,
    business_miles_of,
)

TODAY = date(2026, 11, 26)
NOW = datetime(2026, 11, 26, 15, tzinfo=UTC)
DRIVE = MileageDraft(TODAY, Decimal("12.5"), note="To the storage")
PERSONAL = attrs.evolve(DRIVE, purpose=MileagePurpose.PERSONAL)
LONGEST = "x" * MAX_MILEAGE_WORDS_LENGTH


@pytest.mark.parametrize(
    "changes",
    [
        {"miles": Decimal("0.01")},
        {"miles": Decimal(MAX_MILES_PER_DAY)},
        {"miles": Decimal("1.250")},
        {"day": date(FIRST_EXPENSE_YEAR, 1, 1)},
        {"note": "", "from_place": "Home", "to_place": "Depot"},
        {"note": "Storage", "from_place": "Home"},
        {"note": LONGEST, "vehicle": LONGEST, "from_place": LONGEST, "to_place": LONGEST},
        {"fuel_cents": 0},
        {"fuel_cents": MAX_FUEL_CENTS},
    ],
)
def test_an_entry_is_taken_up_to_each_bound(changes: dict[str, Any]) -> None:
    draft = attrs.evolve(DRIVE, **changes)
    assert draft.checked(TODAY) == draft


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"miles": Decimal(0)}, "miles"),
        ({"miles": Decimal("0.009")}, "miles"),
        ({"miles": MAX_MILES_PER_DAY + Decimal("0.01")}, "miles"),
        ({"miles": Decimal("NaN")}, "miles"),
        ({"miles": Decimal("Infinity")}, "miles"),
        ({"miles": Decimal("1.255")}, "miles"),
        ({"day": TODAY + timedelta(days=1)}, "date"),
        ({"day": date(FIRST_EXPENSE_YEAR - 1, 12, 31)}, "date"),
        ({"note": ""}, "note"),
        ({"note": " ", "from_place": "Home"}, "note"),
        ({"note": "", "to_place": "Depot"}, "note"),
        ({"note": LONGEST + "x"}, "note"),
        ({"vehicle": LONGEST + "x"}, "vehicle_used"),
        ({"from_place": LONGEST + "x"}, "from_place"),
        ({"to_place": LONGEST + "x"}, "to_place"),
        ({"fuel_cents": MAX_FUEL_CENTS + 1}, "fuel_cost_cents"),
        ({"fuel_cents": -1}, "fuel_cost_cents"),
    ],
)
def test_what_is_beyond_is_refused_by_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        attrs.evolve(DRIVE, **changes).checked(TODAY)
    assert refused.value.field == field


def test_words_are_kept_without_spaces_around_them_and_miles_to_the_hundredth() -> None:
    checked = attrs.evolve(DRIVE, note="  To   the storage ", miles=Decimal("12.500")).checked(TODAY)
    assert (checked.note, str(checked.miles)) == ("To the storage", "12.50")


def test_only_miles_for_work_come_off_the_income() -> None:
    assert (DRIVE.business_miles, DRIVE.personal_miles) == (Decimal("12.5"), 0)
    assert (PERSONAL.business_miles, PERSONAL.personal_miles) == (0, Decimal("12.5"))
    entries = [MileageEntry(f"mil_{draft.purpose}", "drv_1", draft, NOW, NOW) for draft in (DRIVE, PERSONAL)]
    assert business_miles_of(entries) == (BusinessMiles(Decimal("12.5"), TODAY),)
