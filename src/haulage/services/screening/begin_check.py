"""Have a background check ordered: when an application is submitted, or once its applicant agrees."""

from datetime import datetime, timedelta

import attrs

from haulage.jobs import Job, JobKind
from haulage.onboarding import Application
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.screening import CaseStatus, ScreeningCase, place_of
from haulage.screening.steps import request

NO_DELAY = timedelta(0)


@attrs.frozen
class BeginCheck:
    """*delay* is how long a simulated provider takes to begin (ONB-38)."""

    delay: timedelta = NO_DELAY

    async def submitted(self, unit: UnitOfWork, application: Application, now: datetime) -> None:
        """Only with consent, which may also come later (OP-74)."""
        case = await unit.screenings.of_application(application.id)
        if case is not None and case.status is CaseStatus.CONSENTED:
            await self.agreed(unit, case, application, now)

    async def agreed(
        self, unit: UnitOfWork, case: ScreeningCase, application: Application, now: datetime
    ) -> ScreeningCase:
        """In New York City an offer comes first."""
        person = application.form.personal
        ordered = request(case, place_of(person.state, person.zip_code), now)
        saved = await unit.screenings.save(case, ordered)
        await self.have_ordered(unit, saved, now)
        return saved

    async def have_ordered(self, unit: UnitOfWork, case: ScreeningCase, now: datetime) -> None:
        """The job that orders it, if it is to be ordered."""
        if case.status is CaseStatus.TO_ORDER:
            due = now + self.delay
            occasion = str(int(now.timestamp()))
            await unit.jobs.enqueue(Job(JobKind.ORDER_SCREENING, case.id, occasion, due), now)
