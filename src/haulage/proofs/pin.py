"""Four digits that the customer reads to the driver, so that nobody else is given the delivery."""

from datetime import datetime
from enum import StrEnum
from hmac import compare_digest

import attrs

from haulage.kernel.errors import RuleBroken

PIN_DIGITS = 4
MOST_WRONG = 5
"""Ours: of ten thousand PINs a guesser finds one in two thousand times."""


class PinNeeded(RuleBroken):
    """The customer asked for a delivery PIN, so the delivery cannot be completed without it."""

    code = "pin_needed"
    message = "This delivery ends with the customer's PIN: complete it with a proof of delivery."
    field = "pin"


@attrs.define
class WrongPin(RuleBroken):
    """The delivery PIN is wrong."""

    code = "wrong_pin"
    field = "pin"
    tries_left: int

    @property
    def message(self) -> str:
        tries = "try is" if self.tries_left == 1 else "tries are"
        return f"That is not the customer's PIN. {self.tries_left} {tries} left."


class PinLocked(RuleBroken):
    """Too many wrong delivery PINs were given; a new PIN is needed."""

    code = "pin_locked"
    message = "The PIN was wrong too often. The customer has to ask for a new one on the tracking page."
    field = "pin"


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"


@attrs.frozen
class DeliveryPin:
    """``sealed_code`` is as it is kept; ``wrong`` are the guesses that were not it, each counted once: what
    is repeated by a device whose answer was lost tells a guesser nothing new."""

    order_id: str
    sealed_code: str = attrs.field(repr=False)
    created_at: datetime
    wrong: tuple[str, ...] = ()
    given_at: datetime | None = None
    version: int = 1

    @property
    def is_awaited(self) -> bool:
        return self.given_at is None

    @property
    def tries_left(self) -> int:
        return max(0, MOST_WRONG - len(self.wrong))

    def tried(self, guess: str, code: str, now: datetime) -> tuple["DeliveryPin", Verdict]:
        """Compared in constant time; locked it opens for no guess at all."""
        is_right = compare_digest(guess.encode(), code.encode())
        if self.tries_left == 0:
            return self, Verdict.LOCKED
        if is_right:
            return attrs.evolve(self, given_at=now), Verdict.RIGHT
        if guess in self.wrong:
            return self, Verdict.WRONG
        after = attrs.evolve(self, wrong=(*self.wrong, guess))
        return after, Verdict.WRONG if after.tries_left else Verdict.LOCKED
