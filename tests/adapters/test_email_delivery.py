"""Emptying the outbox: what is sent, tried again and given up."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import attrs
import pytest

from emails import NOW, a_mail, a_queued_mail
from haulage.email import EmailState, StoredEmail
from haulage.email.delivery import EMAIL_RETENTION
from haulage.jobs import JobKind, JobsPause, PauseReason
from haulage.kernel.actor import OPERATOR
from haulage.kernel.errors import IllegalMove, NotFound, Unavailable
from haulage.ports.messaging.email import Email, EmailRefused
from haulage.ports.runtime.jobs import JobHandler
from haulage.services.email.queue_email import queue_email
from haulage.use_cases.email.deliver_email import EMAIL_PATIENCE, DeliverEmail, ManageEmail
from haulage.use_cases.jobs import RunJob
from haulage.use_cases.retention import DeleteExpiredData
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.system.deadlines import within

pytestmark = pytest.mark.anyio


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

    async def send(self, mail: Email, *, reference: str) -> None:
        self.sent.append((reference, mail))
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
def run(storage: SqlStorage, clock: Clock, mailer: ScriptedMailer) -> RunJob:
    """Does the jobs that send mails."""
    handler = JobHandler(DeliverEmail(storage, clock, mailer), EMAIL_PATIENCE)
    return RunJob(
        storage, clock, dict.fromkeys(JobKind, handler), luck=lambda: 1.0, alarm=log_alarm, within=within
    )


async def put(run: RunJob, *numbers: int) -> None:
    for number in numbers:
        await run.storage.write(lambda unit, number=number: queue_email(unit, a_queued_mail(number)))  # type: ignore[misc]


async def stored(run: RunJob, number: int = 1) -> StoredEmail:
    found = await run.storage.read(lambda unit: unit.emails.get(f"mail_{number}"))
    assert found is not None
    return found


async def test_what_is_in_the_outbox_is_sent_once_under_its_own_reference(
    run: RunJob, mailer: ScriptedMailer
) -> None:
    await put(run, 1, 2)
    assert await run.all_due() == 2
    assert await run.all_due() == 0
    assert mailer.sent == [("mail_1", a_mail()), ("mail_2", a_mail())]
    assert (await stored(run)).state is EmailState.SENT
    assert (await stored(run)).text == ""


async def test_a_mail_that_could_not_be_sent_is_tried_again_after_a_pause(
    run: RunJob, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [Unavailable("mail", "The mail server is asleep.")]
    await put(run, 1)
    assert await run.all_due() == 0
    waiting = await stored(run)
    assert (waiting.state, waiting.last_error) == (EmailState.WAITING, "The mail server is asleep.")
    clock.at = waiting.due_at - timedelta(microseconds=1)
    await run.all_due()
    assert len(mailer.sent) == 1
    clock.at = waiting.due_at
    assert await run.all_due() == 1


async def test_a_mail_that_is_never_taken_is_tried_ten_times_and_kept(
    run: RunJob, mailer: ScriptedMailer, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Links in mails end after an hour, so that the last attempt must be before."""
    mailer.answers = [Unavailable("mail")] * 10
    await put(run, 1)
    while (await stored(run)).state is EmailState.WAITING:
        clock.at = (await stored(run)).due_at
        await run.all_due()
    assert len(mailer.sent) == 10
    assert clock.at - NOW < timedelta(minutes=45)
    assert (await stored(run)).mail == a_mail()
    assert 'alarm mails.dead {"attempts": 10, "mail": "mail_1"}' in caplog.text


async def test_a_mail_over_which_the_mailer_raises_anything_is_given_up_and_can_be_retried(
    run: RunJob, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [RuntimeError("ada@example.com")] * 10
    await put(run, 1)
    for _ in range(10):
        clock.at = (await stored(run)).due_at
        await run.all_due()
    dead = await stored(run)
    assert (dead.state, dead.attempts) == (EmailState.DEAD, 10)
    assert dead.last_error == "A fault in the program: RuntimeError"
    manage = ManageEmail(run.storage, clock)
    assert [each.id for each in await manage.latest(10, state=EmailState.DEAD)] == ["mail_1"]
    await manage.retry(OPERATOR, "mail_1")
    assert await run.all_due() == 1


async def test_a_refused_mail_is_given_up_at_once(
    run: RunJob, mailer: ScriptedMailer, caplog: pytest.LogCaptureFixture
) -> None:
    mailer.answers = [EmailRefused("550 no such mailbox")]
    await put(run, 1)
    await run.all_due()
    given_up = await stored(run)
    assert (given_up.state, given_up.attempts) == (EmailState.DEAD, 1)
    assert given_up.last_error == "The mail was refused: 550 no such mailbox"
    assert 'alarm mails.dead {"attempts": 1, "mail": "mail_1"}' in caplog.text


async def test_a_mail_whose_sending_was_noted_is_not_sent_again_by_a_process_that_died_over_its_job(
    run: RunJob, mailer: ScriptedMailer
) -> None:
    await put(run, 1)
    await DeliverEmail(run.storage, run.clock, mailer)("mail_1")
    assert await run.all_due() == 1
    assert len(mailer.sent) == 1


async def test_a_mail_that_was_erased_is_not_sent(run: RunJob, mailer: ScriptedMailer) -> None:
    await DeliverEmail(run.storage, run.clock, mailer)("mail_9")
    assert mailer.sent == []


async def test_a_mail_is_sent_outside_any_transaction(run: RunJob, mailer: ScriptedMailer) -> None:
    """Another writer is let in while the network is asked: with SQLite there is only one at a time."""
    await put(run, 1)
    meanwhile: list[asyncio.Task[None]] = []
    mailer.before_answer = lambda: meanwhile.append(asyncio.ensure_future(put(run, 2)))
    await run.all_due()
    await asyncio.gather(*meanwhile)
    assert (await stored(run, 2)).state is EmailState.WAITING


async def test_the_operator_has_a_dead_mail_tried_again(
    run: RunJob, mailer: ScriptedMailer, clock: Clock
) -> None:
    manage = ManageEmail(run.storage, clock)
    mailer.answers = [EmailRefused("550 no such mailbox")]
    await put(run, 1, 2)
    await run.all_due()
    assert await manage.counts() == {EmailState.SENT: 1, EmailState.DEAD: 1}
    [dead] = await manage.latest(10, state=EmailState.DEAD)
    again = await manage.retry(OPERATOR, dead.id)
    assert (again.state, again.attempts) == (EmailState.WAITING, 0)
    (entry,) = await run.storage.read(lambda unit: unit.audit.newest(1))
    assert (entry.action, entry.actor_id, entry.facts["subject"]) == ("job_retried", "operator", dead.id)
    assert await run.all_due() == 1
    with pytest.raises(IllegalMove, match="This mail is sent: it cannot be revived"):
        await manage.retry(OPERATOR, dead.id)
    with pytest.raises(NotFound, match="Mail"):
        await manage.retry(OPERATOR, "mail_9")


async def test_mails_that_were_settled_and_their_jobs_are_forgotten_after_thirty_days(
    run: RunJob, mailer: ScriptedMailer, clock: Clock
) -> None:
    mailer.answers = [None, EmailRefused("550 no such mailbox")]
    await put(run, 1, 2)
    await run.all_due()
    await put(run, 3)
    clock.at = NOW + EMAIL_RETENTION
    assert await DeleteExpiredData(run.storage, clock)() == 0
    clock.at += timedelta(microseconds=1)
    assert await DeleteExpiredData(run.storage, clock)() == 2
    assert (await stored(run, 3)).state is EmailState.WAITING
    assert await run.storage.read(lambda unit: unit.jobs.count_dead_by_kind()) == {}


async def test_no_mail_is_taken_while_jobs_are_paused(run: RunJob, mailer: ScriptedMailer) -> None:
    await put(run, 1)
    pause = JobsPause(NOW, PauseReason.RESTORED)
    assert await run.storage.write(lambda unit: unit.operation.pause_jobs(pause))
    assert await run.all_due() == 0
    assert mailer.sent == []
    assert await run.storage.write(lambda unit: unit.operation.resume_jobs())
    assert await run.all_due() == 1
