"""How far an applicant is on the way to being approved, and what stands in the way (ONB-10 to ONB-15)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from math import ceil

import attrs

from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentStatus
from haulage.kernel.money import half_up
from haulage.onboarding.application import ApplicationStatus
from haulage.onboarding.form import ApplicationForm
from haulage.onboarding.validation import submit_errors

CHECKS_OF_PROGRESS = 20
"""ONB-11. There are 16 checks, so that an empty form shows 20% (OP-72)."""

MOST_BEFORE_SUBMITTED = 95
"""OP-72: the form is not done before it is sent."""

PERCENT_A_DAY = 20
"""ONB-12."""


class Step(StrEnum):
    """In their order (ONB-13)."""

    APPLICATION = "application"
    DOCUMENTS = "documents"
    BACKGROUND_CHECK = "background_check"
    TRAINING = "training"
    APPROVAL = "approval"


NEXT_STEPS: Mapping[Step, str] = {
    Step.APPLICATION: "Complete application form",
    Step.DOCUMENTS: "Upload required documents",
    Step.BACKGROUND_CHECK: "Wait for background check completion",
    Step.TRAINING: "Complete training modules",
    Step.APPROVAL: "Wait for final approval",
}
"""ONB-14."""


class CheckStatus(StrEnum):
    """ONB-36."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"


CHECK_PERCENT: Mapping[CheckStatus | None, int] = {
    None: 0,
    CheckStatus.PENDING: 25,
    CheckStatus.IN_PROGRESS: 50,
    CheckStatus.COMPLETED: 100,
}

REQUIRED_MODULES = (
    "safety-basics",
    "customer-service",
    "platform-navigation",
    "safety-quiz",
    "vehicle-inspection",
)
"""ONB-51, in their order."""


@attrs.frozen
class HandedIn:
    """A document and where its review stands. The type may be one that is not required."""

    type: str
    status: DocumentStatus
    reason: str = ""


@attrs.frozen
class Blocker:
    """What keeps an applicant from going on, and what they can do."""

    type: Step
    description: str
    action_required: str


@attrs.frozen
class OnboardingProgress:
    """Percents from 0 to 100, and what comes next."""

    application: int
    documents: int
    background_check: int
    training: int
    approval: int
    blockers: tuple[Blocker, ...]

    @property
    def overall(self) -> int:
        """The average of the first four."""
        return half_up(self.application + self.documents + self.background_check + self.training, 4)

    @property
    def current_step(self) -> Step | None:
        """The first that is not done; None once all are."""
        return next(iter(self._open_steps()), None)

    @property
    def completed_steps(self) -> tuple[Step, ...]:
        return tuple(step for step in Step if getattr(self, step) == 100)

    @property
    def estimated_days(self) -> int:
        return ceil(Fraction(100 - self.overall, PERCENT_A_DAY))

    def estimated_completion(self, today: date) -> date:
        """The day by which all of it could be done (ONB-12)."""
        return today + timedelta(days=self.estimated_days)

    @property
    def next_steps(self) -> tuple[str, ...]:
        return tuple(NEXT_STEPS[step] for step in self._open_steps())

    def _open_steps(self) -> Iterator[Step]:
        return (step for step in Step if getattr(self, step) < 100)


def onboarding_progress(
    form: ApplicationForm,
    status: ApplicationStatus,
    *,
    documents: Iterable[HandedIn] = (),
    check: CheckStatus | None = None,
    check_rejected: bool = False,
    trained: Iterable[str] = (),
) -> OnboardingProgress:
    """How far somebody is. *check* is that of their background, None before there is one; *trained* are the
    ids of the modules they have completed. A check that was rejected is complete and blocks (OP-72)."""
    listed = list(documents)
    approved = {each.type for each in listed if each.status is DocumentStatus.APPROVED}
    done = set(trained)
    return OnboardingProgress(
        application=_application_percent(form, status),
        documents=_percent(sum(each in approved for each in REQUIRED_DOCUMENTS), len(REQUIRED_DOCUMENTS)),
        background_check=CHECK_PERCENT[check],
        training=_percent(sum(each in done for each in REQUIRED_MODULES), len(REQUIRED_MODULES)),
        approval=100 if status is ApplicationStatus.APPROVED else 0,
        blockers=tuple(_blockers(listed, check_rejected=check_rejected)),
    )


def _application_percent(form: ApplicationForm, status: ApplicationStatus) -> int:
    errors = len(submit_errors(form))
    percent = _percent(max(CHECKS_OF_PROGRESS - errors, 0), CHECKS_OF_PROGRESS)
    return min(percent, MOST_BEFORE_SUBMITTED) if status is ApplicationStatus.DRAFT else percent


def _blockers(documents: Iterable[HandedIn], *, check_rejected: bool) -> Iterator[Blocker]:
    if check_rejected:
        yield Blocker(Step.BACKGROUND_CHECK, "Background check failed", "Contact support to discuss results")
    for each in documents:
        if each.status is DocumentStatus.REJECTED:
            what = f"Re-upload {each.type}: {each.reason}"
            yield Blocker(Step.DOCUMENTS, f"{each.type} was rejected", what)


def _percent(part: int, whole: int) -> int:
    return half_up(100 * part, whole)
