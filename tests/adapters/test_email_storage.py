"""The outbox's contract, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import attrs
import pytest
from sqlalchemy import update

from emails import NOW, a_queued_mail
from haulage.email import Attachment, EmailState, StoredEmail
from haulage.email.delivery import STANDARD_PATIENCE, given_up, keep, sent, take
from haulage.kernel.errors import Conflict
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import emails

pytestmark = pytest.mark.anyio

LATER = NOW + timedelta(minutes=1)


async def kept(storage: Storage, number: int = 1, **changes: object) -> StoredEmail:
    queued = a_queued_mail(number, **changes)
    await storage.write(lambda unit: unit.emails.add(queued))
    return keep(queued)


async def saved(storage: Storage, before: StoredEmail, after: StoredEmail) -> StoredEmail:
    return await storage.write(lambda unit: unit.emails.save(before, after))


async def due_ids(storage: Storage, at: object = NOW, limit: int = 10) -> list[str]:
    return [mail.id for mail in await storage.read(lambda unit: unit.emails.due(at, limit))]


async def test_what_was_added_comes_back_equal(storage: Storage) -> None:
    added = await kept(storage)
    assert await storage.read(lambda unit: unit.emails.get("mail_1")) == added
    assert await storage.read(lambda unit: unit.emails.get("mail_9")) is None


async def test_an_id_is_used_once(storage: Storage) -> None:
    await kept(storage)
    with pytest.raises(Conflict):
        await kept(storage)


async def test_a_mail_is_kept_only_when_its_unit_is(storage: Storage) -> None:
    async def fails(unit: UnitOfWork) -> None:
        await unit.emails.add(a_queued_mail())
        raise RuntimeError("the change failed")

    with pytest.raises(RuntimeError):
        await storage.write(fails)
    assert await due_ids(storage) == []


async def test_what_waits_is_due_from_its_time_on_and_the_longest_due_first(storage: Storage) -> None:
    await kept(storage, 1, at=LATER)
    second, third = await kept(storage, 2, at=NOW), await kept(storage, 3, at=NOW)
    assert await due_ids(storage) == ["mail_2", "mail_3"]
    assert await due_ids(storage, LATER) == ["mail_2", "mail_3", "mail_1"]
    assert await due_ids(storage, LATER, limit=1) == ["mail_2"]
    await saved(storage, second, take(second, NOW, STANDARD_PATIENCE))
    await saved(storage, third, given_up(third, "refused"))
    assert await due_ids(storage) == []
    assert await due_ids(storage, NOW + STANDARD_PATIENCE.lease) == ["mail_1", "mail_2"]


async def test_a_sent_mail_is_kept_without_what_it_said(storage: Storage) -> None:
    taken = take(await kept(storage), NOW, STANDARD_PATIENCE)
    done = await saved(storage, taken, sent(taken, LATER))
    assert await storage.read(lambda unit: unit.emails.get("mail_1")) == done
    assert (done.text, done.html, done.version) == ("", "", 2)
    with pytest.raises(DatabaseRefused):
        await saved(storage, done, attrs.evolve(done, text="again"))


async def test_what_goes_with_a_mail_is_kept_until_it_is_sent_or_forgotten(storage: Storage) -> None:
    files = (Attachment("a.pdf", "application/pdf", b"\x00\xff"), Attachment("b.txt", "text/plain", b"b"))

    async def attached(number: int) -> tuple[Attachment, ...]:
        return await storage.read(lambda unit: unit.emails.attachments(f"mail_{number}"))

    taken = take(await kept(storage, 1, attachments=files), NOW, STANDARD_PATIENCE)
    await kept(storage, 2, attachments=files[:1], to="bob@example.com")
    assert (await attached(1), await attached(2)) == (files, files[:1])
    await saved(storage, taken, sent(taken, LATER))
    assert (await attached(1), await attached(2)) == ((), files[:1])
    await storage.write(lambda unit: unit.emails.forget("bob@example.com"))
    assert await attached(2) == ()


async def test_the_newest_are_shown_first_and_counted_by_state(storage: Storage) -> None:
    first = await kept(storage, 1)
    await kept(storage, 2, at=LATER)
    dead = await saved(storage, first, given_up(first, "refused"))
    shown = await storage.read(lambda unit: unit.emails.latest(10))
    assert [mail.id for mail in shown] == ["mail_2", "mail_1"]
    assert await storage.read(lambda unit: unit.emails.latest(10, state=EmailState.DEAD)) == [dead]
    counted = await storage.read(lambda unit: unit.emails.count_by_state())
    assert counted == {EmailState.WAITING: 1, EmailState.DEAD: 1}


async def test_mails_to_an_address_can_be_forgotten(storage: Storage) -> None:
    await kept(storage, 1)
    await kept(storage, 2, to="bea@example.com")
    await storage.write(lambda unit: unit.emails.forget("ann@example.com"))
    assert await due_ids(storage) == ["mail_2"]


Save = Callable[[UnitOfWork, StoredEmail, StoredEmail], Awaitable[object]]


async def _guarded(unit: UnitOfWork, before: StoredEmail, after: StoredEmail) -> object:
    return await unit.emails.save(before, after)


async def _unguarded(unit: object, before: StoredEmail, after: StoredEmail) -> None:
    """The same change without asking whether anybody was first."""
    change = update(emails).where(emails.c.id == before.id).values(due_at=after.due_at)
    await unit.emails._session.run(change)  # type: ignore[attr-defined]


async def _takers(storage: SqlStorage, save: Save) -> int:
    """How many of twenty believe that they may send the one mail."""
    mail = await kept(storage)

    async def one() -> bool:
        try:
            await storage.write(lambda unit: save(unit, mail, take(mail, NOW, STANDARD_PATIENCE)))
        except Conflict:
            return False
        return True

    return sum(await asyncio.gather(*(one() for _ in range(20))))


async def test_one_of_twenty_takes_a_mail(storage: SqlStorage) -> None:
    assert await _takers(storage, _guarded) == 1


async def test_without_the_version_more_than_one_takes_it(storage: SqlStorage) -> None:
    assert await _takers(storage, _unguarded) > 1
