"""The lock files say which bytes are installed, not only which versions."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def npm_packages() -> Iterator[tuple[str, dict[str, Any]]]:
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text(encoding="utf-8"))
    return ((path, entry) for path, entry in lock["packages"].items() if path and not entry.get("link"))


def python_packages() -> Iterator[dict[str, Any]]:
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    return (each for each in lock["package"] if "registry" in each["source"])


def test_every_package_of_the_browser_application_has_its_hash() -> None:
    unchecked = [path for path, entry in npm_packages() if not is_sha512(entry.get("integrity", ""))]
    assert unchecked == [], "delete ui/package-lock.json and run: npm install --package-lock-only"


def is_sha512(integrity: str) -> bool:
    return re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", integrity) is not None


def test_the_lock_of_the_browser_application_names_no_registry() -> None:
    assert [path for path, entry in npm_packages() if "resolved" in entry] == []


def test_every_python_package_has_its_hashes() -> None:
    unchecked = [
        f"{package['name']} {file['url']}"
        for package in python_packages()
        for file in [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else [])]
        if not re.fullmatch(r"sha256:[0-9a-f]{64}", file.get("hash", ""))
    ]
    assert unchecked == []


def test_every_python_package_has_a_file() -> None:
    assert [
        each["name"] for each in python_packages() if not each.get("wheels") and "sdist" not in each
    ] == []


@pytest.mark.parametrize("integrity", ["", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "sha512-short"])
def test_a_weak_hash_is_none(integrity: str) -> None:
    assert not is_sha512(integrity)
