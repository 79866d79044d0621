"""The states of a screening case and the moves between them (OP-100)."""

from enum import StrEnum

from haulage.kernel.lifecycle import Lifecycle


class CaseStatus(StrEnum):
    """How far a case is."""

    CONSENTED = "consented"
    """The applicant agreed; their application is not submitted yet."""
    OFFER_NEEDED = "offer_needed"
    """Nothing may be ordered before a conditional offer."""
    TO_ORDER = "to_order"
    ORDERED = "ordered"
    IN_REVIEW = "in_review"
    """A report is complete that a person has to look at."""
    CLEARED = "cleared"
    REJECTION_INTENDED = "rejection_intended"
    ASSESSED = "assessed"
    NOTICE_SENT = "notice_sent"
    WAITING = "waiting"
    """The notice was delivered, and the waiting period began."""
    DISPUTED = "disputed"
    REJECTED = "rejected"
    CLOSED = "closed"
    """The application ended before the case did."""


class CaseMove(StrEnum):
    REQUIRE_OFFER = "wait_for_an_offer"
    REQUEST = "be_requested"
    MAKE_OFFER = "get_an_offer"
    ORDER = "be_ordered"
    REORDER = "be_ordered_again"
    REOPEN = "be_open_again"
    RECEIVE_CLEAR = "be_cleared_by_its_report"
    RECEIVE = "be_reviewed"
    CLEAR = "be_cleared"
    INTEND = "lead_to_a_rejection"
    ASSESS = "be_assessed"
    SEND_NOTICE = "get_a_notice"
    DELIVER = "have_its_notice_delivered"
    DISPUTE = "be_disputed"
    RESTART = "begin_its_waiting_period_again"
    RETURN = "go_back_to_review"
    REJECT = "end_in_a_rejection"
    CLOSE = "be_closed"


S, M = CaseStatus, CaseMove

_REPORTED = {M.RECEIVE: S.IN_REVIEW, M.RECEIVE_CLEAR: S.CLEARED, M.REOPEN: S.ORDERED}
"""A report may change for as long as nobody was rejected; whatever was prepared over the old one falls."""

_ADVERSE = {**_REPORTED, M.CLEAR: S.CLEARED, M.DISPUTE: S.DISPUTED}

CASE_LIFECYCLE: Lifecycle[CaseStatus, CaseMove] = Lifecycle(
    subject="background check",
    moves={
        S.CONSENTED: {M.REQUIRE_OFFER: S.OFFER_NEEDED, M.REQUEST: S.TO_ORDER, M.CLOSE: S.CLOSED},
        S.OFFER_NEEDED: {M.MAKE_OFFER: S.TO_ORDER, M.CLOSE: S.CLOSED},
        S.TO_ORDER: {M.ORDER: S.ORDERED, M.CLOSE: S.CLOSED},
        S.ORDERED: {
            M.RECEIVE: S.IN_REVIEW,
            M.RECEIVE_CLEAR: S.CLEARED,
            M.REORDER: S.TO_ORDER,
            M.CLOSE: S.CLOSED,
        },
        S.IN_REVIEW: {**_ADVERSE, M.INTEND: S.REJECTION_INTENDED},
        S.CLEARED: {**_REPORTED, M.CLOSE: S.CLOSED},
        S.REJECTION_INTENDED: {**_ADVERSE, M.ASSESS: S.ASSESSED},
        S.ASSESSED: {**_ADVERSE, M.SEND_NOTICE: S.NOTICE_SENT},
        S.NOTICE_SENT: {**_ADVERSE, M.DELIVER: S.WAITING},
        S.WAITING: {**_ADVERSE, M.REJECT: S.REJECTED},
        S.DISPUTED: {
            M.RECEIVE_CLEAR: S.CLEARED,
            M.CLEAR: S.CLEARED,
            M.RESTART: S.NOTICE_SENT,
            M.RETURN: S.IN_REVIEW,
        },
        S.REJECTED: {},
        S.CLOSED: {},
    },
    stands={
        S.CONSENTED: "waiting for its application to be submitted",
        S.OFFER_NEEDED: "waiting for a conditional offer",
        S.TO_ORDER: "being ordered",
        S.ORDERED: "under way",
        S.IN_REVIEW: "under review",
        S.REJECTION_INTENDED: "waiting for its assessment",
        S.ASSESSED: "waiting for its notice to be sent",
        S.NOTICE_SENT: "waiting for its notice to arrive",
        S.WAITING: "in its waiting period",
        S.REJECTED: "over, and the applicant rejected",
    },
)

ADVERSE = frozenset({S.REJECTION_INTENDED, S.ASSESSED, S.NOTICE_SENT, S.WAITING})
"""Somebody means to reject the applicant."""

UNDECIDED = ADVERSE | {S.IN_REVIEW, S.DISPUTED}
"""A report speaks against the applicant, and nobody has decided about it: no other reason ends the
application meanwhile, for it could be the report."""

WITH_OTHERS = frozenset({S.TO_ORDER, S.ORDERED, S.NOTICE_SENT, S.WAITING})
"""The provider or the applicant has to do something first, or a waiting period to end."""

FINISHED = frozenset({S.REJECTED, S.CLOSED})

CHECKED = frozenset(S) - {S.CONSENTED, S.OFFER_NEEDED, S.TO_ORDER, S.ORDERED, S.CLOSED}
"""Its report is complete."""
