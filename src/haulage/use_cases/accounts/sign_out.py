"""Sign out: end one session or all of them."""

import attrs

from haulage.accounts.session import SignOutScope
from haulage.audit import AuditAction
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.fresh_user import FreshUser


@attrs.frozen
class SignOut:
    """Ends sessions of the signed-in user.

    Counts at once, for access tokens as for refresh tokens.

    Whoever ends the other devices alone keeps the account to themselves, so that asks for a recent proof.
    """

    storage: Storage
    clock: Clock
    current_user: CurrentUser
    fresh_user: FreshUser

    async def __call__(self, access_token: str, scope: SignOutScope = SignOutScope.GLOBAL) -> None:
        """Raises ``Unauthenticated`` when the session is over already, and ``ReauthenticationNeeded``."""
        ask = self.fresh_user if scope is SignOutScope.OTHERS else self.current_user
        signed_in = await ask(access_token)
        account_id, session_id = signed_in.account.id, signed_in.session.id

        async def work(unit: UnitOfWork) -> None:
            match scope:
                case SignOutScope.GLOBAL:
                    await unit.accounts.end_sessions(account_id)
                case SignOutScope.LOCAL:
                    await unit.accounts.end_session(session_id)
                case SignOutScope.OTHERS:
                    await unit.accounts.end_sessions(account_id, keep=session_id)
            await audit_account(
                unit,
                AuditAction.SIGNED_OUT,
                signed_in.actor,
                account_id,
                self.clock.now(),
                scope=scope.value,
                session=session_id,
            )

        await self.storage.write(work)
