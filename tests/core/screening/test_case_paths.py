"""Every way through a screening case: none leads to a rejection past what the law asks for (OP-100)."""

from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import attrs

from core.screening.cases import CLEAR, CONSIDER, ORDER, THEFT, a_case, a_letter, an_assessment
from haulage.kernel.errors import RuleBroken
from haulage.screening import (
    CaseStatus,
    LetterKind,
    Progress,
    ScreeningCase,
    ScreeningPlace,
    ScreeningReport,
)
from haulage.screening import steps as on_case

Do = Callable[[ScreeningCase, datetime], ScreeningCase]
A_DAY = timedelta(days=1)


def given(report: ScreeningReport) -> Do:
    return lambda case, now: on_case.receive(case, report, now)


def notice(case: ScreeningCase, now: datetime) -> ScreeningCase:
    return on_case.send_notice(case, a_letter(LetterKind.PRE_ADVERSE_NOTICE, case, now), now)


def delivered(case: ScreeningCase, now: datetime) -> ScreeningCase:
    letter = attrs.evolve(case.letters[-1], mailed_at=now) if case.letters else None
    return case if letter is None else on_case.with_letter(case, letter, now)


def resolved(case: ScreeningCase, now: datetime) -> ScreeningCase:
    letter = a_letter(LetterKind.DISPUTE_RESOLUTION, case, now) if case.notice else None
    return on_case.resolve(case, "The report stands.", letter, now)


def offered(case: ScreeningCase, now: datetime) -> ScreeningCase:
    return on_case.make_offer(case, "rev", a_letter(LetterKind.CONDITIONAL_OFFER, case, now), now)


STEPS: dict[str, Do] = {
    "request": lambda case, now: on_case.request(case, ScreeningPlace.NEW_YORK_CITY, now),
    "offer": offered,
    "order": lambda case, now: on_case.ordered(case, ORDER, "Agency", now),
    "order again": lambda case, now: on_case.order_again(case, case.package, now),
    "clear": given(CLEAR),
    "consider": given(CONSIDER),
    "theft": given(THEFT),
    "pending": given(ScreeningReport(Progress.PENDING)),
    "disputed there": given(attrs.evolve(CONSIDER, progress=Progress.DISPUTED)),
    "canceled": given(ScreeningReport(Progress.CANCELED)),
    "let pass": lambda case, now: on_case.clear(case, "Long ago.", now),
    "intend": lambda case, now: on_case.intend(case, "rev", "The conviction.", now),
    "assess": lambda case, now: on_case.assess(case, an_assessment(now)),
    "notice": notice,
    "deliver": delivered,
    "dispute": lambda case, now: on_case.dispute(case, "That is not me.", now),
    "resolve": resolved,
    "reject": lambda case, now: on_case.reject(case, a_letter(LetterKind.FINAL_NOTICE, case, now), now),
    "close": on_case.close,
}


@attrs.frozen
class Watched:
    """What has happened on the way, noted apart from the case itself. *waited* counts business days since
    the last delivery; it is None while no waiting period runs."""

    case: ScreeningCase
    now: datetime
    offer: bool = False
    intent: bool = False
    assessed: bool = False
    copied: bool = False
    waited: int | None = None
    disputed: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        report = self.case.report and (self.case.report.progress, self.case.report.outcome)
        kind = self.case.letters[-1].kind if self.case.letters else None
        mailed = self.case.letters[-1].mailed_at is not None if self.case.letters else None
        facts = (self.offer, self.intent, self.assessed, self.copied, self.waited, self.disputed)
        return (self.case.status, report, kind, mailed, bool(self.case.notice), facts)


def after(it: Watched, name: str) -> Watched | None:
    """The state that the step leads to; None where it is refused."""
    try:
        case = STEPS[name](it.case, it.now)
    except RuleBroken:
        return None
    noted = attrs.evolve(it, case=case, offer=it.offer or name == "offer")
    begins_anew = case.status in {
        CaseStatus.TO_ORDER,
        CaseStatus.ORDERED,
        CaseStatus.IN_REVIEW,
        CaseStatus.CLEARED,
    }
    if begins_anew:
        return attrs.evolve(noted, intent=False, assessed=False, copied=False, waited=None, disputed=False)
    if case.status is CaseStatus.DISPUTED:
        return attrs.evolve(noted, disputed=True, waited=None)
    if name in {"notice", "resolve"}:
        copied = case.letters[-1].report is not None
        return attrs.evolve(noted, copied=copied, waited=None, disputed=False)
    if case.status is CaseStatus.WAITING and it.case.status is not CaseStatus.WAITING:
        return attrs.evolve(noted, waited=0)
    return attrs.evolve(noted, intent=it.intent or name == "intend", assessed=it.assessed or name == "assess")


def a_day_later(it: Watched) -> Watched:
    """Every day of this search is a Monday to Thursday's morrow: a business day."""
    waited = None if it.waited is None else min(it.waited + 1, 6)
    later = it.now + A_DAY
    while later.weekday() > 4:
        later += A_DAY
    return attrs.evolve(it, now=later, waited=waited)


def reachable() -> Iterator[tuple[Watched, str, Watched]]:
    first = Watched(a_case(), a_case().created_at)
    seen, queue = {first.key}, deque([first])
    while queue:
        it = queue.popleft()
        moves = [(name, after(it, name)) for name in STEPS]
        if it.waited is not None:
            moves.append(("a day", a_day_later(it)))
        for name, led in moves:
            if led is None:
                continue
            yield it, name, led
            if led.key not in seen:
                seen.add(led.key)
                queue.append(led)


def test_no_way_leads_to_a_rejection_past_consent_offer_notice_copy_waiting_and_dispute() -> None:
    ways = list(reachable())
    rejections = [
        (before, name)
        for before, name, led in ways
        if led.case.status is CaseStatus.REJECTED and before.case.status is not CaseStatus.REJECTED
    ]
    assert {led.case.status for _, _, led in ways} == set(CaseStatus)
    assert rejections
    for before, name in rejections:
        assert name == "reject"
        assert before.case.consent.signature
        assert before.offer
        assert before.intent
        assert before.assessed
        assert before.copied
        assert not before.disputed
        assert before.waited is not None
        assert before.waited > 5
        assert before.case.report is not None
        assert before.case.report.progress is Progress.COMPLETE


def test_nothing_ends_a_case_beside_a_report_that_speaks_against_the_applicant() -> None:
    for before, name, led in reachable():
        if led.case.status is CaseStatus.CLOSED and before.case.status is not CaseStatus.CLOSED:
            assert name == "close"
            assert not before.case.is_checked or before.case.status is CaseStatus.CLEARED


def test_only_a_clear_report_or_a_person_clears_anybody() -> None:
    for before, name, led in reachable():
        if led.case.status is CaseStatus.CLEARED and before.case.status is not CaseStatus.CLEARED:
            assert name in {"clear", "let pass"}


def test_nothing_is_ordered_in_the_city_before_an_offer() -> None:
    assert all(led.offer for _, _, led in reachable() if led.case.order is not None)
