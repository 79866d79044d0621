"""Text messages: handing them to whoever sends them, and hearing what became of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.errors import HaulageError
from haulage.messaging.sms_sending import SmsFate


@attrs.frozen
class Sms:
    """A text for one phone. ``id`` is our message's; neither the number nor the text is ever logged."""

    id: str
    to: str = attrs.field(repr=False)
    text: str = attrs.field(repr=False)


@attrs.frozen
class TakenSms:
    """A text that the provider has taken, as its own books show it."""

    reference: str
    text: str = attrs.field(repr=False)


@attrs.frozen
class SmsUpdate:
    """What the provider says became of a text. ``message_id`` is ours, where the provider repeats it."""

    reference: str
    fate: SmsFate
    message_id: str | None = None
    reason: str | None = None


@attrs.frozen
class IncomingSms:
    """A text that somebody sent to our number. ``id`` is the provider's, and never used twice.

    ``is_answered`` where the provider has already answered a word such as STOP by itself.
    """

    id: str
    sender: str = attrs.field(repr=False)
    text: str = attrs.field(repr=False)
    is_answered: bool = False


@attrs.define
class SmsRefused(HaulageError):
    """The SMS provider refused the text for good, such as one to a number that does not exist."""

    code = "sms_refused"
    reason: str

    @property
    def message(self) -> str:
        return f"The SMS was refused: {self.reason}"


@attrs.define
class SmsUnclear(HaulageError):
    """It is unknown whether the SMS provider took the text: it gave no valid answer."""

    code = "sms_unclear"
    reason: str

    @property
    def message(self) -> str:
        return f"It is not known whether the SMS was taken: {self.reason}"


class SmsUpdateForged(HaulageError):
    """The SMS webhook's signature is invalid."""

    code = "sms_update_forged"
    message = "The request's signature does not hold."


class SmsGateway(Protocol):
    """Hands texts to whoever sends them to phones."""

    @property
    def simulated(self) -> bool:
        """Whether no text ever leaves this machine."""
        ...

    async def send(self, sms: Sms) -> str:
        """Have it sent, and return the provider's reference.

        Raises ``Unavailable`` when it is certain that nothing was taken, so that it may be sent again;
        ``SmsRefused`` when that is of no use; ``SmsUnclear`` when it must not be sent again before
        :meth:`taken_since` was asked.
        """
        ...

    async def taken_since(self, to: str, since: datetime) -> Sequence[TakenSms]:
        """Every text to this number that was taken at or after *since*. Raises ``Unavailable``."""
        ...

    async def fate(self, reference: str, *, sent_at: datetime) -> SmsUpdate:
        """What became of a text that was taken; under way, for all that is known, where another provider
        took it. Raises ``Unavailable``."""
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` when nothing could be sent at present."""
        ...


@attrs.frozen
class Delivery:
    """A request at one of our addresses, as it came: the whole address, the raw bytes, the proof."""

    url: str
    payload: bytes = attrs.field(repr=False)
    signature: str | None = attrs.field(repr=False)


class SmsEvents(Protocol):
    """Reads what the provider sends, and believes only what it has signed."""

    def status(self, delivery: Delivery) -> SmsUpdate:
        """Raises ``SmsUpdateForged``."""
        ...

    def incoming(self, delivery: Delivery) -> IncomingSms:
        """Raises ``SmsUpdateForged``."""
        ...

    def answer(self, text: str | None) -> bytes:
        """What to say in reply to an incoming text, in the provider's own form; None says nothing."""
        ...
