"""The outbox's contract, on SQLite and on PostgreSQL."""

from datetime import timedelta

import attrs
import pytest

from emails import NOW, a_queued_mail, stored_email
from haulage.email import Attachment, EmailState, StoredEmail
from haulage.jobs.stored_job import failed, finished, refused
from haulage.kernel.errors import Conflict
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.email.queue_email import queue_email, send_email_job
from haulage.use_cases.email.deliver_email import EMAIL_PATIENCE
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

LATER = NOW + timedelta(minutes=1)


async def stored(storage: Storage, number: int = 1, **changes: object) -> StoredEmail:
    queued = a_queued_mail(number, **changes)
    await storage.write(lambda unit: queue_email(unit, queued))
    return stored_email(queued)


async def get(storage: Storage, number: int = 1) -> StoredEmail | None:
    return await storage.read(lambda unit: unit.emails.get(f"mail_{number}"))


async def give_up(storage: Storage, number: int = 1) -> None:
    async def work(unit: UnitOfWork) -> None:
        job = await unit.jobs.get(send_email_job(f"mail_{number}").id)
        assert job is not None
        await unit.jobs.save(job, refused(job, "no such mailbox", NOW))

    await storage.write(work)


async def test_what_was_added_comes_back_equal(storage: Storage) -> None:
    added = await stored(storage)
    assert await get(storage) == added
    assert await get(storage, 9) is None


async def test_an_id_is_used_once(storage: Storage) -> None:
    await stored(storage)
    with pytest.raises(Conflict):
        await stored(storage)


async def test_a_mail_and_its_job_are_kept_only_when_their_unit_is(storage: Storage) -> None:
    async def fails(unit: UnitOfWork) -> None:
        await queue_email(unit, a_queued_mail())
        raise RuntimeError("the change failed")

    with pytest.raises(RuntimeError):
        await storage.write(fails)
    assert await get(storage) is None
    assert await storage.read(lambda unit: unit.jobs.due(LATER, 10)) == []


async def test_a_mail_is_shown_with_what_its_job_says(storage: Storage) -> None:
    added = await stored(storage)

    async def fail(unit: UnitOfWork) -> None:
        job = await unit.jobs.get(send_email_job(added.id).id)
        assert job is not None
        await unit.jobs.save(job, failed(job, "The mail server is asleep.", NOW, 1.0, EMAIL_PATIENCE))

    await storage.write(fail)
    expected = attrs.evolve(
        added, attempts=1, due_at=NOW + timedelta(seconds=5), last_error="The mail server is asleep."
    )
    assert await get(storage) == expected


async def test_a_sent_mail_is_kept_without_what_it_said_and_when_it_was_sent_first(storage: Storage) -> None:
    await stored(storage)
    for at in (NOW, LATER):
        await storage.write(lambda unit, at=at: unit.emails.mark_sent("mail_1", at))  # type: ignore[misc]
    done = await get(storage)
    assert done is not None
    assert (done.text, done.html, done.sent_at, done.state) == ("", "", NOW, EmailState.SENT)


async def test_a_sent_mail_is_still_shown_when_its_job_is_forgotten(storage: SqlStorage) -> None:
    await stored(storage)
    await storage.write(lambda unit: unit.emails.mark_sent("mail_1", LATER))

    async def finish(unit: UnitOfWork) -> None:
        job = await unit.jobs.get(send_email_job("mail_1").id)
        assert job is not None
        await unit.jobs.save(job, finished(job, NOW))
        assert await unit.jobs.forget_before(LATER, 10) == 1

    await storage.write(finish)
    done = await get(storage)
    assert done is not None
    assert (done.state, done.due_at, done.attempts) == (EmailState.SENT, NOW, 0)


async def test_what_goes_with_a_mail_is_kept_until_it_is_sent(storage: Storage) -> None:
    files = (Attachment("a.pdf", "application/pdf", b"\x00\xff"), Attachment("b.txt", "text/plain", b"b"))

    async def attached(number: int) -> tuple[Attachment, ...]:
        return await storage.read(lambda unit: unit.emails.attachments(f"mail_{number}"))

    await stored(storage, 1, attachments=files)
    await stored(storage, 2, attachments=files[:1], to="bob@example.com")
    assert (await attached(1), await attached(2)) == (files, files[:1])
    await storage.write(lambda unit: unit.emails.mark_sent("mail_1", LATER))
    assert (await attached(1), await attached(2)) == ((), files[:1])


async def test_the_newest_are_shown_first_and_counted_by_state(storage: Storage) -> None:
    for number in (1, 2, 3):
        await stored(storage, number, at=NOW + number * timedelta(minutes=1))
    await give_up(storage, 1)
    await storage.write(lambda unit: unit.emails.mark_sent("mail_3", LATER))
    shown = await storage.read(lambda unit: unit.emails.latest(10))
    assert [(mail.id, mail.state.value) for mail in shown] == [
        ("mail_3", "sent"),
        ("mail_2", "waiting"),
        ("mail_1", "dead"),
    ]
    for mail in shown:
        only = await storage.read(lambda unit, mail=mail: unit.emails.latest(9, state=mail.state))  # type: ignore[misc]
        assert only == [mail]
    counted = await storage.read(lambda unit: unit.emails.count_by_state())
    assert counted == dict.fromkeys(EmailState, 1)
