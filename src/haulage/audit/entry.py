"""An audit event with its place in the hash chain."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256

import attrs

from haulage.audit.audit_event import AuditEvent, Fact

GENESIS = "0" * 64
"""What the first entry has for the hash before it."""

ENCODING = "haulage-audit-1"
"""Stands in every hash; a later way of writing entries down will have another name."""


@attrs.frozen
class AuditEntry:
    """Entry *number* of the trail, counted from one, with the hash of the entry before it. *question* stands
    beside the chain: no hash is made of it, and it is empty once its time is over."""

    number: int
    at: datetime
    actor_id: str
    actor_role: str
    action: str
    object_kind: str
    object_id: str
    facts: Mapping[str, Fact]
    previous_hash: str
    hash: str
    question: str = attrs.field(default="", repr=False)

    def computed_hash(self) -> str:
        """SHA-256, in hexadecimal digits, over everything else that stands in the entry."""
        return sha256(canonical(self)).hexdigest()


def canonical(entry: AuditEntry) -> bytes:
    """One way only to write an entry down: a JSON array in ASCII without spaces, facts sorted by name,
    the time in UTC to the microsecond."""
    fields = (
        ENCODING,
        entry.number,
        entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        entry.actor_id,
        entry.actor_role,
        entry.action,
        entry.object_kind,
        entry.object_id,
        dict(entry.facts),
        entry.previous_hash,
    )
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def link(event: AuditEvent, after: AuditEntry | None) -> AuditEntry:
    """The event as the entry that follows *after*, or as the first."""
    unsealed = AuditEntry(
        number=after.number + 1 if after else 1,
        at=event.at,
        actor_id=event.by.name,
        actor_role=event.by.role.value,
        action=event.action.value,
        object_kind=event.object_kind,
        object_id=event.object_id,
        facts=event.recorded_facts,
        previous_hash=after.hash if after else GENESIS,
        hash="",
        question=event.question,
    )
    return attrs.evolve(unsealed, hash=unsealed.computed_hash())
