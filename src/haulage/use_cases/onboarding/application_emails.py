"""Mails to applicants, queued in the transaction of the change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import attrs

from haulage.onboarding import Application
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email


@attrs.frozen
class ApplicationEmails:
    """To the address of the account, which is proved; the one in the form is not."""

    identifiers: Identifiers
    templates: EmailTemplates
    public_url: str

    async def submitted(self, unit: UnitOfWork, application: Application, at: datetime) -> None:
        """That it was received."""
        await self._queue(unit, EmailKind.APPLICATION_SUBMITTED, application, at, {})

    async def returned(self, unit: UnitOfWork, application: Application, at: datetime) -> None:
        """That something is asked of them, and what."""
        data = {"reason": application.reason}
        await self._queue(unit, EmailKind.APPLICATION_RETURNED, application, at, data, step=3)

    async def rejected(self, unit: UnitOfWork, application: Application, at: datetime) -> None:
        """That it was rejected, and why."""
        data = {"reason": application.reason}
        await self._queue(unit, EmailKind.APPLICATION_REJECTED, application, at, data)

    async def _queue(
        self,
        unit: UnitOfWork,
        kind: EmailKind,
        application: Application,
        at: datetime,
        data: Mapping[str, Any],
        step: int = 7,
    ) -> None:
        user = await unit.accounts.user(application.user_id)
        if user is None or not user.email:
            return
        link = f"{self.public_url}/drive-with-us?step={step}"
        mail = self.templates.render(kind, to=user.email, data={"name": user.name, "link": link, **data})
        await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), kind, mail, at))
