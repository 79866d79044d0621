"""Payment splits, their analytics, and what a retry answers."""

from typing import Annotated, Any, Self

from msgspec import Meta

from haulage.kernel.actor import Actor, Role
from haulage.kernel.split_policy import SplitPolicy
from haulage.ledger import SplitKind, SplitStatus
from haulage.ports.storage.payments import ListedSplit
from haulage.use_cases.payments.splits import RETRIED, SplitAnalytics
from haulage_adapters.wire.common import Cents, Instant, Out


class SplitOut(Out):
    """How one payment is shared (SPL-01): total = taxes + processing fees + driver + platform.

    Until `earned_at` the amounts are an estimate. The driver's part of `disputed` splits is not sent:
    since `frozen_at` because the bank decides a dispute, since `held_at` because the customer reports a
    problem, or for both reasons.
    `refunded_cents` is what was given back since it was earned, and the three `..._refunded_cents` whose it
    was: they add up to it, with the card company's fee borne by the platform. Transfer and failure are told
    to the driver and to admins alone; `can_retry` says whether the caller may retry.
    """

    id: str
    order_id: str
    order_number: int
    payment_intent_id: str
    kind: SplitKind
    policy: SplitPolicy
    policy_version: int
    total_amount_cents: Cents
    taxes_cents: Cents
    processing_fees_cents: Cents
    driver_amount_cents: Cents
    platform_amount_cents: Cents
    refunded_cents: Cents
    driver_refunded_cents: Cents
    platform_refunded_cents: Cents
    taxes_refunded_cents: Cents
    split_status: SplitStatus
    disputed: bool
    frozen_at: Instant | None
    held_at: Instant | None
    driver_name: str | None
    attempts: int
    can_retry: bool
    created_at: Instant
    earned_at: Instant | None
    completed_at: Instant | None
    driver_transfer_id: str | None
    failure_reason: str | None

    @classmethod
    def of(cls, listed: ListedSplit, actor: Actor, **others: Any) -> Self:
        split = listed.split
        insider = (
            actor.is_admin
            or actor.role is Role.SYSTEM
            or (actor.driver_id is not None and actor.driver_id == listed.driver_id)
        )
        return cls.from_attributes(
            split,
            order_number=listed.order_number,
            payment_intent_id=split.payment_id,
            total_amount_cents=split.total_cents,
            processing_fees_cents=split.processing_fee_cents,
            driver_amount_cents=split.driver_cents,
            platform_amount_cents=split.platform_cents,
            driver_refunded_cents=split.driver_back_cents,
            platform_refunded_cents=split.platform_bore_cents,
            taxes_refunded_cents=split.tax_back_cents,
            split_status=split.status,
            disputed=split.is_stopped,
            driver_name=listed.driver_name,
            can_retry=insider and split.status is SplitStatus.FAILED,
            driver_transfer_id=split.driver_transfer_id if insider else None,
            failure_reason=split.failure_reason if insider else None,
            **others,
        )


class OperatorSplitOut(SplitOut):
    """A split for the operator, with the id of the driver whose part is in it."""

    driver_id: str | None

    @classmethod
    def of(cls, listed: ListedSplit, actor: Actor, **others: Any) -> Self:
        return super().of(listed, actor, driver_id=listed.split.driver_id, **others)


Rate = Annotated[float, Meta(ge=0, le=1, description="Completed of completed and failed splits.")]


class SplitAnalyticsOut(Out):
    """The last 30 days, tips left out; `success_rate` is null while no split was decided."""

    total_driver_payouts_cents: Cents
    total_platform_revenue_cents: Cents
    success_rate: Rate | None
    average_driver_payout_cents: Cents
    completed: int
    failed: int
    pending: int

    @classmethod
    def of(cls, found: SplitAnalytics) -> "SplitAnalyticsOut":
        figures = found.figures
        return cls(
            total_driver_payouts_cents=figures.driver_cents,
            total_platform_revenue_cents=figures.platform_cents,
            success_rate=found.success_rate,
            average_driver_payout_cents=found.average_driver_payout_cents,
            completed=figures.completed,
            failed=figures.failed,
            pending=figures.pending,
        )


class SplitRetriedOut(Out):
    """The split is pending again; `message` is the sentence for people."""

    payment_intent_id: str
    split_status: SplitStatus
    attempts: int
    message: str = RETRIED
