"""Where unsafe settings keep a server or a worker from starting, and how that is told."""

import contextlib
import json
import os
import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from haulage_adapters.data_folder.operating_records import note_backup
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import set_pragmas
from haulage_cli import forking
from haulage_cli import serve as serving

REAL = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
    "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
}


@pytest.fixture
def real(haulage, monkeypatch: pytest.MonkeyPatch):
    for name, value in REAL.items():
        monkeypatch.setenv(name, value)
    return haulage


@pytest.fixture(autouse=True)
def no_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """These starts end before they listen."""
    monkeypatch.setattr(serving, "resolve", lambda host, _port: host)


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_real_money_does_not_start_and_everything_is_named_at_once(
    real, tmp_path: Path, command: str
) -> None:
    refused = real(command, "--data", tmp_path / "own")
    assert (refused.code, refused.out) == (1, "")
    for code in ("secret_key", "public_https", "mail_server"):
        assert code in refused.err
    assert not (tmp_path / "own" / "haulage.sqlite3").exists()
    as_json = real(command, "--data", tmp_path / "own", "--json")
    assert (as_json.code, as_json.json["code"]) == (1, "unsafe_start")


def test_check_tells_the_same_and_fails(real, data: Path) -> None:
    report = real("check", "--data", data, "--json")
    refusals = {each["code"] for each in report.json["findings"] if each["severity"] == "refuse"}
    assert (report.code, refusals) == (1, {"secret_key", "tax_vault_key", "public_https", "mail_server"})
    assert all(each["sentence"] and each["remedy"] for each in report.json["findings"])
    table = real("check", "--data", data)
    assert all(code in table.out for code in refusals)


def test_check_asks_of_any_settings_what_production_would_say(haulage, data: Path) -> None:
    at_home = haulage("check", "--data", data, "--json")
    assert (at_home.code, at_home.json["findings"]) == (0, [])
    in_production = haulage("check", "--production", "--data", data, "--json")
    codes = {each["code"] for each in in_production.json["findings"]}
    assert in_production.code == 1
    assert {"secret_key", "administrators_without_second_factor", "sales_tax_unconfirmed"} <= codes


def test_check_knows_of_the_last_backup(haulage, data: Path) -> None:
    def report() -> bool:
        answer = haulage("check", "--production", "--data", data, "--json")
        return "backup" in {each["code"] for each in answer.json["findings"]}

    assert report()
    note_backup(data, datetime.now(UTC))
    assert not report()
    note_backup(data, datetime.now(UTC) - timedelta(hours=25))
    assert report()


def test_check_examines_settings_before_there_is_a_database(haulage, tmp_path: Path) -> None:
    answer = haulage("check", "--production", "--data", tmp_path / "none", "--json")
    assert "secret_key" in {each["code"] for each in answer.json["findings"]}
    assert not (tmp_path / "none").exists()


def test_a_demonstration_for_other_machines_is_warned_of_and_starts(
    haulage, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_start", lambda *_: None)
    monkeypatch.setattr(forking, "COPIES", False)  # what a copy of this process writes, nobody here reads
    for variable in ("HAULAGE_DATA", "HAULAGE_DEMO", "HAULAGE_PUBLIC_URL"):
        monkeypatch.setenv(variable, os.environ.get(variable, ""))  # what serve sets is put back
        monkeypatch.delenv(variable)
    shown = haulage("serve", "--demo", "--data", data, "--host", "0.0.0.0")
    assert shown.code == 0
    assert "demonstration_in_public" in shown.err
    monkeypatch.delenv("HAULAGE_PUBLIC_URL")
    assert haulage("serve", "--demo", "--data", data, "--host", "127.0.0.1").err == ""


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_start_on_a_full_disk_says_that_it_is_full(
    haulage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A file that may not grow past its bound is refused by SQLite as one on a full disk is."""

    def bounded(connection: sqlite3.Connection, pragmas: tuple[str, ...]) -> None:
        set_pragmas(connection, (*pragmas, "max_page_count = 5"))

    monkeypatch.setattr(migrations, "set_pragmas", bounded)
    answer = haulage(command, "--data", tmp_path / "own")
    assert answer.code == 1
    assert "The disk of the database is full: nothing can be written. Make room" in answer.err
    assert "damaged" not in answer.err
    as_json = haulage(command, "--data", tmp_path / "own", "--json")
    assert (as_json.code, as_json.json["code"]) == (1, "database_unreachable")


@pytest.mark.skipif(os.name != "posix", reason="there are no such modes")
def test_what_an_older_release_left_open_is_closed_at_the_start(haulage, data: Path) -> None:
    database, mails = data / "haulage.sqlite3", data / "mail.jsonl"
    mails.touch()
    for path, mode in ((data, 0o755), (database, 0o644), (mails, 0o664)):
        path.chmod(mode)
    assert haulage("db", "upgrade", "--data", data).code == 0
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (data, database, mails)]
    assert modes == [0o700, 0o600, 0o600]


@pytest.mark.skipif(os.name != "posix", reason="there are no such modes")
def test_nothing_that_is_written_can_be_read_by_others(haulage, tmp_path: Path) -> None:
    data = tmp_path / "own"
    before = os.umask(0o022)
    try:
        assert haulage("demo", "--data", data, "--json").code == 0
    finally:
        os.umask(before)
    assert json.dumps([str(path) for path in (data, *data.iterdir()) if path.stat().st_mode & 0o077]) == "[]"


@pytest.mark.skipif(os.name != "posix", reason="there are no such modes")
def test_files_that_are_not_ours_keep_their_modes(haulage, tmp_path: Path) -> None:
    mine = tmp_path / "own" / "notes.txt"
    mine.parent.mkdir()
    mine.touch(0o644)
    mine.chmod(0o644)
    assert haulage("db", "upgrade", "--data", mine.parent).code == 0
    assert stat.S_IMODE(mine.stat().st_mode) == 0o644


def test_a_secret_that_is_set_later_seals_at_the_next_start(
    haulage, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_start", lambda *_: None)
    monkeypatch.setattr(forking, "COPIES", False)  # what a copy of this process writes, nobody here reads
    for variable in ("HAULAGE_DATA", "HAULAGE_DEMO", "HAULAGE_PUBLIC_URL"):
        monkeypatch.setenv(variable, "")  # what serve sets is put back
        monkeypatch.delenv(variable)
    assert any(value.startswith("open:") for value in key_material(data))
    monkeypatch.setenv("HAULAGE_SECRET_KEY", "a secret of last year")
    assert haulage("serve", "--data", data).code == 0
    assert all(value.startswith("sealed:") for value in key_material(data))

    monkeypatch.setenv("HAULAGE_SECRET_KEY", "a secret of this year")
    refused = haulage("admin", "rotate-secrets", "--data", data)
    assert (refused.code, "HAULAGE_SECRET_KEY_PREVIOUS" in refused.err) == (1, True)
    monkeypatch.setenv("HAULAGE_SECRET_KEY_PREVIOUS", "a secret of last year")
    assert haulage("admin", "rotate-secrets", "--data", data, "--json").json["values"] >= 3
    assert "already" in haulage("admin", "rotate-secrets", "--data", data).out
    monkeypatch.delenv("HAULAGE_SECRET_KEY_PREVIOUS")
    assert haulage("serve", "--data", data).code == 0


def key_material(data: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(data / "haulage.sqlite3")) as connection:
        return [material for (material,) in connection.execute("SELECT material FROM server_keys")]
