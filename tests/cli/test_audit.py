"""``haulage admin audit`` as an operator uses it."""

import re
import sqlite3
from pathlib import Path

import pytest

from cli.test_admin import sign_up
from haulage_adapters.settings import Settings
from haulage_cli.permissions import operating


@pytest.fixture
def trail(haulage, tmp_path: Path) -> Path:
    """A marketplace in which Ann signed up, and was made an administrator and then not."""
    sign_up(Settings(data=tmp_path, autoconfirm=True), "ann@example.com")
    for change in ("grant", "revoke"):
        assert haulage("admin", change, "ann@example.com", "--data", tmp_path).code == 0
    return tmp_path


def tamper(data: Path, *statements: str) -> None:
    """As somebody who may do anything to the file."""
    with sqlite3.connect(data / "haulage.sqlite3") as connection:
        for trigger in ("update", "delete", "replace"):
            connection.execute(f"DROP TRIGGER audit_entries_{trigger}")
        for statement in statements:
            connection.execute(statement)
    connection.close()


def verified(haulage, data: Path, *words: str):
    answer = haulage("admin", "audit", "--verify", "--data", data, "--json", *words)
    return answer.code, answer.json


def test_entries_are_listed_newest_first_or_onwards_from_a_number(haulage, trail: Path) -> None:
    newest = haulage("admin", "audit", "--limit", 2, "--data", trail, "--json").json["items"]
    assert [(entry["number"], entry["action"]) for entry in newest] == [
        (4, "role_changed"),
        (3, "role_changed"),
    ]
    onwards = haulage("admin", "audit", "--after", 1, "--limit", 2, "--data", trail, "--json").json["items"]
    assert [entry["number"] for entry in onwards] == [2, 3]


def test_entries_are_narrowed(haulage, trail: Path) -> None:
    by_operator = haulage("admin", "audit", "--actor", "operator", "--data", trail, "--json").json["items"]
    assert [entry["number"] for entry in by_operator] == [4, 3]
    mine = operating().name
    by_me = haulage("admin", "audit", "--actor", mine, "--data", trail, "--json").json["items"]
    assert [(entry["number"], entry["actor_id"]) for entry in by_me] == [(4, mine), (3, mine)]
    signed_in = haulage("admin", "audit", "--action", "signed_in", "--data", trail, "--json").json["items"]
    assert [entry["number"] for entry in signed_in] == [2]
    assert haulage("admin", "audit", "--action", "danced", "--data", trail).code == 2


def test_a_table_for_people_names_nobody(haulage, trail: Path) -> None:
    shown = haulage("admin", "audit", "--data", trail).out
    assert "role_changed" in shown
    assert re.search(r" E[SD]T ", shown), "the platform's time, as in every list"
    assert "ann@example.com" not in shown


def test_a_whole_trail_shows_its_head_and_says_what_it_cannot_see(haulage, trail: Path) -> None:
    answer = haulage("admin", "audit", "--verify", "--data", trail)
    assert answer.code == 0
    assert "Keep the head" in answer.out
    code, report = verified(haulage, trail)
    assert (code, report["whole"], report["entries"], report["bad_number"]) == (0, True, 4, None)
    assert report["head"].startswith("4:")


@pytest.mark.parametrize(
    ("change", "bad"),
    [
        ("UPDATE audit_entries SET actor_id = 'usr_eve' WHERE number = 3", 3),
        ("DELETE FROM audit_entries WHERE number = 2", 2),
        ("DELETE FROM audit_entries WHERE number = 1", 1),
        (
            "UPDATE audit_entries SET number = CASE number WHEN 2 THEN -3 ELSE -2 END WHERE number IN (2, 3)",
            2,
        ),
    ],
)
def test_tampering_is_named_and_ends_with_one(haulage, trail: Path, change: str, bad: int) -> None:
    changing_places = "UPDATE audit_entries SET number = -number WHERE number < 0"
    tamper(trail, "PRAGMA ignore_check_constraints = ON", change, changing_places)
    code, report = verified(haulage, trail)
    assert (code, report["whole"], report["bad_number"]) == (1, False, bad)
    assert f"{bad}: " in haulage("admin", "audit", "--verify", "--data", trail).out


def test_a_cut_tail_is_found_by_the_head_that_was_kept(haulage, trail: Path) -> None:
    head = verified(haulage, trail)[1]["head"]
    tamper(trail, "DELETE FROM audit_entries WHERE number = 4")
    assert verified(haulage, trail)[0] == 0
    code, report = verified(haulage, trail, "--head", head)
    assert (code, report["bad_number"]) == (1, 4)


@pytest.mark.parametrize("head", ["4", "4:xyz", "x:" + "0" * 64])
def test_a_head_that_nobody_printed_is_refused(haulage, trail: Path, head: str) -> None:
    code, report = verified(haulage, trail, "--head", head)
    assert (code, report["param"]) == (1, "head")


def test_every_head_of_a_file_is_compared(
    haulage, trail: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    head = verified(haulage, trail)[1]["head"]
    number, digest = head.split(":")
    stored = tmp_path_factory.mktemp("elsewhere") / "heads.jsonl"
    lines = [f'{{"at": "2026-12-01", "number": {number}, "hash": "{digest}"}}', "", head]
    stored.write_text("\n".join(lines))
    assert verified(haulage, trail, "--head", str(stored))[0] == 0
    stored.write_text("\n".join(["2:" + "0" * 64, *lines]))
    code, report = verified(haulage, trail, "--head", str(stored))
    assert (code, report["bad_number"]) == (1, 2)


@pytest.mark.parametrize("content", [b"{}", b"{", b"\xff", b'{"number": 4}', b"4"])
def test_a_file_that_holds_no_heads_is_refused(
    haulage, trail: Path, tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    stored = tmp_path_factory.mktemp("elsewhere") / "heads.jsonl"
    stored.write_bytes(content)
    code, report = verified(haulage, trail, "--head", str(stored))
    assert (code, report["param"]) == (1, "head")


def test_who_operates_the_machine_is_named_beside_the_account(haulage, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, autoconfirm=True)
    sign_up(settings, "ann@example.com")
    sign_up(settings, "dan@example.com", "driver")
    assert haulage("admin", "grant", "ann@example.com", "--data", tmp_path).code == 0
    at = ("--as", "ann@example.com", "--data", tmp_path, "--json")
    (driver,) = haulage("drivers", "list", *at).json["items"]
    asked = haulage("drivers", "approve", driver["id"], "--reason", "Known to us.", *at)
    assert asked.code == 0, asked.err
    (entry,) = haulage("admin", "audit", "--action", "override_requested", "--data", tmp_path, "--json").json[
        "items"
    ]
    assert entry["actor_role"] == "admin"
    assert entry["facts"]["operator"] == operating().name
