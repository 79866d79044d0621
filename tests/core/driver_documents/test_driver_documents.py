"""Documents of applicants and drivers: review, remarks and expiry (ONB-30 to ONB-34, OP-71, OP-80)."""

from datetime import UTC, date, datetime, timedelta

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.driver_documents import (
    EXPIRED,
    MAX_FILE_NAME_LENGTH,
    PDF,
    REMIND_DAYS,
    DocumentDetails,
    DocumentFile,
    DocumentRefused,
    DriverDocument,
    TypedFacts,
    VirusScan,
    approve,
    are_renewed,
    due_reminder,
    held_under_two_years,
    lapsed,
    reject,
    remarks,
    require_kind,
    shown_file_name,
)
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage.kernel.errors import Conflict, IllegalMove, InvalidInput

TODAY = date(2026, 11, 26)
NOW = datetime(2026, 11, 26, 15, tzinfo=UTC)
LICENSE = DocumentDetails("D1234567", date(2020, 5, 1), "New York", date(2030, 5, 1))
INSURANCE = DocumentDetails("P-77", None, "", date(2027, 5, 1), 100_000_00)
DAYS = st.dates(date(2026, 1, 1), date(2028, 12, 31))


def a_document(type: DocumentType = DocumentType.DRIVERS_LICENSE, **changed: object) -> DriverDocument:
    file = DocumentFile("license.jpg", 1_000, "image/jpeg", scan=VirusScan.CLEAN)
    document = DriverDocument("doc_1", "usr_1", "c1", type, file, "0" * 64, NOW, NOW)
    return attrs.evolve(document, **changed)  # type: ignore[arg-type]


def approved(details: DocumentDetails, type: DocumentType = DocumentType.DRIVERS_LICENSE) -> DriverDocument:
    return a_document(type, status=DocumentStatus.APPROVED, details=details)


def decided(document: DriverDocument, details: DocumentDetails) -> DriverDocument:
    return approve(document, details, version=document.version, by="usr_9", now=NOW, today=TODAY)


def test_a_reviewer_approves_what_they_read() -> None:
    done = decided(a_document(), LICENSE)
    assert (done.status, done.details, done.reviewed_by) == (DocumentStatus.APPROVED, LICENSE, "usr_9")


@pytest.mark.parametrize(
    ("type", "details", "field"),
    [
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, number=""), "number"),
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, issued_on=None), "issued_on"),
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, issued_on=TODAY + timedelta(1)), "issued_on"),
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, authority=""), "authority"),
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, expires_on=TODAY - timedelta(1)), "expires_on"),
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, number="1" * 41), "number"),
        (DocumentType.DRIVERS_LICENSE, attrs.evolve(LICENSE, authority="A" * 101), "authority"),
        (DocumentType.PROOF_OF_AGE, DocumentDetails("", TODAY, "", TODAY - timedelta(1)), "expires_on"),
        (DocumentType.VEHICLE_REGISTRATION, DocumentDetails(), "expires_on"),
        (
            DocumentType.AUTOMOBILE_LIABILITY_INSURANCE,
            attrs.evolve(INSURANCE, coverage_cents=99_999_99),
            "coverage_cents",
        ),
    ],
)
def test_what_is_missing_expired_or_too_little_is_refused_by_its_field(
    type: DocumentType, details: DocumentDetails, field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        decided(a_document(type), details)
    assert refused.value.field == field


def test_an_expiry_today_and_a_coverage_of_exactly_the_least_are_taken() -> None:
    decided(a_document(), attrs.evolve(LICENSE, expires_on=TODAY))
    decided(a_document(), attrs.evolve(LICENSE, issued_on=TODAY, expires_on=TODAY))
    decided(a_document(DocumentType.AUTOMOBILE_LIABILITY_INSURANCE), INSURANCE)
    decided(a_document(DocumentType.VEHICLE_PHOTO), DocumentDetails())


def test_a_number_and_an_authority_of_the_longest_length_are_taken() -> None:
    decided(a_document(), attrs.evolve(LICENSE, number="1" * 40, authority="A" * 100))


def test_a_decision_about_another_version_than_the_present_one_conflicts() -> None:
    document = a_document(version=2)
    with pytest.raises(Conflict):
        reject(document, "It is blurred", version=1, by="usr_9", now=NOW)
    with pytest.raises(Conflict):
        approve(document, LICENSE, version=1, by="usr_9", now=NOW, today=TODAY)
    with pytest.raises(Conflict):
        reject(attrs.evolve(document, replaced_at=NOW), "Old", version=2, by="usr_9", now=NOW)


def test_an_approved_document_can_be_asked_for_again_and_a_rejected_one_is_final() -> None:
    again = reject(approved(LICENSE), " It was reported stolen ", version=1, by="usr_9", now=NOW)
    assert (again.status, again.reason) == (DocumentStatus.REJECTED, "It was reported stolen")
    with pytest.raises(IllegalMove):
        reject(again, "Twice", version=1, by="usr_9", now=NOW)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_a_rejection_needs_a_reason(reason: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        reject(a_document(), reason, version=1, by="usr_9", now=NOW)
    assert refused.value.field == "reason"


def test_a_profile_photo_is_a_picture() -> None:
    require_kind(DocumentType.VEHICLE_PHOTO, PDF)
    with pytest.raises(DocumentRefused) as refused:
        require_kind(DocumentType.PROFILE_PHOTO, PDF)
    assert refused.value.message == "Profile photo must be an image file"


def test_a_license_held_for_under_two_years_is_remarked() -> None:
    assert held_under_two_years(date(2024, 11, 27), TODAY)
    assert not held_under_two_years(date(2024, 11, 26), TODAY)
    young = a_document(details=attrs.evolve(LICENSE, issued_on=date(2025, 1, 1)))
    assert remarks(young, TypedFacts(), TODAY) == ("The license has been held for under 2 years.",)
    assert remarks(a_document(details=LICENSE), TypedFacts(), TODAY) == ()


def test_remarks_tell_what_differs_from_the_application() -> None:
    typed = TypedFacts(DocumentDetails("D-123 4568", None, "", date(2031, 5, 1)))
    assert remarks(a_document(details=LICENSE), typed, TODAY) == (
        "The application says number D-123 4568.",
        "The application says that it expires on 2031-05-01.",
    )
    same = TypedFacts(DocumentDetails("d-123 4567", None, "", date(2030, 5, 1)))
    assert remarks(a_document(details=LICENSE), same, TODAY) == ()


def test_remarks_tell_of_age_coverage_and_scans() -> None:
    age = a_document(DocumentType.PROOF_OF_AGE)
    assert len(remarks(age, TypedFacts(is_of_age=False), TODAY)) == 1
    assert remarks(age, TypedFacts(is_of_age=True), TODAY) == remarks(age, TypedFacts(), TODAY) == ()
    insurance = a_document(DocumentType.AUTOMOBILE_LIABILITY_INSURANCE)
    little = TypedFacts(DocumentDetails(coverage_cents=50_000_00))
    assert remarks(insurance, little, TODAY) == ("The coverage is below $100,000.",)
    long = DocumentFile("a.pdf", 9, PDF, pages=9, previews=4)
    assert remarks(attrs.evolve(age, file=long), TypedFacts(), TODAY) == (
        "Only the first 4 of 9 pages are previewed.",
        "The file was not scanned for viruses.",
    )


@given(expires=DAYS, today=DAYS)
def test_each_reminder_is_due_once_and_in_order(expires: date, today: date) -> None:
    document, sent = approved(attrs.evolve(LICENSE, expires_on=expires)), list[int]()
    for day in (today + timedelta(days) for days in range(120)):
        due = due_reminder(document, day)
        if due is not None:
            sent.append(due)
            document = attrs.evolve(document, reminded_days=due)
        assert due_reminder(document, day) is None
    assert sent == sorted(set(sent), reverse=True)
    if 30 <= (expires - today).days <= 118:
        assert sent == [*REMIND_DAYS, EXPIRED]


@pytest.mark.parametrize(
    ("left", "due"), [(31, None), (30, 30), (8, 30), (7, 7), (2, 7), (1, 1), (0, 1), (-1, 0), (-400, 0)]
)
def test_the_reminder_follows_the_days_that_are_left(left: int, due: int | None) -> None:
    document = approved(attrs.evolve(LICENSE, expires_on=TODAY + timedelta(left)))
    assert due_reminder(document, TODAY) == due
    assert due_reminder(attrs.evolve(document, status=DocumentStatus.PENDING), TODAY) is None


def test_only_required_documents_that_were_approved_lapse_and_a_newer_one_ends_it() -> None:
    old = attrs.evolve(LICENSE, expires_on=TODAY - timedelta(1))
    optional = approved(old, DocumentType.INSURANCE_CERTIFICATE)
    assert lapsed([approved(old), optional], TODAY) == (DocumentType.DRIVERS_LICENSE,)
    assert lapsed([approved(old), approved(LICENSE)], TODAY) == ()
    assert lapsed([a_document(details=old)], TODAY) == ()


HOSTILE = {
    "../../etc/passwd": "passwd",
    "C:\\Windows\\system32\\evil.exe": "evil.exe",
    "license.jpg\0.exe": "license.jpg.exe",
    "a\r\nSet-Cookie: x=1.pdf": "aSet-Cookie x=1.pdf",
    "\u202egpj.exe": "gpj.exe",
    "<script>alert(1)</script>.png": "script.png",
    "\"><img src=x onerror=alert('1')>.pdf": "img src=x onerror=alert(1).pdf",
    "$(rm -rf ~).pdf": "(rm -rf ~).pdf",
    "`id`.jpg": "id.jpg",
    "%2e%2e%2fa.jpg": "2e2e2fa.jpg",
    "....//....//a.png": "a.png",
    ".htaccess": "htaccess",
    "con": "con",
    "": "document",
    "   ...   ": "document",
    "/": "document",
    "\u2028\u2029": "document",
    "a" * 500 + ".pdf": "a" * MAX_FILE_NAME_LENGTH,
    "file|name?*.pdf": "filename.pdf",
    "e\u0301le\u0300ve.pdf": "\u00e9l\u00e8ve.pdf",
    "\U000e0041tag.pdf": "tag.pdf",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_become_plain_ones(name: str) -> None:
    assert shown_file_name(name) == HOSTILE[name]


@given(st.text(max_size=300))
def test_a_shown_name_is_short_plain_and_never_empty(name: str) -> None:
    shown = shown_file_name(name)
    assert 0 < len(shown) <= MAX_FILE_NAME_LENGTH
    assert not set(shown) & set('/\\<>:"|?*\0\r\n')
    assert shown_file_name(shown) == shown


def test_documents_are_renewed_once_each_required_type_has_a_valid_one() -> None:
    old = attrs.evolve(LICENSE, expires_on=TODAY - timedelta(1))
    assert are_renewed([], TODAY)
    assert are_renewed([approved(LICENSE)], TODAY)
    assert are_renewed([approved(old), approved(LICENSE)], TODAY)
    assert not are_renewed([approved(old)], TODAY)
    assert not are_renewed([a_document(details=LICENSE)], TODAY)
    other = approved(attrs.evolve(old, expires_on=TODAY), DocumentType.VEHICLE_REGISTRATION)
    assert not are_renewed([other, approved(old)], TODAY)
    assert are_renewed([other, a_document(DocumentType.BANK_STATEMENT)], TODAY)


def test_remarks_begin_and_end_with_their_last_day_page_and_cent() -> None:
    in_a_month = a_document(details=attrs.evolve(LICENSE, expires_on=TODAY + timedelta(30)))
    assert remarks(in_a_month, TypedFacts(), TODAY) == ("It expires within 30 days.",)
    later = a_document(details=attrs.evolve(LICENSE, expires_on=TODAY + timedelta(31)))
    assert remarks(later, TypedFacts(), TODAY) == ()
    shown = DocumentFile("a.pdf", 9, PDF, pages=4, previews=4, scan=VirusScan.CLEAN)
    assert remarks(a_document(DocumentType.PROOF_OF_AGE, file=shown), TypedFacts(), TODAY) == ()
    insurance = a_document(DocumentType.AUTOMOBILE_LIABILITY_INSURANCE)
    assert remarks(insurance, TypedFacts(DocumentDetails(coverage_cents=100_000_00)), TODAY) == ()


def test_a_document_is_valid_on_its_last_day() -> None:
    assert not a_document(details=attrs.evolve(LICENSE, expires_on=TODAY)).has_expired(TODAY)
    assert a_document(details=attrs.evolve(LICENSE, expires_on=TODAY - timedelta(1))).has_expired(TODAY)


def test_a_document_without_an_expiry_may_have_been_issued_at_any_time() -> None:
    photo = attrs.evolve(LICENSE, expires_on=None)
    assert decided(a_document(DocumentType.VEHICLE_PHOTO), photo).details == photo


def test_a_rejection_may_have_the_longest_reason() -> None:
    longest = "x" * 500
    assert reject(a_document(), longest, version=1, by="usr_9", now=NOW).reason == longest
