"""``haulage tax report``, ``export-forms``, ``withholding`` and ``remit``."""

from pathlib import Path


def test_a_year_that_is_not_over_is_not_exported(haulage, data: Path, tmp_path: Path) -> None:
    result = haulage("tax", "export-forms", "--year", "2099", tmp_path / "forms", "--data", data, "--json")
    assert (result.code, result.json["code"]) == (1, "year_not_over")


def test_nothing_is_exported_without_a_filer(haulage, data: Path, tmp_path: Path) -> None:
    result = haulage("tax", "export-forms", "--year", "2024", tmp_path / "forms", "--data", data, "--json")
    assert (result.code, result.json["code"]) == (1, "filing_incomplete")
    assert "HAULAGE_FILER_EIN is not set" in result.json["message"]
    assert list((tmp_path / "forms").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_exported(
    haulage, data: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", Path("/proc/self")):
        result = haulage("tax", "export-forms", "--year", "2024", folder, "--data", data, "--json")
        assert (result.code, result.json["param"]) == (1, "folder")


def test_a_year_without_drivers_adds_up_to_nothing(haulage, data: Path) -> None:
    report = haulage("tax", "report", "--year", "2024", "--data", data, "--json").json
    assert (report["form"], report["items"], report["totals"]["drivers"]) == ("nec", [], 0)
    assert "Forms due" in haulage("tax", "report", "--year", "2024", "--data", data).out


def test_numbers_are_not_sealed_anew_without_the_key_they_are_under(haulage, data: Path, monkeypatch) -> None:
    command, key = ("tax", "reseal-numbers", "--data", data, "--json"), "another-vault-key-0123456789"
    before = (data / "tax-vault.key").read_text()
    monkeypatch.setenv("HAULAGE_TAX_VAULT_KEY", key)
    result = haulage(*command)
    assert (result.code, result.json["code"]) == (1, "number_sealed_otherwise")
    assert "HAULAGE_TAX_VAULT_KEY_PREVIOUS" in result.json["message"]
    monkeypatch.setenv("HAULAGE_TAX_VAULT_KEY_PREVIOUS", before)
    assert haulage(*command).json["values"] > 0
    monkeypatch.delenv("HAULAGE_TAX_VAULT_KEY_PREVIOUS")
    assert haulage(*command).json == {"values": 0}


def test_what_is_withheld_is_shown_by_month_and_nothing_more_is_paid(haulage, data: Path) -> None:
    shown = haulage("tax", "withholding", "--year", "2024", "--data", data, "--json").json
    assert (shown["tax_year"], len(shown["months"]), shown["remittances"]) == (2024, 12, [])
    assert "Payable to the IRS" in haulage("tax", "withholding", "--year", "2024", "--data", data).out
    words = ("tax", "remit", "--amount-cents", 1, "--reference", "EFTPS-1", "--paid-on", "2024-12-10")
    refused = haulage(*words, "--period", "2024-11", "--data", data, "--json")
    assert (refused.code, refused.json["code"], refused.json["param"]) == (
        1,
        "more_than_payable",
        "amount_cents",
    )
    refused = haulage(*words, "--period", "November", "--data", data, "--json")
    assert (refused.code, refused.json["param"]) == (1, "period")
