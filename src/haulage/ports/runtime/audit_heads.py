"""Store the head of the audit trail outside, out of reach of whoever can write to the database."""

from datetime import datetime
from typing import Protocol

from haulage.audit import Head


class AuditHeads(Protocol):
    """A place outside. Heads are only ever added to it."""

    async def store(self, head: Head, at: datetime) -> None:
        """Return once it is stored there; the same one may be stored twice. Raises ``Unavailable``, or
        ``EmailRefused`` where it is mailed to an address that takes none."""
        ...
