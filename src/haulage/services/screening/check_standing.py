"""How the background check of an application stands, for its progress and its approval."""

import attrs

from haulage.onboarding import CheckStatus
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.screening import CaseStatus, ScreeningCase


@attrs.frozen
class CheckStanding:
    """*status* is None before there is a check; only an approved one lets an applicant drive (OP-79)."""

    status: CheckStatus | None = None
    is_approved: bool = False
    is_rejected: bool = False


NO_CHECK = CheckStanding()

_STATUS = {
    CaseStatus.CONSENTED: None,
    CaseStatus.OFFER_NEEDED: CheckStatus.PENDING,
    CaseStatus.TO_ORDER: CheckStatus.PENDING,
    CaseStatus.ORDERED: CheckStatus.IN_PROGRESS,
    CaseStatus.CLOSED: None,
}
"""Of every other state the report is complete."""


async def check_of(unit: UnitOfWork, application_id: str) -> CheckStanding:
    """Of the one check that an application has."""
    return standing_of_case(await unit.screenings.of_application(application_id))


def standing_of_case(case: ScreeningCase | None) -> CheckStanding:
    if case is None:
        return NO_CHECK
    return CheckStanding(
        status_of_case(case),
        is_approved=case.status is CaseStatus.CLEARED,
        is_rejected=case.status is CaseStatus.REJECTED,
    )


def status_of_case(case: ScreeningCase) -> CheckStatus | None:
    """The documented word for the state (ONB-36)."""
    return _STATUS.get(case.status, CheckStatus.COMPLETED)
