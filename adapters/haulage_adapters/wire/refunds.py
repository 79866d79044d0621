"""Refunds, as customers and as administrators see them."""

from typing import Annotated, Self

from msgspec import Meta

from haulage.payments import Refund, RefundKind, RefundStatus
from haulage.payments.refund import MAX_REASON_LENGTH, RefundParts
from haulage_adapters.wire.common import Cents, In, Instant, Out


class RefundIn(In):
    """Without an amount all that is left goes back. `goodwill` is for work that was done: the platform
    alone pays for it."""

    amount_cents: Annotated[int, Meta(ge=1)] | None = None
    goodwill: bool = False
    reason: Annotated[str, Meta(max_length=MAX_REASON_LENGTH)] = ""


class WithdrawIn(In):
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]


class RefundOut(Out):
    """One refund; `pending` until the card provider has it."""

    id: str
    payment_id: str
    order_id: str
    amount_cents: Cents
    kind: RefundKind
    status: RefundStatus
    created_at: Instant
    sent_at: Instant | None

    @classmethod
    def of(cls, refund: Refund) -> Self:
        return cls.from_attributes(refund)


class RefundPartsOut(Out):
    """From whom a refund comes, or would come: the parts add up to it. The platform bears the card
    company's fee, and `fare_cents` are of a fare that nobody has earned yet."""

    driver_cents: Cents
    platform_cents: Cents
    tax_cents: Cents
    fare_cents: Cents

    @classmethod
    def of(cls, parts: RefundParts) -> "RefundPartsOut":
        return cls.from_attributes(parts)


class AdminRefundOut(RefundOut):
    """A refund for administrators: from whom it comes, and why it was made."""

    parts: RefundPartsOut
    reason: str

    @classmethod
    def of(cls, refund: Refund) -> Self:
        return cls.from_attributes(refund, parts=RefundPartsOut.of(refund.parts))


class RefundsOut(Out):
    items: list[RefundOut]


class OperatorRefundOut(RefundOut):
    """A refund for the operator: whom the amount comes from, why it was made, and what became of it."""

    tax_cents: Cents
    driver_cents: Cents
    platform_cents: Cents
    fare_cents: Cents
    own_cents: Cents
    reason: str
    requested_by: str
    updated_at: Instant
    attempts: int
    provider_refund_id: str | None
    failure_reason: str | None
    disputed_cents: Cents
    withdrawn_at: Instant | None
    withdrawal_reason: str | None
