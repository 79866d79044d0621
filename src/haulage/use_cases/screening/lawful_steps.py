"""What a reviewer may do next with a case: only what the law and the lifecycle allow."""

from datetime import datetime
from enum import StrEnum

from haulage.screening import CASE_LIFECYCLE, CaseMove, CaseStatus, ScreeningCase


class ReviewStep(StrEnum):
    """Steps that a person takes, each a move of the case."""

    MAKE_OFFER = "make_offer"
    ORDER = "order"
    CLEAR = "clear"
    INTEND = "intend_to_reject"
    ASSESS = "assess"
    SEND_NOTICE = "send_notice"
    RESOLVE = "resolve_dispute"
    REJECT = "reject"


_MOVES = (
    (ReviewStep.MAKE_OFFER, CaseMove.MAKE_OFFER),
    (ReviewStep.CLEAR, CaseMove.CLEAR),
    (ReviewStep.INTEND, CaseMove.INTEND),
    (ReviewStep.ASSESS, CaseMove.ASSESS),
    (ReviewStep.SEND_NOTICE, CaseMove.SEND_NOTICE),
    (ReviewStep.RESOLVE, CaseMove.RETURN),
    (ReviewStep.REJECT, CaseMove.REJECT),
)


def lawful_steps(case: ScreeningCase, now: datetime) -> tuple[ReviewStep, ...]:
    """In their order. A rejection is among them only once the waiting period is over."""
    found = [step for step, move in _MOVES if CASE_LIFECYCLE.allows(case.status, move)]
    until = case.notice.until if case.notice else None
    if ReviewStep.REJECT in found and (until is None or now < until):
        found.remove(ReviewStep.REJECT)
    if ReviewStep.RESOLVE in found and not case.has_whole_report:
        found.remove(ReviewStep.RESOLVE)
    if case.status is CaseStatus.TO_ORDER or case.is_canceled:
        found.append(ReviewStep.ORDER)
    return tuple(found)
