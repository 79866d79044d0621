"""Everybody's orders, the history of one, and who else could do it: for administrators."""

from typing import Annotated

from msgspec import Meta

from haulage.accounts import User
from haulage.claims import ClaimKind, ClaimState
from haulage.dispatch import JobOffer, OfferKind, OfferState
from haulage.drivers import DriverProfile
from haulage.orders import OrderEvent, OrderEventType, OrderStatus
from haulage.payments import PaymentPurpose, PaymentState
from haulage.use_cases.dispatch import Candidate
from haulage.use_cases.dispatch.reassign_order import MAX_REASON_LENGTH
from haulage.use_cases.orders.admin_orders import AdminOrder, OrderHistory, OrderPayment
from haulage_adapters.wire.common import Cents, In, Instant, Out, VehicleOut
from haulage_adapters.wire.orders import OrderOut
from haulage_adapters.wire.refunds import AdminRefundOut
from haulage_adapters.wire.tracking import TrackedDriverOut


class OrderCustomerOut(Out):
    """Who booked; empty where their data were erased."""

    id: str
    name: str
    email: str
    phone: str

    @classmethod
    def of(cls, customer: User) -> "OrderCustomerOut":
        return cls.from_attributes(customer)


class OverseenOrderOut(Out):
    """``actual_duration`` is in minutes like the order's ``estimated_duration``, from the pickup to the
    delivery, and null until then. ``refund_cents`` is what goes back or went back of ``charged_cents``."""

    order: OrderOut
    customer: OrderCustomerOut | None
    driver: TrackedDriverOut | None
    actual_duration: int | None
    charged_cents: Cents
    refund_cents: Cents

    @classmethod
    def of(cls, overseen: AdminOrder) -> "OverseenOrderOut":
        payment = overseen.payment
        return cls(
            OrderOut.of(overseen.order, overseen.view),
            OrderCustomerOut.of(overseen.customer) if overseen.customer else None,
            TrackedDriverOut.of(overseen.driver, overseen.view),
            overseen.order.actual_minutes,
            payment.amount_cents if payment else 0,
            payment.refund_requested_cents if payment else 0,
        )


class NamedDriverOut(Out):
    """``name`` is empty where the driver's data were erased."""

    id: str
    name: str


class HistoryEventOut(Out):
    """``driver`` is whose order it was after the event, and ``miles_away`` how far from the stop they
    confirmed it by hand, where that was far."""

    sequence: int
    type: OrderEventType
    status: OrderStatus
    at: Instant
    driver: NamedDriverOut | None
    miles_away: float | None


class PastOfferOut(Out):
    """``driver`` is null for an offer to everyone, and ``answered_by`` is who took or refused it."""

    id: str
    kind: OfferKind
    state: OfferState
    driver: NamedDriverOut | None
    answered_by: NamedDriverOut | None
    offered_at: Instant
    expires_at: Instant | None
    answered_at: Instant | None
    reason: Annotated[str | None, Meta(description="An administrator's.")]


class OrderClaimOut(Out):
    """A problem that the customer reported about the order."""

    id: str
    kind: ClaimKind
    item: str
    state: ClaimState
    created_at: Instant


class OrderPaymentOut(Out):
    """A payment of the order or its tip. The receipt is null until it has succeeded, and the refunds are
    oldest first."""

    id: str
    purpose: PaymentPurpose
    status: PaymentState
    amount_cents: Cents
    refund_requested_cents: Cents
    refunded_cents: Cents
    receipt_id: str | None
    receipt_number: str | None
    customer_email: str
    refunds: list[AdminRefundOut]

    @classmethod
    def of(cls, found: OrderPayment) -> "OrderPaymentOut":
        payment, receipt = found.payment, found.receipt
        return cls.from_attributes(
            payment,
            status=payment.state,
            receipt_id=receipt.id if receipt else None,
            receipt_number=receipt.number if receipt else None,
            customer_email=receipt.customer_email if receipt else "",
            refunds=[AdminRefundOut.of(each) for each in found.refunds],
        )


class OrderHistoryOut(Out):
    """Oldest first. ``immovable`` is the sentence why nobody else can be given the order, null where
    somebody can."""

    order: OverseenOrderOut
    events: list[HistoryEventOut]
    offers: list[PastOfferOut]
    claims: list[OrderClaimOut]
    payments: list[OrderPaymentOut]
    immovable: str | None

    @classmethod
    def of(cls, history: OrderHistory) -> "OrderHistoryOut":
        def named(driver_id: str | None) -> NamedDriverOut | None:
            return None if driver_id is None else NamedDriverOut(driver_id, history.names.get(driver_id, ""))

        def event_out(event: OrderEvent) -> HistoryEventOut:
            driver = named(event.driver_id)
            return HistoryEventOut.from_attributes(event, driver=driver)

        def offer_out(offer: JobOffer) -> PastOfferOut:
            return PastOfferOut(
                id=offer.id,
                kind=offer.kind,
                state=offer.state,
                driver=named(offer.driver_id),
                answered_by=named(offer.answered_by),
                offered_at=offer.offered_at,
                expires_at=offer.expires_at,
                answered_at=offer.answered_at,
                reason=offer.reason,
            )

        return cls(
            OverseenOrderOut.of(history.overseen),
            [event_out(event) for event in history.events],
            [offer_out(offer) for offer in history.offers],
            [OrderClaimOut.from_attributes(claim) for claim in history.claims],
            [OrderPaymentOut.of(payment) for payment in history.payments],
            history.immovable,
        )


class CandidateDriverOut(Out):
    """A driver as an administrator picks one."""

    id: str
    name: str
    phone: str
    rating: float | None
    total_jobs: int
    vehicle: VehicleOut

    @classmethod
    def of(cls, driver: DriverProfile) -> "CandidateDriverOut":
        vehicle = VehicleOut.of(driver.vehicle)
        return cls.from_attributes(driver, vehicle=vehicle)


class CandidateOut(Out):
    """``miles_away`` is from the last position to the pickup, as the crow flies, null if unknown.

    ``refused`` is why the order cannot be given to them; ``cautions`` are what stands against it otherwise.
    """

    driver: CandidateDriverOut
    is_online: bool
    miles_away: float | None
    seen_at: Instant | None
    refused: str | None
    cautions: list[str]

    @classmethod
    def of(cls, candidate: Candidate) -> "CandidateOut":
        driver: DriverProfile = candidate.driver
        return cls(
            CandidateDriverOut.of(driver),
            driver.is_online and driver.is_available,
            candidate.miles,
            candidate.seen_at,
            candidate.refused,
            list(candidate.cautions),
        )


class ReleaseIn(In):
    """Why it is taken from its driver; the reason is kept."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]
