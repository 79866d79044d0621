"""Drivers' carrier credentials: recorded by the driver, verified by an administrator (OP-102)."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.authority import (
    MOST_CREDENTIALS,
    CarrierCredential,
    CredentialClaim,
    CredentialMove,
    CredentialStatus,
    TooManyCredentials,
    end,
    reject,
    require_current,
    verified_among,
    verify,
)
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.local_time import platform_time
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.authority import ListedCredential
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.drivers.own_driver import own_profile
from haulage.use_cases.authority.credential_emails import CredentialEmails
from haulage.use_cases.driver_documents.credential_document import follow_credential


@attrs.frozen
class OwnCredentials:
    """The acting driver's own."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def list(self, actor: Actor) -> Sequence[CarrierCredential]:
        """Those that count or wait, and what was refused last; newest first."""
        authorize(actor, Action.MANAGE_OWN_CREDENTIALS)

        async def query(unit: UnitOfWork) -> Sequence[CarrierCredential]:
            driver = await own_profile(unit, actor)
            return await unit.credentials.of_driver(driver.id)

        return await self.storage.read(query)

    async def record(self, actor: Actor, claim: CredentialClaim) -> CarrierCredential:
        """What is verified stays in force until the new one is. Said again, the one that waits already.

        Raises ``InvalidInput``, ``TooManyCredentials`` or ``Conflict``."""
        authorize(actor, Action.MANAGE_OWN_CREDENTIALS)
        now = self.clock.now()
        require_current(claim, platform_time(now).date())

        async def add(unit: UnitOfWork) -> CarrierCredential:
            driver = await own_profile(unit, actor)
            await unit.drivers.mark_changed(driver.id, now)  # and locked, until it is decided
            live = [each for each in await unit.credentials.of_driver(driver.id) if each.is_live]
            waiting = _one(live, claim, CredentialStatus.RECORDED)
            if waiting is not None and waiting.claim == claim:
                return waiting
            if waiting is not None:
                replaced = end(waiting, CredentialMove.REPLACE, by=actor.name, now=now)
                await _save_with_document(unit, waiting, replaced, now)
            elif len(live) >= MOST_CREDENTIALS:
                raise TooManyCredentials
            recorded = CarrierCredential(self.identifiers.new("crd"), driver.id, claim, now)
            await unit.credentials.add(recorded)
            await _audit(unit, AuditAction.CREDENTIAL_RECORDED, actor, recorded, now)
            return recorded

        return await self.storage.write(add)

    async def withdraw(self, actor: Actor, credential_id: str) -> CarrierCredential:
        """It counts no more for what is matched from now on. Raises ``NotFound`` or ``IllegalMove``."""
        authorize(actor, Action.MANAGE_OWN_CREDENTIALS)
        now = self.clock.now()

        async def change(unit: UnitOfWork) -> CarrierCredential:
            driver = await own_profile(unit, actor)
            await unit.drivers.mark_changed(driver.id, now)
            present = await unit.credentials.get(credential_id)
            if present is None or present.driver_id != driver.id:
                raise NotFound("Credential")
            gone = end(present, CredentialMove.WITHDRAW, by=actor.name, now=now)
            saved = await _save_with_document(unit, present, gone, now)
            await carry_into_profile(unit, driver.id, now)
            await _audit(unit, AuditAction.CREDENTIAL_WITHDRAWN, actor, saved, now)
            return saved

        return await self.storage.write(change)


@attrs.frozen
class DecideCredentials:
    """The administrators' queue: verify, refuse and revoke."""

    storage: Storage
    clock: Clock
    mails: CredentialEmails

    async def list(
        self, actor: Actor, page: PageRequest, status: CredentialStatus = CredentialStatus.RECORDED
    ) -> Page[ListedCredential]:
        """Of a status, oldest first: without another those that wait."""
        authorize(actor, Action.VERIFY_CREDENTIALS)
        return await self.storage.read(lambda unit: unit.credentials.list(page, status))

    async def verify(self, actor: Actor, credential_id: str, note: str) -> CarrierCredential:
        """It was looked up, where *note* says: it counts from now on, in place of the one before. Raises
        ``NotFound``, ``IllegalMove``, ``InvalidInput``, ``CredentialExpired`` or ``Conflict``."""
        authorize(actor, Action.VERIFY_CREDENTIALS)
        now = self.clock.now()
        today = platform_time(now).date()

        async def change(unit: UnitOfWork) -> CarrierCredential:
            present = await self._locked(unit, credential_id, now)
            require_another(actor, driver_id=present.driver_id)
            decided = verify(present, by=actor.name, note=note, now=now, today=today)
            others = await unit.credentials.of_driver(present.driver_id)
            former = _one(others, present.claim, CredentialStatus.VERIFIED)
            if former is not None:
                replaced = end(former, CredentialMove.REPLACE, by=actor.name, now=now)
                await _save_with_document(unit, former, replaced, now)
            return await self._save(unit, actor, present, decided, AuditAction.CREDENTIAL_VERIFIED, now)

        return await self.storage.write(change)

    async def reject(self, actor: Actor, credential_id: str, note: str) -> CarrierCredential:
        """Refuse what was recorded, or revoke what was verified; the driver is told why. Raises
        ``NotFound``, ``OwnCase``, ``IllegalMove``, ``InvalidInput`` or ``Conflict``."""
        authorize(actor, Action.VERIFY_CREDENTIALS)
        now = self.clock.now()

        async def change(unit: UnitOfWork) -> CarrierCredential:
            present = await self._locked(unit, credential_id, now)
            require_another(actor, driver_id=present.driver_id)
            decided = reject(present, by=actor.name, note=note, now=now)
            return await self._save(unit, actor, present, decided, AuditAction.CREDENTIAL_REJECTED, now)

        return await self.storage.write(change)

    async def _locked(self, unit: UnitOfWork, credential_id: str, now: datetime) -> CarrierCredential:
        """The credential, once its driver's others cannot change meanwhile."""
        found = await unit.credentials.get(credential_id)
        if found is None:
            raise NotFound("Credential")
        await unit.drivers.mark_changed(found.driver_id, now)
        return await unit.credentials.get(credential_id) or found

    async def _save(
        self,
        unit: UnitOfWork,
        actor: Actor,
        before: CarrierCredential,
        after: CarrierCredential,
        action: AuditAction,
        now: datetime,
    ) -> CarrierCredential:
        saved = await _save_with_document(unit, before, after, now)
        await carry_into_profile(unit, saved.driver_id, now)
        await _audit(unit, action, actor, saved, now)
        await self.mails.decided(unit, saved, now)
        return saved


async def carry_into_profile(unit: UnitOfWork, driver_id: str, now: datetime) -> None:
    """Matching reads what is verified from the profile."""
    driver = await unit.drivers.get(driver_id)
    if driver is None:
        raise NotFound("Driver")
    verified = verified_among(await unit.credentials.of_driver(driver_id))
    if verified != driver.credentials:
        await unit.drivers.save(driver, attrs.evolve(driver, credentials=verified, updated_at=now))


async def _save_with_document(
    unit: UnitOfWork, before: CarrierCredential, after: CarrierCredential, now: datetime
) -> CarrierCredential:
    saved = await unit.credentials.save(before, after)
    await follow_credential(unit, saved, now)
    return saved


def _one(
    credentials: Sequence[CarrierCredential], claim: CredentialClaim, status: CredentialStatus
) -> CarrierCredential | None:
    same = (each for each in credentials if each.status is status and each.claim.subject == claim.subject)
    return next(same, None)


async def _audit(
    unit: UnitOfWork, action: AuditAction, actor: Actor, credential: CarrierCredential, now: datetime
) -> None:
    """Neither number nor note: they stand in the credential itself."""
    facts = {"kind": credential.claim.kind.value, "driver": credential.driver_id}
    await unit.audit.append(AuditEvent(action, actor, now, "credential", credential.id, facts))
