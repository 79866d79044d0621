"""Mail the letters of a screening case, and note when each was delivered."""

from datetime import timedelta

import attrs

from haulage.email import EmailState
from haulage.ports.files.documents import Printer
from haulage.ports.messaging.email import Attachment, EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import GiveUp, NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import Letter, LetterKind, ScreeningCase
from haulage.screening.steps import with_letter
from haulage.services.email.queue_email import queue_email

PDF = "application/pdf"
LOOK_AGAIN = timedelta(seconds=10)
"""Ours: mails are sent within seconds."""

KINDS = {
    LetterKind.CONDITIONAL_OFFER: EmailKind.SCREENING_OFFER,
    LetterKind.PRE_ADVERSE_NOTICE: EmailKind.SCREENING_NOTICE,
    LetterKind.DISPUTE_RESOLUTION: EmailKind.SCREENING_DISPUTE_ANSWERED,
    LetterKind.FINAL_NOTICE: EmailKind.SCREENING_DECISION,
}


@attrs.frozen
class DeliverLetters:
    """Puts every letter that was not mailed yet into the outbox with its PDF, and waits until it has left.

    A notice is delivered once a mail server has it. One that no server takes is delivered when the applicant
    opens it in their application; until then no waiting period runs.
    """

    storage: Storage
    clock: Clock
    printer: Printer
    templates: EmailTemplates
    public_url: str

    async def __call__(self, case_id: str) -> None:
        """Raises ``NotYet`` while a mail waits, and ``GiveUp`` for one that was given up."""
        case = await self.storage.read(lambda unit: unit.screenings.get(case_id))
        for letter in () if case is None else case.letters:
            if letter.mailed_at is None:
                await self._deliver(case_id, letter)

    async def _deliver(self, case_id: str, letter: Letter) -> None:
        if letter.queued_at is None:
            await self._queue(case_id, letter)
        mail = await self.storage.read(lambda unit: unit.emails.get(_mail_id(letter)))
        if mail is None or mail.state is EmailState.DEAD:
            raise GiveUp("The mail with this letter could not be sent. The applicant can open it online.")
        if mail.state is EmailState.WAITING:
            raise NotYet(self.clock.now() + LOOK_AGAIN, "The mail with this letter was not sent yet.")
        sent_at, now = mail.sent_at or self.clock.now(), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            case, present = await _found(unit, case_id, letter.id)
            if present.mailed_at is None:
                mailed = attrs.evolve(present, mailed_at=sent_at)
                await unit.screenings.save(case, with_letter(case, mailed, now))

        await self.storage.write(work)

    async def _queue(self, case_id: str, letter: Letter) -> None:
        document, now = await self.printer.screening_letter(letter), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            case, present = await _found(unit, case_id, letter.id)
            if present.queued_at is not None:
                return
            user = await unit.accounts.user(case.user_id)
            if user is None or not user.email:
                raise GiveUp("The applicant has no e-mail address.")
            data = {
                "name": user.name,
                "link": f"{self.public_url}/drive-with-us?step=5",
                "days": str(letter.waiting_business_days),
            }
            mail = self.templates.render(KINDS[letter.kind], to=user.email, data=data)
            attached = attrs.evolve(mail, attachments=(Attachment(letter.file_name, PDF, document),))
            await queue_email(unit, QueuedEmail(_mail_id(letter), KINDS[letter.kind], attached, now))
            queued = attrs.evolve(present, queued_at=now)
            await unit.screenings.save(case, with_letter(case, queued, now))

        await self.storage.write(work)


def _mail_id(letter: Letter) -> str:
    return f"mil_{letter.id}"


async def _found(unit: UnitOfWork, case_id: str, letter_id: str) -> tuple[ScreeningCase, Letter]:
    case = await unit.screenings.get(case_id)
    letter = None if case is None else case.letter(letter_id)
    if case is None or letter is None:
        raise GiveUp("The letter is gone.")
    return case, letter
