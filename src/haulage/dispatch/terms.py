"""The figures of offering."""

from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import InvalidInput


@attrs.frozen
class OfferTerms:
    """How long drivers have for their answer, and how many are asked before everybody is.

    ``turns`` best matches are asked one after the other, each for ``answer_within``; then everyone within
    ``range_miles``. Who was picked for an appointment need not be on the road, so they have
    ``appointment_answer`` for it, but at most until ``appointment_latest`` before the pickup.
    """

    answer_within: timedelta = timedelta(seconds=30)  # OP-25, ours
    turns: int = 5  # MAT-05
    range_miles: int = 20  # MAT-16
    appointment_answer: timedelta = timedelta(minutes=30)
    """Ours."""
    appointment_latest: timedelta = timedelta(hours=1)
    """Ours: as long before the pickup as a customer may still cancel free of charge."""

    def __attrs_post_init__(self) -> None:
        if self.answer_within <= timedelta(0) or self.appointment_answer <= timedelta(0):
            raise InvalidInput("answer_within", "must be more than no time")
        if self.turns < 0:
            raise InvalidInput("turns", "must not be negative")
        if self.range_miles < 1:
            raise InvalidInput("range_miles", "must be at least 1")

    def answer_due(self, now: datetime, scheduled_time: datetime | None) -> datetime:
        """When a driver who was picked for an order must have answered."""
        at_least = now + self.answer_within
        if scheduled_time is None:
            return at_least
        latest = scheduled_time - self.appointment_latest
        return max(at_least, min(now + self.appointment_answer, latest))


STANDARD_OFFER_TERMS = OfferTerms()
