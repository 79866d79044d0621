"""What a request reads of other people, and its entry in the audit trail."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256

import attrs

from haulage.audit import MAX_QUESTION_LENGTH, AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.storage.unit_of_work import UnitOfWork

READ_AGAIN = RateLimit(1, timedelta(minutes=10))
EVERYTHING = "all"
"""The object of a reading that names none, such as a list."""


@attrs.frozen
class Reading:
    """The whole question: which *operation* is asked about which object, and *narrowed* how, by names of
    fields with their values: pages, filters, and words that were searched."""

    object_id: str | None = None
    operation: str = ""
    narrowed: Sequence[tuple[str, str]] = ()

    @property
    def question(self) -> str:
        """How it was narrowed, in words that may be personal."""
        text = "; ".join(f"{name}: {value}" for name, value in self.narrowed)
        return "".join(each if each.isprintable() else "?" for each in text)[:MAX_QUESTION_LENGTH]

    def key(self, who: str, action: Action) -> str:
        """The same for the same question of the same reader, and for no other."""
        question = repr((who, action.value, self.operation, self.object_id, sorted(self.narrowed)))
        return f"admin_read:{sha256(question.encode()).hexdigest()}"


async def record_reading(
    unit: UnitOfWork, actor: Actor, action: Action, reading: Reading, now: datetime
) -> None:
    """Unless the same was asked within the last ten minutes."""
    who = f"{actor.operated_by or ''}/{actor.user_id}"
    if not (await unit.limits.take(reading.key(who, action), READ_AGAIN, now)).allowed:
        return
    facts = {"operation": reading.operation} if reading.operation else {}
    what = reading.object_id or EVERYTHING
    event = AuditEvent(
        AuditAction.ADMIN_READ, actor, now, action.value, what, facts, question=reading.question
    )
    await unit.audit.append(event)
