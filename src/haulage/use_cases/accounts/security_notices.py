"""Mails to the owner about changes to their account, so that they can undo what they did not do.

Nothing that somebody typed stands in them, such as a passkey's name: nobody can have us mail strangers
words of their own.
"""

from datetime import datetime

import attrs

from haulage.accounts.identities import Provider
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email

PROVIDER_NAMES: dict[Provider, str] = {
    Provider.EMAIL: "e-mail and password",
    Provider.GOOGLE: "Google",
    Provider.FACEBOOK: "Facebook",
}


@attrs.frozen
class SecurityNotices:
    """Emails an account's owner about a change, queued in the same transaction as the change."""

    identifiers: Identifiers
    templates: EmailTemplates

    async def send(self, unit: UnitOfWork, kind: EmailKind, to: str, at: datetime, **data: str) -> None:
        """*to* is the address that the account had before the change."""
        mail = self.templates.render(kind, to=to, data=data)
        await queue_email(unit, QueuedEmail(self.identifiers.new("mil"), kind, mail, at))

    async def send_about_identity(
        self, unit: UnitOfWork, kind: EmailKind, to: str, at: datetime, provider: Provider
    ) -> None:
        """That a sign-in provider was linked to the account or removed from it."""
        await self.send(unit, kind, to, at, provider=PROVIDER_NAMES[provider])
