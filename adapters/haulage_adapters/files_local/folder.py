"""Each file is written beside its place, brought to the disk and then put there in one step."""

import asyncio
import os
import secrets
from pathlib import Path

from haulage.kernel.errors import Unavailable
from haulage.ports.files.files import FileStore, file_name
from haulage_adapters.system.disk import to_disk

FOLDER_OURS_ALONE, OURS_ALONE = 0o700, 0o600


class FolderFiles(FileStore):
    """For one machine: its processes share the folder, and a copy of it is a backup."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __str__(self) -> str:
        return str(self._folder)

    async def put(self, name: str, content: bytes) -> None:
        await asyncio.to_thread(self._put, self._folder / file_name(name), content)

    async def get(self, name: str) -> bytes | None:
        return await asyncio.to_thread(self._get, self._folder / file_name(name))

    async def remove(self, name: str) -> None:
        await asyncio.to_thread(self._remove, self._folder / file_name(name))

    async def check(self) -> None:
        """A folder that is not there yet is made by the first file."""
        await asyncio.to_thread(self._check)

    def _put(self, path: Path, content: bytes) -> None:
        draft = path.with_name(f".{secrets.token_hex(8)}")
        try:
            self._make_folder()
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                draft.touch(OURS_ALONE, exist_ok=False)
                with draft.open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                draft.replace(path)
                to_disk(path.parent)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise _silent() from error

    def _make_folder(self) -> None:
        """Nobody else of this machine looks into it."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_OURS_ALONE)

    def _get(self, path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _silent() from error

    def _remove(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise _silent() from error

    def _check(self) -> None:
        probe = self._folder / f".{secrets.token_hex(8)}"
        try:
            self._make_folder()
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise _silent() from error


def _silent() -> Unavailable:
    return Unavailable("files", "Files cannot be kept at the moment. Please try again.")
