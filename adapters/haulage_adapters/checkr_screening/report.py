"""A report of Checkr in the core's words, in today's shape and in the older one (OP-75).

Today a report has its progress in ``status`` and what came of it in ``result``; in the older shape
``status`` is either. A part is the object itself where the request asked to include it, and else its id,
which is passed over here: who calls brings the parts (docs.checkr.com, "Reports", "County criminal
searches" and "Motor vehicle reports").
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain

import msgspec

from haulage.screening import CriminalRecord, Outcome, Progress, ScreeningReport, Violation

PROGRESS = {
    "pending": Progress.PENDING,
    "complete": Progress.COMPLETE,
    "clear": Progress.COMPLETE,
    "consider": Progress.COMPLETE,
    "suspended": Progress.SUSPENDED,
    "dispute": Progress.DISPUTED,
    "disputed": Progress.DISPUTED,
    "canceled": Progress.CANCELED,
    "cancelled": Progress.CANCELED,
    "paused": Progress.PAUSED,
}

CANCELED = frozenset({"canceled", "cancelled"})

LOST_LICENSE = frozenset({"suspended", "revoked", "canceled", "cancelled", "disqualified", "denied"})

REGISTRIES = frozenset({"sex_offender_search"})
WATCHLISTS = frozenset({"global_watchlist_search", "federal_watchlist_search"})
IDENTITIES = frozenset({"ssn_trace", "identity_document_verification", "identity_document_validation"})


class _Charge(msgspec.Struct):
    charge: str | None = None
    description: str | None = None
    charge_type: str | None = None
    classification: str | None = None
    disposition: str | None = None
    offense_date: str | None = None


class _Record(msgspec.Struct):
    """A case of a court, or one charge without a case."""

    charges: list[_Charge] | None = None
    type: str | None = None
    description: str | None = None
    disposition: str | None = None
    date: str | None = None
    file_date: str | None = None
    county: str | None = None
    court_jurisdiction: str | None = None
    location: str | None = None


class _Search(msgspec.Struct):
    """Any part that is searched for: a county's courts, a registry, a watchlist."""

    object: str | None = None
    status: str | None = None
    result: str | None = None
    records: list[_Record] | None = None


class _Violation(msgspec.Struct):
    description: str | None = None
    violation: str | None = None
    type: str | None = None
    issued_date: str | None = None
    conviction_date: str | None = None
    date: str | None = None


class _License(msgspec.Struct):
    """A motor vehicle report, or what it says of one license."""

    license_status: str | None = None
    violations: list[_Violation] | None = None
    license_reports: "list[_License] | None" = None


class _Report(msgspec.Struct):
    status: str | None = None
    result: str | None = None
    includes_canceled: bool | None = None
    violations: list[_Violation] | None = None
    license_status: str | None = None
    license_reports: list[_License] | None = None
    motor_vehicle_report: _License | str | None = None
    county_criminal_searches: list[_Search | str] | None = None
    state_criminal_searches: list[_Search | str] | None = None
    federal_criminal_search: _Search | str | None = None
    national_criminal_search: _Search | str | None = None
    sex_offender_search: _Search | str | None = None
    global_watchlist_search: _Search | str | None = None
    ssn_trace: _Search | str | None = None


class _File(msgspec.Struct):
    report: _Report
    searches: list[_Search] | None = None
    license_reports: list[_License] | None = None


def read_report(
    report: object, searches: Sequence[object] = (), license_reports: Sequence[object] = ()
) -> ScreeningReport:
    """What the provider answered for a report and for the parts that it named.

    Raises ``msgspec.ValidationError``, which names the place, for an answer of no known shape.
    """
    given = {"report": report, "searches": list(searches), "license_reports": list(license_reports)}
    read = msgspec.convert(given, _File)
    progress, outcome = _standing(read.report)
    parts = [*_included(read.report), *((each.object or "", each) for each in read.searches or ())]
    licenses = list(_licenses(read))
    return ScreeningReport(
        progress=progress,
        outcome=outcome,
        records=tuple(chain.from_iterable(_records(*part) for part in parts)),
        violations=tuple(chain.from_iterable(_violations(each) for each in licenses)),
        suspensions=tuple(filter(None, map(_lost, licenses))),
        identity_failed=any(name in IDENTITIES and _found_something(each) for name, each in parts),
        registry_match=any(name in REGISTRIES and _found_something(each) for name, each in parts),
        watchlist_match=any(name in WATCHLISTS and _found_something(each) for name, each in parts),
        is_partial=bool(read.report.includes_canceled) or any(map(_is_canceled, (each for _, each in parts))),
    )


def _standing(report: _Report) -> tuple[Progress, Outcome]:
    status = (report.status or "").casefold()
    progress = PROGRESS.get(status, Progress.UNKNOWN)
    word = (report.result or status).casefold()
    named = {"clear": Outcome.CLEAR, "consider": Outcome.CONSIDER}
    return progress, named.get(word, Outcome.NONE) if progress is Progress.COMPLETE else Outcome.NONE


def _included(report: _Report) -> Iterator[tuple[str, _Search]]:
    """The parts that are in the report itself, by the name of what they are."""
    many = (
        ("county_criminal_search", report.county_criminal_searches),
        ("state_criminal_search", report.state_criminal_searches),
    )
    for name, searches in many:
        for search in searches or ():
            if isinstance(search, _Search):
                yield name, search
    one = (
        ("federal_criminal_search", report.federal_criminal_search),
        ("national_criminal_search", report.national_criminal_search),
        ("sex_offender_search", report.sex_offender_search),
        ("global_watchlist_search", report.global_watchlist_search),
        ("ssn_trace", report.ssn_trace),
    )
    for name, part in one:
        if isinstance(part, _Search):
            yield name, part


def _found_something(search: _Search) -> bool:
    return "consider" in ((search.result or "").casefold(), (search.status or "").casefold())


def _is_canceled(search: _Search) -> bool:
    return (search.status or "").casefold() in CANCELED


def _records(name: str, search: _Search) -> Iterator[CriminalRecord]:
    if name in REGISTRIES | WATCHLISTS | IDENTITIES:
        return
    for record in search.records or ():
        where = record.county or record.court_jurisdiction or record.location or ""
        when = record.date or record.file_date
        if not record.charges:
            yield CriminalRecord(
                description=record.description or record.type or "No description",
                type=record.type or "",
                disposition=record.disposition or "",
                on=_day(when),
                location=where,
            )
        for charge in record.charges or ():
            yield CriminalRecord(
                description=charge.charge or charge.description or "No description",
                type=_both(charge.classification, charge.charge_type),
                disposition=charge.disposition or record.disposition or "",
                on=_day(charge.offense_date or when),
                location=where,
            )


def _both(*words: str | None) -> str:
    """Either may be the one that says felony."""
    given = [each.strip() for each in words if each and each.strip()]
    return ", ".join(dict.fromkeys(given))


def _licenses(file: _File) -> Iterator[_License]:
    """Every motor vehicle report, and what each says of single licenses."""
    report = file.report
    whole = [_License(report.license_status, report.violations, report.license_reports)]
    if isinstance(report.motor_vehicle_report, _License):
        whole.append(report.motor_vehicle_report)
    for each in [*whole, *(file.license_reports or ())]:
        yield each
        yield from each.license_reports or ()


def _violations(found: _License) -> Iterator[Violation]:
    for each in found.violations or ():
        words = each.description or each.violation or each.type or "No description"
        yield Violation(words, _day(each.issued_date or each.conviction_date or each.date))


def _lost(found: _License) -> str | None:
    status = (found.license_status or "").casefold()
    return status if status in LOST_LICENSE else None


def _day(text: str | None) -> date | None:
    """None for what is no day: it is shown, and nothing is decided by it."""
    try:
        return date.fromisoformat((text or "")[:10])
    except ValueError:
        return None
