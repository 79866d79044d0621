"""Payouts of drivers, as they are asked for and shown."""

from typing import Annotated

from msgspec import Meta

from haulage.kernel.services import ServiceType
from haulage.payouts import (
    InstantStatus,
    Payout,
    PayoutFees,
    PayoutRail,
    PayoutSpeed,
    PayoutStatus,
    PayoutTrigger,
    instant_status,
)
from haulage.use_cases.payouts.check_payouts import CheckedPayouts
from haulage.use_cases.payouts.compare_payouts import Fault
from haulage.use_cases.payouts.request_payout import PayoutQuote, PayoutRequest
from haulage.use_cases.payouts.void_payout import MAX_VOID_REASON
from haulage_adapters.wire.common import Cents, In, Instant, Out

Id = Annotated[str, Meta(min_length=1, max_length=64)]


class DriverPayoutIn(In):
    """How much leaves the balance; to the default method where none is named. An order is a reference."""

    amount_cents: Annotated[int, Meta(description="US cents.")]
    speed: PayoutSpeed = PayoutSpeed.INSTANT
    method_id: Id | None = None
    order_id: Id | None = None

    def to_core(self) -> PayoutRequest:
        return PayoutRequest(self.amount_cents, self.speed, self.method_id, self.order_id)


class VoidPayoutIn(In):
    """Why a payout is given back that was never sent; its driver reads it."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_VOID_REASON)]


class PayoutFeeLinesOut(Out):
    """What is kept of a payout, line by line."""

    instant_fee_cents: Cents
    provider_fee_cents: Cents
    platform_fee_cents: Cents

    @classmethod
    def of(cls, fees: PayoutFees) -> "PayoutFeeLinesOut":
        return cls.from_attributes(fees)


class PayoutCostOut(Out):
    """What a payout of an amount costs, whoever asks for it: nothing is withheld of it here. Programs read
    these names from the command line."""

    amount_cents: Cents
    instant_fee_cents: Cents
    provider_fee_cents: Cents
    platform_fee_cents: Cents
    net_cents: Cents

    @classmethod
    def of(cls, fees: PayoutFees) -> "PayoutCostOut":
        return cls.from_attributes(fees)


class PayoutQuoteOut(Out):
    """What a payout would cost, and when it would arrive."""

    amount_cents: Cents
    speed: PayoutSpeed
    method_id: str
    fees: PayoutFeeLinesOut
    withheld_cents: Cents
    net_cents: Cents
    expected_arrival: Instant

    @classmethod
    def of(cls, quote: PayoutQuote) -> "PayoutQuoteOut":
        return cls(
            amount_cents=quote.fees.amount_cents,
            speed=quote.speed,
            method_id=quote.method.id,
            fees=PayoutFeeLinesOut.of(quote.fees),
            withheld_cents=quote.withheld_cents,
            net_cents=quote.net_cents,
            expected_arrival=quote.expected_at,
        )


class PayoutMetadataOut(Out):
    """What the payment provider keeps with it: the service of the order that it is for."""

    service_type: ServiceType | None


class DriverPayoutOut(Out):
    """A payout. `amount_cents` left the balance and `net_cents` arrives; `status` is the provider's and
    `shown` what its driver reads. `fees_returned` says that it was to be instant and was a standard one, and
    `withheld_returned_cents` what of the withholding went back with the fees."""

    id: str
    driver_id: str
    method_id: str
    order_id: str | None
    retry_of: str | None
    amount_cents: Cents
    currency: str
    fees: PayoutFeeLinesOut
    withheld_cents: Cents
    withheld_returned_cents: Cents
    net_cents: Cents
    fees_returned: bool
    speed: PayoutSpeed
    rail: PayoutRail
    trigger: PayoutTrigger
    status: PayoutStatus
    shown: InstantStatus
    requested_at: Instant
    expected_arrival: Instant
    actual_arrival: Instant | None
    failure_reason: str | None
    provider_id: str | None
    metadata: PayoutMetadataOut

    @classmethod
    def of(cls, payout: Payout) -> "DriverPayoutOut":
        return cls.from_attributes(
            payout,
            currency="USD",
            fees=PayoutFeeLinesOut.of(payout.fees),
            shown=instant_status(payout.status),
            requested_at=payout.created_at,
            expected_arrival=payout.expected_at,
            actual_arrival=payout.arrived_at,
            metadata=PayoutMetadataOut(payout.service_type),
        )


class PayoutDifferenceOut(Out):
    """Where our books differ from the provider's. `payout_id` is empty of what is not ours and of a balance,
    whose `provider_id` is the account's."""

    fault: Fault
    driver_id: str
    payout_id: str
    provider_id: str
    our_cents: Cents | None
    their_cents: Cents | None


class CheckedPayoutsOut(Out):
    """How many payouts changed, and of how many nothing could be learned; and where our books differ from
    the provider's. Not `complete` where the time was over before every account was compared."""

    updated: int
    failed: int
    message: str
    differences: list[PayoutDifferenceOut]
    complete: bool

    @classmethod
    def of(cls, checked: CheckedPayouts) -> "CheckedPayoutsOut":
        differences = [PayoutDifferenceOut.from_attributes(each) for each in checked.differences]
        return cls.from_attributes(checked, differences=differences)
