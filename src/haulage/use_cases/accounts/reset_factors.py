"""Reset the second factors of somebody who lost them and the recovery codes: operators only."""

import re

import attrs

from haulage.accounts.account import NoSuchAccount, User
from haulage.accounts.email_address import normal_email
from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.security_notices import SecurityNotices

REASON = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{2,63}")
"""A word or a ticket's number: the trail is kept for ever, so nothing personal may stand in it."""


@attrs.frozen
class ResetFactors:
    """Removes every second factor and recovery code and ends every session; the owner is told by mail.

    The password and linked identities stay: whoever asks has to sign in with one of them.
    """

    storage: Storage
    clock: Clock
    notices: SecurityNotices

    async def __call__(self, email: str, reason: str, actor: Actor = OPERATOR) -> User:
        """Raises ``Forbidden``, ``NoSuchAccount``, ``InvalidEmail``, or ``InvalidInput`` for the reason."""
        authorize(actor, Action.RESET_FACTORS)
        address, now = normal_email(email), self.clock.now()
        if REASON.fullmatch(reason) is None:
            raise InvalidInput(
                "reason", "must be a word or a ticket's number: 3 to 64 letters, digits or _.:-"
            )

        async def work(unit: UnitOfWork) -> User:
            account = await unit.accounts.by_email(address)
            user = None if account is None else await unit.accounts.user_of(account.id)
            if account is None or user is None:
                raise NoSuchAccount
            factors = await unit.factors.of_account(account.id)
            for factor in factors:
                await unit.factors.remove(factor)
            await unit.factors.forget_recovery_codes(account.id)
            await unit.accounts.end_sessions(account.id)
            await audit_account(
                unit, AuditAction.FACTORS_RESET, actor, account.id, now, reason=reason, removed=len(factors)
            )
            await self.notices.send(unit, EmailKind.FACTORS_RESET, account.email, now)
            return user

        return await self.storage.write(work)
