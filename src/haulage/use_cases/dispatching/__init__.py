"""Offering paid orders to drivers: the chosen one at once, then the best matches in turn, then everyone."""

from haulage.use_cases.dispatching.candidates import Candidate, FindCandidates
from haulage.use_cases.dispatching.desk import OfferDesk
from haulage.use_cases.dispatching.listing import EndedOffer, OfferedJob, OfferList
from haulage.use_cases.dispatching.moving_on import MoveOfferOn
from haulage.use_cases.dispatching.reassigning import ReassignOrder
from haulage.use_cases.dispatching.ringing import RingingStorage
from haulage.use_cases.dispatching.telling import DriverMails

__all__ = [
    "Candidate",
    "DriverMails",
    "EndedOffer",
    "FindCandidates",
    "MoveOfferOn",
    "OfferDesk",
    "OfferList",
    "OfferedJob",
    "ReassignOrder",
    "RingingStorage",
]
