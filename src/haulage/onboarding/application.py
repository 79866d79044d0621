"""An application to drive, from its draft to the decision (ONB-16)."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.onboarding.field_checks import FieldProblem
from haulage.onboarding.form import ApplicationForm

MAX_REASON_LENGTH = 500


class ApplicationStatus(StrEnum):
    """How far an application is."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    UNDER_REVIEW = "under_review"
    APPROVED = "approved"
    REJECTED = "rejected"


class ApplicationMove(StrEnum):
    SUBMIT = "be_submitted"
    REVIEW = "be_reviewed"
    APPROVE = "be_approved"
    REJECT = "be_rejected"
    RETURN = "be_returned"
    REVOKE = "be_revoked"


_REVIEWING = {
    ApplicationMove.REVIEW: ApplicationStatus.UNDER_REVIEW,
    ApplicationMove.APPROVE: ApplicationStatus.APPROVED,
    ApplicationMove.REJECT: ApplicationStatus.REJECTED,
    ApplicationMove.RETURN: ApplicationStatus.DRAFT,
}

APPLICATION_LIFECYCLE: Lifecycle[ApplicationStatus, ApplicationMove] = Lifecycle(
    subject="application",
    moves={
        ApplicationStatus.DRAFT: {ApplicationMove.SUBMIT: ApplicationStatus.SUBMITTED},
        ApplicationStatus.SUBMITTED: _REVIEWING,
        ApplicationStatus.UNDER_REVIEW: _REVIEWING,
        ApplicationStatus.APPROVED: {ApplicationMove.REVOKE: ApplicationStatus.REJECTED},
        ApplicationStatus.REJECTED: {},
    },
)


@attrs.define
class ApplicationIncomplete(RuleBroken):
    """Something that the form asks for is missing; the sentence names all of it."""

    code = "application_incomplete"
    message: str


@attrs.define
class ApplicationInvalid(InvalidInput):
    """A field of the form holds what cannot be right."""

    code = "application_invalid"


class ApplicationNotDraft(RuleBroken):
    """The application was sent: what it says stays as it was."""

    code = "application_not_draft"
    message = "Your application was submitted and cannot be changed any more."


@attrs.frozen
class Application:
    """Somebody's application. ``reviewer`` names who looks at it, ``reviewed_by`` who decided, ``system`` for
    the server itself. ``reason`` is that of the decision, and of a draft that was returned what is asked."""

    id: str
    user_id: str
    form: ApplicationForm
    created_at: datetime
    updated_at: datetime
    status: ApplicationStatus = ApplicationStatus.DRAFT
    submitted_at: datetime | None = None
    reviewer: str | None = None
    reviewed_at: datetime | None = None
    reviewed_by: str | None = None
    reason: str = ""
    version: int = 1

    @property
    def is_draft(self) -> bool:
        return self.status is ApplicationStatus.DRAFT


def fill_in(application: Application, form: ApplicationForm, now: datetime) -> Application:
    """The draft with what was typed. Raises ``ApplicationNotDraft``."""
    if not application.is_draft:
        raise ApplicationNotDraft
    return attrs.evolve(application, form=form, updated_at=now)


def submit(
    application: Application, incomplete: str | None, problems: Sequence[FieldProblem], now: datetime
) -> Application:
    """The application as it waits for its review. *incomplete* is the first sentence of what it lacks,
    *problems* what its fields hold wrongly. Raises ``ApplicationNotDraft``, ``ApplicationIncomplete`` or
    ``ApplicationInvalid``."""
    if not application.is_draft:
        raise ApplicationNotDraft
    if incomplete is not None:
        raise ApplicationIncomplete(incomplete)
    if problems:
        raise ApplicationInvalid(problems[0].field, problems[0].reason)
    status = APPLICATION_LIFECYCLE.after(application.status, ApplicationMove.SUBMIT)
    return attrs.evolve(application, status=status, submitted_at=now, updated_at=now, reason="")


def begin_review(application: Application, by: str, now: datetime) -> Application:
    """*by* looks at it, also in place of somebody else. Raises ``IllegalMove``."""
    status = APPLICATION_LIFECYCLE.after(application.status, ApplicationMove.REVIEW)
    return attrs.evolve(application, status=status, reviewer=by, updated_at=now)


def decide(
    application: Application, move: ApplicationMove, *, by: str, reason: str, now: datetime
) -> Application:
    """Approved, rejected, or revoked, with the reason. Raises ``InvalidInput`` for a missing one,
    ``IllegalMove``."""
    status = APPLICATION_LIFECYCLE.after(application.status, move)
    return attrs.evolve(
        application,
        status=status,
        reviewed_at=now,
        reviewed_by=by,
        reason=checked_reason(reason),
        updated_at=now,
    )


def return_to_applicant(application: Application, question: str, now: datetime) -> Application:
    """A draft again, with what the applicant is asked for. Raises ``InvalidInput`` and ``IllegalMove``."""
    status = APPLICATION_LIFECYCLE.after(application.status, ApplicationMove.RETURN)
    return attrs.evolve(
        application,
        status=status,
        submitted_at=None,
        reviewer=None,
        reason=checked_reason(question),
        updated_at=now,
    )


def checked_reason(reason: str) -> str:
    """The words without the spaces around them. Raises ``InvalidInput`` for none or too many."""
    text = reason.strip()
    if not text or len(text) > MAX_REASON_LENGTH:
        raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
    return text
