"""Read the audit trail, and verify its hash chain."""

from collections.abc import Sequence

import attrs

from haulage.audit import AuditEntry, Chain, Head
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage.audit import EVERYTHING, AuditFilter
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

BATCH = 1_000
MAX_DIGITS = 18


@attrs.frozen
class AuditUseCases:
    """Reads and verifies the audit trail.

    For administrators and operators.
    """

    storage: Storage

    async def list(
        self, actor: Actor, request: PageRequest, *, wanted: AuditFilter = EVERYTHING
    ) -> Page[AuditEntry]:
        """Newest first; a cursor is the number of the last entry that was shown."""
        authorize(actor, Action.READ_AUDIT)
        _require_limit(request.limit)
        before = None if request.cursor is None else _number(request.cursor)
        found = await self.storage.read(
            lambda unit: unit.audit.newest(request.limit + 1, before=before, wanted=wanted)
        )
        shown = found[: request.limit]
        return Page(shown, str(shown[-1].number) if len(found) > request.limit else None)

    async def after(
        self, actor: Actor, number: int, limit: int, *, wanted: AuditFilter = EVERYTHING
    ) -> Sequence[AuditEntry]:
        """Oldest first, those above *number*."""
        authorize(actor, Action.READ_AUDIT)
        _require_limit(limit)
        return await self.storage.read(lambda unit: unit.audit.after(number, limit, wanted=wanted))

    async def verify(self, actor: Actor, known_heads: Sequence[Head] = ()) -> Chain:
        """The whole chain, read from its beginning in one view; *known_heads* were stored elsewhere."""
        authorize(actor, Action.READ_AUDIT)

        async def work(unit: UnitOfWork) -> Chain:
            chain = Chain(known_heads)
            while batch := await unit.audit.after(chain.head.number, BATCH):
                if not all(chain.take(entry) for entry in batch):
                    return chain
            chain.end()
            return chain

        return await self.storage.read(work)


def _require_limit(limit: int) -> None:
    if not 1 <= limit <= MAX_PAGE:
        raise InvalidInput("limit", f"must be between 1 and {MAX_PAGE}")


def _number(cursor: str) -> int:
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= MAX_DIGITS):
        raise InvalidInput("cursor", "is not one that a page gave out")
    return int(cursor)
