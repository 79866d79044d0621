"""What a reviewer should look at again: remarks beside a document, which decide nothing."""

from collections.abc import Iterator
from datetime import date, timedelta

import attrs

from haulage.driver_documents.details import LEAST_COVERAGE_CENTS, NOTHING_READ, DocumentDetails
from haulage.driver_documents.document import DriverDocument, VirusScan
from haulage.kernel.driver_document import DocumentType

YEARS_HELD = 2
"""OP-71."""

SOON = timedelta(days=30)
"""Ours."""


@attrs.frozen
class TypedFacts:
    """What the application says of the same thing; *is_of_age* is None where no date of birth was typed."""

    details: DocumentDetails = NOTHING_READ
    is_of_age: bool | None = None


def remarks(document: DriverDocument, typed: TypedFacts, today: date) -> tuple[str, ...]:
    """Whole sentences, in the order in which they matter."""
    return tuple(_remarks(document, typed, today))


def _remarks(document: DriverDocument, typed: TypedFacts, today: date) -> Iterator[str]:
    read = document.details
    if document.has_expired(today):
        yield "It has expired."
    elif read.expires_on is not None and read.expires_on <= today + SOON:
        yield f"It expires within {SOON.days} days."
    if document.type is DocumentType.DRIVERS_LICENSE and held_under_two_years(read.issued_on, today):
        yield "The license has been held for under 2 years."
    if document.type is DocumentType.PROOF_OF_AGE and typed.is_of_age is False:
        yield "By the date of birth in the application this person is too young to be approved."
    yield from _differences(read, typed.details)
    if _covers_too_little(document.type, read, typed.details):
        yield "The coverage is below $100,000."
    if document.file.pages > document.file.previews > 0:
        yield f"Only the first {document.file.previews} of {document.file.pages} pages are previewed."
    if document.file.scan is VirusScan.NOT_SCANNED:
        yield "The file was not scanned for viruses."


def held_under_two_years(issued_on: date | None, today: date) -> bool:
    """By the day of issue; one of February 29 counts as of March 1."""
    if issued_on is None:
        return False
    held = today.year - issued_on.year - ((today.month, today.day) < (issued_on.month, issued_on.day))
    return held < YEARS_HELD


def _differences(read: DocumentDetails, typed: DocumentDetails) -> Iterator[str]:
    if read.number and typed.number and _plain(read.number) != _plain(typed.number):
        yield f"The application says number {typed.number}."
    if read.expires_on and typed.expires_on and read.expires_on != typed.expires_on:
        yield f"The application says that it expires on {typed.expires_on.isoformat()}."


def _plain(number: str) -> str:
    return "".join(sign for sign in number.upper() if sign.isalnum())


def _covers_too_little(type: DocumentType, read: DocumentDetails, typed: DocumentDetails) -> bool:
    covered = typed.coverage_cents if read.coverage_cents is None else read.coverage_cents
    is_liability = type is DocumentType.AUTOMOBILE_LIABILITY_INSURANCE
    return is_liability and covered is not None and covered < LEAST_COVERAGE_CENTS
