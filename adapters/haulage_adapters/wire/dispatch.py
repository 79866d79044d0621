"""Offers as drivers weigh them, and an administrator's request for another driver."""

from typing import Annotated

from msgspec import Meta

from haulage.dispatch import JobOffer, OfferKind, OfferState
from haulage.kernel.actor import Actor
from haulage.services.orders.order_views import plain_view
from haulage.use_cases.dispatch import EndedOffer, OfferedJob, OfferList
from haulage.use_cases.dispatch.reassign_order import MAX_REASON_LENGTH
from haulage_adapters.wire.common import Cents, In, Instant, Out
from haulage_adapters.wire.orders import OrderOut


class JobOfferOut(Out):
    """`chosen` and `assigned` hold the order for the driver, who is its driver until they say no; `in_turn`
    is the driver's alone for a while; `everyone` is whoever's is first. Whom to meet is told of what is
    accepted alone.
    """

    id: str
    kind: OfferKind
    offered_at: Instant
    expires_at: Annotated[Instant | None, Meta(description="Null where there is no hurry.")]
    order: OrderOut
    pays_cents: Cents | None
    miles_away: Annotated[float, Meta(description="To the pickup, as the crow flies.")] | None

    @classmethod
    def of(cls, offered: OfferedJob, actor: Actor) -> "JobOfferOut":
        offer, order = offered.offer, offered.order
        return cls.from_attributes(
            offer,
            order=OrderOut.of(order, plain_view(actor, order)),
            pays_cents=offered.pays_cents,
            miles_away=offered.miles_away,
        )


class EndedJobOfferOut(Out):
    """What became of an offer within the last minute."""

    id: str
    order_id: str
    state: OfferState
    taken_by_another: bool
    ended_at: Instant | None

    @classmethod
    def of(cls, ended: EndedOffer) -> "EndedJobOfferOut":
        offer = ended.offer
        return cls(offer.id, offer.order_id, offer.state, ended.taken_by_another, offer.answered_at)


class JobOffersOut(Out):
    """At most five: those to the driver alone first, then the newest. `as_of` is the server's clock, by which
    `expires_at` is meant."""

    as_of: Instant
    items: list[JobOfferOut]
    ended: list[EndedJobOfferOut]

    @classmethod
    def of(cls, offers: OfferList, actor: Actor) -> "JobOffersOut":
        return cls(
            offers.as_of,
            [JobOfferOut.of(each, actor) for each in offers.offers],
            [EndedJobOfferOut.of(each) for each in offers.ended],
        )


class DeclinedOut(Out):
    """The offer that was declined."""

    id: str
    order_id: str
    state: OfferState
    ended_at: Instant | None

    @classmethod
    def of(cls, offer: JobOffer) -> "DeclinedOut":
        return cls(offer.id, offer.order_id, offer.state, offer.answered_at)


class ReassignIn(In):
    """Who is to do it, and why; the reason is kept."""

    driver_id: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]
