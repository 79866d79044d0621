"""Recovery codes: generate them, and accept one in place of a second factor."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.accounts.factors import EnrollingNeedsBoth
from haulage.accounts.recovery_codes import (
    RECOVERY_CODES,
    RECOVERY_DIGITS,
    NoSecondFactor,
    RecoveryCode,
    WrongRecoveryCode,
    recovery_code_text,
    typed,
    written,
)
from haulage.accounts.refresh import token_hash
from haulage.accounts.session import Proof, SessionGrant, SignedIn, SignInMethod
from haulage.audit import AuditAction
from haulage.ports.identity.tokens import Tokens
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.grant import GrantTokens
from haulage.use_cases.accounts.reauthenticate import add_proof
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.wrong_factor_notice import NoteWrongFactor


@attrs.frozen
class CodesLeft:
    """How many codes work still, and since when there are any."""

    left: int
    made_at: datetime | None = None


@attrs.frozen
class RecoveryCodes:
    """Counts, generates and accepts one's own recovery codes.

    All that somebody does with their own.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    grant: GrantTokens
    gate: AuthRateLimits
    notices: SecurityNotices
    note_wrong: NoteWrongFactor
    current_user: CurrentUser
    fresh_user: FreshUser

    async def left(self, access_token: str) -> CodesLeft:
        """Raises ``Unauthenticated``."""
        account = (await self.current_user(access_token)).account
        codes = await self.storage.read(lambda unit: unit.factors.recovery_codes(account.id))
        made_at = codes[0].created_at if codes else None
        return CodesLeft(sum(code.used_at is None for code in codes), made_at)

    async def make(self, access_token: str) -> Sequence[str]:
        """New codes, shown only this once; earlier ones work no more.

        Raises ``Unauthenticated``, ``ReauthenticationNeeded`` or ``NoSecondFactor``.
        """
        signed_in = await self.fresh_user(access_token, otherwise=EnrollingNeedsBoth())
        if not any(factor.is_verified for factor in signed_in.factors):
            raise NoSecondFactor
        account, now = signed_in.account, self.clock.now()
        made: set[str] = set()
        while len(made) < RECOVERY_CODES:
            made.add(self.identifiers.digits(RECOVERY_DIGITS))
        hashed = [
            RecoveryCode(await self._hash(account.id, digits), account.id, now) for digits in sorted(made)
        ]

        async def work(unit: UnitOfWork) -> None:
            await unit.factors.replace_recovery_codes(account.id, hashed)
            await audit_account(unit, AuditAction.RECOVERY_CODES_MADE, signed_in.actor, account.id, now)
            await self.notices.send(unit, EmailKind.RECOVERY_CODES_MADE, account.email, now)

        await self.storage.write(work)
        return [written(digits) for digits in sorted(made)]

    async def give(self, access_token: str, code: str, *, caller: str | None = None) -> SessionGrant:
        """The session with both factors. Raises ``Unauthenticated``, ``WrongRecoveryCode`` or
        ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        account, now = signed_in.account, self.clock.now()
        await self.gate.try_factor(account.id, caller)
        digits = typed(code)
        hashed = await self._hash(account.id, digits or "")
        refresh_token = self.identifiers.new("rt")

        async def work(unit: UnitOfWork) -> SignedIn:
            used = await unit.factors.use_recovery_code(account.id, hashed, now)
            if digits is None or used is None:
                raise WrongRecoveryCode
            given = Proof(SignInMethod.RECOVERY_CODE, now, used.created_at)
            after = await add_proof(unit, signed_in, given, both=True)
            await unit.accounts.append_link(signed_in.session.id, token_hash(refresh_token), now)
            left = sum(each.used_at is None for each in await unit.factors.recovery_codes(account.id))
            await audit_account(
                unit,
                AuditAction.RECOVERY_CODE_GIVEN,
                signed_in.actor,
                account.id,
                now,
                session=signed_in.session.id,
                left=left,
            )
            await self.notices.send(unit, EmailKind.RECOVERY_CODE_USED, account.email, now, left=str(left))
            return after

        try:
            after = await self.storage.write(work)
        except WrongRecoveryCode:
            await self.note_wrong(signed_in, method=SignInMethod.RECOVERY_CODE.value)
            raise
        await self.gate.factor_was_right(account.id)
        return await self.grant(after, refresh_token, now)

    async def _hash(self, account_id: str, digits: str) -> str:
        return await self.tokens.fingerprint(recovery_code_text(account_id, digits))
