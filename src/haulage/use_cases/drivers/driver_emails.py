"""Mails to drivers about themselves, queued in the transaction of the change."""

from datetime import datetime

import attrs

from haulage.drivers import DriverProfile
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email


@attrs.frozen
class DriverEmails:
    """Who has no address any more gets none."""

    identifiers: Identifiers
    templates: EmailTemplates
    public_url: str

    async def approved(self, unit: UnitOfWork, driver: DriverProfile, at: datetime) -> None:
        """That they may drive, and where they go online."""
        if not driver.email:
            return
        kind, link = EmailKind.DRIVER_APPROVED, f"{self.public_url}/driver-dashboard"
        mail = self.templates.render(kind, to=driver.email, data={"name": driver.name, "link": link})
        await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), kind, mail, at))
