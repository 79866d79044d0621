"""Looking for a driver: whose turn it is, and when it is everybody's (OP-25)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import attrs

from haulage.dispatch.job_offer import JobOffer, OfferKind
from haulage.dispatch.terms import OfferTerms


def _all(offers: Iterable[JobOffer]) -> tuple[JobOffer, ...]:
    return tuple(offers)


@attrs.frozen
class Search:
    """One search for an order's driver, with everything that was ever offered of the order."""

    order_id: str
    number: int
    history: tuple[JobOffer, ...] = attrs.field(default=(), converter=_all)

    @classmethod
    def going_on(cls, order_id: str, history: Sequence[JobOffer]) -> "Search":
        """The search that is under way, or the first."""
        return cls(order_id, max((offer.search for offer in history), default=1), history)

    @classmethod
    def anew(cls, order_id: str, history: Sequence[JobOffer]) -> "Search":
        """A new one, because a driver gave the order up or its time changed: it has all its turns again."""
        return cls(order_id, max((offer.search for offer in history), default=0) + 1, history)

    @property
    def asked_drivers(self) -> frozenset[str]:
        """Drivers who had the order before or were asked for it: nobody is asked twice."""
        answered = {offer.driver_id for offer in self.history} | {offer.answered_by for offer in self.history}
        return frozenset(answered - {None})  # type: ignore[arg-type]  # mypy does not see what is taken out

    @property
    def next(self) -> int:
        """The number of the next offer."""
        return len(self.history) + 1

    def asks_another(self, terms: OfferTerms) -> bool:
        """Whether another driver is asked alone before it is everybody's turn."""
        turns = [offer for offer in self.history if offer.search == self.number]
        return sum(offer.kind is OfferKind.IN_TURN for offer in turns) < terms.turns

    def turn_of(self, id: str, driver_id: str, now: datetime, terms: OfferTerms) -> JobOffer:
        """It is the driver's turn."""
        due = now + terms.answer_within
        return JobOffer(id, self.order_id, self.next, self.number, OfferKind.IN_TURN, driver_id, now, due)

    def call(self, id: str, now: datetime) -> JobOffer:
        """It is everybody's turn, until somebody comes."""
        return JobOffer(id, self.order_id, self.next, self.number, OfferKind.EVERYONE, None, now)
