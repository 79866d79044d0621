"""Letters of screening cases: what stands in them, as plain text."""

from urllib.parse import urlsplit

from haulage.kernel.local_time import platform_time
from haulage.screening import (
    QUESTIONS,
    CriminalRecord,
    Factor,
    Letter,
    LetterKind,
    ScreeningReport,
    Violation,
)
from haulage_adapters.documents_typst.figures import Figures
from haulage_adapters.documents_typst.plain import printable

TITLES = {
    LetterKind.CONDITIONAL_OFFER: "Conditional offer",
    LetterKind.PRE_ADVERSE_NOTICE: "Notice before a decision",
    LetterKind.DISPUTE_RESOLUTION: "Answer to your dispute",
    LetterKind.FINAL_NOTICE: "Final notice",
    LetterKind.CERTIFICATE: "Background check certificate",
}


def letter_figures(letter: Letter, public_url: str) -> Figures:
    """Everything is text that the fonts can show, and nothing of it is markup."""
    made, to, agency = platform_time(letter.made_at), letter.recipient, letter.agency
    return {
        "title": TITLES[letter.kind],
        "kind": str(letter.kind),
        "host": printable(urlsplit(public_url).netloc),
        "date": f"{made:%B} {made.day}, {made.year}",
        "recipient": [printable(to.name), printable(to.street), _city(letter)],
        "agency": [printable(each) for each in (agency.name, agency.address, agency.phone, agency.website)],
        "simulated": agency.simulated,
        "text": printable(letter.text),
        "days": str(letter.waiting_business_days),
        "report": None if letter.report is None else _report(letter.report),
        "factors": [] if letter.assessment is None else _factors(letter),
    }


def _city(letter: Letter) -> str:
    to = letter.recipient
    return printable(f"{to.city}, {to.state} {to.zip_code}")


def _factors(letter: Letter) -> list[list[str]]:
    written = letter.assessment.factors if letter.assessment else {}
    return [[QUESTIONS[each], printable(written.get(each, ""))] for each in Factor]


def _report(report: ScreeningReport) -> Figures:
    findings = {
        "The identity was not confirmed.": report.identity_failed,
        "The sex offender registry has a match.": report.registry_match,
        "A watchlist has a match.": report.watchlist_match,
        "A part was canceled, or is not in this copy: the agency has the whole report.": report.is_partial,
    }
    return {
        "outcome": str(report.outcome),
        "records": [_record(each) for each in report.records],
        "violations": [_violation(each) for each in report.violations],
        "others": [
            *(f"The license: {printable(each)}." for each in report.suspensions),
            *(sentence for sentence, is_found in findings.items() if is_found),
        ],
    }


def _record(record: CriminalRecord) -> list[str]:
    on = "" if record.on is None else record.on.isoformat()
    parts = (record.description, record.type, record.disposition, record.location, on)
    return [printable(each) for each in parts]


def _violation(violation: Violation) -> list[str]:
    on = "" if violation.on is None else violation.on.isoformat()
    return [printable(violation.description), on, str(violation.severity), str(violation.points)]
