"""Photos of an archive, on their way into the data folder."""

import secrets
import shutil
from pathlib import Path
from types import TracebackType

from haulage.kernel.errors import InvalidInput
from haulage.ports.files.files import file_name
from haulage_adapters.backups.archive import OURS_ALONE, PIECE, Readable
from haulage_adapters.backups.refusals import RestoreRefused
from haulage_adapters.system.disk import to_disk

FOLDER_OURS_ALONE = 0o700


class FilesTarget:
    """Collects files in a folder beside *folder*, which takes its place at once. Used as a context, it leaves
    no such folder behind."""

    def __init__(self, folder: Path, stamp: str) -> None:
        self._folder = folder
        self._draft = folder.with_name(f".{folder.name}.{secrets.token_hex(8)}")
        self._aside = folder.with_name(f"{folder.name}.replaced-{stamp}")
        self.set_aside: list[Path] = []

    def require_room(self, *, replace: bool) -> None:
        if not replace and self._folder.is_dir() and any(self._folder.iterdir()):
            raise RestoreRefused(
                f"{self._folder} is not empty. Restore into an empty data folder, or use --replace."
            )

    def add(self, name: str, content: Readable) -> None:
        try:
            path = self._draft / file_name(name)
        except InvalidInput as error:
            raise RestoreRefused(f"The archive names a file that cannot be one: {name!r}.") from error
        path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_OURS_ALONE)
        path.touch(OURS_ALONE)
        with path.open("wb") as file:
            shutil.copyfileobj(content, file, PIECE)

    def put_in_place(self) -> None:
        """What was there is set aside."""
        if not self._draft.is_dir():
            self._draft.mkdir(FOLDER_OURS_ALONE)
        if self._folder.is_dir() and any(self._folder.iterdir()):
            self._folder.replace(self._aside)
            self.set_aside.append(self._aside)
        elif self._folder.is_dir():
            self._folder.rmdir()
        self._draft.replace(self._folder)
        to_disk(self._folder.parent)

    def __enter__(self) -> "FilesTarget":
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self._draft, ignore_errors=True)
