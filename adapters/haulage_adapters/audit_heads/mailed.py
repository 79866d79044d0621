"""A mailbox that heads are mailed to, past the outbox: that is part of the database they guard."""

from datetime import datetime
from html import escape

import attrs

from haulage.audit import Head
from haulage.email import Email
from haulage.ports.messaging.email import Mailer
from haulage.ports.runtime.audit_heads import AuditHeads
from haulage_adapters.audit_heads import written

EXPLAINED = (
    "This is the end of the audit trail. Keep it: with it the trail can be checked for entries that were "
    "removed or written anew, by haulage admin audit --verify --head"
)


@attrs.frozen
class MailedHeads(AuditHeads):
    """The line of the mail can be saved as a file, or NUMBER:HASH of it be given to the command."""

    to: str
    site: str
    mailer: Mailer

    async def store(self, head: Head, at: datetime) -> None:
        line, short = written(head, at, self.site), f"{head.number}:{head.hash}"
        text = f"{EXPLAINED} {short}\n\n{line}\n"
        html = f"<p>{EXPLAINED} <code>{short}</code></p><pre>{escape(line)}</pre>"
        subject = f"Audit trail of {self.site}: entry {head.number}"[:150]
        await self.mailer.send(
            Email(self.to, subject, text, html), reference=f"audit-head-{at:%Y%m%d}-{head.number}"
        )
