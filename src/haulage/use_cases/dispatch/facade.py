"""Everything about offering orders to drivers, in one value for the shells to call."""

import attrs

from haulage.use_cases.dispatch.accept_order import AcceptOrder
from haulage.use_cases.dispatch.candidates import FindCandidates
from haulage.use_cases.dispatch.driver_offers import DriverOffers
from haulage.use_cases.dispatch.reassign_order import ReassignOrder


@attrs.frozen
class DispatchUseCases:
    """Offers to drivers, and what administrators change about them."""

    offers: DriverOffers
    accept_offer: AcceptOrder
    reassign: ReassignOrder
    find_candidates: FindCandidates
