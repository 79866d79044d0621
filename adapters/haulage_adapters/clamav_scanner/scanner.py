"""A client of ClamAV's daemon: one connection a file, sent in pieces by INSTREAM.

https://docs.clamav.net/manual/Usage/ClamdProtocol.html
"""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from haulage.driver_documents import VirusScan, refused
from haulage.kernel.errors import Unavailable
from haulage.ports.files.virus_scan import VirusScanner

PIECE = 128 * 1024
LONGEST_SECONDS = 30.0
"""Ours: a file of 10 MB takes a second or two."""

LONGEST_REPLY = 4_096
UNIX, TCP = "unix:", "tcp://"
_TCP = re.compile(r"tcp://(?:\[([0-9A-Fa-f:]+)\]|([^:/\[\]\s]+)):([0-9]{1,5})\Z")
_FOUND = re.compile(r"stream: .+ FOUND\Z")


def clamav_address(text: str) -> str:
    """``tcp://host:port`` or ``unix:/path``. Raises ``ValueError`` for another."""
    found = _TCP.match(text)
    is_port = found is not None and 0 < int(found[3]) < 2**16
    if not (is_port or (text.startswith("unix:/") and len(text) > len("unix:/"))):
        raise ValueError("must be tcp://host:port or unix:/path")
    return text


class NoScanner(VirusScanner):
    """Stands where no scanner is set up."""

    def __str__(self) -> str:
        return "none"

    @property
    def is_set_up(self) -> bool:
        return False

    async def scan(self, content: bytes) -> VirusScan:
        return VirusScan.NOT_SCANNED

    async def check(self) -> None:
        return


class ClamavScanner(VirusScanner):
    """Anything but a clear answer is none."""

    def __init__(self, address: str, *, longest_seconds: float = LONGEST_SECONDS) -> None:
        self._address = clamav_address(address)
        self._longest = longest_seconds

    def __str__(self) -> str:
        return f"ClamAV at {self._address}"

    @property
    def is_set_up(self) -> bool:
        return True

    async def scan(self, content: bytes) -> VirusScan:
        """Raises ``DocumentRefused`` or ``Unavailable``."""
        async with self._connected() as (reader, writer):
            writer.write(b"zINSTREAM\0")
            with contextlib.suppress(ConnectionError):  # it has answered already, such as that it is too much
                for start in range(0, len(content), PIECE):
                    piece = content[start : start + PIECE]
                    writer.write(len(piece).to_bytes(4) + piece)
                    await writer.drain()
                writer.write(bytes(4))
                await writer.drain()
            reply = await _reply(reader)
        if reply == "stream: OK":
            return VirusScan.CLEAN
        if _FOUND.match(reply):
            raise refused("This file was recognized as harmful and is not stored.")
        raise _silent()

    async def check(self) -> None:
        """Raise ``Unavailable`` unless it answers."""
        async with self._connected() as (reader, writer):
            writer.write(b"zPING\0")
            await writer.drain()
            if await _reply(reader) != "PONG":
                raise _silent()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        try:
            async with asyncio.timeout(self._longest):
                reader, writer = await self._open()
                try:
                    yield reader, writer
                finally:
                    writer.close()
                    with contextlib.suppress(OSError):
                        await writer.wait_closed()
        except (OSError, EOFError, ValueError):  # a timeout is an OSError as well
            raise _silent() from None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        found = _TCP.match(self._address)
        if found is None:
            return await asyncio.open_unix_connection(self._address.removeprefix(UNIX))
        return await asyncio.open_connection(found[1] or found[2], int(found[3]))


async def _reply(reader: asyncio.StreamReader) -> str:
    """Up to the NUL that ends it."""
    reply = await reader.read(LONGEST_REPLY)
    while reply and not reply.endswith(b"\0") and len(reply) < LONGEST_REPLY:
        more = await reader.read(LONGEST_REPLY - len(reply))
        if not more:
            break
        reply += more
    return reply.rstrip(b"\0\n").decode("utf-8", "replace")


def _silent() -> Unavailable:
    return Unavailable("virus scan", "Documents cannot be checked at the moment. Please try again.")
