"""The promises of a virus scanner, by ClamAV's daemon over either kind of socket (ONB-32)."""

import asyncio
from pathlib import Path

import pytest

from adapters.simulated_clamd import EICAR, Answer, as_clamd, clamd
from haulage.driver_documents import DocumentRefused, VirusScan
from haulage.kernel.errors import Unavailable
from haulage_adapters.clamav_scanner import ClamavScanner, NoScanner
from haulage_adapters.clamav_scanner.scanner import clamav_address

LARGE = bytes(10 * 1024 * 1024)


@pytest.fixture(params=["tcp", "unix"])
def socket(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "clamd.sock" if request.param == "unix" else None


def scanned(
    content: bytes, socket: Path | None = None, answer: Answer = as_clamd, seconds: float = 30.0
) -> VirusScan:
    async def work() -> VirusScan:
        async with clamd(answer, socket=socket) as address:
            scanner = ClamavScanner(address, longest_seconds=seconds)
            await scanner.check()
            return await scanner.scan(content)

    return asyncio.run(work())


def test_a_harmless_file_of_any_size_is_clean(socket: Path | None) -> None:
    assert scanned(b"", socket) is VirusScan.CLEAN
    assert scanned(LARGE, socket) is VirusScan.CLEAN


def test_a_virus_is_refused_wherever_it_is(socket: Path | None) -> None:
    with pytest.raises(DocumentRefused, match="recognized as harmful"):
        scanned(LARGE[:300_000] + EICAR + LARGE[:300_000], socket)


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"stream: OK FOUND ERROR\0",
        b"INSTREAM size limit exceeded. ERROR\0",
        b"stream: okay\0",
        b"\xff" * 5_000,
    ],
)
def test_no_answer_but_a_clear_one_is_believed(reply: bytes, socket: Path | None) -> None:
    with pytest.raises(Unavailable):
        scanned(b"x", socket, lambda _: reply)


def test_a_scanner_that_hangs_or_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        scanned(b"x", answer=lambda _: None, seconds=0.2)
    for address in (f"unix:{tmp_path}/none.sock", "tcp://127.0.0.1:9"):
        with pytest.raises(Unavailable):
            asyncio.run(ClamavScanner(address, longest_seconds=2).scan(b"x"))


def test_where_no_scanner_is_set_up_the_answer_says_so() -> None:
    assert not NoScanner().is_set_up
    assert asyncio.run(NoScanner().scan(EICAR)) is VirusScan.NOT_SCANNED


@pytest.mark.parametrize("address", ["tcp://scanner:3310", "tcp://[::1]:3310", "unix:/run/clamd.ctl"])
def test_addresses_of_either_kind_are_known(address: str) -> None:
    assert clamav_address(address) == address


@pytest.mark.parametrize(
    "address", ["", "scanner:3310", "tcp://scanner", "tcp://a:0", "tcp://a:99999", "unix:"]
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(ValueError, match="must be tcp"):
        clamav_address(address)
