"""Exporting and erasing people from the command line."""

from pathlib import Path

from click.testing import CliRunner

from cli.test_admin import sign_up
from exports import opened
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage as root


def test_an_operator_exports_and_erases_somebody(haulage, tmp_path: Path) -> None:
    sign_up(Settings(data=tmp_path, autoconfirm=True), "ann@example.com", "driver")
    file = tmp_path / "ann.zip"
    exported = haulage("admin", "export-user", "Ann@Example.com", "--data", tmp_path, "--output", file)
    assert exported.code == 0
    assert opened(file.read_bytes())["driver_profile.json"][0]["email"] == "ann@example.com"
    gone = haulage("admin", "delete-user", "ann@example.com", "--yes", "--data", tmp_path, "--json")
    assert (gone.code, gone.json) == (0, {"erased": True})
    words = ("admin", "export-user", "ann@example.com", "--data", tmp_path, "--json", "--output", file)
    again = haulage(*words)
    assert not file.exists()
    assert (again.code, again.json["code"]) == (1, "user_not_found")


def test_nobody_is_erased_without_a_yes(tmp_path: Path) -> None:
    sign_up(Settings(data=tmp_path, autoconfirm=True), "ann@example.com")
    words = ["admin", "delete-user", "ann@example.com", "--data", str(tmp_path)]
    refused = CliRunner().invoke(root, words, input="n\n")
    assert refused.exit_code == 1
    assert CliRunner().invoke(root, words, input="y\n").exit_code == 0
