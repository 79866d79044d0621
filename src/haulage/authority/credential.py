"""A carrier's credential, from what a driver records to what an administrator verifies (OP-102)."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum

import attrs

from haulage.kernel.carrier import COVER_FLOOR_CENTS, CredentialKind, VerifiedCredential
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import Cents, amount
from haulage.kernel.states import STATES

MAX_NUMBER = 40
MAX_ISSUER = 200
MAX_NOTE = 500
MOST_CREDENTIALS = 20
"""Ours: so many of one driver are recorded or verified at a time."""

MOST_COVER_CENTS: Cents = 100_000_000_00

_USDOT = re.compile(r"[1-9][0-9]{0,7}")
"""FMCSA numbers carriers one after the other; they have had up to seven digits so far."""


class CredentialStatus(StrEnum):
    """How far a credential is."""

    RECORDED = "recorded"
    VERIFIED = "verified"
    REJECTED = "rejected"
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"


class CredentialMove(StrEnum):
    VERIFY = "be_verified"
    REJECT = "be_rejected"
    REPLACE = "be_replaced"
    WITHDRAW = "be_withdrawn"


CREDENTIAL_LIFECYCLE: Lifecycle[CredentialStatus, CredentialMove] = Lifecycle(
    subject="credential",
    moves={
        CredentialStatus.RECORDED: {
            CredentialMove.VERIFY: CredentialStatus.VERIFIED,
            CredentialMove.REJECT: CredentialStatus.REJECTED,
            CredentialMove.REPLACE: CredentialStatus.REPLACED,
            CredentialMove.WITHDRAW: CredentialStatus.WITHDRAWN,
        },
        CredentialStatus.VERIFIED: {
            CredentialMove.REJECT: CredentialStatus.REJECTED,
            CredentialMove.REPLACE: CredentialStatus.REPLACED,
            CredentialMove.WITHDRAW: CredentialStatus.WITHDRAWN,
        },
        CredentialStatus.REJECTED: {},
        CredentialStatus.REPLACED: {},
        CredentialStatus.WITHDRAWN: {},
    },
)


@attrs.define
class CredentialExpired(RuleBroken):
    """What is over by now cannot be verified."""

    code = "credential_expired"
    expired_on: date

    @property
    def message(self) -> str:
        return f"This credential expired on {self.expired_on}: ask the driver for the new one."


class TooManyCredentials(RuleBroken):
    """The driver has recorded more than anybody holds."""

    code = "too_many_credentials"
    message = f"At most {MOST_CREDENTIALS} credentials are kept at a time. Withdraw one first."


@attrs.frozen
class CredentialClaim:
    """What a driver says of a credential; checked as it is made.

    ``state`` is of a certificate. ``issuer``, the insurer, and ``cover_cents`` are of an insurance. An
    insurance ends on a day; a registration or certificate may hold until it is revoked.
    """

    kind: CredentialKind
    number: str
    state: str | None = None
    issuer: str = ""
    cover_cents: Cents | None = None
    expires_on: date | None = None

    def __attrs_post_init__(self) -> None:
        self._check_number()
        if self.kind is CredentialKind.STATE_CERTIFICATE:
            if self.state not in STATES:
                raise InvalidInput("state", "must be the two letters of a state, such as NY")
        elif self.state is not None:
            raise InvalidInput("state", "is only of a state's certificate")
        if len(self.issuer) > MAX_ISSUER:
            raise InvalidInput("issuer", f"must be at most {MAX_ISSUER} characters")
        if self.kind is CredentialKind.INSURANCE:
            self._check_insurance()
        elif self.cover_cents is not None:
            raise InvalidInput("cover_cents", "is only of an insurance")

    def _check_number(self) -> None:
        if not self.number.strip():
            raise InvalidInput("number", "is required")
        if len(self.number) > MAX_NUMBER:
            raise InvalidInput("number", f"must be at most {MAX_NUMBER} characters")
        if self.kind is CredentialKind.USDOT and not _USDOT.fullmatch(self.number):
            raise InvalidInput("number", "must be a USDOT number of up to 8 digits, such as 1234567")

    def _check_insurance(self) -> None:
        if not self.issuer.strip():
            raise InvalidInput("issuer", "is required: who insures you")
        if self.cover_cents is None:
            raise InvalidInput("cover_cents", "is required")
        amount(self.cover_cents, field="cover_cents", at_least=COVER_FLOOR_CENTS, at_most=MOST_COVER_CENTS)
        if self.expires_on is None:
            raise InvalidInput("expires_on", "is required")

    @property
    def subject(self) -> tuple[CredentialKind, str | None]:
        """Of what a driver has one that is verified, and one that waits."""
        return self.kind, self.state


@attrs.frozen
class CarrierCredential:
    """A driver's credential. ``note`` says where it was looked up, or why it was refused."""

    id: str
    driver_id: str
    claim: CredentialClaim
    recorded_at: datetime
    status: CredentialStatus = CredentialStatus.RECORDED
    decided_at: datetime | None = None
    decided_by: str | None = None
    note: str = ""
    reminded_days: int | None = None
    """How many days before its end the driver was last told of it."""
    version: int = 1

    @property
    def is_live(self) -> bool:
        return not CREDENTIAL_LIFECYCLE.is_final(self.status)

    @property
    def as_verified(self) -> VerifiedCredential:
        """As trips ask for it."""
        claim = self.claim
        return VerifiedCredential(claim.kind, claim.state, claim.cover_cents, claim.expires_on)


def require_current(claim: CredentialClaim, today: date) -> None:
    """Raise ``InvalidInput`` for what is over already."""
    if claim.expires_on is not None and claim.expires_on < today:
        raise InvalidInput("expires_on", "must not be in the past")


def verify(
    credential: CarrierCredential, *, by: str, note: str, now: datetime, today: date
) -> CarrierCredential:
    """Somebody has looked it up, and says where. Raises ``IllegalMove``, ``InvalidInput`` and
    ``CredentialExpired``."""
    expires_on = credential.claim.expires_on
    if expires_on is not None and expires_on < today:
        raise CredentialExpired(expires_on)
    return _decided(credential, CredentialMove.VERIFY, by=by, note=note, now=now)


def reject(credential: CarrierCredential, *, by: str, note: str, now: datetime) -> CarrierCredential:
    """Refuse it, or revoke one that was verified; the driver reads why. Raises ``IllegalMove`` and
    ``InvalidInput``."""
    return _decided(credential, CredentialMove.REJECT, by=by, note=note, now=now)


def end(credential: CarrierCredential, move: CredentialMove, *, by: str, now: datetime) -> CarrierCredential:
    """Withdrawn by its driver, or replaced by a newer one. Raises ``IllegalMove``."""
    status = CREDENTIAL_LIFECYCLE.after(credential.status, move)
    return attrs.evolve(credential, status=status, decided_at=now, decided_by=by)


def verified_among(credentials: Iterable[CarrierCredential]) -> tuple[VerifiedCredential, ...]:
    """What a driver's profile carries of them."""
    return tuple(each.as_verified for each in credentials if each.status is CredentialStatus.VERIFIED)


def _decided(
    credential: CarrierCredential, move: CredentialMove, *, by: str, note: str, now: datetime
) -> CarrierCredential:
    if not note.strip():
        raise InvalidInput("note", "is required")
    if len(note) > MAX_NOTE:
        raise InvalidInput("note", f"must be at most {MAX_NOTE} characters")
    status = CREDENTIAL_LIFECYCLE.after(credential.status, move)
    return attrs.evolve(credential, status=status, decided_at=now, decided_by=by, note=note.strip())
