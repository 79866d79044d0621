"""What counts for an application besides its form, read from the capabilities that keep it."""

import attrs

from haulage.onboarding import Application, CheckStatus, HandedIn
from haulage.ports.storage.unit_of_work import UnitOfWork


@attrs.frozen
class OnboardingFacts:
    """*check* is the status of the background check, None before there is one. A check that is completed is
    approved, rejected, or neither while somebody still reviews it. *trained* are the ids of the modules that
    the applicant has completed."""

    documents: tuple[HandedIn, ...] = ()
    check: CheckStatus | None = None
    check_approved: bool = False
    check_rejected: bool = False
    trained: frozenset[str] = frozenset()


async def onboarding_facts(
    unit: UnitOfWork,  # noqa: ARG001 - nothing is kept beside the form yet
    application: Application,  # noqa: ARG001 - likewise
) -> OnboardingFacts:
    """One line for each capability that has something of an applicant."""
    return OnboardingFacts()
