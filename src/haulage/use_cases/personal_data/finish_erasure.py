"""Take what is left of a person out of proofs, texts, mails and files, once the account is erased."""

from datetime import datetime, timedelta
from functools import partial

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.redaction import Redactor
from haulage.ports.identity.tokens import Tokens
from haulage.ports.messaging.email import Mailbox
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.personal_data import Cursor, Erased, Person
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.find_person import find_person
from haulage.use_cases.orders.search_texts import RewriteSearchTexts
from haulage.use_cases.personal_data.erasure_traces import of_pieces
from haulage.use_cases.proofs.delete_proofs import erase_proofs

TEXTS_AT_ONCE = 100
PROOFS_AT_ONCE = 100
"""Ours: each takes about a tenth of a second, while other writers wait on SQLite."""

FINISHED_WITHIN = timedelta(minutes=10)
"""Ours: after that whoever erased the person is taken to have died over it."""

TIME_LIMIT = timedelta(minutes=30)
"""Ours: for somebody with tens of thousands of orders. What is cut off is begun again."""


@attrs.frozen
class FinishErasure:
    """What is left to do when an account is erased, each text and proof in a small transaction. A job does it
    where the process that erased died over it: the sealed traces of the person stay until it is done."""

    storage: Storage
    clock: Clock
    tokens: Tokens
    mailbox: Mailbox | None = None
    """Where mails end up without a mail server."""

    async def __call__(self, user_id: str) -> None:
        """Again changes nothing. May raise ``Unavailable``."""
        person = await self.storage.read(lambda unit: find_person(unit, user_id))
        stored = await self.storage.read(lambda unit: unit.personal_data.erasure_traces(user_id))
        erased = of_pieces([await self.tokens.unseal(each.sealed) for each in stored])
        now = self.clock.now()
        while await self.storage.write(partial(_erase_some_proofs, person=person, now=now)):
            pass
        if stored:
            await self._erase_texts(person, erased)
        if stored and self.mailbox is not None:
            await self.mailbox.erase(erased.addresses, erased.traces, erased.others)
        await RewriteSearchTexts(self.storage)()
        done = [each.id for each in stored]
        await self.storage.write(lambda unit: unit.personal_data.forget_erasure_traces(done))
        await self.storage.scrub(rewrite=True)

    async def _erase_texts(self, person: Person, erased: Erased) -> None:
        redacted, after = Redactor.of(erased.traces), None
        while True:
            some = partial(_erase_some_texts, person=person, erased=erased, redacted=redacted, after=after)
            after = await self.storage.write(some)
            if after is None:
                return


def finish_erasure(user_id: str, now: datetime) -> Job:
    return Job(JobKind.FINISH_ERASURE, user_id, due_at=now + FINISHED_WITHIN)


async def _erase_some_proofs(unit: UnitOfWork, *, person: Person, now: datetime) -> int:
    return await erase_proofs(unit, await unit.proofs.of_customer(person.user_id, PROOFS_AT_ONCE), now)


async def _erase_some_texts(
    unit: UnitOfWork, *, person: Person, erased: Erased, redacted: Redactor, after: Cursor | None
) -> Cursor | None:
    return await unit.personal_data.erase_texts(person, erased.others, redacted, after, TEXTS_AT_ONCE)
