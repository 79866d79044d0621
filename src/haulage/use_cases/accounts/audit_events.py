"""Audit events of accounts."""

from datetime import datetime

from haulage.accounts.account import User
from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

NOBODY_KNOWN = "unknown"
"""Stands for an address that has no account: the trail does not say which one was tried."""


async def audit_account(
    unit: UnitOfWork, action: AuditAction, by: Actor, account_id: str, at: datetime, **facts: Fact
) -> None:
    """Audit a change of an account, in the transaction of the change."""
    await unit.audit.append(AuditEvent(action, by, at, "account", account_id, facts))


async def audit_owner(
    unit: UnitOfWork, action: AuditAction, account_id: str, at: datetime, **facts: Fact
) -> None:
    """Audit an action of somebody who proved that the account is theirs, before they have a session."""
    user = await unit.accounts.user_of(account_id)
    by = Actor(user.id, user.user_type) if user else ANONYMOUS
    await audit_account(unit, action, by, account_id, at, **facts)


async def audit_sign_in(unit: UnitOfWork, signed_in: SignedIn, at: datetime) -> None:
    """A new session, and how its identity was proved."""
    session = signed_in.session
    await audit_account(
        unit,
        AuditAction.SIGNED_IN,
        signed_in.actor,
        signed_in.account.id,
        at,
        session=session.id,
        method=session.proofs[-1].method.value,
    )


async def audit_sign_up(unit: UnitOfWork, user: User, at: datetime) -> None:
    """A new account, by the person whose it is."""
    by = Actor(user.id, user.user_type)
    await audit_account(unit, AuditAction.SIGNED_UP, by, user.auth_id, at, role=user.user_type.value)


async def audit_refusal(
    storage: Storage, action: AuditAction, account_id: str | None, at: datetime, **facts: Fact
) -> None:
    """An attempt that came to nothing, in a transaction of its own.

    Written for unknown addresses too, so that the time taken does not tell them from known ones. How
    many there can be is bounded by the limits on attempts.
    """
    subject_id = account_id or NOBODY_KNOWN
    await storage.write(lambda unit: audit_account(unit, action, ANONYMOUS, subject_id, at, **facts))
