"""What has to stand before an applicant is approved, and who may approve without it (OP-79)."""

from collections.abc import Iterator
from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.kernel.own_case import is_own_case
from haulage.onboarding.progress import CHECK_PERCENT, CheckStatus, OnboardingProgress

CHECK_WORDS = {
    CHECK_PERCENT[None]: "not agreed to yet",
    CHECK_PERCENT[CheckStatus.PENDING]: "not at the provider yet",
    CHECK_PERCENT[CheckStatus.IN_PROGRESS]: "no report yet",
}
"""What its percents say: a quarter of a check is nothing that anybody has seen."""


@attrs.define
class ApprovalGateClosed(RuleBroken):
    """Something that every approval needs is missing; only two people together approve without it."""

    code = "approval_gate_closed"
    lacking: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"Not ready to be approved: {'; '.join(self.lacking)}."


class OwnOverride(RuleBroken):
    """Whoever asks for an override does not confirm it."""

    code = "own_override"
    message = "Another administrator has to confirm what you asked for."


class NoOverride(RuleBroken):
    """Nobody has asked for one, or it was withdrawn meanwhile."""

    code = "no_override"
    message = "Nobody asks to approve this person without all that is needed. It may have been withdrawn."


class OverrideRequested(RuleBroken):
    """One is asked for already; it is confirmed or withdrawn first."""

    code = "override_requested"
    message = "An approval without all that is needed was asked for already."


@attrs.frozen
class ApprovalOverride:
    """One administrator asks to approve somebody without all that is needed; a second one confirms it.

    ``requested_by`` is who asked, and an operator where one acted for them: two accounts in one hand are one
    person.
    """

    user_id: str
    requested_by: str
    requested_at: datetime
    reason: str

    def may_be_confirmed_by(self, actor: Actor) -> bool:
        """By a second person, whom it is not about."""
        return self.requested_by != person_behind(actor) and not is_own_case(actor, self.user_id)


def person_behind(actor: Actor) -> str:
    """Who decides: two accounts that one operator acts for are one person."""
    return actor.operated_by or actor.name


def lacking(progress: OnboardingProgress, *, check_approved: bool) -> tuple[str, ...]:
    """What an approval still needs, in words; the age is asked apart, for no override replaces it."""
    return tuple(_lacking(progress, check_approved=check_approved))


def _lacking(progress: OnboardingProgress, *, check_approved: bool) -> Iterator[str]:
    if progress.application < 100:
        yield f"application ({progress.application}% filled in)"
    if progress.documents < 100:
        yield f"documents ({progress.documents}% approved)"
    if progress.background_check < 100:
        yield f"background check ({CHECK_WORDS[progress.background_check]})"
    elif not check_approved:
        yield "background check not approved"
    if progress.training < 100:
        yield f"training ({progress.training}% completed)"


def require_second_person(override: ApprovalOverride | None, by: str) -> ApprovalOverride:
    """The override that *by* may confirm. Raises ``NoOverride`` and ``OwnOverride``."""
    if override is None:
        raise NoOverride
    if override.requested_by == by:
        raise OwnOverride
    return override
