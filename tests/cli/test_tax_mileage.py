"""``haulage tax mileage``: what a driver wrote down, by command."""

from typing import Any

DRIVER, CUSTOMER = "driver@haulage.example", "customer@haulage.example"


def test_miles_are_added_changed_listed_and_removed(haulage: Any, data: Any) -> None:
    def mileage(*arguments: Any, as_: str = DRIVER) -> Any:
        return haulage("tax", "mileage", *arguments, "--as", as_, "--data", data)

    added = mileage("add", "2025-11-02", "12.4", "--note", "Tires", "--json").json
    assert (added["miles"], added["purpose"], added["deduction_cents"]) == (12.4, "business", 8_68)
    words = ("--purpose", "personal", "--from", "Home", "--to", "Gym")
    own = mileage("add", "2025-11-03", "3", *words, "--json").json
    listed = mileage("entries", "--year", "2025", "--json").json
    assert [each["id"] for each in listed["items"]] == [own["id"], added["id"]]
    assert (listed["business_miles"], listed["personal_miles"]) == (12.4, 3)
    changed = mileage("change", added["id"], "2025-11-02", "10", "--note", "Tires", "--json").json
    assert changed["deduction_cents"] == 7_00
    assert "$7.00" in mileage("list", "--year", "2025").out
    assert "Gym" in mileage("entries", "--year", "2025").out
    mileage("remove", own["id"])
    assert mileage("entries", "--year", "2025", "--json").json["personal_miles"] == 0
    none = mileage("entries", "--year", "2024")
    assert "No mileage entries for 2024" in none.out + none.err


def test_a_refusal_names_its_field(haulage: Any, data: Any) -> None:
    def refused(*arguments: Any, as_: str = DRIVER) -> dict[str, Any]:
        found = haulage("tax", "mileage", "add", *arguments, "--as", as_, "--data", data, "--json")
        assert found.code == 1
        return dict(found.json)

    assert refused("2025-11-02", "1.005", "--note", "x")["param"] == "miles"
    assert refused("2025-11-02", "1")["param"] == "note"
    assert refused("2025-11-02", "1", "--note", "x", as_=CUSTOMER)["code"] == "forbidden"
