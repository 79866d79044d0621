"""Enter in the books what the provider paid to our own bank account out of what it holds for us."""

from datetime import datetime

from haulage.ledger import Subject, SubjectKind, TransactionKind
from haulage.ledger.account import BANK, CARD_CLEARING, PROVIDER_PAYOUT_FEES
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import LedgerWriter


async def enter_platform_payout(unit: UnitOfWork, entry: ProviderEntry, now: datetime) -> None:
    """Once, however often its entry is read. One that came back is an entry of its own, the other way round.
    Nobody asks for these here: the provider makes them by its schedule, or by hand in its own dashboard."""
    reference = f"provider-entry/{entry.id}"
    if entry.kind is not EntryKind.PAYOUT or await unit.ledger.by_reference(reference) is not None:
        return
    amounts = {
        CARD_CLEARING: entry.net_cents,
        BANK: -entry.amount_cents,
        PROVIDER_PAYOUT_FEES: entry.fee_cents,
    }
    write = LedgerWriter(unit, None, now, Subject(SubjectKind.PROVIDER_ENTRY, entry.id))
    await write(TransactionKind.PAYOUT, reference, amounts)
