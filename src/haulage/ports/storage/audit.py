"""Where the audit trail is kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.audit import AuditEntry, AuditEvent


@attrs.frozen
class AuditFilter:
    """Which entries to list; what is None does not narrow. *since* is inside and *until* is not."""

    actor_id: str | None = None
    action: str | None = None
    object_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None


EVERYTHING = AuditFilter()


class AuditStore(Protocol):
    """Part of the unit of work, so that an event is stored exactly when its change is.

    Nothing in it can be changed or removed. Units that run at once make one chain.
    """

    async def append(self, audit_event: AuditEvent) -> None:
        """Store an event. It gets its place in the chain right before the unit is committed."""
        ...

    async def newest(
        self, limit: int, *, before: int | None = None, wanted: AuditFilter = EVERYTHING
    ) -> Sequence[AuditEntry]:
        """Newest first, below a number if one is given."""
        ...

    async def after(
        self, number: int, limit: int, *, wanted: AuditFilter = EVERYTHING
    ) -> Sequence[AuditEntry]:
        """Oldest first, above a number."""
        ...
