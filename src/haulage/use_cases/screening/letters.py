"""Letters of a screening case: made, listed and printed."""

from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import Application
from haulage.ports.files.documents import Printer
from haulage.ports.runtime.clock import Clock
from haulage.ports.screening import ScreeningProvider
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import (
    Agency,
    CaseStatus,
    Letter,
    LetterKind,
    Outcome,
    Recipient,
    ScreeningCase,
    rule_of,
)
from haulage.screening.steps import with_letter
from haulage.services.screening.same_agency import require_same_agency
from haulage.use_cases.receipts.documents import Document

WHAT = "Letter"
CERTIFICATE = "certificate"


def letter_of(
    kind: LetterKind,
    case: ScreeningCase,
    application: Application,
    agency: Agency,
    now: datetime,
    *,
    text: str = "",
) -> Letter:
    """A letter with everything that it is printed from, so that it reads the same in six years."""
    person = application.form.personal
    goes_with_report = kind in {LetterKind.PRE_ADVERSE_NOTICE, LetterKind.DISPUTE_RESOLUTION}
    return Letter(
        id=f"{case.id}-{len(case.letters) + 1}",
        kind=kind,
        made_at=now,
        recipient=Recipient(
            f"{person.first_name.strip()} {person.last_name.strip()}",
            person.street.strip(),
            person.city.strip(),
            person.state.strip(),
            person.zip_code.strip(),
        ),
        agency=agency,
        text=text,
        report=case.report if goes_with_report or kind is LetterKind.FINAL_NOTICE else None,
        assessment=case.assessment if goes_with_report else None,
        waiting_business_days=rule_of(case.place, now.date()).waiting_business_days,
    )


@attrs.frozen
class PrintLetters:
    """As PDF, for the applicant and for reviewers."""

    storage: Storage
    clock: Clock
    printer: Printer
    provider: ScreeningProvider

    async def own(self, actor: Actor, letter_id: str) -> Document:
        """The applicant's own; opening the notice delivers it, if no mail has. Raises what
        ``of_application`` raises."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ScreeningCase:
            application = await unit.applications.newest_of(actor.user_id or "")
            case = None if application is None else await unit.screenings.of_application(application.id)
            if case is None:
                raise NotFound(WHAT)
            letter = case.letter(letter_id)
            if letter is None or letter.opened_at is not None:
                return case
            opened = with_letter(case, attrs.evolve(letter, opened_at=now), now)
            return await unit.screenings.save(case, opened)

        return await self._printed(await self.storage.write(work), letter_id)

    async def of_application(self, actor: Actor, application_id: str, letter_id: str) -> Document:
        """For reviewers. Raises ``NotFound``, and ``Unavailable`` for a certificate of another agency's."""
        authorize(actor, Action.REVIEW_APPLICATION)
        case = await self.storage.read(lambda unit: unit.screenings.of_application(application_id))
        if case is None:
            raise NotFound(WHAT)
        return await self._printed(case, letter_id)

    async def _printed(self, case: ScreeningCase, letter_id: str) -> Document:
        letter = case.letter(letter_id)
        if letter is None and letter_id == CERTIFICATE and has_certificate(case):
            letter = await self._certificate(case)
        if letter is None:
            raise NotFound(WHAT)
        return Document(letter.file_name, await self.printer.screening_letter(letter))

    async def _certificate(self, case: ScreeningCase) -> Letter | None:
        application = await self.storage.read(lambda unit: unit.applications.get(case.application_id))
        if application is None or case.completed_at is None:
            return None
        require_same_agency(case, self.provider.agency)
        made = letter_of(LetterKind.CERTIFICATE, case, application, self.provider.agency, case.completed_at)
        return attrs.evolve(made, report=case.report)


def has_certificate(case: ScreeningCase) -> bool:
    """Only a report that found nothing has one (ONB-44)."""
    is_clear = case.report is not None and case.report.outcome is Outcome.CLEAR
    return is_clear and case.status is CaseStatus.CLEARED
