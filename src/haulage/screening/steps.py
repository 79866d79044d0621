"""The steps of a screening case. No way leads to a rejection past one of them (OP-100).

Every step raises ``IllegalMove`` from a state that it does not follow.
"""

from datetime import datetime

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.screening.assessment import Assessment
from haulage.screening.case import (
    MAX_FAILURE,
    MAX_REASON,
    CheckUnderWay,
    DeliveredBy,
    Dispute,
    DisputedAtProvider,
    Intent,
    Notice,
    Offer,
    ProviderOrder,
    ReportUndecided,
    ScreeningCase,
    WaitingPeriodRuns,
)
from haulage.screening.consent import Consent
from haulage.screening.decision import OverallStatus, decide
from haulage.screening.letter import Letter
from haulage.screening.lifecycle import ADVERSE, CASE_LIFECYCLE, CaseMove, CaseStatus
from haulage.screening.packages import ScreeningPackage
from haulage.screening.places import ScreeningPlace, rule_of, waiting_until
from haulage.screening.report import Progress, ScreeningReport

WITHOUT_REPORT = frozenset({CaseStatus.CONSENTED, CaseStatus.OFFER_NEEDED, CaseStatus.TO_ORDER})


def agree_again(case: ScreeningCase, given: Consent, now: datetime) -> ScreeningCase:
    """Consent to a newer text, before anything was requested."""
    if case.status is not CaseStatus.CONSENTED:
        raise CheckUnderWay
    return attrs.evolve(case, consent=given, updated_at=now)


def request(case: ScreeningCase, place: ScreeningPlace, now: datetime) -> ScreeningCase:
    """The application was submitted by somebody who lives in *place*."""
    needs_offer = rule_of(place, now.date()).needs_offer
    move = CaseMove.REQUIRE_OFFER if needs_offer else CaseMove.REQUEST
    return _moved(case, move, now, place=place, requested_at=now)


def make_offer(case: ScreeningCase, by: str, letter: Letter, now: datetime) -> ScreeningCase:
    """A conditional offer was made, after which a check may be ordered."""
    return _moved(case, CaseMove.MAKE_OFFER, now, offer=Offer(by, now), letters=(*case.letters, letter))


def ordered(case: ScreeningCase, order: ProviderOrder, provider: str, now: datetime) -> ScreeningCase:
    """The provider took the order."""
    return _moved(case, CaseMove.ORDER, now, order=order, provider=provider, failure="")


def order_again(case: ScreeningCase, package: ScreeningPackage, now: datetime) -> ScreeningCase:
    """Have a canceled check, or one that could not be ordered, ordered with *package*. Raises
    ``CheckUnderWay`` for one that the provider works on."""
    if case.status is CaseStatus.TO_ORDER:
        return attrs.evolve(case, package=package, updated_at=now)
    if case.status is CaseStatus.ORDERED and not case.is_canceled:
        raise CheckUnderWay
    return _moved(case, CaseMove.REORDER, now, package=package, order=None, report=None, failure="")


def failed(case: ScreeningCase, message: str, now: datetime) -> ScreeningCase:
    """The provider could not be asked: the case stays as it is and says so (OP-77)."""
    sentence = f"Failed to initiate background check: {message}"[:MAX_FAILURE]
    return attrs.evolve(case, failure=sentence, updated_at=now)


def invited(case: ScreeningCase, order: ProviderOrder, now: datetime) -> ScreeningCase:
    """What else the provider said of its order, such as the report's id."""
    return case if order == case.order else attrs.evolve(case, order=order, updated_at=now)


def receive(case: ScreeningCase, report: ScreeningReport, now: datetime) -> ScreeningCase:
    """The report as the provider tells it now. Only a complete one is evaluated (OP-75); one that changed
    takes back what was prepared over the one before."""
    if case.is_finished or report == case.report:
        return case
    if case.status in WITHOUT_REPORT:
        CASE_LIFECYCLE.after(case.status, CaseMove.RECEIVE)
    present = attrs.evolve(case, report=report, updated_at=now)
    if report.progress is not Progress.COMPLETE:
        return _unfinished(present, now)
    if decide(report).status is OverallStatus.APPROVED:
        return _without_intent(_moved(present, CaseMove.RECEIVE_CLEAR, now, completed_at=now, notes=""))
    if case.status is CaseStatus.DISPUTED:
        return present
    return _without_intent(_moved(present, CaseMove.RECEIVE, now, completed_at=now, notes=""))


def _unfinished(case: ScreeningCase, now: datetime) -> ScreeningCase:
    if case.status in {CaseStatus.ORDERED, CaseStatus.DISPUTED}:
        return case
    disputable = case.status in ADVERSE or case.status is CaseStatus.IN_REVIEW
    if disputable and case.report is not None and case.report.progress is Progress.DISPUTED:
        return _disputed(case, Dispute("At the agency that made it.", now, at_provider=True), now)
    return _without_intent(_moved(case, CaseMove.REOPEN, now, completed_at=None, notes=""))


def clear(case: ScreeningCase, reason: str, now: datetime) -> ScreeningCase:
    """A reviewer lets the applicant pass; an open dispute is settled by it."""
    text = required(reason)
    return _without_intent(_resolved(_moved(case, CaseMove.CLEAR, now, notes=text), text, now))


def intend(case: ScreeningCase, by: str, reason: str, now: datetime) -> ScreeningCase:
    """A reviewer means to reject because of the report."""
    return _moved(case, CaseMove.INTEND, now, intent=Intent(by, now, required(reason)))


def assess(case: ScreeningCase, written: Assessment) -> ScreeningCase:
    """The individualized assessment was written."""
    return _moved(case, CaseMove.ASSESS, written.at, assessment=written)


def send_notice(case: ScreeningCase, letter: Letter, now: datetime) -> ScreeningCase:
    """The notice, with the report and the summary of rights, is on its way."""
    return _moved(case, CaseMove.SEND_NOTICE, now, notice=Notice(now), letters=(*case.letters, letter))


def deliver(case: ScreeningCase, by: DeliveredBy, now: datetime) -> ScreeningCase:
    """The notice reached the applicant: the waiting period begins."""
    sent = case.notice.sent_at if case.notice else now
    until = waiting_until(now, rule_of(case.place, now.date()))
    return _moved(case, CaseMove.DELIVER, now, notice=Notice(sent, now, by, until))


def with_letter(case: ScreeningCase, letter: Letter, now: datetime) -> ScreeningCase:
    """The case with this letter as it stands now. The notice that the case waits for begins the waiting
    period once it was mailed or opened, whichever came first."""
    letters = tuple(letter if each.id == letter.id else each for each in case.letters)
    noted = attrs.evolve(case, letters=letters, updated_at=now)
    is_awaited = case.status is CaseStatus.NOTICE_SENT and case.letters[-1].id == letter.id
    reached = letter.mailed_at or letter.opened_at
    if not is_awaited or reached is None:
        return noted
    by = DeliveredBy.EMAIL if letter.mailed_at else DeliveredBy.APPLICATION
    return deliver(noted, by, reached)


def dispute(case: ScreeningCase, reason: str, now: datetime) -> ScreeningCase:
    """The applicant disputes the report: the waiting period stops."""
    return _disputed(case, Dispute(required(reason), now), now)


def resolve(case: ScreeningCase, resolution: str, letter: Letter | None, now: datetime) -> ScreeningCase:
    """A reviewer answers the dispute and lets the report stand. If a notice had gone out, the whole waiting
    period begins again once the answer, *letter*, was delivered; otherwise the review goes on. Raises
    ``DisputedAtProvider`` while the provider looks into it."""
    text = required(resolution)
    if case.status is CaseStatus.DISPUTED and not case.has_whole_report:
        raise DisputedAtProvider
    if case.notice is None or letter is None:
        back = _moved(case, CaseMove.RETURN, now)
        return _without_intent(_resolved(back, text, now))
    again = _moved(case, CaseMove.RESTART, now, notice=Notice(now), letters=(*case.letters, letter))
    return _resolved(again, text, now)


def reject(case: ScreeningCase, letter: Letter, now: datetime) -> ScreeningCase:
    """The final notice. Raises ``WaitingPeriodRuns`` before the waiting period is over."""
    until = case.notice.until if case.notice else None
    if case.status is CaseStatus.WAITING and (until is None or now < until):
        raise WaitingPeriodRuns(until or now)
    reason = case.intent.reason if case.intent else ""
    return _moved(case, CaseMove.REJECT, now, notes=reason, letters=(*case.letters, letter))


def close(case: ScreeningCase, now: datetime) -> ScreeningCase:
    """The application was rejected for another reason before the case ended. Raises ``ReportUndecided`` while
    the report could be that reason (OP-100)."""
    if not case.may_be_ended:
        raise ReportUndecided
    return case if case.is_finished else _moved(case, CaseMove.CLOSE, now)


def required(text: str, name: str = "reason") -> str:
    """What somebody has to write. Raises ``InvalidInput``."""
    trimmed = text.strip()
    if not trimmed or len(trimmed) > MAX_REASON:
        raise InvalidInput(name, f"is required, at most {MAX_REASON} characters")
    return trimmed


def _disputed(case: ScreeningCase, made: Dispute, now: datetime) -> ScreeningCase:
    notice = case.notice and attrs.evolve(case.notice, until=None)
    return _moved(case, CaseMove.DISPUTE, now, disputes=(*case.disputes, made), notice=notice)


def _resolved(case: ScreeningCase, resolution: str, now: datetime) -> ScreeningCase:
    made = case.open_dispute
    if made is None:
        return case
    settled = attrs.evolve(made, resolution=resolution, resolved_at=now)
    return attrs.evolve(case, disputes=(*case.disputes[:-1], settled))


def _without_intent(case: ScreeningCase) -> ScreeningCase:
    return attrs.evolve(case, intent=None, assessment=None, notice=None)


def _moved(case: ScreeningCase, move: CaseMove, now: datetime, **changes: object) -> ScreeningCase:
    status = CASE_LIFECYCLE.after(case.status, move)
    moved: ScreeningCase = attrs.evolve(case, status=status, updated_at=now, **changes)  # type: ignore[arg-type]  # the fields are checked by attrs
    return moved
