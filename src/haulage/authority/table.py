"""Where which service may be sold, and to whom the law leaves it (OP-102).

For-hire moves of household goods need state authority inside most states (New York: an NYSDOT certificate)
and FMCSA registration across state lines, for the carrier and for a platform that arranges them
(49 U.S.C. 14901(d)(3): at least $25,000 a violation).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum

import attrs

from haulage.kernel.carrier import COVER_FLOOR_CENTS, CarrierNeed
from haulage.kernel.money import Cents
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
class LaneRule:
    """What holds for a lane from a day on, and the least that its carrier's insurance covers."""

    authority: Authority
    since: date = date.min
    least_cover_cents: Cents = COVER_FLOOR_CENTS


NEEDS_CREDENTIAL = LaneRule(Authority.WITH_CREDENTIAL)
OPEN_TO_ALL = LaneRule(Authority.OPEN)


@attrs.frozen
class AuthorityTable:
    """What an operator has confirmed by lane and day, over what the platform ships with (OP-102).

    Shipped: delivery and pickup are open within a state; everything across state lines and all moving
    need a credential.
    """

    confirmed: Mapping[Lane, Sequence[LaneRule]] = attrs.field(factory=dict)

    def of(self, lane: Lane | None, day: date) -> LaneRule:
        """Of a lane's rules that hold on *day*, the latest. None is a trip of which a state is not known: it
        counts as one that needs a credential."""
        if lane is None:
            return NEEDS_CREDENTIAL
        begun = [rule for rule in self.confirmed.get(lane, ()) if rule.since <= day]
        if begun:
            return max(begun, key=lambda rule: rule.since)
        if lane.crosses_state_lines or lane.service is ServiceType.MOVING:
            return NEEDS_CREDENTIAL
        return OPEN_TO_ALL


SHIPPED_TABLE = AuthorityTable()


def need_of(lane: Lane, rule: LaneRule) -> CarrierNeed | None:
    """What a trip in this lane asks of its driver; None where every approved driver may do it."""
    if rule.authority is not Authority.WITH_CREDENTIAL:
        return None
    return CarrierNeed(lane.origin, lane.destination, rule.least_cover_cents)
