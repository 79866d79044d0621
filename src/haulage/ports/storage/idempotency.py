"""Storage of the responses to requests that carried an idempotency key."""

from datetime import datetime
from typing import Protocol

import attrs

LASTING_ROUTE = "seed"
"""Keys of this route are marks of the database itself, such as that its demonstration is there: they stay."""


@attrs.frozen
class RequestKey:
    """One caller's idempotency key on one route: every POST that creates or moves money has one."""

    caller: str
    route: str
    key: str


@attrs.frozen
class StoredResponse:
    """What was answered, and the hash of what had been asked. An empty *body* was deleted already.

    *subject_id* is the id of the order, payment, receipt or report that the request named.
    """

    body_hash: str
    body: bytes
    subject_id: str | None = None


class IdempotencyStore(Protocol):
    async def get(self, key: RequestKey) -> StoredResponse | None: ...

    async def add(self, key: RequestKey, response: StoredResponse, now: datetime) -> None:
        """``Conflict`` when the key is taken; the work's other effects are undone with it."""
        ...

    async def purge(self, before: datetime, limit: int) -> int:
        """Delete the oldest keys with their responses, but for marks; how many there were."""
        ...
