"""A second factor: a thing that somebody has, beside the password that they know.

A factor is enrolled, proved once, and from then on asked for: sessions with one factor only may do no
more than give the second. Time-based one-time passwords are those of RFC 6238.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, RuleBroken, Unauthenticated

CHALLENGE_LIFETIME = timedelta(minutes=5)
MAX_FACTORS = 10
MAX_FRIENDLY_NAME = 100


class FactorType(StrEnum):
    """What somebody has."""

    TOTP = "totp"


class FactorStatus(StrEnum):
    """Whether the factor was ever used; until then it protects nothing."""

    UNVERIFIED = "unverified"
    VERIFIED = "verified"


@attrs.define
class InsufficientAssurance(Unauthenticated):
    """The session was opened with one factor, and the account requires its second."""

    code = "insufficient_aal"
    message: str = "Enter the code of your second factor to go on."


@attrs.define
class EnrollingNeedsBoth(InsufficientAssurance):
    """Whoever has one factor only must not make themselves the other."""

    message: str = "AAL2 required to enroll a new factor"


@attrs.define
class UnenrollingNeedsBoth(InsufficientAssurance):
    """Nor take it away."""

    message: str = "AAL2 required to unenroll verified factor"


class AdminNeedsSecondFactor(Forbidden):
    """In real mode an administrator needs a second factor to reach other people's data."""

    code = "admin_second_factor_required"
    message = (
        "Administrators need a second factor here. Set one up on your account page, under Two-factor "
        "sign-in, and sign in with it."
    )


@attrs.define
class FactorNotFound(NotFound):
    """No such factor of this account."""

    code = "mfa_factor_not_found"
    message = "Factor not found"
    what: str = "Factor"


class ChallengeNotFound(RuleBroken):
    """No open challenge of this factor has this id."""

    code = "mfa_factor_not_found"
    message = "MFA factor with the provided challenge ID not found"


@attrs.define
class ChallengeExpired(RuleBroken):
    """The factor's challenge was answered after it expired."""

    code = "mfa_challenge_expired"
    challenge_id: str

    @property
    def message(self) -> str:
        return (
            f"MFA challenge {self.challenge_id} has expired, verify against another challenge or create a "
            "new challenge."
        )


class WrongFactorCode(RuleBroken):
    """The factor's code is wrong, expired or used already."""

    code = "mfa_verification_failed"
    message = "Invalid TOTP code entered"


@attrs.define
class FactorNameTaken(RuleBroken):
    """Another factor of this account has this name."""

    code = "mfa_factor_name_conflict"
    name: str

    @property
    def message(self) -> str:
        return f'A factor with the friendly name "{self.name}" for this user already exists'


class TooManyFactors(RuleBroken):
    """The account has the largest allowed number of factors."""

    code = "too_many_enrolled_mfa_factors"
    message = "Maximum number of verified factors reached, unenroll to continue"


@attrs.frozen
class Factor:
    """One thing that an account has. *secret* is sealed; *last_step* is the time step of RFC 6238 whose
    code was used last, so that no code works twice."""

    id: str
    account_id: str
    type: FactorType
    friendly_name: str
    secret: str = attrs.field(repr=False)
    created_at: datetime
    updated_at: datetime
    status: FactorStatus = FactorStatus.UNVERIFIED
    last_step: int | None = None

    @property
    def is_verified(self) -> bool:
        return self.status is FactorStatus.VERIFIED


@attrs.frozen
class FactorChallenge:
    """A question for one code of one factor."""

    id: str
    factor_id: str
    created_at: datetime

    @property
    def expires_at(self) -> datetime:
        return self.created_at + CHALLENGE_LIFETIME


def friendly_name(given: str | None) -> str:
    """Raises ``InvalidInput`` for names that nobody could read."""
    name = (given or "").strip()
    if len(name) > MAX_FRIENDLY_NAME or not name.isprintable():
        raise InvalidInput("friendly_name", f"must be at most {MAX_FRIENDLY_NAME} printable characters")
    return name
