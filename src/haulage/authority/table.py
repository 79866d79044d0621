"""Where which service may be sold, and to whom the law leaves it (OP-102).

For-hire moves of household goods need state authority inside most states (New York: an NYSDOT certificate)
and FMCSA registration across state lines, for the carrier and for a platform that arranges them
(49 U.S.C. 14901(d)(3): at least $25,000 a violation).
"""

from collections.abc import Mapping
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.services import ServiceType


class Authority(StrEnum):
    """What a trip needs: nothing more, a carrier's credential, or it is not sold at all."""

    OPEN = "open"
    WITH_CREDENTIAL = "with_credential"
    CLOSED = "closed"


@attrs.frozen
class Lane:
    """A service from one state to another, by the states' two letters."""

    origin: str
    destination: str
    service: ServiceType

    @property
    def crosses_state_lines(self) -> bool:
        return self.origin != self.destination


@attrs.frozen
class AuthorityTable:
    """What an operator has confirmed by lane, over what the platform ships with (OP-102).

    Shipped: delivery and pickup are open within a state; everything across state lines and all moving
    need a credential.
    """

    confirmed: Mapping[Lane, Authority] = attrs.field(factory=dict)

    def of(self, lane: Lane | None) -> Authority:
        """None is a trip of which a state is not known: it counts as one that needs a credential."""
        if lane is None:
            return Authority.WITH_CREDENTIAL
        found = self.confirmed.get(lane)
        if found is not None:
            return found
        if lane.crosses_state_lines or lane.service is ServiceType.MOVING:
            return Authority.WITH_CREDENTIAL
        return Authority.OPEN


SHIPPED_TABLE = AuthorityTable()


class RouteClosed(RuleBroken):
    """The operator does not sell this service between these states."""

    code = "route_closed"
    message = "We do not offer this service between these places."


class CarrierCredentialRequired(RuleBroken):
    """This needs a driver with a verified carrier credential, and none has recorded one."""

    code = "carrier_credential_required"
    message = (
        "This trip needs a licensed carrier, and we have none yet: "
        "moving household goods and trips across state lines cannot be booked here."
    )


def require_open(authority: Authority) -> None:
    """Raise ``RouteClosed`` or ``CarrierCredentialRequired`` unless every approved driver may do it."""
    match authority:
        case Authority.CLOSED:
            raise RouteClosed
        case Authority.WITH_CREDENTIAL:
            raise CarrierCredentialRequired
        case Authority.OPEN:
            return
