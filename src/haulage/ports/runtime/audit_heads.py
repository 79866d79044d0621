"""Keeping the end of the audit trail where nobody who can write to the database can reach it."""

from datetime import datetime
from typing import Protocol

from haulage.audit import Head


class AuditHeads(Protocol):
    """A place outside. What is kept there is only ever added to."""

    async def keep(self, head: Head, at: datetime) -> None:
        """Return once it is kept there; the same one may be kept twice. Raises ``Unavailable``, or
        ``EmailRefused`` where it is mailed to an address that takes none."""
        ...
