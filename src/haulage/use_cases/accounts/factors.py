"""Enroll a second factor, and verify its codes."""

from datetime import datetime

import attrs

from haulage.accounts.factors import (
    MAX_FACTORS,
    ChallengeExpired,
    ChallengeNotFound,
    EnrollingNeedsBoth,
    Factor,
    FactorChallenge,
    FactorNameTaken,
    FactorNotFound,
    FactorStatus,
    FactorType,
    TooManyFactors,
    UnenrollingNeedsBoth,
    WrongFactorCode,
    friendly_name,
)
from haulage.accounts.refresh import token_hash
from haulage.accounts.session import (
    AssuranceLevel,
    Proof,
    SessionGrant,
    SessionNotFound,
    SignedIn,
    SignInMethod,
)
from haulage.audit import AuditAction
from haulage.ports.identity.one_time_passwords import OneTimePasswords
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
class EnrolledFactor:
    """A new factor with the secret for the authenticator application, shown only once."""

    factor: Factor
    secret: str = attrs.field(repr=False)
    uri: str = attrs.field(repr=False)
    qr_svg: str = attrs.field(repr=False)


@attrs.frozen
class SecondFactors:
    """One's own second factors: enroll, verify and remove them.

    All that somebody does with their own factors.

    A first proved factor ends every session of the account that gave one factor only, but this.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    passwords: OneTimePasswords
    grant: GrantTokens
    gate: AuthRateLimits
    notices: SecurityNotices
    note_wrong: NoteWrongFactor
    current_user: CurrentUser
    fresh_user: FreshUser

    async def enrol(self, access_token: str, *, name: str | None, issuer: str) -> EnrolledFactor:
        """Raises ``FactorNameTaken``, ``TooManyFactors``, ``EnrollingNeedsBoth`` or
        ``ReauthenticationNeeded``."""
        signed_in = await self.fresh_user(access_token, otherwise=EnrollingNeedsBoth())
        named, now = friendly_name(name), self.clock.now()
        secret = self.passwords.new_secret()
        factor = Factor(
            id=self.identifiers.new("fac"),
            account_id=signed_in.account.id,
            type=FactorType.TOTP,
            friendly_name=named,
            secret=await self.tokens.seal(secret),
            created_at=now,
            updated_at=now,
        )

        async def work(unit: UnitOfWork) -> None:
            others = await unit.factors.of_account(factor.account_id)
            for other in others:
                if not other.is_verified:
                    await unit.factors.remove(other)
            verified = [other for other in others if other.is_verified]
            if named and any(other.friendly_name == named for other in verified):
                raise FactorNameTaken(named)
            if len(verified) >= MAX_FACTORS:
                raise TooManyFactors
            await unit.factors.add(factor)
            await _audit(unit, AuditAction.FACTOR_ENROLLED, signed_in, factor, now)

        await self.storage.write(work)
        uri = self.passwords.uri(secret, account=signed_in.account.email, issuer=issuer)
        return EnrolledFactor(factor, secret, uri, self.passwords.qr_svg(uri))

    async def challenge(
        self, access_token: str, factor_id: str, *, caller: str | None = None
    ) -> FactorChallenge:
        """Raises ``FactorNotFound`` or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        await self.gate.try_code(caller)
        challenge = FactorChallenge(self.identifiers.new("chl"), factor_id, self.clock.now())

        async def work(unit: UnitOfWork) -> None:
            await _own(unit, signed_in, factor_id)
            await unit.factors.add_challenge(challenge)

        await self.storage.write(work)
        return challenge

    async def verify(
        self, access_token: str, factor_id: str, challenge_id: str, code: str, *, caller: str | None = None
    ) -> SessionGrant:
        """Raises ``FactorNotFound``, ``ChallengeNotFound``, ``ChallengeExpired``, ``WrongFactorCode``,
        ``TooManyRequests`` or, for the first code of a new factor, what enrolling raises."""
        signed_in = await self.current_user(access_token)
        await self.gate.try_factor(signed_in.account.id, caller)
        now = self.clock.now()
        factor = await self.storage.read(lambda unit: _own(unit, signed_in, factor_id))
        if not factor.is_verified:
            self.fresh_user.require(signed_in, otherwise=EnrollingNeedsBoth())
        secret = await self.tokens.unseal(factor.secret)

        refresh_token = self.identifiers.new("rt")

        async def work(unit: UnitOfWork) -> SignedIn:
            challenge = await unit.factors.challenge(challenge_id, factor_id)
            if challenge is None:
                raise ChallengeNotFound
            if now >= challenge.expires_at:
                raise ChallengeExpired(challenge.id)
            current = await _own(unit, signed_in, factor_id)
            step = self.passwords.step_of(secret, code, now)
            if step is None or (current.last_step is not None and step <= current.last_step):
                raise WrongFactorCode
            await unit.factors.remove_challenges(factor_id)
            proved = attrs.evolve(current, status=FactorStatus.VERIFIED, last_step=step, updated_at=now)
            await unit.factors.save(proved)
            await unit.accounts.append_link(signed_in.session.id, token_hash(refresh_token), now)
            after = await self._raised(unit, signed_in, current, now)
            await _audit(unit, AuditAction.SECOND_FACTOR_GIVEN, signed_in, proved, now)
            if not current.is_verified:
                await self.notices.send(unit, EmailKind.FACTOR_ADDED, signed_in.account.email, now)
            return after

        try:
            after = await self.storage.write(work)
        except WrongFactorCode:
            await self.note_wrong(signed_in, factor=factor_id)
            raise
        await self.gate.factor_was_right(signed_in.account.id)
        return await self.grant(after, refresh_token, now)

    async def unenrol(self, access_token: str, factor_id: str) -> Factor:
        """Raises ``FactorNotFound``, ``UnenrollingNeedsBoth`` or ``ReauthenticationNeeded``. A factor that
        was never verified protects nothing, and is removed without more."""
        signed_in = await self.current_user(access_token)

        async def work(unit: UnitOfWork) -> Factor:
            factor = await _own(unit, signed_in, factor_id)
            if factor.is_verified and signed_in.session.assurance is not AssuranceLevel.TWO_FACTORS:
                raise UnenrollingNeedsBoth
            if factor.is_verified:
                self.fresh_user.require(signed_in)
            await unit.factors.remove(factor)
            now = self.clock.now()
            if factor.is_verified:
                await self._lowered(unit, signed_in)
                await self.notices.send(unit, EmailKind.FACTOR_REMOVED, signed_in.account.email, now)
            await _audit(unit, AuditAction.FACTOR_REMOVED, signed_in, factor, now)
            return factor

        return await self.storage.write(work)

    async def _lowered(self, unit: UnitOfWork, signed_in: SignedIn) -> None:
        """Whoever holds a factor that was taken away gives another one; this session has just done so."""
        left = await unit.factors.of_account(signed_in.account.id)
        has_factor = any(factor.is_verified for factor in left)
        if not has_factor:
            await unit.factors.forget_recovery_codes(signed_in.account.id)
        await unit.accounts.lower_sessions(
            signed_in.account.id, keep=signed_in.session.id if has_factor else None
        )

    async def _raised(self, unit: UnitOfWork, signed_in: SignedIn, factor: Factor, now: datetime) -> SignedIn:
        given = Proof(SignInMethod.TOTP, now, factor.created_at)
        await add_proof(unit, signed_in, given, both=True)
        if not factor.is_verified:
            await unit.accounts.end_sessions_with_one_factor(signed_in.account.id)
        current = await unit.accounts.signed_in(signed_in.session.id)
        if current is None:
            raise SessionNotFound
        return current


async def _audit(
    unit: UnitOfWork, action: AuditAction, signed_in: SignedIn, factor: Factor, now: datetime
) -> None:
    await audit_account(
        unit,
        action,
        signed_in.actor,
        factor.account_id,
        now,
        factor=factor.id,
        type=factor.type.value,
        verified=factor.is_verified,
    )


async def _own(unit: UnitOfWork, signed_in: SignedIn, factor_id: str) -> Factor:
    factor = await unit.factors.get(factor_id)
    if factor is None or factor.account_id != signed_in.account.id:
        raise FactorNotFound
    return factor
