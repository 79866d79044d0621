"""Taking back from a driver's transfers what a refund or a lost dispute took from their share."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.money import Cents


@attrs.frozen
class TransferReversal:
    """An amount of one split's transfers that is to be taken back at the provider, once, by our id.

    ``taken_cents`` is how much of it was taken where the rest was refused. ``owed_at`` is when the provider
    had refused for so long that the rest became a debt of the driver's: it is not asked for any more.
    """

    id: str
    split_id: str
    amount_cents: Cents
    created_at: datetime
    done_at: datetime | None = None
    provider_reference: str | None = None
    failure_reason: str | None = None
    attempts: int = 0
    taken_cents: Cents = 0
    owed_at: datetime | None = None

    @property
    def left_cents(self) -> Cents:
        """What is still to be taken back, or owed."""
        return self.amount_cents - self.taken_cents

    @property
    def asking(self) -> str:
        """What the provider tells this asking by."""
        return f"{self.id}-{self.attempts}"


@attrs.frozen
class BorrowedPart:
    """So much of a reversal that is taken of a transfer which is not of its split: what payouts kept of the
    split's own transfers cannot be taken of them again."""

    transfer_id: str
    amount_cents: Cents


@attrs.frozen
class ReturnedShare:
    """What a driver is sent again by a transfer of its own: a refund had taken it that was withdrawn, and
    has the same id, or a lost dispute that is won after all. ``transfer_id`` is the card provider's.

    A refusal says that nothing moved, and the next asking is another, under a reference of its own: the
    provider would answer the same asking with the same refusal for a day.
    """

    id: str
    split_id: str
    amount_cents: Cents
    created_at: datetime
    attempts: int = 0
    transfer_id: str | None = None
    sent_at: datetime | None = None
    failure_reason: str | None = None

    @property
    def reference(self) -> str:
        """What the provider tells this asking by."""
        return f"{self.id}-returned-{self.attempts}" if self.attempts else f"{self.id}-returned"

    def is_asking(self, reference: str | None) -> bool:
        """Whether the provider was once asked for this under that reference."""
        first = f"{self.id}-returned"
        return reference is not None and (reference == first or reference.startswith(f"{first}-"))


def spread(cents: Cents, rooms: Sequence[Cents]) -> list[Cents]:
    """How much of *cents* to take from each of several transfers, by what is left of each, first ones
    first. The parts come to less than *cents* where there is too little room."""
    parts = []
    for room in rooms:
        part = max(0, min(cents, room))
        parts.append(part)
        cents -= part
    return parts
