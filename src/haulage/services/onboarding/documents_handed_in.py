"""What somebody has handed in, as their progress counts it."""

from collections.abc import Iterable
from datetime import date

from haulage.driver_documents import DriverDocument
from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentStatus
from haulage.onboarding import HandedIn
from haulage.ports.storage.unit_of_work import UnitOfWork

EXPIRED = "It has expired"


async def handed_in(unit: UnitOfWork, user_id: str, today: date) -> tuple[HandedIn, ...]:
    """An approved document that has expired counts as rejected, unless a newer one is there."""
    present = await unit.driver_documents.present_of(user_id)
    newer = {each.type for each in present if not each.is_approved}
    return tuple(
        HandedIn(each.type, DocumentStatus.REJECTED, EXPIRED)
        if each.is_approved and each.has_expired(today)
        else HandedIn(each.type, each.status, each.reason)
        for each in present
        if not (each.is_approved and each.has_expired(today) and each.type in newer)
    )


def all_approved(documents: Iterable[DriverDocument], today: date) -> bool:
    """Whether there is an approved and valid document of every required type."""
    valid = {each.type for each in documents if each.is_approved and not each.has_expired(today)}
    return valid.issuperset(REQUIRED_DOCUMENTS)
