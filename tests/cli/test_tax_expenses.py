"""``haulage tax expenses``: a driver's own, by command."""

from pathlib import Path
from typing import Any

from pictures import a_jpeg

DRIVER, CUSTOMER = "driver@haulage.example", "customer@haulage.example"


def test_expenses_are_added_listed_and_imported(haulage: Any, data: Any, tmp_path: Path) -> None:
    def expenses(*arguments: Any, as_: str = DRIVER) -> Any:
        return haulage("tax", "expenses", *arguments, "--as", as_, "--data", data)

    (tmp_path / "receipt.jpg").write_bytes(a_jpeg())
    photo = ("--receipt", tmp_path / "receipt.jpg")
    added = expenses("add", "phone", "45.00", "Plan", "--date", "2025-11-02", *photo, "--json").json
    assert (added["amount_cents"], added["has_receipt"], added["is_deductible"]) == (45_00, True, True)
    own = expenses("add", "fuel", "1.5", "Tank", "--date", "2025-11-03", "--private", "--json").json
    assert (own["amount_cents"], own["is_business"]) == (1_50, False)
    file = tmp_path / "year.csv"
    file.write_text(
        "date,category,amount,description\n2025-11-02,phone,45,plan\n2025-12-01,supplies,9.99,Tape\n"
    )
    preview = expenses("import", file, "--preview", "--json").json
    assert (preview["new"], preview["duplicates"], preview["added"]) == (1, 1, 0)
    assert expenses("import", file, "--json").json["added"] == 1
    listed = expenses("list", "--year", "2025", "--json").json
    assert [each["date"] for each in listed["items"]] == ["2025-12-01", "2025-11-03", "2025-11-02"]
    assert (listed["spent_cents"], listed["deductible_cents"]) == (56_49, 54_99)
    assert "Tape" in expenses("list", "--year", "2025").out
    assert "No expenses recorded for 2024" in (found := expenses("list", "--year", "2024")).out + found.err
    assert "$54.99" in haulage("tax", "summary", listed_driver(haulage, data), "2025", "--data", data).out


def listed_driver(haulage: Any, data: Any) -> str:
    found = haulage("drivers", "show", DRIVER, "--as", DRIVER, "--data", data, "--json").json
    return str(found["id"])


def test_documents_of_a_year_are_written_as_files(haulage: Any, data: Any, tmp_path: Path) -> None:
    driver = listed_driver(haulage, data)
    file = tmp_path / "copy.pdf"
    made = haulage("tax", "1099", driver, "2025", "--output", file, "--data", data, "--json").json
    assert (made["file"], made["document"]["document_type"]) == (str(file), "1099_nec")
    assert file.read_bytes().startswith(b"%PDF")
    assert (
        "Below the reporting threshold"
        in haulage("tax", "export", driver, "2025", "--output", file, "--data", data).out
    )
    refused = haulage("tax", "1099", driver, "2099", "--data", data, "--json")
    assert (refused.code, refused.json["param"]) == (1, "year")


def test_a_wrong_amount_or_file_names_its_field(haulage: Any, data: Any, tmp_path: Path) -> None:
    def refused(*arguments: Any, as_: str = DRIVER) -> dict[str, Any]:
        found = haulage("tax", "expenses", *arguments, "--as", as_, "--data", data, "--json")
        assert found.code == 1
        return dict(found.json)

    assert refused("add", "phone", "1.001", "x")["param"] == "amount"
    for cents in ("0", "50000.01"):
        assert refused("add", "phone", cents, "x")["message"].startswith(
            "amount: must be between $0.01 and $50,000"
        )
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe")
    assert refused("import", tmp_path / "bad.csv")["param"] == "csv"
    assert refused("add", "phone", "1", "x", as_=CUSTOMER)["code"] == "forbidden"
