"""The audit trail of what is owed back to customers."""

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.payments import Payment
from haulage.ports.storage.unit_of_work import UnitOfWork


async def audit_refund_owed(unit: UnitOfWork, actor: Actor, payment: Payment) -> None:
    """Write to the audit trail who caused a refund, and how much is owed in all."""
    facts: dict[str, Fact] = {"order": payment.order_id, "total_cents": payment.refund_requested_cents}
    await unit.audit.append(
        AuditEvent(AuditAction.REFUND_OWED, actor, payment.updated_at, "payment", payment.id, facts)
    )
