"""Deliver the mails of the outbox; operators list and retry those that fail."""

from collections.abc import Sequence
from datetime import timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.email import EmailState, StoredEmail
from haulage.jobs import JobPatience
from haulage.jobs.stored_job import retried
from haulage.kernel.actor import Actor
from haulage.kernel.errors import IllegalMove, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.ports.messaging.email import Email, EmailRefused, Mailbox, Mailer, PostedEmail
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import GiveUp
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.email.queue_email import send_email_job

EMAIL_PATIENCE = JobPatience(
    first_pause=timedelta(seconds=5), longest_pause=timedelta(minutes=15), attempts=10
)
"""Ours: the ten attempts lie within 40 minutes, and links within mails expire after an hour (AUT-26), so that
nobody receives one that is of no use."""


@attrs.frozen
class DeliverEmail:
    """Does the jobs that send mails.

    A mail goes out at least once: only where the provider took it and the answer, or the note of it,
    was lost can it go out again, under the same reference.
    """

    storage: Storage
    clock: Clock
    mailer: Mailer

    async def __call__(self, email_id: str) -> None:
        """Send it, unless it was sent or erased. The network is asked outside any transaction. Raises
        ``GiveUp`` for one that no server will ever take."""
        mail = await self.storage.read(lambda unit: _waiting(unit, email_id))
        if mail is None:
            return
        try:
            await self.mailer.send(mail, reference=email_id)
        except EmailRefused as refusal:
            raise GiveUp(refusal.message) from refusal
        await self.storage.write(lambda unit: unit.emails.mark_sent(email_id, self.clock.now()))


async def _waiting(unit: UnitOfWork, email_id: str) -> Email | None:
    """The mail with its attachments, if it is still to be sent."""
    email = await unit.emails.get(email_id)
    if email is None or email.state is EmailState.SENT:
        return None
    return attrs.evolve(email.mail, attachments=await unit.emails.attachments(email_id))


@attrs.frozen
class ReadMailbox:
    """The mails that went nowhere else; *mailbox* is None when a mail server has them."""

    mailbox: Mailbox | None

    async def __call__(self, limit: int) -> Sequence[PostedEmail]:
        """The newest first. Raises ``NotFound`` where there is no such mailbox."""
        if self.mailbox is None:
            raise NotFound("Page")
        return await self.mailbox.latest(limit)


@attrs.frozen
class ManageEmail:
    """What an operator sees of the outbox, and may change."""

    storage: Storage
    clock: Clock

    async def latest(self, limit: int, *, state: EmailState | None = None) -> Sequence[StoredEmail]:
        """Newest first."""
        return await self.storage.read(lambda unit: unit.emails.latest(limit, state=state))

    async def counts(self) -> dict[EmailState, int]:
        """How many mails are in each state; a state without any may be missing."""
        return await self.storage.read(lambda unit: unit.emails.count_by_state())

    async def retry(self, actor: Actor, email_id: str) -> StoredEmail:
        """Have a mail that was given up tried again from the beginning. Raises ``NotFound`` and
        ``IllegalMove``."""
        authorize(actor, Action.OPERATE_SERVER)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> StoredEmail | None:
            email, job = await unit.emails.get(email_id), await unit.jobs.get(send_email_job(email_id).id)
            if email is None or job is None:
                return None
            if email.state is not EmailState.DEAD:
                raise IllegalMove("mail", email.state, "be_revived")
            await unit.jobs.save(job, retried(job, now))
            facts: dict[str, Fact] = {"kind": job.kind, "subject": job.subject, "attempts": job.attempts}
            await unit.audit.append(AuditEvent(AuditAction.JOB_RETRIED, actor, now, "job", job.id, facts))
            return await unit.emails.get(email_id)

        again = await self.storage.write(work)
        if again is None:
            raise NotFound("Mail")
        return again
