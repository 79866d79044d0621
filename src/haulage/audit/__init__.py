"""The audit trail: who did what to whom, as one chain that shows every change made to it afterwards."""

from haulage.audit.audit_event import MAX_QUESTION_LENGTH, AuditAction, AuditEvent, Fact
from haulage.audit.chain import Chain, Fault, Head
from haulage.audit.entry import GENESIS, AuditEntry, link

__all__ = [
    "GENESIS",
    "MAX_QUESTION_LENGTH",
    "AuditAction",
    "AuditEntry",
    "AuditEvent",
    "Chain",
    "Fact",
    "Fault",
    "Head",
    "link",
]
