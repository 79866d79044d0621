"""Looking for viruses in files that people send."""

from typing import Protocol

from haulage.driver_documents import VirusScan


class VirusScanner(Protocol):
    """Who looks for viruses; where nobody does, what it answers says so."""

    async def scan(self, content: bytes) -> VirusScan:
        """Raises ``DocumentRefused`` for a file with a virus, and ``Unavailable`` where no answer can be
        believed: such a file is not taken."""
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` unless files can be scanned."""
        ...

    @property
    def is_set_up(self) -> bool:
        """Whether files are scanned at all."""
        ...
