"""What comes next in a screening case, and how long each state may last before somebody looks."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from haulage.screening.lifecycle import CaseStatus


class NextAction(StrEnum):
    """Whom a case waits for, and with what."""

    APPLICANT_SUBMITS = "applicant_submits"
    MAKE_OFFER = "make_offer"
    ORDER = "order"
    PROVIDER_REPORTS = "provider_reports"
    REVIEW = "review"
    ASSESS = "assess"
    SEND_NOTICE = "send_notice"
    NOTICE_ARRIVES = "notice_arrives"
    WAITING_PERIOD_ENDS = "waiting_period_ends"
    DECIDE = "decide"
    ANSWER_DISPUTE = "answer_dispute"
    NOTHING = "nothing"


_ACTIONS: Mapping[CaseStatus, NextAction] = {
    CaseStatus.CONSENTED: NextAction.APPLICANT_SUBMITS,
    CaseStatus.OFFER_NEEDED: NextAction.MAKE_OFFER,
    CaseStatus.TO_ORDER: NextAction.ORDER,
    CaseStatus.ORDERED: NextAction.PROVIDER_REPORTS,
    CaseStatus.IN_REVIEW: NextAction.REVIEW,
    CaseStatus.REJECTION_INTENDED: NextAction.ASSESS,
    CaseStatus.ASSESSED: NextAction.SEND_NOTICE,
    CaseStatus.NOTICE_SENT: NextAction.NOTICE_ARRIVES,
    CaseStatus.WAITING: NextAction.WAITING_PERIOD_ENDS,
    CaseStatus.DISPUTED: NextAction.ANSWER_DISPUTE,
    CaseStatus.CLEARED: NextAction.NOTHING,
    CaseStatus.REJECTED: NextAction.NOTHING,
    CaseStatus.CLOSED: NextAction.NOTHING,
}

STUCK_AFTER: Mapping[CaseStatus, timedelta] = {
    CaseStatus.TO_ORDER: timedelta(days=2),
    CaseStatus.ORDERED: timedelta(days=14),
    CaseStatus.NOTICE_SENT: timedelta(days=7),
}
"""Ours: so long nothing may change before an operator is told. An order that fails is tried for a day. An
invitation is open for 7 days, and the slowest check takes 5 business days. A notice that no mail server took
waits for an applicant who may never open it."""


def next_action(
    status: CaseStatus, waiting_until: datetime | None, now: datetime, *, is_queued: bool = False
) -> NextAction:
    """A waiting period that is over leaves the decision to a reviewer. An ordered check waits for one
    (*is_queued*) when the provider canceled it."""
    if status is CaseStatus.ORDERED and is_queued:
        return NextAction.ORDER
    if status is CaseStatus.WAITING and waiting_until is not None and waiting_until <= now:
        return NextAction.DECIDE
    return _ACTIONS[status]
