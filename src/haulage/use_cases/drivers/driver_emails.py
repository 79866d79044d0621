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
        await self._queue(unit, EmailKind.DRIVER_APPROVED, driver, at, "/driver-dashboard")

    async def suspended(self, unit: UnitOfWork, driver: DriverProfile, reason: str, at: datetime) -> None:
        """That they are kept from work for now, and why."""
        await self._queue(unit, EmailKind.DRIVER_SUSPENDED, driver, at, "/driver-dashboard", reason)

    async def reactivated(self, unit: UnitOfWork, driver: DriverProfile, reason: str, at: datetime) -> None:
        """That they may go online again."""
        await self._queue(unit, EmailKind.DRIVER_REACTIVATED, driver, at, "/driver-dashboard", reason)

    async def revoked(self, unit: UnitOfWork, driver: DriverProfile, reason: str, at: datetime) -> None:
        """That they are no longer approved, and why."""
        await self._queue(unit, EmailKind.DRIVER_REVOKED, driver, at, "/drive-with-us?step=7", reason)

    async def _queue(
        self,
        unit: UnitOfWork,
        kind: EmailKind,
        driver: DriverProfile,
        at: datetime,
        path: str,
        reason: str | None = None,
    ) -> None:
        if not driver.email:
            return
        data = {"name": driver.name, "link": f"{self.public_url}{path}"}
        if reason is not None:
            data["reason"] = reason
        mail = self.templates.render(kind, to=driver.email, data=data)
        await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), kind, mail, at))
