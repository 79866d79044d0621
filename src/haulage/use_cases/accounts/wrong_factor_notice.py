"""Mail the owner when somebody who knows the password guesses at the second factor."""

import attrs

from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction, Fact
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_refusal
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.security_notices import SecurityNotices


@attrs.frozen
class NoteWrongFactor:
    """Audit each wrong code; several within the hour cause one mail a day (ASVS 5.0, 6.3.5)."""

    storage: Storage
    clock: Clock
    gate: AuthRateLimits
    notices: SecurityNotices

    async def __call__(self, signed_in: SignedIn, **facts: Fact) -> None:
        account, now = signed_in.account, self.clock.now()
        await audit_refusal(
            self.storage,
            AuditAction.SECOND_FACTOR_REFUSED,
            account.id,
            now,
            session=signed_in.session.id,
            **facts,
        )

        async def work(unit: UnitOfWork) -> None:
            if await self.gate.factor_is_guessed_at(unit, account.id):
                await self.notices.send(unit, EmailKind.FACTOR_GUESSED, account.email, now)

        await self.storage.write(work)
