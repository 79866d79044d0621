"""Changing one's own password and profile."""

import attrs

from haulage.accounts.account import with_metadata, with_password, with_profile_of
from haulage.accounts.metadata import Metadata, check_metadata, merged, profile_of, with_profile
from haulage.accounts.password import SamePassword, check_new_password
from haulage.accounts.session import SessionNotFound, SignedIn
from haulage.kernel.errors import Conflict
from haulage.ports.clock import Clock
from haulage.ports.passwords import Passwords
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.accounts.current_user import CurrentUser


@attrs.frozen
class UpdateUser:
    """A new password ends every other session: whoever knew the old one is out."""

    storage: Storage
    clock: Clock
    passwords: Passwords
    current_user: CurrentUser

    async def __call__(
        self, access_token: str, *, password: str | None = None, metadata: Metadata | None = None
    ) -> SignedIn:
        """What is None stays. Raises ``Unauthenticated``, ``WeakPassword``, ``SamePassword``,
        ``InvalidInput``, or ``Conflict`` when the account changed meanwhile."""
        before = await self.current_user(access_token)
        password_hash = None if password is None else await self._new_hash(before, password)
        told = profile_of(metadata or {})
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> SignedIn:
            current = await unit.accounts.signed_in(before.session.id)
            if current is None:
                raise SessionNotFound
            account, user = current.account, current.user
            if metadata is not None:
                kept = check_metadata(merged(account.user_metadata, with_profile(metadata, told)))
                account = with_metadata(account, kept, now)
                user = with_profile_of(user, told, now)
            if password_hash is not None:
                if account.password_hash != before.account.password_hash:
                    raise Conflict("account")
                account = with_password(account, password_hash, now)
            if account != current.account:
                account = await unit.accounts.save(current.account, account)
            if user != current.user:
                user = await unit.accounts.save_user(current.user, user)
            if password_hash is not None:
                await unit.accounts.end_sessions(account.id, keep=current.session.id)
            return attrs.evolve(current, account=account, user=user)

        return await self.storage.write(work)

    async def _new_hash(self, before: SignedIn, password: str) -> str:
        check_new_password(password)
        kept = before.account.password_hash
        if kept is not None and await self.passwords.matches(password, kept):
            raise SamePassword
        return await self.passwords.hash(password)
