"""Emptying the outbox: what is sent, tried again and given up, by one process or by several."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import attrs
import pytest

from emails import NOW, a_mail, a_queued_mail
from haulage.email import EmailState, StoredEmail
from haulage.email.delivery import STANDARD_PATIENCE
from haulage.jobs import JobsPause, PauseReason
from haulage.kernel.errors import Conflict, IllegalMove, NotFound, Unavailable
from haulage.ports.messaging.email import Email, EmailRefused
from haulage.use_cases.email.deliver_email import DeliverEmail, ManageEmail
from haulage.use_cases.retention import DeleteExpiredData
from haulage_adapters.email_delivery.worker import Rhythm, deliver_forever, log_mail_fault
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.alarms import log_alarm

pytestmark = pytest.mark.anyio

LEASE = STANDARD_PATIENCE.lease


async def no_wishes() -> int:
    """Nobody has asked for a mail that still has to be written."""
    return 0


@attrs.define
class Clock:
    at: datetime = NOW

    def now(self) -> datetime:
        return self.at


@attrs.define
class ScriptedMailer:
    """Answers as told, and remembers under which reference it was asked to send what."""

    answers: list[Exception | None] = attrs.Factory(list)
    sent: list[tuple[str, Email]] = attrs.Factory(list)
    before_answer: Callable[[], None] = lambda: None
    heard: asyncio.Queue[str] = attrs.Factory(asyncio.Queue)

    async def next_sent(self) -> str:
        """Wait for the next mail, and return its reference."""
        async with asyncio.timeout(10):
            return await self.heard.get()

    async def send(self, mail: Email, *, reference: str) -> None:
        self.sent.append((reference, mail))
        self.heard.put_nowait(reference)
        self.before_answer()
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            raise answer

    async def check(self) -> None:
        """Always open."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def mailer() -> ScriptedMailer:
    return ScriptedMailer()


@pytest.fixture
def deliver(storage: SqlStorage, clock: Clock, mailer: ScriptedMailer) -> DeliverEmail:
    return DeliverEmail(
        storage,
        clock,
        mailer,
        luck=lambda: 1.0,
        notifier=storage.notifier,
        alarm=log_alarm,
        log_fault=log_mail_fault,
    )


async def put(deliver: DeliverEmail, *numbers: int) -> None:
    for number in numbers:
        await deliver.storage.write(lambda unit, number=number: unit.emails.add(a_queued_mail(number)))


async def kept(deliver: DeliverEmail, number: int = 1) -> StoredEmail:
    found = await deliver.storage.read(lambda unit: unit.emails.get(f"mail_{number}"))
    assert found is not None
    return found


async def test_what_is_in_the_outbox_is_sent_once_under_its_own_reference(
    deliver: DeliverEmail, mailer: ScriptedMailer
) -> None:
    await put(deliver, 1, 2)
    assert await deliver.all_due() == 2
    assert await deliver.all_due() == 0
    assert mailer.sent == [("mail_1", a_mail()), ("mail_2", a_mail())]
    assert (await kept(deliver)).state is EmailState.SENT
    assert (await kept(deliver)).text == ""


async def test_a_mail_that_could_not_be_sent_is_tried_again_after_a_pause(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [Unavailable("mail", "The mail server is asleep.")]
    await put(deliver, 1)
    assert await deliver.all_due() == 0
    waiting = await kept(deliver)
    assert (waiting.state, waiting.last_error) == (EmailState.WAITING, "The mail server is asleep.")
    clock.at = waiting.due_at - timedelta(microseconds=1)
    assert await deliver.take_one() is None
    clock.at = waiting.due_at
    assert await deliver.all_due() == 1


async def test_a_mail_that_is_never_taken_is_tried_ten_times_and_kept(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [Unavailable("mail")] * STANDARD_PATIENCE.attempts
    await put(deliver, 1)
    while (await kept(deliver)).state is EmailState.WAITING:
        clock.at = (await kept(deliver)).due_at
        await deliver.all_due()
    assert len(mailer.sent) == STANDARD_PATIENCE.attempts
    assert clock.at - NOW < timedelta(minutes=45)
    assert (await kept(deliver)).mail == a_mail()


async def test_a_mail_over_which_the_mailer_raises_anything_is_given_up_and_can_be_retried(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    mailer.answers = [RuntimeError("ada@example.com")] * STANDARD_PATIENCE.attempts
    await put(deliver, 1)
    for _ in range(STANDARD_PATIENCE.attempts):
        clock.at = (await kept(deliver)).due_at
        await deliver.all_due()
    dead = await kept(deliver)
    assert (dead.state, dead.attempts) == (EmailState.DEAD, STANDARD_PATIENCE.attempts)
    assert dead.last_error == "A fault in the program: RuntimeError"
    assert "mail mail_1 failed by a fault in the program" in caplog.text
    assert 'alarm mails.dead {"attempts": 10, "kind": "recovery", "mail": "mail_1"}' in caplog.text
    desk = ManageEmail(deliver.storage, clock)
    assert [each.id for each in await desk.latest(10, state=EmailState.DEAD)] == ["mail_1"]
    await desk.retry("mail_1")
    assert await deliver.all_due() == 1


async def test_a_mail_over_which_process_after_process_died_is_given_up(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [Unavailable("mail", "The mail server is asleep.")]
    await put(deliver, 1, 2)
    await deliver.all_due()
    for _ in range(STANDARD_PATIENCE.attempts + 1):
        while await deliver.take_one() is not None:
            pass  # and died
        clock.at += timedelta(hours=1)
    first, second = await kept(deliver, 1), await kept(deliver, 2)
    assert (first.state, first.attempts) == (EmailState.DEAD, STANDARD_PATIENCE.attempts)
    assert first.last_error == "The mail server is asleep."
    assert second.state is EmailState.SENT


async def test_a_refused_mail_is_given_up_at_once(deliver: DeliverEmail, mailer: ScriptedMailer) -> None:
    mailer.answers = [EmailRefused("550 no such mailbox")]
    await put(deliver, 1)
    await deliver.all_due()
    given_up = await kept(deliver)
    assert given_up.state is EmailState.DEAD
    assert given_up.last_error == "The mail was refused: 550 no such mailbox"


async def test_a_mail_taken_by_a_process_that_died_is_taken_again_when_its_lease_is_over(
    deliver: DeliverEmail, clock: Clock
) -> None:
    await put(deliver, 1)
    assert await deliver.take_one() is not None
    assert await deliver.take_one() is None
    clock.at += LEASE
    again = await deliver.take_one()
    assert again is not None
    assert again.attempts == 2


async def test_a_lease_that_has_run_out_is_not_used(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    await put(deliver, 1)
    slow = await deliver.take_one()
    assert slow is not None
    clock.at += LEASE
    assert await deliver.send(slow) is EmailState.WAITING
    assert mailer.sent == []


async def test_who_was_overtaken_while_sending_does_not_undo_what_the_other_did(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    await put(deliver, 1)
    slow = await deliver.take_one()
    assert slow is not None
    clock.at += LEASE
    fast = await deliver.take_one()
    assert fast is not None
    assert await deliver.send(fast) is EmailState.SENT
    mailer.answers = [EmailRefused("too late")]
    stalled = attrs.evolve(deliver, clock=Clock(NOW))
    assert await stalled.send(slow) is EmailState.WAITING
    assert (await kept(deliver)).state is EmailState.SENT


async def test_many_senders_at_once_send_each_mail_once(
    deliver: DeliverEmail, mailer: ScriptedMailer
) -> None:
    await put(deliver, *range(1, 13))
    assert sum(await asyncio.gather(*(deliver.all_due() for _ in range(4)))) == 12
    assert len({reference for reference, _ in mailer.sent}) == len(mailer.sent) == 12


async def test_a_mail_is_sent_outside_any_transaction(deliver: DeliverEmail, mailer: ScriptedMailer) -> None:
    """Another writer is let in while the network is asked: with SQLite there is only one at a time."""
    await put(deliver, 1)
    meanwhile: list[asyncio.Task[None]] = []
    mailer.before_answer = lambda: meanwhile.append(asyncio.ensure_future(put(deliver, 2)))
    taken = await deliver.take_one()
    assert taken is not None
    await deliver.send(taken)
    await asyncio.gather(*meanwhile)
    assert (await kept(deliver, 2)).state is EmailState.WAITING


async def test_the_operator_has_a_dead_mail_tried_again(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    desk = ManageEmail(deliver.storage, clock)
    mailer.answers = [EmailRefused("550 no such mailbox")]
    await put(deliver, 1, 2)
    await deliver.all_due()
    assert await desk.counts() == {EmailState.SENT: 1, EmailState.DEAD: 1}
    [dead] = await desk.latest(10, state=EmailState.DEAD)
    await desk.retry(dead.id)
    assert await deliver.all_due() == 1
    with pytest.raises(IllegalMove):
        await desk.retry(dead.id)
    with pytest.raises(NotFound):
        await desk.retry("mail_9")


async def test_what_became_of_a_mail_is_forgotten_after_a_month(
    deliver: DeliverEmail, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [None, EmailRefused("550 no such mailbox")]
    await put(deliver, 1, 2)
    await deliver.all_due()
    await put(deliver, 3)
    clock.at = NOW + STANDARD_PATIENCE.keep
    assert await DeleteExpiredData(deliver.storage, clock)() == 0
    clock.at += timedelta(microseconds=1)
    assert await DeleteExpiredData(deliver.storage, clock)() == 2
    assert (await kept(deliver, 3)).state is EmailState.WAITING


async def test_the_bell_has_a_mail_sent_without_waiting_for_the_next_look(
    deliver: DeliverEmail, mailer: ScriptedMailer
) -> None:
    worker = asyncio.create_task(deliver_forever(deliver, no_wishes, Rhythm(look_every_seconds=3600)))
    await put(deliver, 1)
    assert await mailer.next_sent() == "mail_1"
    await put(deliver, 2)
    assert await mailer.next_sent() == "mail_2"
    worker.cancel()
    await asyncio.wait([worker])
    assert (await kept(deliver)).state is EmailState.SENT
    assert (await kept(deliver, 2)).state is EmailState.SENT


async def test_what_another_process_added_is_found_at_the_next_look(
    deliver: DeliverEmail, mailer: ScriptedMailer, storage: SqlStorage
) -> None:
    worker = asyncio.create_task(deliver_forever(deliver, no_wishes, Rhythm(look_every_seconds=0.01)))
    await storage.write(lambda unit: unit.emails.add(a_queued_mail(1)))
    assert await mailer.next_sent() == "mail_1"
    worker.cancel()
    await asyncio.wait([worker])


async def test_a_fault_of_the_storage_does_not_end_the_work(
    deliver: DeliverEmail, mailer: ScriptedMailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Exception] = [Unavailable("database"), RuntimeError("a defect"), Conflict("mail")]
    take_one = DeliverEmail.take_one

    async def sometimes(self: DeliverEmail) -> StoredEmail | None:
        if faults:
            raise faults.pop(0)
        return await take_one(self)

    monkeypatch.setattr(DeliverEmail, "take_one", sometimes)
    worker = asyncio.create_task(
        deliver_forever(deliver, no_wishes, Rhythm(look_every_seconds=0.01, after_fault_seconds=0.01))
    )
    await put(deliver, 1)
    assert await mailer.next_sent() == "mail_1"
    worker.cancel()
    await asyncio.wait([worker])


async def test_no_mail_is_taken_while_jobs_are_paused(deliver: DeliverEmail, mailer: ScriptedMailer) -> None:
    await put(deliver, 1)
    pause = JobsPause(NOW, PauseReason.RESTORED)
    assert await deliver.storage.write(lambda unit: unit.operation.pause_jobs(pause))
    assert await deliver.all_due() == 0
    assert mailer.sent == []
    assert await deliver.storage.write(lambda unit: unit.operation.resume_jobs())
    assert await deliver.all_due() == 1
