"""Opens what strangers send in a process of its own, which is given nothing but the file."""

import asyncio
import contextlib
import json
import sys
from collections.abc import Mapping
from typing import Any

from haulage.driver_documents import MAX_DOCUMENT_OCTETS, PDF, refused
from haulage.kernel.errors import Unavailable
from haulage.ports.files.inspection import (
    TOO_LARGE,
    InspectedUpload,
    UploadInspector,
)
from haulage_adapters.upload_inspection.limits import LONGEST_SECONDS

AT_ONCE = 2
"""Ours: a file takes a second of a processor, and the others wait."""

LONGEST_WAIT_SECONDS = 20
"""Ours: for a place; then the sender is asked to try again."""

PIECE = 64 * 1024
MOST_ANSWERED = 32 * 1024 * 1024
"""Ours: five pictures of the largest size are far below it."""

COMMAND = ("-I", "-m", "haulage_adapters.upload_inspection")
NOTHING: Mapping[str, str] = {}
UNUSUAL = "This file is built in a way that no camera or scanner uses. Please take a photo of the document."


class IsolatedInspector(UploadInspector):
    """One process a file. Whatever it does, it ends with it."""

    def __init__(self, *, longest_seconds: float = LONGEST_SECONDS) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)
        self._longest = longest_seconds

    async def inspect(self, sent: bytes) -> InspectedUpload:
        """Raises ``DocumentRefused``; ``Unavailable`` where the machine is too busy to look."""
        if not sent:
            raise refused("The file is empty")
        if len(sent) > MAX_DOCUMENT_OCTETS:
            raise refused(TOO_LARGE)
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await self._room.acquire()
        except TimeoutError:
            raise _busy() from None
        try:
            answer = await self._ask(sent)
        finally:
            self._room.release()
        return _read(sent, answer)

    async def _ask(self, sent: bytes) -> bytes:
        """What the process wrote; nothing where it was ended, as one is that spends too much.

        One that is merely late had to wait for a processor: that is no fault of the file.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=NOTHING,
            limit=PIECE,
        )
        try:
            async with asyncio.timeout(self._longest):
                _, answer = await asyncio.gather(_give(process, sent), _taken(process))
                await process.wait()
        except TimeoutError:
            raise _busy() from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        return answer if process.returncode == 0 else b""


async def _give(process: asyncio.subprocess.Process, sent: bytes) -> None:
    """Piece by piece, so that the file is not held twice."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        for start in range(0, len(sent), PIECE):
            process.stdin.write(sent[start : start + PIECE])
            await process.stdin.drain()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.close()


async def _taken(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    answer = bytearray()
    while piece := await process.stdout.read(PIECE):
        answer += piece
        if len(answer) > MOST_ANSWERED:
            process.kill()
            return b""
    return bytes(answer)


def _read(sent: bytes, answer: bytes) -> InspectedUpload:
    """The process has opened what a stranger sent: its answer is believed no further than it is checked."""
    line, _, rest = answer.partition(b"\n")
    try:
        facts: dict[str, Any] = json.loads(line)
        reason, lengths = facts.get("refused"), [int(each) for each in facts["parts"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise refused(UNUSUAL) from None
    if reason is not None:
        raise refused(str(reason)[:300])
    parts = list[bytes]()
    for length in lengths:
        parts.append(rest[:length])
        rest = rest[length:]
    if not parts or not all(part.startswith(b"\xff\xd8\xff") for part in parts):
        raise refused(UNUSUAL)
    if facts.get("media_type") == PDF:
        return InspectedUpload(PDF, sent, int(facts["pages"]), tuple(parts))
    return InspectedUpload("image/jpeg", parts[0])


def _busy() -> Unavailable:
    return Unavailable(
        "documents", "The documents that are sent take too long just now. Please try again in a minute."
    )
