"""A ZIP file that is made while it is sent: never more of it in memory than one part of one file."""

import zipfile
from collections.abc import AsyncIterator
from datetime import datetime
from io import RawIOBase

from haulage.use_cases.personal_data.export_data import DataExport

STORED = (".jpg", ".png")
"""Pictures are compressed already."""


class _Outgoing(RawIOBase):
    """What was written since it was last emptied. It cannot be sought in, so that sizes follow the files."""

    def __init__(self) -> None:
        super().__init__()
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]  # no buffers
        self._written += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


async def zipped(export: DataExport) -> AsyncIterator[bytes]:
    """The bytes of the archive in order."""
    out = _Outgoing()
    with zipfile.ZipFile(out, "w") as archive:
        async for file in export.files:
            with archive.open(_entry(file.name, export.exported_at), "w", force_zip64=True) as entry:
                async for part in file.parts:
                    entry.write(part)
                    if sent := out.take():
                        yield sent
            yield out.take()
    yield out.take()


def _entry(name: str, at: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, at.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_STORED if name.endswith(STORED) else zipfile.ZIP_DEFLATED
    return entry
