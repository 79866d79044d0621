"""Offering paid orders to drivers: whom, in which order, and for how long (OP-25)."""

from haulage.dispatch.job_offer import (
    JobOffer,
    OfferedToAnother,
    OfferKind,
    OfferOver,
    OfferState,
    accepted,
    declined,
    refused_call,
    require_not_declined,
    require_turn,
    timed_out,
    withdrawn,
)
from haulage.dispatch.search import Search
from haulage.dispatch.terms import STANDARD_OFFER_TERMS, OfferTerms

__all__ = [
    "STANDARD_OFFER_TERMS",
    "JobOffer",
    "OfferKind",
    "OfferOver",
    "OfferState",
    "OfferTerms",
    "OfferedToAnother",
    "Search",
    "accepted",
    "declined",
    "refused_call",
    "require_not_declined",
    "require_turn",
    "timed_out",
    "withdrawn",
]
