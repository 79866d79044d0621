"""``haulage sales-tax`` as an operator uses it."""

import csv
import io
from pathlib import Path

import pytest

from cli.test_same_structs import assert_is
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.sales_tax import SalesTaxRowOut

HEADING = "state,county,zip_code,taxed,rate_percent,since,source"
ROWS = f"""{HEADING}
NY,,,moving,0,2026-01-01,TB-ST-341
ny,Kings County,,assembly,8.875,2026-01-01,"Publication 718, by an adviser"
NJ,,07030,all,0,2026-01-01,N.J.A.C. 18:24-27.1
"""
BY = ("--confirmed-by", "Ann Lee, CPA", "--confirmed-on", "2026-01-02")
REAL = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
    "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
}


@pytest.fixture
def imported(haulage, tmp_path: Path):
    """Import a text as a file into a database of its own."""
    assert haulage("db", "upgrade", "--data", tmp_path / "own").code == 0

    def run(text: str, *more: str):
        (tmp_path / "rates.csv").write_text(text)
        return haulage(
            "sales-tax", "import", tmp_path / "rates.csv", *more, "--data", tmp_path / "own", "--json"
        )

    return run


def listed(haulage, tmp_path: Path, *more: str):
    found = haulage("sales-tax", "list", "--data", tmp_path / "own", "--json", *more).json
    assert_is(PageOut[SalesTaxRowOut], found)
    return found["items"]


def test_rows_are_recorded_once_listed_and_withdrawn(haulage, imported, tmp_path: Path) -> None:
    done = imported(ROWS, *BY).json
    assert (len(done["added"]), done["known"]) == (3, 0)
    assert imported(ROWS, *BY).json == {"added": [], "known": 3}
    rows = listed(haulage, tmp_path)
    cells = [
        (row["state"], row["county"], row["zip_code"], row["taxed"], row["rate_percent"]) for row in rows
    ]
    assert cells == [
        ("NJ", None, "07030", "all", "0"),
        ("NY", None, None, "moving", "0"),
        ("NY", "kings", None, "assembly", "8.875"),
    ]
    assert {row["confirmed_by"] for row in rows} == {"Ann Lee, CPA"}
    assert rows[0]["recorded_by"].startswith("operator:")
    gone = haulage("sales-tax", "withdraw", rows[0]["id"], "--data", tmp_path / "own", "--json").json
    assert gone["withdrawn_at"]
    again = haulage("sales-tax", "withdraw", rows[0]["id"], "--data", tmp_path / "own", "--json")
    assert (again.code, again.json["code"]) == (1, "tax_row_withdrawn")
    assert haulage("sales-tax", "withdraw", "tax_none", "--data", tmp_path / "own").code == 1
    assert (len(listed(haulage, tmp_path)), len(listed(haulage, tmp_path, "--withdrawn"))) == (2, 3)
    events = haulage("admin", "audit", "--data", tmp_path / "own", "--json").json["items"]
    assert sorted(event["action"] for event in events) == ["tax_confirmed"] * 3 + ["tax_withdrawn"]


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        (f"{HEADING}\nNY,,,moving,,2026-01-01,TB-ST-341\n", 2, "rate_percent"),
        (f"{HEADING}\n\nNY,,,moving,88.75,2026-01-01,TB-ST-341\n", 3, "rate_percent"),
        (f"{HEADING}\nNY,,,storage,0,2026-01-01,TB-ST-341\n", 2, "taxed"),
        (f"{HEADING}\nNY,,,,0,2026-01-01,TB-ST-341\n", 2, "taxed"),
        (f"{HEADING}\nNew York,,,moving,0,2026-01-01,TB-ST-341\n", 2, "state"),
        (f"{HEADING}\nNY,,,moving,0,soon,TB-ST-341\n", 2, "since"),
        (f"{HEADING}\nNY,,,moving,0,2026-01-01,\n", 2, "source"),
        (f"{HEADING}\nNY,,,moving\n", 2, None),
        ("state,rate\nNY,0\n", 1, None),
    ],
)
def test_a_wrong_row_is_named_by_its_line_and_field_and_nothing_is_recorded(
    haulage, imported, tmp_path: Path, text: str, line: int, field: str | None
) -> None:
    answer = imported(text, *BY)
    assert (answer.code, answer.json["param"]) == (1, field)
    assert f"line {line}: " in answer.json["message"]
    assert listed(haulage, tmp_path) == []


@pytest.mark.parametrize(
    ("text", "more", "field"),
    [
        (ROWS, (), "confirmed_by"),
        (ROWS, BY[:2], "confirmed_on"),
        (ROWS, (*BY[:3], "2999-01-01"), "confirmed_on"),
        (ROWS.replace("Kings", "Kigs"), BY, "county"),
        (ROWS.replace("07030", "10036"), BY, "zip_code"),
        (HEADING, BY, "file"),
    ],
    ids=["nobody", "no day", "a day to come", "no such county", "another state's ZIP code", "empty"],
)
def test_what_nobody_confirmed_or_is_nowhere_is_not_recorded(
    haulage, imported, tmp_path: Path, text: str, more: tuple[str, ...], field: str
) -> None:
    answer = imported(text, *more)
    assert (answer.code, answer.json["param"]) == (1, field)
    assert listed(haulage, tmp_path) == []


def test_another_rate_for_the_same_is_refused_until_the_first_is_withdrawn(
    haulage, imported, tmp_path: Path
) -> None:
    assert imported(ROWS, *BY).code == 0
    other = ROWS.replace("8.875", "4.5")
    answer = imported(other, *BY)
    assert (answer.code, answer.json["code"]) == (1, "another_rate_confirmed")
    first = next(row["id"] for row in listed(haulage, tmp_path) if row["taxed"] == "assembly")
    assert first in answer.json["message"]
    haulage("sales-tax", "withdraw", first, "--data", tmp_path / "own")
    assert len(imported(other, *BY).json["added"]) == 1


def test_proposals_are_a_file_that_is_refused_until_somebody_answers_for_it(haulage, imported) -> None:
    proposed = haulage("sales-tax", "proposals").out
    rows = list(csv.DictReader(io.StringIO(proposed)))
    assert {row["state"] for row in rows} == {"NY", "NJ"}
    assert imported(proposed, *BY).json["param"] == "since"
    dated = proposed.replace(",0,,", ",0,2026-01-01,")
    answer = imported(dated, *BY)
    assert (answer.code, answer.json["param"]) == (1, "since"), "assembly is left to an adviser"
    carried = "".join(line for line in dated.splitlines(keepends=True) if ",assembly," not in line)
    assert len(imported(carried, *BY).json["added"]) == 6
    assert imported(carried).json["param"] == "confirmed_by"


def test_check_says_that_no_price_is_given_while_nothing_is_confirmed(
    haulage, imported, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taxes():
        services = haulage("check", "--data", tmp_path / "own", "--json").json["services"]
        return next(each for each in services if each["name"] == "sales tax")

    assert (taxes()["kind"], taxes()["adapter"]) == ("simulated", "8.25% everywhere")
    for name, value in REAL.items():
        monkeypatch.setenv(name, value)
    assert "no rate is confirmed" in taxes()["problem"]
    imported(ROWS, *BY)
    assert (taxes()["problem"], taxes()["adapter"]) == (None, "3 confirmed rows: NJ, NY")
