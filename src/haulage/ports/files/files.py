"""Where the bytes of pictures and documents are kept, beside the database."""

import re
from typing import Protocol

from haulage.kernel.errors import InvalidInput

_NAME = re.compile(r"[a-z]{1,32}(/[A-Za-z0-9_-]{1,64}){1,4}(\.[a-z0-9]{1,8})?\Z")


def file_name(name: str) -> str:
    """The name, if it is one: made by us, of plain letters, and leading nowhere else."""
    if not _NAME.match(name):
        raise InvalidInput("name", "is no name of a file")
    return name


class FileStore(Protocol):
    """Whole files by names that we make (:func:`file_name`). Every method may raise ``Unavailable``."""

    async def put(self, name: str, content: bytes) -> None:
        """Kept for good when this returns; again in place of what was there. Nobody sees half a file."""
        ...

    async def get(self, name: str) -> bytes | None:
        """None where there is no such file."""
        ...

    async def remove(self, name: str) -> None:
        """No such file afterwards, whether or not there was one."""
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` unless files can be written and read."""
        ...
