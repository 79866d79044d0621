"""What the card provider tells us unasked, in our words."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Protocol

import attrs

from haulage.kernel.errors import HaulageError
from haulage.kernel.money import Cents


@attrs.define(eq=False, str=False)
class EventForged(HaulageError):
    """Nobody but the provider may tell us of money, and this does not prove to come from it."""

    code: ClassVar[str] = "event_forged"

    @property
    def message(self) -> str:
        return "The event's signature does not hold."


class EventKind(StrEnum):
    """What an event is about."""

    PAYMENT = "payment"
    REFUND = "refund"
    DISPUTE = "dispute"
    TRANSFER = "transfer"
    OTHER = "other"


@attrs.frozen
class DisputeNews:
    """A dispute as it stands: ``status`` is the provider's word, of which ``won`` and ``lost`` are final.

    The fee is what the provider has taken for the dispute so far.
    """

    amount_cents: Cents
    fee_cents: Cents
    status: str
    reason: str


@attrs.frozen
class ProviderEvent:
    """One event. ``provider_reference`` is the intent that it concerns, where it concerns one."""

    id: str
    type: str
    kind: EventKind
    created_at: datetime
    provider_reference: str | None
    object_reference: str | None
    dispute: DisputeNews | None = None


class ProviderEvents(Protocol):
    """Reads events, and believes only those that the provider has signed."""

    def read(self, payload: bytes, signature: str | None, now: datetime) -> ProviderEvent:
        """Raises ``EventForged`` for anything that is not, byte for byte, what the provider sent within
        the last minutes."""
        ...
