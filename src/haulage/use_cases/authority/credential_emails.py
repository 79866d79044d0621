"""Mails to drivers about their carrier credentials, queued in the transaction of the change."""

from datetime import datetime

import attrs

from haulage.authority import CarrierCredential, CredentialStatus
from haulage.kernel.carrier import CredentialKind
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email


@attrs.frozen
class CredentialEmails:
    """Who has no address any more gets none."""

    identifiers: Identifiers
    templates: EmailTemplates
    public_url: str

    async def decided(self, unit: UnitOfWork, credential: CarrierCredential, at: datetime) -> None:
        """That it was verified, or why it was refused."""
        verified = credential.status is CredentialStatus.VERIFIED
        kind = EmailKind.CREDENTIAL_VERIFIED if verified else EmailKind.CREDENTIAL_REJECTED
        await self._queue(unit, kind, credential, at, {"reason": "" if verified else credential.note})

    async def ending(self, unit: UnitOfWork, credential: CarrierCredential, days: int, at: datetime) -> None:
        """That it ends within so many days."""
        ends = credential.claim.expires_on
        data = {"days": str(days), "ends_on": "" if ends is None else f"{ends:%B} {ends.day}, {ends.year}"}
        await self._queue(unit, EmailKind.CREDENTIAL_ENDING, credential, at, data)

    async def _queue(
        self,
        unit: UnitOfWork,
        kind: EmailKind,
        credential: CarrierCredential,
        at: datetime,
        data: dict[str, str],
    ) -> None:
        driver = await unit.drivers.get(credential.driver_id)
        if driver is None or not driver.email:
            return
        link = f"{self.public_url}/driver-dashboard/profile"
        given = {"name": driver.name, "link": link, "credential": credential_name(credential), **data}
        mail = self.templates.render(kind, to=driver.email, data=given)
        await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), kind, mail, at))


def credential_name(credential: CarrierCredential) -> str:
    """In words; a number is shown to nobody in a mail."""
    match credential.claim.kind:
        case CredentialKind.USDOT:
            return "USDOT number"
        case CredentialKind.STATE_CERTIFICATE:
            return f"certificate of {credential.claim.state}"
        case CredentialKind.INSURANCE:
            return "cargo and liability insurance"
