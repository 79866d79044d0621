"""Problems that customers report about orders, and what is decided about them."""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote, urlencode

from msgspec import Meta

from haulage.claims import (
    MAX_ACCOUNT_LENGTH,
    MAX_ITEM_LENGTH,
    MAX_REASON_LENGTH,
    MOST_PHOTOS,
    Claim,
    ClaimDraft,
    ClaimKind,
    ClaimParty,
    ClaimState,
    ClaimStatement,
)
from haulage.kernel.money import MAX_CENTS
from haulage.messaging import Message, Party
from haulage.orders import Order, OrderEventType
from haulage.payments.payment import refundable_cents
from haulage.ports.storage.claims import ClaimPhoto, ListedClaim
from haulage.use_cases.claims import ClaimDecision, ClaimDetails, ClaimStanding, DriversClaim, ShownClaim
from haulage.use_cases.claims.show_claims import ShownPhoto
from haulage_adapters.wire.common import Cents, In, Instant, Out, PlaceOut
from haulage_adapters.wire.items import ItemOut
from haulage_adapters.wire.proofs import ClientId, ProofOut
from haulage_adapters.wire.refunds import AdminRefundOut

Words = Annotated[str, Meta(min_length=1, max_length=MAX_ACCOUNT_LENGTH, pattern=r"\S")]
Photos = Annotated[
    list[ClientId], Meta(max_length=MOST_PHOTOS, description="The device's ids of photos sent before.")
]


class ClaimIn(In):
    """What went wrong, in the customer's words; the driver does not read them. `requested_cents` is what the
    customer asks back, 0 for nothing."""

    kind: ClaimKind
    account: Words
    requested_cents: Annotated[int, Meta(ge=0, le=MAX_CENTS)] = 0
    item: Annotated[str, Meta(max_length=MAX_ITEM_LENGTH)] = ""
    photos: Photos = []  # noqa: RUF012 - msgspec copies it

    def to_core(self) -> ClaimDraft:
        return ClaimDraft(self.kind, self.account, self.requested_cents, self.item)


class StatementIn(In):
    """The customer's answer, or the driver's side."""

    text: Words
    photos: Photos = []  # noqa: RUF012 - msgspec copies it


class InformationRequestIn(In):
    """The question to the customer."""

    question: Words


class ClaimDecisionIn(In):
    """A refund of so many cents, or none at all. `goodwill` takes nothing from the driver. The customer reads
    the reason. `version` is the report's that was read: it is refused when something was said since."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S")]
    version: Annotated[int, Meta(ge=1)]
    refund_cents: Annotated[int, Meta(ge=0, le=MAX_CENTS)] = 0
    goodwill: bool = False

    def to_core(self) -> ClaimDecision:
        return ClaimDecision(self.reason, self.refund_cents, self.goodwill, self.version)


class ClaimPhotoTakenOut(Out):
    """The photo as it is stored, encoded anew and without metadata."""

    client_id: str
    width: int
    height: int

    @classmethod
    def of(cls, photo: ClaimPhoto) -> "ClaimPhotoTakenOut":
        return cls(photo.client_id, photo.facts.width, photo.facts.height)


class ClaimPhotoOut(Out):
    """`url` opens without a token for a few minutes."""

    id: str
    party: ClaimParty
    url: str
    width: int
    height: int
    received_at: Instant

    @classmethod
    def of(cls, shown: ShownPhoto) -> "ClaimPhotoOut":
        photo, link = shown.photo, shown.link
        query = urlencode({"until": link.until, "signature": link.signature})
        url = f"/api/v1/claim-photos/{quote(photo.id)}?{query}"
        facts = photo.facts
        return cls(photo.id, photo.party, url, facts.width, facts.height, photo.received_at)


class ClaimStatementOut(Out):
    """A question to the customer, an answer of theirs, or the driver's side."""

    id: str
    party: ClaimParty
    text: str
    created_at: Instant

    @classmethod
    def of(cls, statement: ClaimStatement) -> "ClaimStatementOut":
        return cls.from_attributes(statement)


class ClaimOut(Out):
    """A customer's report, and what was decided about it. `decision_due` is by when they hear from us,
    and `version` changes with everything that is said or done about it."""

    id: str
    order_id: str
    kind: ClaimKind
    account: str
    item: str
    requested_cents: Cents
    created_at: Instant
    decision_due: Instant
    state: ClaimState
    closed_at: Instant | None
    decision_reason: str | None
    refunded_cents: Cents
    version: int

    @classmethod
    def of(cls, claim: Claim) -> "ClaimOut":
        return cls.from_attributes(claim, decision_due=claim.decided_by_date)


class ShownClaimOut(Out):
    """A report with what was said about it and its photos, as far as the reader sees them."""

    claim: ClaimOut
    statements: list[ClaimStatementOut]
    photos: list[ClaimPhotoOut]

    @classmethod
    def of(cls, shown: ShownClaim) -> "ShownClaimOut":
        return cls(
            ClaimOut.of(shown.claim),
            [ClaimStatementOut.of(each) for each in shown.statements],
            [ClaimPhotoOut.of(each) for each in shown.photos],
        )


class ClaimSideOut(Out):
    """A report that the driver has given their side of."""

    id: str
    order_id: str
    state: ClaimState

    @classmethod
    def of(cls, claim: Claim) -> "ClaimSideOut":
        return cls.from_attributes(claim)


class ClaimableKindOut(Out):
    """A kind of problem that can be reported, and until when."""

    kind: ClaimKind
    until: Instant


class ClaimStandingOut(Out):
    """What can be reported of an order, how much can be asked back, and what was reported, oldest first."""

    possible: list[ClaimableKindOut]
    refundable_cents: Cents
    claims: list[ShownClaimOut]

    @classmethod
    def of(cls, standing: ClaimStanding, shown: Sequence[ShownClaim]) -> "ClaimStandingOut":
        return cls(
            [ClaimableKindOut(kind, until) for kind, until in standing.until.items()],
            standing.refundable_cents,
            [ShownClaimOut.of(each) for each in shown],
        )


class DriversClaimOut(Out):
    """A report about a delivery as its driver sees it: neither the customer nor their words."""

    id: str
    order_id: str
    order_number: int
    kind: ClaimKind
    item: str
    state: ClaimState
    created_at: Instant
    decision_due: Instant
    holds_share: bool
    statements: list[ClaimStatementOut]
    photos: list[ClaimPhotoOut]

    @classmethod
    def of(cls, listed: DriversClaim) -> "DriversClaimOut":
        shown = listed.shown
        return cls.from_attributes(
            shown.claim,
            order_number=listed.order_number,
            decision_due=shown.claim.decided_by_date,
            statements=[ClaimStatementOut.of(each) for each in shown.statements],
            photos=[ClaimPhotoOut.of(each) for each in shown.photos],
        )


class ListedClaimOut(Out):
    """A report in the administrators' queue. `refundable_cents` is what is left of the payment."""

    claim: ClaimOut
    order_number: int
    customer_id: str
    driver_id: str
    driver_name: str
    refundable_cents: Cents

    @classmethod
    def of(cls, listed: ListedClaim) -> "ListedClaimOut":
        return cls(
            ClaimOut.of(listed.claim),
            listed.order_number,
            listed.claim.customer_id,
            listed.claim.driver_id,
            listed.driver_name,
            listed.refundable_cents,
        )


class ClaimMessageOut(Out):
    """A message of the order's conversation. `sender` is a party, or the platform."""

    sender: Party
    text: str
    sent_at: Instant

    @classmethod
    def of(cls, message: Message) -> "ClaimMessageOut":
        return cls(message.sender.type, message.text, message.created_at)


class ClaimEventOut(Out):
    """An entry of the order's log. `driver_id` is whose order it was after it, and `miles_away` how far
    from the stop the driver confirmed it."""

    type: OrderEventType
    at: Instant
    driver_id: str | None
    miles_away: float | None


class ClaimPositionOut(Out):
    """Where the driver's device was."""

    lat: float
    lng: float
    accuracy_m: float | None
    at: Instant


class ClaimPersonOut(Out):
    """Somebody to write to; empty once their data were erased."""

    id: str
    name: str
    email: str


class ClaimPaymentOut(Out):
    """What was paid, what is owed or sent back already, and what is left."""

    id: str
    amount_cents: Cents
    refund_requested_cents: Cents
    refundable_cents: Cents
    refunds: list[AdminRefundOut]


class ClaimLoadOut(Out):
    """What was moved."""

    items: list[ItemOut]
    items_description: str
    item_notes: str
    helpers: int

    @classmethod
    def of(cls, order: Order) -> "ClaimLoadOut":
        return cls.from_attributes(order, items=[ItemOut.of(each) for each in order.items])


class ClaimDetailsOut(Out):
    """Everything beside a decision, oldest first. `positions` are those around the end of the order, and
    `refund_id` is the one of the payment's refunds that the report was decided with. `closed_by` is who
    decided or withdrew it, null for what was done without an account."""

    shown: ShownClaimOut
    closed_by: ClaimPersonOut | None
    refund_id: str | None
    order_number: int
    load: ClaimLoadOut
    pickup: PlaceOut
    dropoff: PlaceOut
    completed_at: Instant | None
    customer: ClaimPersonOut
    driver: ClaimPersonOut
    payment: ClaimPaymentOut | None
    proof: ProofOut | None
    messages: list[ClaimMessageOut]
    events: list[ClaimEventOut]
    positions: list[ClaimPositionOut]

    @classmethod
    def of(cls, details: ClaimDetails) -> "ClaimDetailsOut":
        claim, order = details.shown.claim, details.order
        customer, driver, decider = details.customer, details.driver, details.decider
        return cls(
            shown=ShownClaimOut.of(details.shown),
            closed_by=ClaimPersonOut.from_attributes(decider) if decider else None,
            refund_id=claim.refund_id,
            order_number=order.number,
            load=ClaimLoadOut.of(order),
            pickup=PlaceOut.of(order.pickup),
            dropoff=PlaceOut.of(order.dropoff),
            completed_at=order.completed_at,
            customer=ClaimPersonOut(
                claim.customer_id, customer.name if customer else "", customer.email if customer else ""
            ),
            driver=ClaimPersonOut(
                claim.driver_id, driver.name if driver else "", driver.email if driver else ""
            ),
            payment=_payment(details),
            proof=ProofOut.of(details.proof) if details.proof else None,
            messages=[ClaimMessageOut.of(each) for each in details.messages],
            events=[ClaimEventOut.from_attributes(each) for each in details.events],
            positions=[
                ClaimPositionOut(
                    each.position.point.lat,
                    each.position.point.lng,
                    each.position.accuracy_meters,
                    each.position.at,
                )
                for each in details.positions
            ],
        )


def _payment(details: ClaimDetails) -> ClaimPaymentOut | None:
    payment = details.payment
    if payment is None:
        return None
    return ClaimPaymentOut(
        payment.id,
        payment.amount_cents,
        payment.refund_requested_cents,
        refundable_cents(payment),
        [AdminRefundOut.of(each) for each in details.refunds],
    )
