"""Match an identity from Google or Facebook to an account, inside a transaction."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account
from haulage.accounts.identities import (
    AccountNeedsSignIn,
    AddressNeedsProof,
    Admission,
    EmailNotProvided,
    Identity,
    IdentityAlreadyExists,
    ProvenIdentity,
    admission,
    new_identity,
    seen_again,
)
from haulage.audit import AuditAction
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_owner
from haulage.use_cases.accounts.registration import application, newcomer
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.sync_profile import save_person
from haulage.use_cases.accounts.unconfirmed_accounts import without_strangers


@attrs.frozen
class Admitted:
    """The account, which may only sign in where no mail has to be answered first."""

    account: Account
    needs_mail: bool = False


@attrs.frozen
class Admit:
    """Admits an outside provider's identity to an account.

    See :func:`haulage.accounts.identities.admission` for the rule; this carries it out.
    """

    clock: Clock
    identifiers: Identifiers
    notices: SecurityNotices
    autoconfirm: bool
    believes_confirmed: bool

    async def __call__(self, unit: UnitOfWork, proven: ProvenIdentity) -> Admitted:
        """Raises ``AddressNeedsProof``, ``AccountNeedsSignIn``, ``EmailNotProvided``, ``EmailTaken`` or
        ``Conflict``; the last two when somebody else was first, and a second try will see them."""
        known = await unit.identities.by_subject(proven.provider, proven.subject)
        if known is not None:
            return await self._known(unit, known, proven)
        return await self._unknown(unit, proven)

    async def link(self, unit: UnitOfWork, account: Account, proven: ProvenIdentity) -> Account:
        """The same for whoever is signed in. Raises ``IdentityAlreadyExists``."""
        known = await unit.identities.by_subject(proven.provider, proven.subject)
        if known is not None:
            raise IdentityAlreadyExists(to_another=known.account_id != account.id)
        await self._join(unit, account, proven)
        return account

    async def _known(self, unit: UnitOfWork, known: Identity, proven: ProvenIdentity) -> Admitted:
        account = await unit.accounts.get(known.account_id)
        if account is None:
            raise AssertionError("an identity goes with its account")
        await unit.identities.save(seen_again(known, proven, self.clock.now()))
        if account.email_confirmed_at is not None:
            return Admitted(account)
        if proven.email_verified and proven.email == account.email:
            return Admitted(await self._reclaimed(unit, account, proven, keep=known.id))
        return Admitted(account, needs_mail=True)

    async def _unknown(self, unit: UnitOfWork, proven: ProvenIdentity) -> Admitted:
        if proven.email is None:
            raise EmailNotProvided(proven.provider)
        account = await unit.accounts.by_email(proven.email)
        user = None if account is None else await unit.accounts.user_of(account.id)
        decided = admission(
            proven,
            account,
            user.user_type if user else None,
            autoconfirm=self.autoconfirm,
            believes_confirmed=self.believes_confirmed,
        )
        match decided, account:
            case Admission.CREATE | Admission.CREATE_UNPROVEN, _:
                return await self._created(unit, proven, proven.email, confirmed=decided is Admission.CREATE)
            case Admission.LINK, Account():
                await self._join(unit, account, proven)
                return Admitted(account)
            case Admission.RECLAIM, Account():
                reclaimed = await self._reclaimed(unit, account, proven)
                await self._add(unit, reclaimed, proven)
                return Admitted(reclaimed)
            case Admission.WAIT_FOR_MAIL, Account():
                alone = attrs.evolve(await without_strangers(unit, account), updated_at=self.clock.now())
                return Admitted(await unit.accounts.save(account, alone), needs_mail=True)
            case Admission.REFUSE_UNVERIFIED, _:
                raise AddressNeedsProof(proven.provider)
            case _:
                raise AccountNeedsSignIn(proven.provider)

    async def _created(
        self, unit: UnitOfWork, proven: ProvenIdentity, email: str, *, confirmed: bool
    ) -> Admitted:
        """A customer; the phone is asked for before booking (OP-58)."""
        added = newcomer(
            application(email, {"name": proven.name} if proven.name else {}),
            identifiers=self.identifiers,
            now=self.clock.now(),
            confirmed=confirmed,
            by_email=False,
        )
        await added.store(unit)
        await self._add(unit, added.account, proven, added.account.created_at)
        return Admitted(added.account, needs_mail=not confirmed)

    async def _join(self, unit: UnitOfWork, account: Account, proven: ProvenIdentity) -> None:
        """Link one more identity to an account that is in use, and notify its owner."""
        await self._add(unit, account, proven)
        await self.notices.send_about_identity(
            unit, EmailKind.IDENTITY_LINKED, account.email, self.clock.now(), proven.provider
        )

    async def _add(
        self, unit: UnitOfWork, account: Account, proven: ProvenIdentity, now: datetime | None = None
    ) -> None:
        identity = new_identity(
            id=self.identifiers.new("idt"),
            account_id=account.id,
            proven=proven,
            now=now or self.clock.now(),
        )
        await unit.identities.add(identity)
        await audit_owner(
            unit,
            AuditAction.IDENTITY_LINKED,
            account.id,
            identity.created_at,
            identity=identity.id,
            provider=identity.provider.value,
        )

    async def _reclaimed(
        self, unit: UnitOfWork, account: Account, proven: ProvenIdentity, keep: str | None = None
    ) -> Account:
        """Nobody had shown the address before, so whatever was put there may be a stranger's: the password,
        other identities, factors and passkeys, the name, an address to move to, mailed codes and sessions."""
        now = self.clock.now()
        for factor in await unit.factors.of_account(account.id):
            await unit.factors.remove(factor)
        for identity in await unit.identities.of_account(account.id):
            if identity.id != keep:
                await unit.identities.remove(identity)
        for passkey in await unit.passkeys.of_account(account.id):
            await unit.passkeys.remove(passkey)
        await unit.codes.forget(account.id)
        await unit.accounts.end_sessions(account.id)
        await audit_owner(
            unit, AuditAction.ACCOUNT_RECLAIMED, account.id, now, provider=proven.provider.value
        )
        user = await unit.accounts.user_of(account.id)
        if user is not None:
            cleared = attrs.evolve(user, name=proven.name, phone="", updated_at=now)
            await save_person(unit, user, cleared, now)
        cleaned = attrs.evolve(
            account,
            password_hash=None,
            by_email=False,
            new_email=None,
            new_email_answered=None,
            user_metadata={"name": proven.name} if proven.name else {},
            email_confirmed_at=now,
            updated_at=now,
        )
        return await unit.accounts.save(account, cleaned)
