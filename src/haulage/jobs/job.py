"""What is to be done later, and to what."""

import re
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput

MAX_ID_LENGTH = 64
MAX_SUBJECT_LENGTH = 48

_ID = re.compile(r"[A-Za-z0-9_-]{1,48}\Z")
_OCCASION = re.compile(r"[A-Za-z0-9_-]{0,24}\Z")


class JobKind(StrEnum):
    """Everything that is ever done later. Each kind has one handler, which the assembly names."""

    CANCEL_UNPAID_ORDER = "cancel_unpaid_order"
    MOVE_OFFER_ON = "move_offer_on"
    SEND_REFUND = "send_refund"
    SEND_SHARE = "send_share"
    TAKE_BACK_SHARE = "take_back_share"
    SETTLE_PAYMENT = "settle_payment"
    MAIL_RECEIPT = "mail_receipt"
    APPLY_PROVIDER_EVENT = "apply_provider_event"
    REMOVE_PHOTO = "remove_photo"
    SEND_SMS = "send_sms"
    ANNOUNCE_ORDER = "announce_order"
    WATCH_START = "watch_start"
    WATCH_ARRIVAL = "watch_arrival"


@attrs.frozen
class Job:
    """*kind* is done to the thing with the id *subject*, once for each *occasion*, not before *due_at*.

    It holds ids and nothing else: who does it reads the present facts, and decides anew whether there is
    still something to do. An occasion tells two jobs about one subject apart, such as two refunds of one
    payment by the totals owed. Without *due_at* it is due at once.
    """

    kind: JobKind
    subject: str
    occasion: str = ""
    due_at: datetime | None = None

    def __attrs_post_init__(self) -> None:
        if not _ID.match(self.subject):
            raise InvalidInput("subject", "must be an id")
        if not _OCCASION.match(self.occasion):
            raise InvalidInput("occasion", "must be a short word")
        if len(self.id) > MAX_ID_LENGTH:
            raise InvalidInput("occasion", "is too long for this subject")

    @property
    def id(self) -> str:
        """Equal jobs have one id, so that asking for the same thing twice is asking once."""
        parts = (self.kind.value, self.subject, self.occasion)
        return ":".join(part for part in parts if part)
