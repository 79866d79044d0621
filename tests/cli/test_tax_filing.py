"""``haulage tax report`` and ``haulage tax export-forms``."""

from pathlib import Path


def test_a_year_that_is_not_over_is_not_exported(haulage, data: Path, tmp_path: Path) -> None:
    told = haulage("tax", "export-forms", "--year", "2099", tmp_path / "forms", "--data", data, "--json")
    assert (told.code, told.json["code"]) == (1, "year_not_over")


def test_nothing_is_exported_without_a_filer(haulage, data: Path, tmp_path: Path) -> None:
    told = haulage("tax", "export-forms", "--year", "2024", tmp_path / "forms", "--data", data, "--json")
    assert (told.code, told.json["code"]) == (1, "filing_incomplete")
    assert "HAULAGE_FILER_EIN is not set" in told.json["message"]
    assert list((tmp_path / "forms").iterdir()) == []


def test_a_year_without_drivers_adds_up_to_nothing(haulage, data: Path) -> None:
    report = haulage("tax", "report", "--year", "2024", "--data", data, "--json").json
    assert (report["form"], report["items"], report["totals"]["drivers"]) == ("nec", [], 0)
    assert "Forms due" in haulage("tax", "report", "--year", "2024", "--data", data).out
