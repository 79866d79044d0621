"""What moved our balance at the card provider, as the provider has it."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.money import Cents


class EntryKind(StrEnum):
    """What an entry is about, as far as it concerns the books."""

    CHARGE = "charge"
    REFUND = "refund"
    REFUND_FAILED = "refund_failed"
    """A refund came back, and its money with it."""
    DISPUTE = "dispute"
    """Money that a dispute took (negative) or brought back (positive)."""
    TRANSFER = "transfer"
    TRANSFER_REVERSAL = "transfer_reversal"
    PAYOUT = "payout"
    """Our balance, or a part of it, went to our own bank account, or came back from there."""
    OTHER = "other"
    """Fees that are billed apart, adjustments, top-ups, reserves and whatever else."""


@attrs.frozen
class ProviderEntry:
    """One movement of the balance. Cents are signed: what comes to us is positive; ``net = amount - fee``.

    ``type`` is the provider's own word. ``source`` is its id of the charge, refund, dispute or transfer, and
    ``reference`` ours, where there is one. ``provider_reference`` is the intent that this belongs to, or the
    transfer of which something was taken back.
    """

    id: str
    kind: EntryKind
    type: str
    amount_cents: Cents
    fee_cents: Cents
    net_cents: Cents
    created_at: datetime
    source: str | None = None
    provider_reference: str | None = None
    reference: str | None = None


@attrs.frozen
class UnreadableEntry:
    """One movement that our books cannot hold: in another currency, or of a form that is not known.

    What of it can be read is kept: ``currency`` where it is another, in the provider's letters. ``fault``
    says in English what is wrong.
    """

    id: str
    kind: EntryKind
    fault: str
    currency: str | None = None
    created_at: datetime | None = None
    source: str | None = None
    provider_reference: str | None = None
