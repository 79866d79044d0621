"""Getting mails from the outbox to whom they are for, and what an operator does when that fails."""

from collections.abc import Callable, Sequence

import attrs

from haulage.kernel.errors import Conflict, HaulageError, NotFound
from haulage.mails import KeptMail, MailState
from haulage.mails.delivery import STANDARD_PATIENCE, Patience, failed, given_up, revived, sent, take
from haulage.ports.clock import Clock
from haulage.ports.events import Bell
from haulage.ports.mail import Mailer, MailRefused
from haulage.ports.storage import Storage

BATCH = 10

Luck = Callable[[], float]
"""A number from 0 to 1, drawn anew at each call."""


@attrs.frozen
class DeliverMail:
    """Sends what is in the outbox. Any number of processes may do so at once.

    A mail goes out at least once: only where the provider took it and the answer, or the note of it,
    was lost can it go out again, under the same reference.
    """

    storage: Storage
    clock: Clock
    mailer: Mailer
    luck: Luck
    bell: Bell
    """Rings when this process has put a mail into the outbox."""
    patience: Patience = STANDARD_PATIENCE

    async def take_one(self) -> KeptMail | None:
        """The mail that is due the longest, under a lease of ours; None when nothing is due."""
        now = self.clock.now()
        for mail in await self.storage.read(lambda unit: unit.mails.due(now, BATCH)):
            try:
                return await self._save(mail, take(mail, now, self.patience))
            except Conflict:
                continue  # Another process was faster.
        return None

    async def send(self, taken: KeptMail) -> MailState:
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
            count += await self.send(taken) is MailState.SENT
        return count

    async def forget_old(self) -> int:
        """Remove what was sent or given up long ago; return how many mails that were."""
        before = self.clock.now() - self.patience.keep
        return await self.storage.write(lambda unit: unit.mails.forget_before(before))

    async def _attempted(self, taken: KeptMail) -> KeptMail:
        try:
            attached = await self.storage.read(lambda unit: unit.mails.attachments(taken.id))
            mail = attrs.evolve(taken.mail, attachments=attached)
            await self.mailer.send(mail, reference=taken.id)
        except MailRefused as refusal:
            return given_up(taken, refusal.message)
        except HaulageError as refusal:
            return failed(taken, refusal.message, self.clock.now(), self.luck(), self.patience)
        return sent(taken, self.clock.now())

    async def _save(self, before: KeptMail, after: KeptMail) -> KeptMail:
        return await self.storage.write(lambda unit: unit.mails.save(before, after))


@attrs.frozen
class MailDesk:
    """What an operator sees of the outbox, and may change."""

    storage: Storage
    clock: Clock

    async def latest(self, limit: int, *, state: MailState | None = None) -> Sequence[KeptMail]:
        """Newest first."""
        return await self.storage.read(lambda unit: unit.mails.latest(limit, state=state))

    async def counts(self) -> dict[MailState, int]:
        """How many mails are in each state; a state without any may be missing."""
        return await self.storage.read(lambda unit: unit.mails.count_by_state())

    async def retry(self, mail_id: str) -> KeptMail:
        """Have a mail that was given up tried again from the beginning. Raises ``NotFound`` and
        ``IllegalMove``."""
        mail = await self.storage.read(lambda unit: unit.mails.get(mail_id))
        if mail is None:
            raise NotFound("Mail")
        again = revived(mail, self.clock.now())
        return await self.storage.write(lambda unit: unit.mails.save(mail, again))
