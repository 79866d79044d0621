"""``haulage orders proof``: a proof as a file, examined without a database."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adapters.test_proof_files import FILE, KEY, OTHER_KEY, changed
from cli.test_orders import CUSTOMER
from haulage_adapters.tokens_jose.proof_seals import public_form
from haulage_cli.root import haulage as command


def verify(path: Path, *words: str) -> Result:
    return CliRunner().invoke(command, ["orders", "proof", "verify", str(path), *words])


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_a_whole_file_is_said_to_be_whole_and_whose_key_it_is(tmp_path: Path) -> None:
    file = written(tmp_path, "proof.json", FILE)
    report = verify(file)
    assert report.exit_code == 0
    assert KEY.thumbprint() in report.stdout
    assert "Compare the key" in report.stderr
    keys = written(tmp_path, "keys.json", json.dumps({"keys": [public_form(KEY)]}).encode())
    compared = verify(file, "--keys", str(keys), "--json")
    value = json.loads(compared.stdout)
    assert (compared.exit_code, value["whole"], value["records"], value["faults"]) == (0, True, [1, 2], [])


def test_what_was_changed_is_named_with_exit_code_1(tmp_path: Path) -> None:
    def change(value: dict[str, object]) -> None:
        value["records"][1]["content"]["recipient_name"]["value"] = "Mallory"  # type: ignore[index]

    report = verify(written(tmp_path, "proof.json", changed(change)), "--json")
    assert report.exit_code == 1
    assert [(it["fault"], it["field"]) for it in json.loads(report.stdout)["faults"]] == [
        ("changed_field", "recipient_name")
    ]
    file = written(tmp_path, "whole.json", FILE)
    keys = written(tmp_path, "keys.json", json.dumps({"keys": [public_form(OTHER_KEY)]}).encode())
    stranger = verify(file, "--keys", str(keys))
    assert (stranger.exit_code, "not among those known" in stranger.stderr) == (1, True)


def test_a_file_that_is_not_there_is_wrong_use_and_one_of_something_else_is_refused(tmp_path: Path) -> None:
    assert verify(tmp_path / "nothing.json").exit_code == 2
    assert verify(written(tmp_path, "else.json", b"{}")).exit_code == 1


@pytest.fixture
def exported(haulage, data, tmp_path):  # type: ignore[no-untyped-def]
    """A customer's own proof with two seals before it, and the installation's keys."""
    listed = haulage("orders", "list", "--as", CUSTOMER, "--data", data, "--json").json["items"]
    delivered = next(order for order in listed if order["status"] == "completed")
    words = ("orders", "proof", "export", delivered["id"], "--as", CUSTOMER, "--data", data)
    report = haulage(*words, "--before", 2, "--output", "proof.json", "--json")
    assert (report.code, report.json["file"]) == (0, "proof.json")
    file = tmp_path / "proof.json"
    assert report.json["bytes"] == file.stat().st_size
    assert haulage(*words, "--before", 2, "--output", "-").out.encode() == file.read_bytes()
    shutil.rmtree(data)  # from here on there is nothing but the file
    return file


def rewritten(file: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """In its one form, so that nothing but the change is off."""
    value = json.loads(file.read_bytes())
    change(value)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return written(file.parent, "rewritten.json", text.encode() + b"\n")


def faults(file: Path, *words: str) -> set[str]:
    report = verify(file, "--json", *words)
    assert report.exit_code == 1
    return {fault["fault"] for fault in json.loads(report.stdout)["faults"]}


def test_an_exported_proof_is_whole_without_its_database_and_every_change_is_named(exported: Path) -> None:
    keys = json.loads(exported.read_bytes())["keys"]
    known = written(exported.parent, "keys.json", json.dumps({"keys": keys}).encode())
    whole = verify(exported, "--keys", str(known), "--json")
    value = json.loads(whole.stdout)
    assert (whole.exit_code, value["whole"], len(value["records"])) == (0, True, 3)

    def mallory(value: dict[str, Any]) -> None:
        value["records"][-1]["content"]["recipient_name"]["value"] = "Mallory"

    assert faults(rewritten(exported, mallory)) == {"changed_field"}
    assert faults(rewritten(exported, lambda value: value["records"].pop(1))) == {"broken_chain"}
    assert "broken_chain" in faults(rewritten(exported, lambda value: value["records"].reverse()))
    foreign = written(
        exported.parent, "foreign.json", json.dumps({"keys": [public_form(OTHER_KEY)]}).encode()
    )
    assert "unknown_key" in faults(exported, "--keys", str(foreign))
    swapped = rewritten(exported, lambda value: value.update(keys=[public_form(OTHER_KEY)]))
    assert "unknown_key" in faults(swapped)


def test_an_order_without_a_proof_has_none_to_export(haulage, data):  # type: ignore[no-untyped-def]
    listed = haulage("orders", "list", "--as", CUSTOMER, "--data", data, "--json").json["items"]
    known = [order for order in listed if order["status"] != "completed"]
    if known:
        answer = haulage(
            "orders", "proof", "export", known[0]["id"], "--as", CUSTOMER, "--data", data, "--json"
        )
        assert (answer.code, answer.json["code"]) == (1, "not_found")
