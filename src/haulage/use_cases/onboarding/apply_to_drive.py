"""An applicant's own application, kept by the server (ONB-57): begun, filled in as it is typed, begun anew,
and submitted."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import (
    Application,
    ApplicationForm,
    ApplicationNotDraft,
    ApplicationStatus,
    PersonalInfo,
    fill_in,
    submit,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.screening.begin_check import BeginCheck
from haulage.use_cases.onboarding.application_emails import ApplicationEmails
from haulage.use_cases.onboarding.application_standing import AgeTerms, ApplicationStanding, standing_of

WHAT = "Application"
"""ONB-28."""


class DrivesAlready(RuleBroken):
    """Whoever is an approved driver has nothing to apply for."""

    code = "drives_already"
    message = "You are approved to drive already."


@attrs.frozen
class ApplyToDrive:
    """For customers and for drivers who are not approved yet; each has one application at a time."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    mails: ApplicationEmails
    terms: AgeTerms
    checks: BeginCheck

    async def show(self, actor: Actor) -> ApplicationStanding | None:
        """The newest; None for whoever has not begun one."""
        authorize(actor, Action.APPLY_TO_DRIVE)

        async def work(unit: UnitOfWork) -> ApplicationStanding | None:
            found = await unit.applications.newest_of(actor.user_id or "")
            return None if found is None else await self._standing(unit, found)

        return await self.storage.read(work)

    async def progress(self, actor: Actor) -> ApplicationStanding:
        """Raises ``NotFound`` for whoever has not begun (ONB-28)."""
        found = await self.show(actor)
        if found is None:
            raise NotFound(WHAT)
        return found

    async def begin(self, actor: Actor) -> ApplicationStanding:
        """A draft with what the account knows; the one that there is, unless it was rejected. Raises
        ``DrivesAlready``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        id, now = self.identifiers.new("app"), self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await unit.applications.newest_of(actor.user_id or "")
            if present is not None and present.status is not ApplicationStatus.REJECTED:
                return await self._standing(unit, present)
            return await self._standing(unit, await add_draft(unit, actor, id, now))

        return await self.storage.write(work)

    async def fill_in(self, actor: Actor, form: ApplicationForm, version: int) -> ApplicationStanding:
        """What was typed so far; *version* is the one that it was typed over. Raises ``NotFound``,
        ``ApplicationNotDraft``, and ``Conflict`` when another device was first."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await _newest(unit, actor)
            changed = fill_in(present, form, now)
            if changed.form == present.form:
                return await self._standing(unit, present)
            if present.version != version:
                raise Conflict("application")
            return await self._standing(unit, await unit.applications.save(present, changed))

        return await self.storage.write(work)

    async def restart(self, actor: Actor) -> ApplicationStanding:
        """A fresh draft in place of the one that there is. Raises ``NotFound``, ``ApplicationNotDraft``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        id, now = self.identifiers.new("app"), self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await _newest(unit, actor)
            if not present.is_draft:
                raise ApplicationNotDraft
            await unit.applications.remove(present)
            return await self._standing(unit, await add_draft(unit, actor, id, now))

        return await self.storage.write(work)

    async def submit(self, actor: Actor) -> ApplicationStanding:
        """Hand it in for review; again changes nothing. Raises ``NotFound``, ``ApplicationIncomplete`` and
        ``ApplicationInvalid``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await _newest(unit, actor)
            standing = await self._standing(unit, present)
            if not present.is_draft:
                return standing
            saved = await unit.applications.save(
                present, submit(present, standing.missing, standing.problems, now)
            )
            await unit.audit.append(
                AuditEvent(AuditAction.APPLICATION_SUBMITTED, actor, now, "application", saved.id)
            )
            await self.mails.submitted(unit, saved, now)
            await self.checks.submitted(unit, saved, now)
            return await self._standing(unit, saved)

        return await self.storage.write(work)

    async def _standing(self, unit: UnitOfWork, application: Application) -> ApplicationStanding:
        return await standing_of(unit, application, self.terms, self.clock.now())


async def _newest(unit: UnitOfWork, actor: Actor) -> Application:
    found = await unit.applications.newest_of(actor.user_id or "")
    if found is None:
        raise NotFound(WHAT)
    return found


async def add_draft(unit: UnitOfWork, actor: Actor, id: str, now: datetime) -> Application:
    """A draft with what the account knows. Raises ``NotFound`` and ``DrivesAlready``."""
    user = await unit.accounts.user(actor.user_id or "")
    if user is None:
        raise NotFound("User")
    driver = await unit.drivers.get_by_user(user.id)
    if driver is not None and driver.is_approved:
        raise DrivesAlready
    first, _, last = user.name.strip().partition(" ")
    person = PersonalInfo(first_name=first, last_name=last, email=user.email, phone=user.phone)
    draft = Application(id, user.id, _with_vehicle(ApplicationForm(person), driver), now, now)
    await unit.applications.add(draft)
    return draft


def _with_vehicle(form: ApplicationForm, driver: DriverProfile | None) -> ApplicationForm:
    """What somebody who signed up as a driver has said of their vehicle before."""
    if driver is None or not driver.vehicle.described:
        return form
    vehicle, plate = driver.vehicle, driver.plate
    own = attrs.evolve(
        form.vehicle,
        type=vehicle.type,
        make=vehicle.make,
        model=vehicle.model,
        year=vehicle.year,
        color=vehicle.color,
        plate="" if plate is None else plate.text,
        capacity_pounds=int(vehicle.capacity.weight),
        capacity_cubic_feet=int(vehicle.capacity.volume),
        features=tuple(sorted(vehicle.features)),
    )
    return attrs.evolve(form, vehicle=own)
