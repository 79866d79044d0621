"""Mails about documents, queued in the transaction of the change."""

from collections.abc import Mapping
from datetime import date, datetime

import attrs

from haulage.driver_documents import DriverDocument
from haulage.kernel.driver_document import DocumentType
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email

LABELS: Mapping[DocumentType, str] = {
    DocumentType.DRIVERS_LICENSE: "driver's license",
    DocumentType.PROOF_OF_AGE: "proof of age",
    DocumentType.AUTOMOBILE_LIABILITY_INSURANCE: "automobile liability insurance",
    DocumentType.VEHICLE_REGISTRATION: "vehicle registration",
    DocumentType.PROFILE_PHOTO: "profile photo",
    DocumentType.VEHICLE_PHOTO: "photo of the vehicle",
    DocumentType.INSURANCE_CERTIFICATE: "insurance certificate",
    DocumentType.BANK_STATEMENT: "bank statement",
    DocumentType.CARRIER_CREDENTIAL: "document of a carrier credential",
}


@attrs.frozen
class DocumentEmails:
    """To the address of the account, with an address where documents are sent."""

    identifiers: Identifiers
    templates: EmailTemplates
    public_url: str

    async def rejected(self, unit: UnitOfWork, document: DriverDocument, at: datetime) -> None:
        """That another one is needed, and why."""
        data = {"what": LABELS[document.type], "reason": document.reason}
        await self._queue(unit, EmailKind.DOCUMENT_REJECTED, document.user_id, at, data)

    async def all_approved(self, unit: UnitOfWork, user_id: str, at: datetime) -> None:
        """That nothing is missing any more."""
        await self._queue(unit, EmailKind.DOCUMENTS_APPROVED, user_id, at, {})

    async def expiring(self, unit: UnitOfWork, document: DriverDocument, at: datetime) -> None:
        """That a new one is needed soon."""
        data = {"what": LABELS[document.type], "day": _day(document.details.expires_on)}
        await self._queue(unit, EmailKind.DOCUMENT_EXPIRING, document.user_id, at, data)

    async def expired(
        self, unit: UnitOfWork, document: DriverDocument, at: datetime, *, is_off_the_road: bool
    ) -> None:
        """That a new one is needed now, and what that means until then."""
        what = "You are offline until a new one is approved." if is_off_the_road else "Please send a new one."
        data = {
            "what": LABELS[document.type],
            "day": _day(document.details.expires_on),
            "consequence": what,
        }
        await self._queue(unit, EmailKind.DOCUMENT_EXPIRED, document.user_id, at, data)

    async def _queue(
        self, unit: UnitOfWork, kind: EmailKind, user_id: str, at: datetime, data: Mapping[str, str]
    ) -> None:
        user = await unit.accounts.user(user_id)
        if user is None or not user.email:
            return
        driver = await unit.drivers.get_by_user(user_id)
        drives = driver is not None and driver.is_approved
        page = "driver-dashboard/profile" if drives else "drive-with-us?step=4"
        known = {"name": user.name, "link": f"{self.public_url}/{page}", **data}
        mail = self.templates.render(kind, to=user.email, data=known)
        await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), kind, mail, at))


def _day(day: date | None) -> str:
    return "" if day is None else f"{day:%B} {day.day}, {day.year}"
