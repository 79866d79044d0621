"""Register passkeys, and sign in with one."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.passkeys import (
    MAX_PASSKEYS,
    PASSKEY_CHALLENGE_LIFETIME,
    BadPasskey,
    Passkey,
    PasskeyChallenge,
    PasskeyChallengeExpired,
    PasskeyExists,
    PasskeyNotFound,
    PasskeysUnavailable,
    TooManyPasskeys,
    challenge_hash,
    passkey_name,
)
from haulage.accounts.session import AssuranceLevel, SessionGrant, SignedIn, SignInMethod
from haulage.audit import AuditAction
from haulage.ports.identity.passkeys import Answered, Credential, PasskeyCeremonies
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account, audit_sign_in
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.delete_expired import BATCH
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.grant import GrantTokens, OpenSession, new_session
from haulage.use_cases.accounts.security_notices import SecurityNotices

EMAIL_OF: dict[AuditAction, EmailKind] = {
    AuditAction.PASSKEY_ADDED: EmailKind.PASSKEY_ADDED,
    AuditAction.PASSKEY_REMOVED: EmailKind.PASSKEY_REMOVED,
}
"""The mail to the owner about each action."""

PASSKEYS_NEED_BOTH = "AAL2 required to change passkeys"


@attrs.frozen
class Ceremony:
    """What a browser is asked to do, under a name that its answer repeats."""

    id: str
    options: Mapping[str, Any]
    expires_at: datetime


@attrs.frozen
class Passkeys:
    """One's own passkeys, and the sign-in with one.

    A challenge is taken before its answer is looked at: each is worth one attempt.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    ceremonies: PasskeyCeremonies
    grant: GrantTokens
    gate: AuthRateLimits
    notices: SecurityNotices
    current_user: CurrentUser
    fresh_user: FreshUser

    async def begin_registration(self, access_token: str) -> Ceremony:
        """Raises ``PasskeysUnavailable``, ``ReauthenticationNeeded``, ``TooManyPasskeys`` or
        ``InsufficientAssurance``."""
        account = (await self._fresh_holder(access_token)).account
        self._require_available()
        known = await self.storage.read(lambda unit: unit.passkeys.of_account(account.id))
        if len(known) >= MAX_PASSKEYS:
            raise TooManyPasskeys
        challenge, stored = await self._challenge(account.id)
        options = self.ceremonies.registration_options(
            challenge,
            account_id=account.id,
            name=account.email,
            known=[passkey.credential_id for passkey in known],
        )
        return Ceremony(stored.hash, options, stored.expires_at)

    async def register(self, access_token: str, credential: Credential, name: str | None) -> Passkey:
        """Raises likewise, and ``BadPasskey``, ``PasskeyChallengeExpired``, ``PasskeyExists`` or
        ``InvalidInput`` for the name."""
        holder = await self._fresh_holder(access_token)
        self._require_available()
        account, named = holder.account, passkey_name(name)
        answered = await self._answered(credential, account.id)
        made = self.ceremonies.registered(credential, answered.challenge)
        passkey = Passkey(
            id=self.identifiers.new("pky"),
            account_id=account.id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            name=named,
            backed_up=made.backed_up,
            created_at=self.clock.now(),
        )

        async def work(unit: UnitOfWork) -> None:
            if await unit.passkeys.by_credential(passkey.credential_id) is not None:
                raise PasskeyExists
            if len(await unit.passkeys.of_account(account.id)) >= MAX_PASSKEYS:
                raise TooManyPasskeys
            await unit.passkeys.add(passkey)
            await self._audit_and_email(unit, AuditAction.PASSKEY_ADDED, holder, passkey)

        await self.storage.write(work)
        return passkey

    async def begin_sign_in(self, *, caller: str | None = None) -> Ceremony:
        """Raises ``PasskeysUnavailable`` or ``TooManyRequests``."""
        self._require_available()
        await self.gate.try_social(caller)
        challenge, stored = await self._challenge(None)
        return Ceremony(stored.hash, self.ceremonies.authentication_options(challenge), stored.expires_at)

    async def sign_in(self, credential: Credential, *, caller: str | None = None) -> SessionGrant:
        """Raises ``BadPasskey``, ``PasskeyChallengeExpired`` or ``TooManyRequests``."""
        passkey, count = await self.proven(credential, caller=caller)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> tuple[SignedIn, str]:
            if not await unit.passkeys.note_use(passkey, count, now):
                raise BadPasskey
            return await self._opened(unit, passkey, now)

        signed_in, refresh_token = await self.storage.write(work)
        return await self.grant(signed_in, refresh_token, now)

    async def proven(self, credential: Credential, *, caller: str | None = None) -> tuple[Passkey, int]:
        """Whose passkey has answered the options of :meth:`begin_sign_in`, and its new count of signatures.

        Raises ``BadPasskey``, ``PasskeyChallengeExpired``, ``PasskeysUnavailable`` or ``TooManyRequests``.
        """
        self._require_available()
        await self.gate.try_social(caller)
        answered = await self._answered(credential, None)
        passkey = await self.storage.read(lambda unit: unit.passkeys.by_credential(answered.credential_id))
        if passkey is None or answered.user_handle not in {None, passkey.account_id}:
            raise BadPasskey
        count = self.ceremonies.proven(
            credential, answered.challenge, public_key=passkey.public_key, sign_count=passkey.sign_count
        )
        return passkey, count

    @property
    def available(self) -> bool:
        """Whether browsers offer passkeys here."""
        return self.ceremonies.available

    async def all(self, access_token: str) -> Sequence[Passkey]:
        """One's own, oldest first."""
        account = (await self.current_user(access_token)).account
        return await self.storage.read(lambda unit: unit.passkeys.of_account(account.id))

    async def rename(self, access_token: str, passkey_id: str, name: str | None) -> Passkey:
        """Raises ``PasskeyNotFound`` or ``InvalidInput``."""
        holder, named = await self._holder(access_token), passkey_name(name)

        async def work(unit: UnitOfWork) -> Passkey:
            passkey = await self._own(unit, holder, passkey_id)
            await unit.passkeys.rename(passkey, named)
            return attrs.evolve(passkey, name=named)

        return await self.storage.write(work)

    async def remove(self, access_token: str, passkey_id: str) -> Passkey:
        """Raises ``PasskeyNotFound``, ``InsufficientAssurance`` or ``ReauthenticationNeeded``."""
        holder = await self._fresh_holder(access_token)

        async def work(unit: UnitOfWork) -> Passkey:
            passkey = await self._own(unit, holder, passkey_id)
            await unit.passkeys.remove(passkey)
            await self._audit_and_email(unit, AuditAction.PASSKEY_REMOVED, holder, passkey)
            return passkey

        return await self.storage.write(work)

    async def _opened(self, unit: UnitOfWork, passkey: Passkey, now: datetime) -> tuple[SignedIn, str]:
        account = await unit.accounts.get(passkey.account_id)
        if account is None or account.email_confirmed_at is None:
            raise BadPasskey
        opened = new_session(account, SignInMethod.WEBAUTHN, identifiers=self.identifiers, now=now)
        both = attrs.evolve(opened.session, assurance=AssuranceLevel.TWO_FACTORS)
        await unit.accounts.note_sign_in(account, now)
        await OpenSession(both, opened.refresh_token).store(unit)
        signed_in = await unit.accounts.signed_in(both.id)
        if signed_in is None:
            raise BadPasskey
        await audit_sign_in(unit, signed_in, now)
        return signed_in, opened.refresh_token

    async def _holder(self, access_token: str) -> SignedIn:
        signed_in = await self.current_user(access_token)
        if signed_in.needs_second_factor:
            raise InsufficientAssurance(PASSKEYS_NEED_BOTH)
        return signed_in

    async def _fresh_holder(self, access_token: str) -> SignedIn:
        return await self.fresh_user(access_token, otherwise=InsufficientAssurance(PASSKEYS_NEED_BOTH))

    def _require_available(self) -> None:
        if not self.ceremonies.available:
            raise PasskeysUnavailable

    async def _challenge(self, account_id: str | None) -> tuple[str, PasskeyChallenge]:
        challenge, now = self.identifiers.new("pkc"), self.clock.now()
        stored = PasskeyChallenge(challenge_hash(challenge), now, account_id)

        async def work(unit: UnitOfWork) -> None:
            await unit.passkeys.purge_challenges(now - PASSKEY_CHALLENGE_LIFETIME, BATCH)
            await unit.passkeys.add_challenge(stored)

        await self.storage.write(work)
        return challenge, stored

    async def _answered(self, credential: Credential, account_id: str | None) -> Answered:
        """The answer's own challenge, if we asked it, of this account, and it was not answered before."""
        answered = self.ceremonies.answered(credential)
        hashed = challenge_hash(answered.challenge)
        challenge = await self.storage.write(lambda unit: unit.passkeys.take_challenge(hashed))
        if challenge is None or challenge.is_late(self.clock.now()):
            raise PasskeyChallengeExpired
        if challenge.account_id != account_id:
            raise BadPasskey
        return answered

    async def _own(self, unit: UnitOfWork, holder: SignedIn, passkey_id: str) -> Passkey:
        for passkey in await unit.passkeys.of_account(holder.account.id):
            if passkey.id == passkey_id:
                return passkey
        raise PasskeyNotFound

    async def _audit_and_email(
        self, unit: UnitOfWork, action: AuditAction, holder: SignedIn, passkey: Passkey
    ) -> None:
        now = self.clock.now()
        await audit_account(unit, action, holder.actor, holder.account.id, now, passkey=passkey.id)
        await self.notices.send(unit, EMAIL_OF[action], holder.account.email, now)
