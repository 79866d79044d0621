"""The audit trail: who did what to whom, as one chain that shows every change made to it afterwards."""

from haulage.audit.chain import Chain, Fault, Head
from haulage.audit.deed import AuditAction, Deed, Fact
from haulage.audit.entry import GENESIS, AuditEntry, link

__all__ = ["GENESIS", "AuditAction", "AuditEntry", "Chain", "Deed", "Fact", "Fault", "Head", "link"]
