"""A file of named columns. Those that every search walks through are mapped into memory, as far as it
touches them; the others, of points and of how streets are shown, stay in the file and are read by pages.

The body's checksum is verified when the file is opened, so a truncated or damaged one is never believed.
"""

import json
import mmap
import os
import tempfile
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, overload

from haulage_adapters.embedded.gazetteer.paged import Handle, Paged

MAGIC = b"haulage gazetteer 1\n"
ALIGNMENT = 8
CHUNK = 1 << 20


class Damaged(ValueError):
    """The index file is damaged."""


PAGED = (
    *("point_", "street_name", "street_point", "street_display", "display", "odd"),
    *("word", "area_names", "alias", "cell", "facts"),
)
"""How the columns begin that are read by pages: a question needs little of them."""


class Column(Protocol):
    """Numbers, or the bytes of a text."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int, /) -> Any: ...
    @overload
    def __getitem__(self, place: slice, /) -> memoryview: ...


def pack(columns: Mapping[str, "array[Any] | bytes"]) -> bytes:
    """All columns in one string of bytes."""
    body = bytearray()
    places = {}
    for name, column in columns.items():
        kind = "B" if isinstance(column, bytes) else column.typecode
        raw = column if isinstance(column, bytes) else column.tobytes()
        places[name] = (kind, len(body), len(raw))
        body += raw
        body += bytes(-len(body) % ALIGNMENT)
    header = {"columns": places, "size": len(body), "crc": zlib.crc32(body)}
    lead = json.dumps(header).encode()
    lead += b" " * (-(len(MAGIC) + 8 + len(lead)) % ALIGNMENT)
    return MAGIC + len(lead).to_bytes(4, "little") + zlib.crc32(lead).to_bytes(4, "little") + lead + body


def write(path: Path, packed: bytes) -> None:
    """Whole or not at all: another process sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load(path: Path) -> dict[str, Column]:
    """The columns of a file. Raises ``Damaged``, or ``OSError`` when it cannot be read."""
    with path.open("rb") as file:
        header, start = _header(file.read(len(MAGIC) + 8), file)
        seen, size = 0, 0
        while chunk := file.read(CHUNK):
            seen = zlib.crc32(chunk, seen)
            size += len(chunk)
        if size != header["size"] or seen != header["crc"]:
            raise Damaged(path)
        columns = _columns(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)), header, start)
        # Windows cannot read at a place without moving there; it maps all columns.
        return columns | (_paged(file.fileno(), header, start) if hasattr(os, "pread") else {})


def hold(packed: bytes) -> dict[str, Column]:
    """The columns of what was packed, held in memory."""
    length = int.from_bytes(packed[len(MAGIC) : len(MAGIC) + 4], "little")
    start = len(MAGIC) + 8
    return _columns(memoryview(packed), json.loads(packed[start : start + length]), start + length)


def _header(lead: bytes, file: Any) -> tuple[dict[str, Any], int]:
    if lead[: len(MAGIC)] != MAGIC or len(lead) < len(MAGIC) + 8:
        raise Damaged("not a gazetteer")
    length = int.from_bytes(lead[len(MAGIC) : len(MAGIC) + 4], "little")
    raw = file.read(min(length, CHUNK))
    if zlib.crc32(raw) != int.from_bytes(lead[len(MAGIC) + 4 :], "little"):
        raise Damaged("its header is damaged")
    return json.loads(raw), len(lead) + length


def _paged(file: int, header: dict[str, Any], start: int) -> dict[str, Column]:
    handle = Handle(file)
    return {
        name: Paged(handle, kind, start + offset, length)
        for name, (kind, offset, length) in header["columns"].items()
        if name.startswith(PAGED)
    }


def _columns(whole: memoryview, header: dict[str, Any], start: int) -> dict[str, Column]:
    return {
        name: whole[start + offset : start + offset + length].cast(kind)
        for name, (kind, offset, length) in header["columns"].items()
    }


def texts(strings: list[str]) -> tuple[bytes, "array[int]"]:
    """Strings as one run of bytes and where each begins, with one place more for the end."""
    starts = array("I", [0])
    body = bytearray()
    for string in strings:
        body += string.encode()
        starts.append(len(body))
    return bytes(body), starts
