"""What the law asks of who carries household goods for hire: a trip's need, and what answers it.

A trip across state lines needs a registration with the federal government (49 U.S.C. 13902), and a trip
within a state the certificate of that state; both need insurance (OP-102).
"""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum

import attrs

from haulage.kernel.money import Cents

COVER_FLOOR_CENTS: Cents = 100_000_00
"""The least that an insurance covers (OP-102); the authority table may ask more for a trip."""


class CredentialKind(StrEnum):
    """A number of the federal Department of Transportation, a state's certificate, or an insurance."""

    USDOT = "usdot"
    STATE_CERTIFICATE = "state_certificate"
    INSURANCE = "insurance"


@attrs.frozen
class VerifiedCredential:
    """A credential that somebody has verified, as far as trips ask for it.

    ``state`` is the one that gave a certificate, ``cover_cents`` what an insurance covers, and ``expires_on``
    its last day; a registration without one holds until it is revoked.
    """

    kind: CredentialKind
    state: str | None = None
    cover_cents: Cents | None = None
    expires_on: date | None = None

    def holds_on(self, day: date) -> bool:
        return self.expires_on is None or day <= self.expires_on


@attrs.frozen
class CarrierNeed:
    """What a trip from state to state asks of its driver."""

    origin: str
    destination: str
    least_cover_cents: Cents = COVER_FLOOR_CENTS

    @property
    def crosses_state_lines(self) -> bool:
        return self.origin != self.destination

    def met_by(self, credentials: Iterable[VerifiedCredential], day: date) -> bool:
        """Whether these allow the trip on *day*, a day of the platform's calendar."""
        holding = [each for each in credentials if each.holds_on(day)]
        return any(map(self._is_permitted_by, holding)) and any(map(self._is_covered_by, holding))

    def _is_permitted_by(self, credential: VerifiedCredential) -> bool:
        if self.crosses_state_lines:
            return credential.kind is CredentialKind.USDOT
        return credential.kind is CredentialKind.STATE_CERTIFICATE and credential.state == self.origin

    def _is_covered_by(self, credential: VerifiedCredential) -> bool:
        return (
            credential.kind is CredentialKind.INSURANCE
            and (credential.cover_cents or 0) >= self.least_cover_cents
        )
