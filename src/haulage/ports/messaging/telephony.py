"""Connecting two people by telephone."""

from typing import Protocol


class Telephony(Protocol):
    """Whoever connects a caller with the other party of an order (OP-48)."""

    async def number_to_dial(self, *, call_id: str, recipient_phone: str) -> str:
        """What the caller's telephone dials to reach *recipient_phone*: that number itself, or one that leads
        there and hides both ends. The same call has the same number. Raises ``Unavailable``."""
        ...
