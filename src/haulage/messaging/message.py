"""A message in the thread of an order (MSG-01), and what becomes of it."""

from datetime import datetime
from enum import StrEnum

import attrs

SYSTEM_ID = "system"
"""Stands for a person's id where the server itself writes."""


class Party(StrEnum):
    """Who writes and who is written to."""

    CUSTOMER = "customer"
    DRIVER = "driver"
    SYSTEM = "system"


class MessageKind(StrEnum):
    TEMPLATE = "template"
    MANUAL = "manual"


class MessageStatus(StrEnum):
    PENDING = "pending"
    """It is in the thread; the SMS has yet to be handed over."""
    SENT = "sent"
    """The SMS is on its way, or none goes out and the message waits in the thread."""
    DELIVERED = "delivered"
    """The phone has the SMS, or the recipient has opened the thread."""
    FAILED = "failed"
    """The SMS did not arrive. The message is in the thread all the same."""


@attrs.frozen
class Participant:
    """One end of a message: a user by their id, or the server."""

    id: str
    type: Party


SYSTEM_SENDER = Participant(SYSTEM_ID, Party.SYSTEM)


@attrs.frozen
class Message:
    """What somebody wrote about an order. The text is empty once it was forgotten.

    ``sms_refusal`` says why no SMS went out, in the sentence for the sender; None where one goes out.
    ``cause`` names what brought an automatic message about: one recipient is told of it once an order.
    ``sms_reference`` is the provider's id of the SMS. ``updated_at`` is the last time that anything of it
    changed. ``version`` grows with every change of what became of the SMS.
    """

    id: str
    order_id: str
    sender: Participant
    recipient: Participant
    text: str = attrs.field(repr=False)
    kind: MessageKind
    status: MessageStatus
    created_at: datetime
    updated_at: datetime
    template_id: str | None = None
    cause: str | None = None
    sms_refusal: str | None = None
    sms_reference: str | None = None
    sent_at: datetime | None = None
    delivered_at: datetime | None = None
    read_at: datetime | None = None
    version: int = 1

    @property
    def is_read(self) -> bool:
        return self.read_at is not None

    @property
    def awaits_sms(self) -> bool:
        """Whether an SMS has yet to be handed over to the provider."""
        return self.status is MessageStatus.PENDING


@attrs.frozen
class NewMessage:
    """A message that is to be stored; *text* has been examined."""

    id: str
    order_id: str
    sender: Participant
    recipient: Participant
    text: str = attrs.field(repr=False)
    kind: MessageKind = MessageKind.MANUAL
    template_id: str | None = None
    cause: str | None = None


def posted(new: NewMessage, now: datetime, *, sms_refusal: str | None) -> Message:
    """In the thread from now on: with an SMS to follow, or with the reason why none does (OP-45)."""
    goes_out = sms_refusal is None
    return Message(
        id=new.id,
        order_id=new.order_id,
        sender=new.sender,
        recipient=new.recipient,
        text=new.text,
        kind=new.kind,
        status=MessageStatus.PENDING if goes_out else MessageStatus.SENT,
        created_at=now,
        updated_at=now,
        template_id=new.template_id,
        cause=new.cause,
        sms_refusal=sms_refusal,
        sent_at=None if goes_out else now,
    )
