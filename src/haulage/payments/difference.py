"""A difference between our books and the card provider's, which somebody must look at."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.money import Cents


class DifferenceKind(StrEnum):
    """How the two differ."""

    UNKNOWN_CHARGE = "unknown_charge"
    """The provider has charged a card for something that is no payment of ours."""
    MISSING_HERE = "missing_here"
    """The provider has it, and our books do not."""
    MISSING_THERE = "missing_there"
    """Our books have it, and the provider does not."""
    OTHER_AMOUNT = "other_amount"
    OTHER_STATUS = "other_status"
    NOT_SENT = "not_sent"
    """A refund that is owed has not gone out for a day."""
    OTHER_CURRENCY = "other_currency"
    """The provider moved it in another currency, which the books cannot hold."""
    UNREADABLE = "unreadable"
    """What the provider says of it cannot be read, so that it was not compared."""


class DifferenceSubject(StrEnum):
    """What differs. A tip is a payment."""

    PAYMENT = "payment"
    REFUND = "refund"
    DISPUTE = "dispute"
    ENTRY = "entry"
    """A movement of the balance that is none of these, or does not tell what it is."""


@attrs.frozen
class Difference:
    """One row of the list. ``their_id`` is the provider's, the others ours, as far as they are known.

    Cents are as each side has them, None where it has nothing. ``occurred_at`` is when the money moved,
    ``seen_at`` when a reconciliation last found the difference, and ``closed_at`` when one no longer did.
    """

    id: str
    kind: DifferenceKind
    subject: DifferenceSubject
    occurred_at: datetime
    created_at: datetime
    seen_at: datetime
    their_id: str | None = None
    payment_id: str | None = None
    refund_id: str | None = None
    order_id: str | None = None
    our_cents: Cents | None = None
    their_cents: Cents | None = None
    our_status: str | None = None
    their_status: str | None = None
    closed_at: datetime | None = None
