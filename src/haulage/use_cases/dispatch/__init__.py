"""Offering paid orders to drivers: the chosen one at once, then the best matches in turn, then everyone."""

from haulage.services.dispatch.driver_change_emails import DriverEmails
from haulage.use_cases.dispatch.advance_offer import AdvanceOffer
from haulage.use_cases.dispatch.candidates import Candidate, FindCandidates
from haulage.use_cases.dispatch.driver_offers import DriverOffers
from haulage.use_cases.dispatch.list_offers import EndedOffer, OfferedJob, OfferList
from haulage.use_cases.dispatch.reassign_order import ReassignOrder

__all__ = [
    "AdvanceOffer",
    "Candidate",
    "DriverEmails",
    "DriverOffers",
    "EndedOffer",
    "FindCandidates",
    "OfferList",
    "OfferedJob",
    "ReassignOrder",
]
