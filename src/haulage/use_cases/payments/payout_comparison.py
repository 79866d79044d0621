"""Tell what moves for a payout between us and a driver's account from other transfers and reversals."""

import re

from haulage.payments.provider_entry import ProviderEntry
from haulage.payouts import Payout
from haulage.ports.payouts import fees_reference, restored_reference, take_back_reference
from haulage.ports.storage.unit_of_work import UnitOfWork

_REFERENCE = re.compile(r"(?P<payout>.+)-(?:back-[0-9]+|fees|restored)")


async def is_of_payout(unit: UnitOfWork, entry: ProviderEntry) -> bool:
    """Whether a payout asked for the movement, over as much. Its books are the payout's own."""
    named = _REFERENCE.fullmatch(entry.reference or "")
    payout = await unit.payouts.get(named["payout"]) if named else None
    return payout is not None and _is_requested(payout, entry.reference or "", entry.amount_cents)


def _is_requested(payout: Payout, reference: str, cents: int) -> bool:
    """Cents are signed as the provider's: what comes to us is positive. What was taken back for a payout
    that failed is restored as far as it was taken, and without fees that went back before."""
    for number, part in enumerate(payout.take_back):
        if reference == take_back_reference(payout.id, number):
            return cents == part.amount_cents
    if reference == fees_reference(payout.id):
        return payout.fees_returned and -cents == payout.returned_cents
    most = payout.taken_back_cents - payout.returned_cents
    return reference == restored_reference(payout.id) and payout.has_failed and 0 < -cents <= most
