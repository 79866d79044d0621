"""When a document's expiry is told of, and what has lapsed (OP-80)."""

from collections.abc import Iterable
from datetime import date, timedelta

from haulage.driver_documents.document import DriverDocument
from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentType

REMIND_DAYS = (30, 7, 1)
"""Ours: days before the last valid day."""

EXPIRED = 0
"""Stands where the reminder is that the document has expired."""


def due_reminder(document: DriverDocument, today: date) -> int | None:
    """The reminder that is due and was not sent, in days before the expiry; after downtime the latest."""
    expires, sent = document.details.expires_on, document.reminded_days
    if not document.is_approved or expires is None:
        return None
    left = expires - today
    if left < timedelta(0):
        due = EXPIRED
    else:
        due = min((days for days in REMIND_DAYS if left <= timedelta(days)), default=-1)
    return due if due >= 0 and (sent is None or due < sent) else None


def lapsed(documents: Iterable[DriverDocument], today: date) -> tuple[DocumentType, ...]:
    """Required types whose approved document has expired, with no other approved in its place. What was never
    approved does not lapse."""
    listed = [each for each in documents if each.is_approved]
    expired = {each.type for each in listed if each.has_expired(today)}
    return tuple(each for each in REQUIRED_DOCUMENTS if each in expired - _valid(listed, today))


def are_renewed(documents: Iterable[DriverDocument], today: date) -> bool:
    """Whether each required type of which there is a document has an approved and valid one."""
    listed = list(documents)
    return {each.type for each in listed if each.type.is_required} <= _valid(listed, today)


def _valid(documents: Iterable[DriverDocument], today: date) -> set[DocumentType]:
    return {each.type for each in documents if each.is_approved and not each.has_expired(today)}
