"""``haulage backup`` and ``haulage restore``, and that the commands of OPERATIONS.md work as written."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from haulage_cli.root import haulage as root

OPERATIONS = (Path(__file__).parents[2] / "OPERATIONS.md").read_text(encoding="utf-8")


def documented_commands() -> list[list[str]]:
    section = re.search(r"\n## Backups\n\n```sh\n(.*?)```", OPERATIONS, re.DOTALL)
    assert section
    return [line.split()[1:] for line in section[1].splitlines()]


def test_the_documented_commands_back_up_restore_and_let_jobs_go_on(
    haulage, data: Path, tmp_path: Path
) -> None:
    (tmp_path / "backups").mkdir()
    places = {
        "/var/lib/haulage": str(data),
        "/var/lib/haulage-restored": str(tmp_path / "restored"),
        "/backups/2026-12-01.tar.gz": str(tmp_path / "backups" / "1.tar.gz"),
        "2026-12-01": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    lines = []
    for words in documented_commands():
        answer = haulage(*(places.get(word, word) for word in words))
        assert answer.code == 0, answer.err
        lines.append(answer.out)
    assert "Everything until" in lines[0]
    assert "haulage payments reconcile --since" in lines[1]
    assert "haulage jobs resume" in lines[1]
    assert lines[-1] == "Jobs go on.\n"
    before = haulage("orders", "list", "--as", "customer@demo.example", "--data", data, "--json")
    after = haulage(
        "orders", "list", "--as", "customer@demo.example", "--data", tmp_path / "restored", "--json"
    )
    assert (after.code, after.out) == (before.code, before.out)


def test_programs_are_told_in_json(haulage, data: Path, tmp_path: Path) -> None:
    place = tmp_path / "1.tar.gz"
    taken = haulage("backup", place, "--data", data, "--json").json
    assert taken["bytes"] == place.stat().st_size
    restored = haulage("restore", place, "--data", tmp_path / "restored", "--json").json
    assert restored["counts"] == taken["counts"]
    assert (restored["problems"], restored["set_aside"], restored["other_secret"]) == ([], [], False)
    refused = haulage("restore", place, "--data", tmp_path / "restored", "--json")
    assert (refused.code, refused.json["code"]) == (1, "restore_refused")


def test_replacing_asks_first(haulage, data: Path, tmp_path: Path) -> None:
    place = tmp_path / "1.tar.gz"
    haulage("backup", place, "--data", data)
    words = ["restore", str(place), "--data", str(data), "--replace"]
    stored = CliRunner().invoke(root, words, input="n\n")
    assert stored.exit_code == 1
    assert not list(data.glob("*.replaced-*"))
    assert CliRunner().invoke(root, words, input="y\n").exit_code == 0
    assert list(data.glob("haulage.sqlite3.replaced-*"))


@pytest.mark.parametrize("missing", ["nowhere.tar.gz", "."])
def test_what_is_no_archive_is_refused_in_a_sentence(haulage, tmp_path: Path, missing: str) -> None:
    answer = haulage("restore", tmp_path / missing, "--data", tmp_path / "restored")
    assert answer.code == 1
    assert "cannot be restored" in answer.err
    assert not (tmp_path / "restored").exists()


def test_there_is_nothing_to_back_up_before_there_is_a_database(haulage, tmp_path: Path) -> None:
    answer = haulage("backup", tmp_path / "1.tar.gz", "--data", tmp_path / "none")
    assert (answer.code, "There is no database" in answer.err) == (1, True)
    assert list(tmp_path.iterdir()) == []
