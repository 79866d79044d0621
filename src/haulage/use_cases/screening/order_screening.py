"""Order a background check at the provider: the job that does it."""

from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict, HaulageError, Unavailable
from haulage.onboarding import ApplicationForm
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import GiveUp
from haulage.ports.screening import Candidate, ScreeningProvider, ScreeningRefused, ScreeningRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import CaseStatus, ProviderOrder, ScreeningCase
from haulage.screening.steps import failed, ordered


@attrs.frozen
class OrderScreening:
    """The provider is asked outside any transaction, and the case's id makes asking again the same order.

    While the provider cannot be asked the case stays pending, says so, and the job comes back (OP-77).
    *first_look* is after how long its result is looked for.
    """

    storage: Storage
    clock: Clock
    provider: ScreeningProvider
    first_look: timedelta

    async def __call__(self, case_id: str) -> None:
        """Raises ``Unavailable``, and ``GiveUp`` for an order that the provider will never take."""

        async def query(unit: UnitOfWork) -> tuple[ScreeningCase, Candidate] | None:
            case = await unit.screenings.get(case_id)
            if case is None or case.status is not CaseStatus.TO_ORDER:
                return None
            application = await unit.applications.get(case.application_id)
            return None if application is None else (case, candidate_of(application.form))

        found = await self.storage.read(query)
        if found is None:
            return
        case, candidate = found
        request = ScreeningRequest(case.id, candidate, case.package)
        try:
            order = await self.provider.order(request, self.clock.now())
        except Unavailable as error:
            await self._note_failure(case_id, error)
            raise
        except ScreeningRefused as refusal:
            await self._note_failure(case_id, refusal)
            raise GiveUp(refusal.message) from refusal
        await self._note_order(case_id, order)

    async def _note_failure(self, case_id: str, error: HaulageError) -> None:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            present = await unit.screenings.get(case_id)
            if present is not None and present.status is CaseStatus.TO_ORDER:
                await unit.screenings.save(present, failed(present, error.message, now))

        await self.storage.write(work)

    async def _note_order(self, case_id: str, order: ProviderOrder) -> None:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            present = await unit.screenings.get(case_id)
            if present is None or present.status is not CaseStatus.TO_ORDER:
                raise Conflict("background check")
            case = await unit.screenings.save(
                present, ordered(present, order, self.provider.agency.name, now)
            )
            await look_later(unit, case, now, self.first_look)
            facts = {"package": str(case.package)}
            event = AuditEvent(AuditAction.SCREENING_ORDERED, SYSTEM, now, "screening", case.id, facts)
            await unit.audit.append(event)

        await self.storage.write(work)


async def look_later(unit: UnitOfWork, case: ScreeningCase, now: datetime, after: timedelta) -> None:
    """The job that looks for the result, once for each order."""
    occasion = str(int(now.timestamp()))
    await unit.jobs.enqueue(Job(JobKind.CHECK_SCREENING, case.id, occasion, now + after), now)


def candidate_of(form: ApplicationForm) -> Candidate:
    person, licensed = form.personal, form.license
    return Candidate(
        first_name=person.first_name.strip(),
        last_name=person.last_name.strip(),
        email=person.email.strip(),
        phone=person.phone.strip(),
        city=person.city.strip(),
        state=person.state.strip(),
        zip_code=person.zip_code.strip(),
        date_of_birth=person.date_of_birth,
        license_number=licensed.number.strip(),
        license_state=licensed.state.strip(),
    )
