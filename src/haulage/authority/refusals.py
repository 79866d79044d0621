"""Why a trip is not sold, in the words that its customer reads (OP-102)."""

import attrs

from haulage.authority.table import Lane
from haulage.kernel.errors import RuleBroken
from haulage.kernel.services import ServiceType

SERVICE_WORDS = {
    ServiceType.DELIVERY: "deliveries",
    ServiceType.MOVING: "moves",
    ServiceType.PICKUP: "pickups",
}


@attrs.define
class RouteClosed(RuleBroken):
    """The operator does not sell this service between these states."""

    code = "route_closed"
    lane: Lane

    @property
    def message(self) -> str:
        return f"We do not offer {_what(self.lane)}."


class StateUnknown(RuleBroken):
    """The law decides by states, and one of them is not certain."""

    code = "trip_state_unknown"
    message = "We cannot tell which state one of these places is in. Choose a full street address."


@attrs.define
class CarrierCredentialRequired(RuleBroken):
    """No driver has the credentials on file that this trip needs on its day."""

    code = "carrier_credential_required"
    lane: Lane

    @property
    def message(self) -> str:
        what = _what(self.lane)
        if self.lane.crosses_state_lines:
            return (
                f"We cannot book {what} yet: a trip across state lines needs an insured carrier "
                "with a USDOT number, and none of our drivers has one on file."
            )
        return (
            f"We cannot book {what} yet: they need an insured carrier with a certificate "
            f"of {self.lane.origin}, and none of our drivers has one on file."
        )


def _what(lane: Lane) -> str:
    words = SERVICE_WORDS[lane.service]
    if lane.crosses_state_lines:
        return f"{words} from {lane.origin} to {lane.destination}"
    return f"{words} within {lane.origin}"
