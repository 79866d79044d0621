"""``haulage tax`` and ``haulage payouts fees``: the core's rules with nothing around them."""

import json
from pathlib import Path
from typing import Any

import pytest

FUEL = {"category": "fuel", "amount_cents": 500_00, "business": True, "date": "2026-02-01"}
YEAR: dict[str, Any] = {
    "year": 2026,
    "earnings_cents": 50_000_00,
    "tips_cents": 1_000_00,
    "expenses": [
        FUEL,
        {"category": "phone", "amount_cents": 60_00, "business": True, "date": "2026-05-01"},
    ],
    "miles": [
        {"date": "2026-06-30", "business_miles": 100.5},
        {"date": "2026-07-01", "business_miles": 10},
    ],
}


def test_the_fees_of_a_payout_are_told_line_by_line(haulage: Any) -> None:
    ask = ("payouts", "fees", "--amount-cents", "10000", "--speed", "instant", "--rail")
    assert haulage(*ask, "card", "--json").json == {
        "amount_cents": 100_00,
        "instant_fee_cents": 1_50,
        "provider_fee_cents": 50,
        "platform_fee_cents": 5_00,
        "net_cents": 93_00,
    }
    assert "$92.50" in haulage(*ask, "paypal").out


def test_a_payout_of_nothing_names_the_field(haulage: Any) -> None:
    refused = haulage(
        "payouts", "fees", "--amount-cents", "0", "--speed", "standard", "--rail", "bank", "--json"
    )
    assert (refused.code, refused.json["param"]) == (1, "amount_cents")


@pytest.mark.parametrize(
    ("day", "found"),
    [
        ("2023-05-01", {"dollars_per_mile": "0.655", "provisional": False}),
        ("2027-01-01", {"dollars_per_mile": "0.76", "provisional": True}),
    ],
)
def test_the_mileage_rate_of_a_day(haulage: Any, day: str, found: dict[str, Any]) -> None:
    assert haulage("tax", "mileage-rate", day, "--json").json == found


def test_a_day_that_is_none_is_wrong_use(haulage: Any) -> None:
    assert haulage("tax", "mileage-rate", "2026-02-30").code == 2


def test_a_year_is_estimated_from_a_file(haulage: Any, tmp_path: Path) -> None:
    (tmp_path / "year.json").write_text(json.dumps(YEAR))
    found = haulage("tax", "estimate", tmp_path / "year.json", "--json").json
    assert {name: value for name, value in found.items() if name != "quarters"} == {
        "year": 2026,
        "earnings_cents": 50_000_00,
        "tips_cents": 1_000_00,
        "expenses_cents": 60_00,
        "mileage_deduction_cents": 80_46,
        "net_income_cents": 50_859_54,
        "estimated_tax_cents": 18_375_55,
        "reporting_threshold_cents": 2_000_00,
        "reporting_threshold_provisional": False,
    }
    assert [each["due_on"] for each in found["quarters"]] == [
        "2026-04-15",
        "2026-06-15",
        "2026-09-15",
        "2027-01-15",
    ]
    assert sum(each["estimated_tax_cents"] for each in found["quarters"]) == 18_375_55
    assert "$18,375.55" in haulage("tax", "estimate", tmp_path / "year.json").out


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"year": None}, "year"),
        ({"year": "2026"}, "year"),
        ({"earnings_cents": -1}, "earnings_cents"),
        ({"earnings_cents": 1.5}, "earnings_cents"),
        ({"earning_cents": 1}, "earning_cents"),
        ({"expenses": [FUEL | {"category": "coffee"}]}, "expenses[0].category"),
        ({"expenses": [FUEL | {"amount_cents": 0}]}, "expenses[0].amount_cents"),
        ({"expenses": [FUEL | {"date": "2025-12-31"}]}, "expenses[0].date"),
        ({"miles": [{"date": "01/02/2026", "business_miles": 1}]}, "miles[0].date"),
        ({"miles": [{"date": "2026-01-02", "business_miles": "1"}]}, "miles[0].business_miles"),
        ({"miles": [{"date": "2026-01-02", "business_miles": -1}]}, "miles[0].business_miles"),
        ({"miles": [7]}, "miles[0]"),
    ],
)
def test_what_is_wrong_in_a_year_is_named_by_its_path(
    haulage: Any, tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    (tmp_path / "year.json").write_text(json.dumps(YEAR | changes))
    refused = haulage("tax", "estimate", tmp_path / "year.json", "--json")
    assert (refused.code, refused.json["param"]) == (1, field)
