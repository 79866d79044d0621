"""An application with everything that its applicant and its reviewer are shown about it."""

from datetime import date, datetime

import attrs

from haulage.kernel.local_time import platform_time
from haulage.onboarding import (
    MIN_AGE_APPLY,
    MIN_AGE_APPROVE,
    Application,
    FieldProblem,
    OnboardingProgress,
    age_on,
    day_of_age,
    field_problems,
    first_message,
    lacking,
    license_remark,
    onboarding_progress,
)
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.onboarding.onboarding_facts import onboarding_facts


@attrs.frozen
class AgeTerms:
    """How old, in years, somebody has to be to apply and to be approved (OP-70)."""

    to_apply: int = MIN_AGE_APPLY
    to_be_approved: int = MIN_AGE_APPROVE

    def approvable_on(self, application: Application, today: date) -> date | None:
        """The day on which an applicant becomes old enough to be approved; None for whoever is."""
        born = application.form.personal.date_of_birth
        if born is None or age_on(born, today) >= self.to_be_approved:
            return None
        return day_of_age(born, self.to_be_approved)


@attrs.frozen
class ApplicationStanding:
    """*missing* is the sentence for what submitting lacks, None where nothing is; *problems* are fields that
    hold what cannot be right; *remark* asks to look at the license's number again; *lacking* is what an
    approval still needs; *approvable_on* the day on which somebody too young becomes old enough."""

    application: Application
    progress: OnboardingProgress
    estimated_completion: date
    missing: str | None
    problems: tuple[FieldProblem, ...]
    remark: str | None
    lacking: tuple[str, ...]
    approvable_on: date | None


async def standing_of(
    unit: UnitOfWork, application: Application, terms: AgeTerms, now: datetime
) -> ApplicationStanding:
    """By the platform's day of *now*, with what else is known of the applicant."""
    form, today = application.form, platform_time(now).date()
    facts = await onboarding_facts(unit, application, today)
    progress = onboarding_progress(
        form,
        application.status,
        documents=facts.documents,
        check=facts.check,
        check_rejected=facts.check_rejected,
        trained=facts.trained,
    )
    return ApplicationStanding(
        application,
        progress,
        progress.estimated_completion(today),
        first_message(form),
        field_problems(form, today, terms.to_apply),
        license_remark(form),
        lacking(progress, check_approved=facts.check_approved),
        terms.approvable_on(application, today),
    )
