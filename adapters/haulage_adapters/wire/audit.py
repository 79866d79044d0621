"""Entries of the audit trail, with everything that their hashes are made of."""

from typing import Annotated

from msgspec import Meta

from haulage.audit import AuditEntry
from haulage_adapters.wire.common import Instant, Out

Hash = Annotated[str, Meta(description="SHA-256 in hexadecimal digits.")]


class AuditEntryOut(Out):
    """Who did what to whom. Facts are ids, words, counts and cents. `question` is what a reader asked for; it
    is kept for a year, and no part of what the hash is made of."""

    number: int
    at: Instant
    actor_id: str
    actor_role: str
    action: str
    object_kind: str
    object_id: str
    facts: dict[str, str | int | bool | None]
    previous_hash: Hash
    hash: Hash
    question: str

    @classmethod
    def of(cls, entry: AuditEntry) -> "AuditEntryOut":
        return cls.from_attributes(entry, facts=dict(entry.facts))
