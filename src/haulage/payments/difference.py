"""A difference between our books and the card provider's, which somebody must look at."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
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
    """A refund that is owed has not gone out for a day, or its tries are used up."""
    OTHER_CURRENCY = "other_currency"
    """The provider moved it in another currency, which the books cannot hold."""
    UNREADABLE = "unreadable"
    """What the provider says of it cannot be read, so that it was not compared."""
    UNKNOWN_ENTRY = "unknown_entry"
    """The provider has moved our balance for something that the books have no account of."""
    BALANCE_OFF = "balance_off"
    """All that the provider holds for us is not what the books come to."""


class DifferenceSubject(StrEnum):
    """What differs. A tip is a payment."""

    PAYMENT = "payment"
    REFUND = "refund"
    DISPUTE = "dispute"
    TRANSFER = "transfer"
    """Money that was sent to a driver."""
    TRANSFER_REVERSAL = "transfer_reversal"
    """A part of it that was taken back."""
    ENTRY = "entry"
    """A movement of the balance that is none of these, or does not tell what it is."""
    BALANCE = "balance"
    """All that the provider holds for us."""


@attrs.frozen
class Difference:
    """One row of the list. ``their_id`` is the provider's, the others ours, as far as they are known.

    Cents are as each side has them, None where it has nothing. ``occurred_at`` is when the money moved,
    ``seen_at`` when a reconciliation last found the difference, and ``closed_at`` when one no longer did, or
    when somebody accepted that it stays, for the reason in ``accepted_because``. ``their_fee_cents`` is what
    the provider kept of what is not in our books at all.
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
    accepted_because: str | None = None
    their_fee_cents: Cents | None = None

    @property
    def their_net_cents(self) -> Cents | None:
        """What the provider's balance has changed by, where it tells its fee."""
        if self.their_cents is None or self.their_fee_cents is None:
            return None
        return self.their_cents - self.their_fee_cents


MAX_ACCEPTED_LENGTH = 500


@attrs.define
class DifferenceCannotStay(RuleBroken):
    """The difference is closed already, or owed to a customer, so it cannot be accepted."""

    code = "difference_cannot_stay"
    message = "Only an open difference can be accepted, and a refund that was not sent is sent or withdrawn."


def accept(difference: Difference, reason: str, now: datetime) -> Difference:
    """Nothing can be done about it, or something was, outside of these books. Found as it is again, it stays
    closed. Raises ``InvalidInput`` or ``DifferenceCannotStay``."""
    if not reason.strip() or len(reason) > MAX_ACCEPTED_LENGTH:
        raise InvalidInput("reason", f"must be given, in at most {MAX_ACCEPTED_LENGTH} characters")
    if difference.closed_at is not None or difference.kind is DifferenceKind.NOT_SENT:
        raise DifferenceCannotStay
    return attrs.evolve(difference, closed_at=now, accepted_because=reason.strip())
