"""A gateway that sends no text and behaves like one that does (MSG-12).

What becomes of a text, and after how many seconds, is a function of the seed and the message's id: the
same after a restart and in every process. A text that its process forgot was never sent by anybody.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs
from cachetools import FIFOCache

from haulage.messaging.sms_sending import SmsFate
from haulage.ports.messaging.sms import Sms, SmsUpdate, TakenSms
from haulage.ports.runtime.clock import Clock

DELIVERED_SHARE = 0.95
LEAST_SECONDS, MOST_SECONDS = 1.0, 4.0
"""MSG-12."""

PREFIX = "sms_simulated_"
FAILED = "The simulated phone could not be reached."
REMEMBERED = 10_000
"""Ours: texts of which one process still knows that it took them."""


@attrs.frozen
class _Taken:
    sms: Sms
    at: datetime


class SimulatedSms:
    """Delivers *delivered_share* of the texts and fails the others, each after its own seconds."""

    simulated = True

    def __init__(
        self,
        clock: Clock,
        *,
        delivered_share: float = DELIVERED_SHARE,
        seed: str = "haulage",
        seconds: tuple[float, float] = (LEAST_SECONDS, MOST_SECONDS),
    ) -> None:
        if not 0 <= delivered_share <= 1:
            raise ValueError("delivered_share must be between 0 and 1")
        if not 0 <= seconds[0] <= seconds[1]:
            raise ValueError("seconds must be a range from 0 up")
        self._clock = clock
        self._delivered_share = delivered_share
        self._seed = seed
        self._least, self._most = seconds
        self._taken: FIFOCache[str, _Taken] = FIFOCache(REMEMBERED)

    async def send(self, sms: Sms) -> str:
        reference = f"{PREFIX}{sms.id}"
        self._taken.setdefault(reference, _Taken(sms, self._clock.now()))
        return reference

    async def taken_since(self, to: str, since: datetime) -> Sequence[TakenSms]:
        return [
            TakenSms(reference, taken.sms.text)
            for reference, taken in self._taken.items()
            if taken.sms.to == to and taken.at >= since
        ]

    async def fate(self, reference: str, *, sent_at: datetime) -> SmsUpdate:
        if not reference.startswith(PREFIX):
            return SmsUpdate(reference, SmsFate.UNDER_WAY)  # a real provider had it: nothing is claimed of it
        after = self._least + (self._most - self._least) * self._luck("seconds", reference)
        if self._clock.now() < sent_at + timedelta(seconds=after):
            return SmsUpdate(reference, SmsFate.UNDER_WAY)
        if self._luck("fate", reference) < self._delivered_share:
            return SmsUpdate(reference, SmsFate.DELIVERED)
        return SmsUpdate(reference, SmsFate.FAILED, reason=FAILED)

    async def check(self) -> None:
        """It is in this process and always answers."""

    def _luck(self, of: str, reference: str) -> float:
        """A number in [0, 1), evenly spread over texts."""
        digest = hashlib.sha256(f"{self._seed}:{of}:{reference}".encode()).digest()
        return int.from_bytes(digest[:8]) / 2**64
