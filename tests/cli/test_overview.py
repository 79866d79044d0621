"""``haulage overview`` as an operator uses it."""

from pathlib import Path

from cli.test_admin import sign_up
from haulage_adapters.settings import Settings


def test_a_day_is_shown_by_service_and_by_hour_of_new_york(haulage, tmp_path: Path) -> None:
    sign_up(Settings(data=tmp_path, autoconfirm=True), "ann@example.com")
    opened = haulage("overview", "--day", "2025-11-02", "--data", tmp_path, "--json").json
    assert (opened["day"], opened["orders"], len(opened["by_hour"])) == ("2025-11-02", 0, 25)
    report = haulage("overview", "--day", "2025-11-02", "--data", tmp_path)
    assert report.code == 0
    for words in ("moving", "01:00 EDT", "01:00 EST"):
        assert words in report.out


def test_a_day_that_has_not_begun_is_refused(haulage, tmp_path: Path) -> None:
    sign_up(Settings(data=tmp_path, autoconfirm=True), "ann@example.com")
    refused = haulage("overview", "--day", "8999-01-01", "--data", tmp_path)
    assert refused.code != 0
    assert refused.err == "day: must not be after today\n"
