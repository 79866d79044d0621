"""Which applications to drive wait for a decision of ours."""

from sqlalchemy import and_, exists, not_, or_

from haulage.screening import WITH_OTHERS, CaseStatus
from haulage_adapters.sql.tables import (
    approval_overrides,
    driver_applications,
    driver_documents,
    screening_cases,
)
from haulage_adapters.sql.tables.driver_documents import UNDECIDED
from haulage_adapters.sql.tables.onboarding import WAITING

_CHECK = screening_cases.c

_WITH_OTHERS = exists().where(
    _CHECK.application_id == driver_applications.c.id,
    _CHECK.status.in_(sorted(WITH_OTHERS)),
    or_(_CHECK.queued_at.is_(None), _CHECK.status == CaseStatus.WAITING),
)
"""An order that the provider canceled is queued again. A waiting period that is over is listed among the
background checks."""

_CONFIRMABLE = exists().where(approval_overrides.c.user_id == driver_applications.c.user_id)
_DOCUMENT = exists().where(driver_documents.c.user_id == driver_applications.c.user_id, UNDECIDED)

WAITING_FOR_US = and_(WAITING, or_(not_(_WITH_OTHERS), _CONFIRMABLE, _DOCUMENT))
"""Undecided, and not only with the provider or the applicant of its background check."""
