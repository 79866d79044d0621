"""A file that lines are added to, on another disk or another machine's share."""

import asyncio
import os
from datetime import datetime
from pathlib import Path

import attrs

from haulage.audit import Head
from haulage.kernel.errors import Unavailable
from haulage.ports.runtime.audit_heads import AuditHeads
from haulage_adapters.audit_heads import written

OURS_ALONE = 0o600


@attrs.frozen
class HeadsInFile(AuditHeads):
    """Opened for adding only, as a file that its system lets nobody shorten (``chattr +a``) asks for."""

    path: Path
    site: str

    async def store(self, head: Head, at: datetime) -> None:
        try:
            await asyncio.to_thread(self._add, written(head, at, self.site) + "\n")
        except OSError as error:
            raise Unavailable("audit heads", f"The file of audit heads: {error.strerror}.") from error

    def _add(self, line: str) -> None:
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, OURS_ALONE)
        try:
            os.write(file, line.encode())
            os.fsync(file)
        finally:
            os.close(file)
