"""An application as it is shown to one of its reviewers."""

from collections.abc import Mapping
from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound
from haulage.onboarding import Application, ApprovalOverride
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.onboarding.application_standing import AgeTerms, ApplicationStanding, standing_of


@attrs.frozen
class ReviewedApplication:
    """*may_confirm* is whether this reviewer is the second person that the override asks for, and not the
    applicant; *is_alone* whether the marketplace has no other administrator. *names* are those of the
    reviewers, by id."""

    standing: ApplicationStanding
    override: ApprovalOverride | None
    may_confirm: bool
    is_alone: bool
    names: Mapping[str, str]


async def reviewed(
    unit: UnitOfWork, application: Application, actor: Actor, terms: AgeTerms, now: datetime
) -> ReviewedApplication:
    override = await unit.applications.override_of(application.user_id)
    people = {application.reviewer, application.reviewed_by, override and override.requested_by}
    return ReviewedApplication(
        await standing_of(unit, application, terms, now),
        override,
        override is not None and override.may_be_confirmed_by(actor),
        len(await unit.accounts.administrators(2)) < 2,
        await unit.people.names_of(sorted(each for each in people if each)),
    )


async def submitted_application(
    unit: UnitOfWork, application_id: str, version: int | None = None
) -> Application:
    """For a draft too ``NotFound``: it is nobody's to read. ``Conflict`` where it is no longer the *version*
    that somebody decides about."""
    found = await unit.applications.get(application_id)
    if found is None or found.is_draft:
        raise NotFound("Application")
    if version is not None and found.version != version:
        raise Conflict("application")
    return found
