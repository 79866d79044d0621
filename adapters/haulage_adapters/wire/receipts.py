"""Receipts, confirmations of payments, and one's payments in retrospect."""

from typing import Annotated
from urllib.parse import quote, urlencode

from msgspec import Meta

from haulage.accounts.email_address import MAX_EMAIL_LENGTH
from haulage.kernel.services import ServiceType
from haulage.orders import timeline
from haulage.receipts import DisputeShown, FareBreakdown, PaymentRecord, RecordStatus
from haulage.use_cases.receipts import Confirmation, DocumentLink, ReceiptShown, YearShown
from haulage_adapters.wire.common import Cents, In, Instant, Out
from haulage_adapters.wire.orders import MilestoneOut
from haulage_adapters.wire.tracking import TrackedDriverOut


class CustomerInfoOut(Out):
    name: str
    email: str


class ServiceDetailsOut(Out):
    pickup_address: str
    delivery_address: str
    service_type: ServiceType
    description: str


class FareBreakdownOut(Out):
    """The lines add up to the total."""

    base_fee_cents: Cents
    distance_fee_cents: Cents
    time_fee_cents: Cents
    service_fee_cents: Cents
    helper_fee_cents: Cents
    tip_cents: Cents
    taxes_cents: Cents
    total_cents: Cents

    @classmethod
    def of(cls, breakdown: FareBreakdown) -> "FareBreakdownOut":
        return cls.from_attributes(breakdown)


class PaymentMethodOut(Out):
    brand: str | None
    last4: str | None


class ReceiptOut(Out):
    """A receipt. ``refund_cents`` is all that goes back of it, ``refunded_cents`` what has gone back.

    ``simulated`` means that no real card was charged.
    """

    id: str
    receipt_number: str
    confirmation_id: str
    payment_id: str
    order_id: str
    order_number: int
    issued_at: Instant
    paid_at: Instant
    customer_info: CustomerInfoOut
    service_details: ServiceDetailsOut
    fare_breakdown: FareBreakdownOut
    payment_method: PaymentMethodOut
    refund_cents: Cents
    refunded_cents: Cents
    simulated: bool

    @classmethod
    def of(cls, shown: ReceiptShown) -> "ReceiptOut":
        receipt, payment = shown.receipt, shown.payment
        return cls.from_attributes(
            receipt,
            receipt_number=receipt.number,
            customer_info=CustomerInfoOut(receipt.customer_name, receipt.customer_email),
            service_details=ServiceDetailsOut(
                receipt.pickup_address, receipt.delivery_address, receipt.service_type, receipt.description
            ),
            fare_breakdown=FareBreakdownOut.of(receipt.breakdown),
            payment_method=PaymentMethodOut(receipt.card_brand, receipt.card_last4),
            refund_cents=payment.refund_requested_cents,
            refunded_cents=payment.refunded_cents,
        )


class DocumentLinkOut(Out):
    """A PDF's address, which opens without signing in until it expires."""

    url: str
    expires_at: Instant

    @classmethod
    def of(cls, link: DocumentLink) -> "DocumentLinkOut":
        query = urlencode({"until": link.until, "signature": link.signature})
        return cls(f"/api/v1/documents/{link.kind}/{quote(link.subject)}?{query}", link.expires_at)


class EmailReceiptIn(In):
    """Without an address the receipt goes to the customer's own."""

    address: Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH)] | None = None


class EmailedOut(Out):
    """Where the receipt goes to."""

    address: str


class DriverAssignmentOut(Out):
    """Who drives, and when they are expected at the pickup; their name and number as in ``driver``."""

    driver_name: str
    driver_phone: str | None
    vehicle_info: str
    estimated_arrival: Instant | None
    driver: TrackedDriverOut

    @classmethod
    def of(cls, confirmation: Confirmation) -> "DriverAssignmentOut | None":
        profile = confirmation.driver
        driver = TrackedDriverOut.of(profile, confirmation.view)
        if profile is None or driver is None:
            return None
        return cls(
            driver_name=driver.name,
            driver_phone=driver.phone,
            vehicle_info=profile.vehicle.line,
            estimated_arrival=confirmation.pickup_at,
            driver=driver,
        )


class EstimatedDeliveryOut(Out):
    """With ``pickup_until`` the driver comes between ``pickup_time`` and then."""

    pickup_time: Instant | None
    pickup_until: Instant | None
    delivery_time: Instant | None


class ConfirmationOut(Out):
    """What a customer is told after paying. ``driver_assignment`` is null while nobody is assigned."""

    id: str
    confirmation_number: str
    receipt_id: str
    order_id: str
    order_status: str
    processed_at: Instant
    driver_assignment: DriverAssignmentOut | None
    estimated_delivery: EstimatedDeliveryOut
    timeline: list[MilestoneOut]
    receipt: ReceiptOut

    @classmethod
    def of(cls, confirmation: Confirmation) -> "ConfirmationOut":
        receipt, order = confirmation.receipt, confirmation.order
        return cls(
            id=receipt.confirmation_id,
            confirmation_number=receipt.confirmation_number,
            receipt_id=receipt.id,
            order_id=order.id,
            order_status=order.status,
            processed_at=receipt.paid_at,
            driver_assignment=DriverAssignmentOut.of(confirmation),
            estimated_delivery=EstimatedDeliveryOut(
                confirmation.pickup_at, confirmation.pickup_until, confirmation.delivery_at
            ),
            timeline=[MilestoneOut(step.label, step.at) for step in timeline(order)],
            receipt=ReceiptOut.of(ReceiptShown(receipt, confirmation.payment)),
        )


class PaymentRecordOut(Out):
    """One payment in retrospect. A receipt there is for those that succeeded.

    ``dispute`` is said of a disputed one: open while the card's bank has not decided, lost when it gave the
    money back. One that the bank decided against its customer is completed again.
    """

    id: str
    date: Instant
    tax_year: int
    order_id: str
    order_number: int
    service_type: ServiceType
    description: str
    pickup_address: str
    delivery_address: str
    driver_name: str | None
    payment_method: PaymentMethodOut
    amount_cents: Cents
    refund_amount_cents: Cents
    refunded_cents: Cents
    status: RecordStatus
    receipt_id: str | None
    receipt_number: str | None
    confirmation_id: str | None
    simulated: bool
    dispute: DisputeShown | None

    @classmethod
    def of(cls, record: PaymentRecord) -> "PaymentRecordOut":
        return cls.from_attributes(
            record,
            date=record.at,
            payment_method=PaymentMethodOut(record.card_brand, record.card_last4),
            refund_amount_cents=record.refund_cents,
        )


class ServiceSpendingOut(Out):
    """What went to each service."""

    delivery_cents: Cents
    moving_cents: Cents
    pickup_cents: Cents


class TaxYearOut(Out):
    """One year of payments, less what goes back of them; January is the first month.

    ``taxes_cents`` is the sales tax within what was spent; ``years`` are those that can be asked for.
    """

    tax_year: int
    total_spent_cents: Cents
    total_orders: int
    average_order_cents: Cents
    taxes_cents: Cents
    by_service: ServiceSpendingOut
    by_month: list[ServiceSpendingOut]
    years: list[int]

    @classmethod
    def of(cls, shown: YearShown) -> "TaxYearOut":
        sums = shown.sums

        def spending(cents: dict[ServiceType, int]) -> ServiceSpendingOut:
            return ServiceSpendingOut(*(cents[service] for service in ServiceType))

        return cls(
            tax_year=sums.year,
            total_spent_cents=sums.spent_cents,
            total_orders=sums.orders,
            average_order_cents=sums.average_cents,
            taxes_cents=sums.taxes_cents,
            by_service=spending(dict(sums.by_service)),
            by_month=[spending(dict(month)) for month in sums.by_month],
            years=list(shown.years),
        )
