"""Remove a photo's bytes from the file storage, as a job of the change that forgot the photo."""

from collections.abc import Callable

import attrs

from haulage.ports.files.files import FileStore


@attrs.frozen
class RemovePhotoFile:
    """Removes one file by its photo's id; nothing in the database names the photo by then."""

    files: FileStore
    file_of: Callable[[str], str]
    """The file's name by the photo's id."""

    async def __call__(self, photo_id: str) -> None:
        """May raise ``Unavailable``."""
        await self.files.remove(self.file_of(photo_id))
