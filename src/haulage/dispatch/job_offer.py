"""An order offered to one driver, or to everyone around, and what became of it."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.lifecycle import Lifecycle


class OfferKind(StrEnum):
    """How the driver came by it. The first two hold the order for their driver, who is assigned already."""

    CHOSEN = "chosen"
    """The customer picked the driver."""
    ASSIGNED = "assigned"
    """An administrator did."""
    IN_TURN = "in_turn"
    """The best match among those who were not asked yet; nobody else can take the order meanwhile."""
    EVERYONE = "everyone"
    """Whoever is in range and carries the load."""


class OfferState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    TIMED_OUT = "timed_out"
    WITHDRAWN = "withdrawn"
    """The order was cancelled or changed, or the driver is offline or busy by now."""


class OfferMove(StrEnum):
    ACCEPT = "be_accepted"
    DECLINE = "be_declined"
    TIME_OUT = "time_out"
    WITHDRAW = "be_withdrawn"


OFFER_LIFECYCLE: Lifecycle[OfferState, OfferMove] = Lifecycle(
    subject="offer",
    moves={
        OfferState.OPEN: {
            OfferMove.ACCEPT: OfferState.ACCEPTED,
            OfferMove.DECLINE: OfferState.DECLINED,
            OfferMove.TIME_OUT: OfferState.TIMED_OUT,
            OfferMove.WITHDRAW: OfferState.WITHDRAWN,
        },
        OfferState.ACCEPTED: {},
        OfferState.DECLINED: {},
        OfferState.TIMED_OUT: {},
        OfferState.WITHDRAWN: {},
    },
)


class OfferedToAnother(RuleBroken):
    """The job is offered to another driver first, who has not answered yet."""

    code = "offered_to_another"
    message = "This order is being offered to another driver first. It may be open to you in a moment."


class OfferOver(RuleBroken):
    """The job offer has ended and cannot be answered any more."""

    code = "offer_over"
    message = "This order is no longer offered to you."


@attrs.frozen
class JobOffer:
    """``number`` counts what was offered of the order, and ``search`` how often a driver was looked for,
    both from 1. ``driver_id`` is None for an offer to everyone, and ``answered_by`` the driver who took or
    refused it. ``expires_at`` is None without a hurry, and ``reason`` an administrator's. ``version`` grows
    by one with every stored change.
    """

    id: str
    order_id: str
    number: int
    search: int
    kind: OfferKind
    driver_id: str | None
    offered_at: datetime
    expires_at: datetime | None = None
    state: OfferState = OfferState.OPEN
    answered_at: datetime | None = None
    answered_by: str | None = None
    reason: str | None = None
    version: int = 1

    @property
    def is_open(self) -> bool:
        return self.state is OfferState.OPEN

    @property
    def holds_order(self) -> bool:
        """Whether its driver is assigned to the order until they say no."""
        return self.kind in (OfferKind.CHOSEN, OfferKind.ASSIGNED)


def accepted(offer: JobOffer, driver_id: str, now: datetime) -> JobOffer:
    """The driver takes the order."""
    return attrs.evolve(_ended(offer, OfferMove.ACCEPT, now), answered_by=driver_id)


def declined(offer: JobOffer, now: datetime) -> JobOffer:
    """The one driver asked says no."""
    return attrs.evolve(_ended(offer, OfferMove.DECLINE, now), answered_by=offer.driver_id)


def timed_out(offer: JobOffer, now: datetime) -> JobOffer:
    """Nobody answered in time."""
    return _ended(offer, OfferMove.TIME_OUT, now)


def withdrawn(offer: JobOffer, now: datetime) -> JobOffer:
    """It is no longer to be had, whatever the driver wants."""
    return _ended(offer, OfferMove.WITHDRAW, now)


def refused_call(call: JobOffer, id: str, number: int, driver_id: str, now: datetime) -> JobOffer:
    """One driver's no to a call that stays open to all others."""
    return attrs.evolve(
        call,
        id=id,
        number=number,
        driver_id=driver_id,
        state=OfferState.DECLINED,
        answered_at=now,
        answered_by=driver_id,
        version=1,
    )


def require_turn(offer: JobOffer | None, driver_id: str) -> None:
    """Raise ``OfferedToAnother`` while the order is somebody else's to answer."""
    if offer is not None and offer.is_open and offer.driver_id not in (None, driver_id):
        raise OfferedToAnother


def require_not_declined(history: Iterable[JobOffer], driver_id: str) -> None:
    """Raise ``OfferOver`` for whoever has said no to the order. *history* is all that was offered of it."""
    if any(each.state is OfferState.DECLINED and each.driver_id == driver_id for each in history):
        raise OfferOver


def _ended(offer: JobOffer, move: OfferMove, now: datetime) -> JobOffer:
    return attrs.evolve(offer, state=OFFER_LIFECYCLE.after(offer.state, move), answered_at=now)
