"""What leaves the machine, a backup or what somebody gets of their data, has no taxpayer number to read."""

import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DRIVER = "driver@haulage.example"
DIGITS = "219089999"
WRITTEN = "219-08-9999"


@pytest.fixture
def certified(haulage: Any, data: Path, tmp_path: Path) -> Path:
    """The data folder of a marketplace in which a driver has signed Form W-9."""
    (tmp_path / "number.txt").write_text(WRITTEN)
    words = {
        "--name": "Dana Driver",
        "--classification": "individual",
        "--street": "12 Pine Street",
        "--city": "Brooklyn",
        "--state": "NY",
        "--zip-code": "11201",
        "--number-type": "ssn",
        "--number-file": tmp_path / "number.txt",
        "--signature": "Dana Driver",
        "--as": DRIVER,
        "--data": data,
    }
    made = haulage("tax", "w9", "certify", *(part for pair in words.items() for part in pair), "--json")
    assert made.code == 0, made.err
    assert "9999" in made.out
    return data


def members(place: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of an archive."""
    if zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as archive:
            yield from ((name, archive.read(name)) for name in archive.namelist())
        return
    with tarfile.open(place) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                yield member.name, file.read()


def leaks(found: list[tuple[str, bytes]], *secrets: str) -> list[str]:
    """Names of the files in which one of them stands."""
    return [name for name, content in found if any(each.encode() in content for each in secrets)]


def test_no_file_of_a_backup_has_a_number_nor_the_key_that_opens_it(
    haulage: Any, certified: Path, tmp_path: Path
) -> None:
    place = tmp_path / "1.tar.gz"
    assert haulage("backup", place, "--data", certified).code == 0
    found, key = list(members(place)), (certified / "tax-vault.key").read_text().strip()
    assert leaks(found, "Dana Driver"), "the form itself is in it"
    assert key
    assert leaks(found, DIGITS, WRITTEN, key) == []


def test_what_a_driver_gets_of_their_data_has_the_last_digits_alone(
    haulage: Any, certified: Path, tmp_path: Path
) -> None:
    place = tmp_path / "mine.zip"
    assert haulage("admin", "export-user", DRIVER, "--output", place, "--data", certified).code == 0
    found = list(members(place))
    assert any(b"Dana Driver" in content and b"9999" in content for _, content in found)
    assert leaks(found, DIGITS, WRITTEN, '"sealed_number"') == []
