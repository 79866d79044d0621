"""Change an account's address, once every mailbox that was asked has confirmed it."""

import attrs

from haulage.accounts.account import Account, EmailSide
from haulage.accounts.email_change import SIDE_OF, address_of, answered
from haulage.accounts.one_time import OneTimeCode
from haulage.audit import AuditAction
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_owner
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.sync_profile import save_person


@attrs.frozen
class ChangeEmail:
    """Applies a confirmed change of an account's address.

    With *both_addresses* the first answer of two is only noted.
    """

    clock: Clock
    notices: SecurityNotices
    both_addresses: bool

    async def __call__(self, unit: UnitOfWork, account: Account, code: OneTimeCode) -> Account | None:
        """The account after this answer, which waits for the other one while it has a ``new_email``.

        None where the change was given up, or somebody else has the address by now. The latter is not told to
        who asked for the change and answers first: anybody can ask for anybody's address.
        """
        side = SIDE_OF[code.purpose]
        if account.new_email is None or address_of(account, side) != code.email:
            return None
        after = answered(account, side, self.clock.now(), both=self.both_addresses)
        reads_its_mail = side is EmailSide.NEW or after.email != account.email
        if reads_its_mail and await unit.accounts.by_email(account.new_email) is not None:
            return None
        saved = await unit.accounts.save(account, after)
        if saved.email != account.email:
            await self._update_user_and_notify(unit, account, saved)
        return saved

    async def _update_user_and_notify(self, unit: UnitOfWork, before: Account, after: Account) -> None:
        now = after.updated_at
        user = await unit.accounts.user_of(after.id)
        if user is not None:
            await save_person(unit, user, attrs.evolve(user, email=after.email, updated_at=now), now)
        await audit_owner(unit, AuditAction.EMAIL_CHANGED, after.id, now)
        data = {"old_email": before.email, "new_email": after.email}
        await self.notices.send(unit, EmailKind.EMAIL_CHANGED, before.email, now, **data)
