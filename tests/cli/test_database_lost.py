"""A database that was there before and is gone is no reason to begin a new marketplace."""

from pathlib import Path

import pytest


@pytest.mark.parametrize("loss", ["removed", "emptied"])
def test_a_lost_database_is_refused_until_a_backup_is_restored(haulage, tmp_path: Path, loss: str) -> None:
    data, place = tmp_path / "data", tmp_path / "1.tar.gz"
    database = data / "haulage.sqlite3"
    assert haulage("db", "upgrade", "--data", data).code == 0
    assert haulage("backup", place, "--data", data).code == 0
    database.unlink()
    if loss == "emptied":
        database.touch()
    refused = haulage("db", "upgrade", "--data", data, "--json")
    assert (refused.code, refused.json["code"]) == (1, "database_lost")
    assert not database.exists() or database.stat().st_size == 0
    checked = haulage("check", "--data", data)
    assert checked.code == 1
    assert "was here before" in checked.out + checked.err
    assert haulage("restore", place, "--data", data).code == 0
    assert haulage("db", "upgrade", "--data", data).code == 0


def test_a_new_marketplace_begins_when_the_mark_is_removed_too(haulage, tmp_path: Path) -> None:
    data = tmp_path / "data"
    haulage("db", "upgrade", "--data", data)
    (data / "haulage.sqlite3").unlink()
    assert "haulage.sqlite3.exists" in haulage("db", "upgrade", "--data", data).err
    (data / "haulage.sqlite3.exists").unlink()
    assert haulage("db", "upgrade", "--data", data).code == 0
