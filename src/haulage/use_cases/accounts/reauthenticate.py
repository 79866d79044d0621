"""Reauthenticate within a session, by password or by a mailed code."""

from datetime import datetime

import attrs

from haulage.accounts.freshness import with_proof
from haulage.accounts.one_time import MAX_CODE_LENGTH, CodePurpose, code_text
from haulage.accounts.passkeys import BadPasskey
from haulage.accounts.password import (
    CurrentPasswordInvalid,
    ReauthenticationNotValid,
    is_possible_password,
)
from haulage.accounts.session import AssuranceLevel, Proof, SessionNotFound, SignedIn, SignInMethod
from haulage.audit import AuditAction
from haulage.ports.identity.passkeys import Credential
from haulage.ports.identity.passwords import Passwords
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account, audit_refusal
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.passkeys import Passkeys


async def add_proof(unit: UnitOfWork, signed_in: SignedIn, given: Proof, *, both: bool = False) -> SignedIn:
    """The same person with one proof more; with *both* it counts as the second factor.

    Raises ``SessionNotFound`` where the session ended meanwhile.
    """
    current = await unit.accounts.signed_in(signed_in.session.id)
    if current is None:
        raise SessionNotFound
    session = current.session
    proofs = with_proof(session.proofs, given)
    assurance = AssuranceLevel.TWO_FACTORS if both else session.assurance
    await unit.accounts.raise_session(session.id, proofs, assurance)
    return attrs.evolve(current, session=attrs.evolve(session, proofs=proofs, assurance=assurance))


@attrs.frozen
class CheckPassword:
    """Whether somebody who is signed in knows their password; guesses count as those at the sign-in."""

    storage: Storage
    clock: Clock
    passwords: Passwords
    gate: AuthRateLimits

    async def __call__(self, signed_in: SignedIn, password: str, caller: str | None) -> None:
        """Raises ``CurrentPasswordInvalid`` or ``TooManyRequests``."""
        account = signed_in.account
        await self.gate.change_password(account.id, caller)
        possible = is_possible_password(password)
        matches = await self.passwords.matches(
            password if possible else "", account.password_hash if possible else None
        )
        if not matches:
            await audit_refusal(
                self.storage,
                AuditAction.REAUTHENTICATION_REFUSED,
                account.id,
                self.clock.now(),
                method=SignInMethod.PASSWORD.value,
                session=signed_in.session.id,
            )
            raise CurrentPasswordInvalid


@attrs.frozen
class CheckMailedCode:
    """Whether somebody who is signed in reads their mail: the code of ``RequestEmail.to_reauthenticate``."""

    storage: Storage
    clock: Clock
    tokens: Tokens
    gate: AuthRateLimits

    async def __call__(self, signed_in: SignedIn, code: str, caller: str | None) -> None:
        """Use the code up, or count the wrong guess, before the caller gets an answer.

        Raises ``ReauthenticationNotValid`` or ``TooManyRequests``.
        """
        account, now = signed_in.account, self.clock.now()
        await self.gate.try_reauthentication(account.id, caller)
        text = code_text(account.id, CodePurpose.REAUTHENTICATION, code[:MAX_CODE_LENGTH])
        fingerprint = await self.tokens.fingerprint(text)

        async def work(unit: UnitOfWork) -> bool:
            stored = await unit.codes.get(account.id, CodePurpose.REAUTHENTICATION)
            if stored is None or stored.is_over(now) or stored.email != account.email:
                return False
            if not stored.is_code(fingerprint):
                await unit.codes.count_wrong_guess(stored)
                return False
            await self.gate.reauthentication_was_right(unit, account.id)
            return await unit.codes.use_up(stored)

        if not await self.storage.write(work):
            raise ReauthenticationNotValid


@attrs.frozen
class Reauthenticate:
    """Adds a proof to the session, which makes it fresh where the means is older than the session.

    A code of a second factor is given to :class:`SecondFactors` instead, as official clients do.
    """

    storage: Storage
    clock: Clock
    check_password: CheckPassword
    check_mailed_code: CheckMailedCode
    passkeys: Passkeys
    current_user: CurrentUser

    async def by_password(self, access_token: str, password: str, *, caller: str | None = None) -> None:
        """Raises ``Unauthenticated``, ``CurrentPasswordInvalid`` or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        await self.check_password(signed_in, password, caller)
        await self._save(signed_in, Proof(SignInMethod.PASSWORD, self.clock.now()))

    async def by_mailed_code(self, access_token: str, code: str, *, caller: str | None = None) -> None:
        """Raises ``Unauthenticated``, ``ReauthenticationNotValid`` or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        await self.check_mailed_code(signed_in, code, caller)
        await self._save(signed_in, Proof(SignInMethod.OTP, self.clock.now()))

    async def by_passkey(
        self, access_token: str, credential: Credential, *, caller: str | None = None
    ) -> None:
        """The answer to the options of a sign-in. Raises ``Unauthenticated``, ``BadPasskey``,
        ``PasskeyChallengeExpired``, ``PasskeysUnavailable`` or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        passkey, count = await self.passkeys.proven(credential, caller=caller)
        now = self.clock.now()
        if passkey.account_id != signed_in.account.id:
            raise BadPasskey
        given = Proof(SignInMethod.WEBAUTHN, now, passkey.created_at)

        async def work(unit: UnitOfWork) -> None:
            if not await unit.passkeys.note_use(passkey, count, now):
                raise BadPasskey
            await self._add(unit, signed_in, given)

        await self.storage.write(work)

    async def _save(self, signed_in: SignedIn, given: Proof) -> None:
        await self.storage.write(lambda unit: self._add(unit, signed_in, given))

    async def _add(self, unit: UnitOfWork, signed_in: SignedIn, given: Proof) -> None:
        await add_proof(unit, signed_in, given)
        await _audit(unit, signed_in, given, self.clock.now())


async def _audit(unit: UnitOfWork, signed_in: SignedIn, given: Proof, now: datetime) -> None:
    await audit_account(
        unit,
        AuditAction.REAUTHENTICATED,
        signed_in.actor,
        signed_in.account.id,
        now,
        method=given.method.value,
        session=signed_in.session.id,
    )
