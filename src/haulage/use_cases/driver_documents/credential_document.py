"""The document that proves a carrier credential: sent while that waits, decided about with it (OP-102)."""

from datetime import datetime

import attrs

from haulage.authority import CREDENTIAL_LIFECYCLE, CarrierCredential, CredentialStatus
from haulage.driver_documents import DriverDocument
from haulage.kernel.driver_document import DocumentStatus
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.ports.storage.unit_of_work import UnitOfWork


class CredentialDecided(RuleBroken):
    """What was decided about is not given another document."""

    code = "credential_decided"
    message = "This credential was decided about. Record it again to send a document with it."


async def require_waiting(unit: UnitOfWork, user_id: str, credential_id: str) -> None:
    """Raises ``NotFound`` unless the credential is this person's, and ``CredentialDecided`` unless it
    waits."""
    credential = await unit.credentials.get(credential_id)
    driver = await unit.drivers.get_by_user(user_id)
    if credential is None or driver is None or credential.driver_id != driver.id:
        raise NotFound("Credential")
    if credential.status is not CredentialStatus.RECORDED:
        raise CredentialDecided


async def lock_waiting(unit: UnitOfWork, user_id: str, credential_id: str, now: datetime) -> None:
    """Keep the credential waiting until this transaction ends. Raises what ``require_waiting`` raises."""
    driver = await unit.drivers.get_by_user(user_id)
    if driver is not None:
        await unit.drivers.mark_changed(driver.id, now)
    await require_waiting(unit, user_id, credential_id)


async def follow_credential(unit: UnitOfWork, credential: CarrierCredential, now: datetime) -> None:
    """After a decision: the document stands as its credential does, and counts no more once that ended."""
    for document in await unit.driver_documents.of_credentials([credential.id]):
        if document.replaced_at is None:
            await unit.driver_documents.save(document, _following(document, credential, now))


def _following(document: DriverDocument, credential: CarrierCredential, now: datetime) -> DriverDocument:
    after = document
    if credential.status in _DECIDED:
        after = attrs.evolve(
            after,
            status=_DECIDED[credential.status],
            reviewed_at=credential.decided_at,
            reviewed_by=credential.decided_by,
            reason=credential.note if credential.status is CredentialStatus.REJECTED else "",
        )
    if CREDENTIAL_LIFECYCLE.is_final(credential.status):
        after = attrs.evolve(after, replaced_at=now)
    return after


_DECIDED = {
    CredentialStatus.VERIFIED: DocumentStatus.APPROVED,
    CredentialStatus.REJECTED: DocumentStatus.REJECTED,
}
