"""Deliver the mails of the outbox; operators list and retry those that fail."""

from collections.abc import Callable, Sequence
from datetime import datetime

import attrs

from haulage.email import EmailState, StoredEmail
from haulage.email.delivery import (
    STANDARD_PATIENCE,
    Patience,
    abandoned,
    failed,
    given_up,
    revived,
    sent,
    take,
)
from haulage.kernel.errors import Conflict, HaulageError, NotFound
from haulage.ports.messaging.email import EmailRefused, Mailbox, Mailer, PostedEmail
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

BATCH = 10
DEAD = "mails.dead"

Luck = Callable[[], float]
"""A number from 0 to 1, drawn anew at each call."""


@attrs.frozen
class DeliverEmail:
    """Sends what is in the outbox. Any number of processes may do so at once.

    A mail goes out at least once: only where the provider took it and the answer, or the note of it,
    was lost can it go out again, under the same reference.
    """

    storage: Storage
    clock: Clock
    mailer: Mailer
    luck: Luck
    notifier: Notifier
    alarm: Alarm
    """Called for every mail that is given up."""
    log_fault: Callable[[str, Exception], None]
    """Writes down what a mailer raised that is no refusal, with the mail's id."""
    patience: Patience = STANDARD_PATIENCE

    async def take_one(self) -> StoredEmail | None:
        """The mail that is due the longest, under a lease of ours; None when nothing is due, or while jobs
        are paused."""
        now = self.clock.now()
        while due := await self.storage.read(lambda unit: self._due(unit, now)):
            for mail in due:
                over = abandoned(mail, self.patience)
                try:
                    saved = await self._save(mail, over or take(mail, now, self.patience))
                except Conflict:
                    continue  # Another process was faster.
                if over is None:
                    return saved
        return None

    async def _due(self, unit: UnitOfWork, now: datetime) -> Sequence[StoredEmail]:
        if await unit.operation.jobs_pause() is not None:
            return ()
        return await unit.emails.due(now, BATCH)

    async def send(self, taken: StoredEmail) -> EmailState:
        """Send a mail that was taken, and note what came of it. The network is asked outside any transaction.

        A lease that has run out is not used: somebody else may be sending by now.
        """
        if self.clock.now() >= taken.due_at:
            return taken.state
        after = await self._attempted(taken)
        try:
            await self._save(taken, after)
        except Conflict:
            return taken.state
        return after.state

    async def all_due(self) -> int:
        """Try everything that is due once, one after the other; return how many were sent."""
        count = 0
        while (taken := await self.take_one()) is not None:
            count += await self.send(taken) is EmailState.SENT
        return count

    async def _attempted(self, taken: StoredEmail) -> StoredEmail:
        try:
            attached = await self.storage.read(lambda unit: unit.emails.attachments(taken.id))
            mail = attrs.evolve(taken.mail, attachments=attached)
            await self.mailer.send(mail, reference=taken.id)
        except EmailRefused as refusal:
            return given_up(taken, refusal.message)
        except HaulageError as refusal:
            return failed(taken, refusal.message, self.clock.now(), self.luck(), self.patience)
        except Exception as fault:
            self.log_fault(taken.id, fault)
            reason = f"A fault in the program: {type(fault).__name__}"
            return failed(taken, reason, self.clock.now(), self.luck(), self.patience)
        return sent(taken, self.clock.now())

    async def _save(self, before: StoredEmail, after: StoredEmail) -> StoredEmail:
        saved = await self.storage.write(lambda unit: unit.emails.save(before, after))
        if saved.state is EmailState.DEAD:
            self.alarm(DEAD, mail=saved.id, kind=saved.kind.value, attempts=saved.attempts)
        return saved


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

    async def retry(self, mail_id: str) -> StoredEmail:
        """Have a mail that was given up tried again from the beginning. Raises ``NotFound`` and
        ``IllegalMove``."""
        mail = await self.storage.read(lambda unit: unit.emails.get(mail_id))
        if mail is None:
            raise NotFound("Mail")
        again = revived(mail, self.clock.now())
        return await self.storage.write(lambda unit: unit.emails.save(mail, again))
