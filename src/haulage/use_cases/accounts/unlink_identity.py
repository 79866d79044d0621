"""Unlink an identity from one's own account."""

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.identities import IdentityNotFound, Provider, SingleIdentityNotDeletable
from haulage.accounts.session import SessionNotFound
from haulage.audit import AuditAction
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.social_sign_in import LINK_NEEDS_BOTH


@attrs.frozen
class UnlinkIdentity:
    """Removes a linked identity from one's own account.

    The identity of the address is named by the account's id, and goes with the password.
    """

    storage: Storage
    clock: Clock
    notices: SecurityNotices
    fresh_user: FreshUser

    async def __call__(self, access_token: str, identity_id: str) -> None:
        """Raises ``SingleIdentityNotDeletable``, ``IdentityNotFound``, ``InsufficientAssurance``,
        ``ReauthenticationNeeded``, or ``Conflict`` when the account changed meanwhile."""
        before = await self.fresh_user(access_token, otherwise=InsufficientAssurance(LINK_NEEDS_BOTH))

        async def work(unit: UnitOfWork) -> None:
            """Saving the account, even unchanged, lets of two removals at once only one succeed."""
            current = await unit.accounts.signed_in(before.session.id)
            if current is None:
                raise SessionNotFound
            account = current.account
            if account.by_email + len(current.identities) <= 1:
                raise SingleIdentityNotDeletable
            after = attrs.evolve(account, updated_at=self.clock.now())
            if account.by_email and identity_id == account.id:
                after = attrs.evolve(after, by_email=False, password_hash=None)
                provider = Provider.EMAIL
            else:
                identity = next((each for each in current.identities if each.id == identity_id), None)
                if identity is None:
                    raise IdentityNotFound
                await unit.identities.remove(identity)
                provider = identity.provider
            await unit.accounts.save(account, after)
            await audit_account(
                unit,
                AuditAction.IDENTITY_UNLINKED,
                current.actor,
                account.id,
                after.updated_at,
                identity=identity_id,
            )
            await self.notices.send_about_identity(
                unit, EmailKind.IDENTITY_UNLINKED, account.email, after.updated_at, provider
            )

        await self.storage.write(work)
