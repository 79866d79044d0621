"""A mail to every administrator that something waits: a number and a link, and nothing of a person."""

from datetime import datetime

import attrs

from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email

MOST_ADMINISTRATORS = 100
"""Ours: a bound for what one run may send."""


@attrs.frozen
class AdministratorEmail:
    """*page* is the tab of the admin dashboard that it leads to."""

    kind: EmailKind
    page: str
    identifiers: Identifiers
    templates: EmailTemplates
    public_url: str

    async def queue(self, unit: UnitOfWork, count: int, now: datetime) -> None:
        """One to each of them; who has no address any more gets none."""
        link = f"{self.public_url}/admin?tab={self.page}"
        for user in await unit.accounts.administrators(MOST_ADMINISTRATORS):
            if user.email:
                data = {"name": user.name, "count": str(count), "link": link}
                mail = self.templates.render(self.kind, to=user.email, data=data)
                await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), self.kind, mail, now))
