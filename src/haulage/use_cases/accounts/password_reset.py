"""Remove a stranger's means of sign-in from an account when its owner resets the password by mail."""

import attrs

from haulage.accounts.account import Account
from haulage.accounts.resetting import outlives_reset, reset_reaches_to
from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.security_notices import SecurityNotices


@attrs.frozen
class RemoveUnprovenSignIns:
    """See :mod:`haulage.accounts.resetting` for the rule; this carries it out and tells of each removal."""

    clock: Clock
    notices: SecurityNotices

    async def __call__(self, unit: UnitOfWork, owner: SignedIn) -> Account:
        """The account to keep. It is called before the other sessions end."""
        account, now = owner.account, self.clock.now()
        began = await unit.accounts.sessions_began(account.id, besides=owner.session.id)
        since = reset_reaches_to(now, began)
        for identity in owner.identities:
            if not outlives_reset(identity, account, since):
                await unit.identities.remove(identity)
                await audit_account(
                    unit, AuditAction.IDENTITY_UNLINKED, owner.actor, account.id, now, identity=identity.id
                )
                await self.notices.send_about_identity(
                    unit, EmailKind.IDENTITY_UNLINKED, account.email, now, identity.provider
                )
        for passkey in await unit.passkeys.of_account(account.id):
            if passkey.created_at >= since:
                await unit.passkeys.remove(passkey)
                await audit_account(
                    unit, AuditAction.PASSKEY_REMOVED, owner.actor, account.id, now, passkey=passkey.id
                )
                await self.notices.send(unit, EmailKind.PASSKEY_REMOVED, account.email, now)
        for factor in owner.factors:
            if not factor.is_verified:
                await unit.factors.remove(factor)
        codes = await unit.factors.recovery_codes(account.id)
        if any(code.created_at >= since for code in codes):
            await unit.factors.forget_recovery_codes(account.id)
        await unit.codes.forget(account.id)
        return attrs.evolve(account, new_email=None, new_email_answered=None)
