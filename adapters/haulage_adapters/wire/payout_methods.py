"""Where a driver is paid, and how they want to be."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from haulage.kernel.errors import InvalidInput
from haulage.payouts import (
    MAX_CARD_DIGITS,
    BankAccountType,
    BankDetails,
    DebitCardDetails,
    HoldReason,
    MethodDetails,
    MethodType,
    NotificationPreferences,
    PayoutHold,
    PayoutLimits,
    PayoutMethod,
    PayoutSettings,
    PayoutTrigger,
    PayPalDetails,
    Requirement,
)
from haulage.tax import BACKUP_WITHHOLDING_RATE
from haulage.use_cases.payouts.eligibility import PayoutStanding
from haulage.use_cases.payouts.payout_settings import SettingsChange
from haulage_adapters.wire.common import Cents, In, Instant, Out
from haulage_adapters.wire.payout_fees import PerMillion, per_million

Limit = Annotated[int, Meta(ge=1, description="US cents.")]


class PayoutMethodIn(In):
    """A bank account needs `routing_number`, `account_number`, `bank_name` and `account_type`; a debit card
    `card_number`, `exp_month` and `exp_year`; PayPal `paypal_email`. Numbers are handed to the provider and
    stored nowhere."""

    type: MethodType
    routing_number: Annotated[str, Meta(max_length=9)] | None = None
    account_number: Annotated[str, Meta(max_length=20)] | None = None
    bank_name: Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\S")] | None = None
    account_type: BankAccountType | None = None
    card_number: Annotated[str, Meta(max_length=MAX_CARD_DIGITS)] | None = None
    exp_month: int | None = None
    exp_year: int | None = None
    paypal_email: Annotated[str, Meta(max_length=200)] | None = None

    def to_core(self) -> MethodDetails:
        """Raises ``InvalidInput``."""
        if self.type is MethodType.BANK_ACCOUNT:
            return BankDetails(
                self._need("routing_number"),
                self._need("account_number"),
                self._need("bank_name"),
                self._need("account_type"),
            )
        if self.type is MethodType.DEBIT_CARD:
            return DebitCardDetails(
                self._need("card_number"), self._need("exp_month"), self._need("exp_year")
            )
        return PayPalDetails(self._need("paypal_email"))

    def _need(self, name: str) -> Any:
        value = getattr(self, name)
        if value in (None, ""):
            raise InvalidInput(name, "is required")
        return value


class PayoutMethodOut(Out):
    """A way of being paid: of numbers the last four digits. `is_instant` is whether the provider pays
    there at once. Before `held_until`, unless it is null or over, no payout goes there."""

    id: str
    type: MethodType
    last4: str
    bank_name: str
    account_type: BankAccountType | None
    paypal_email: str
    is_verified: bool
    is_default: bool
    is_instant: bool
    added_at: Instant
    held_until: Instant | None

    @classmethod
    def of(cls, method: PayoutMethod) -> "PayoutMethodOut":
        return cls.from_attributes(method)


class NotificationPreferencesOut(Out):
    email: bool
    sms: bool
    push: bool


class NotificationPreferencesIn(In):
    email: bool
    sms: bool
    push: bool

    def to_core(self) -> NotificationPreferences:
        return NotificationPreferences(self.email, self.sms, self.push)


class PayoutLimitsOut(Out):
    minimum_instant_cents: Cents
    maximum_instant_cents: Cents
    daily_instant_limit_cents: Cents
    auto_payout_threshold_cents: Cents

    @classmethod
    def of(cls, limits: PayoutLimits) -> "PayoutLimitsOut":
        return cls.from_attributes(limits)


class PayoutSettingsOut(Out):
    """How a driver wants to be paid out. `granted` bounds what they can choose: their minimum is no lower,
    their maximum and daily limit are no higher. `trigger` pays them beside the weekly payout."""

    driver_id: str
    enable_instant_payouts: bool
    minimum_instant_cents: Cents
    maximum_instant_cents: Cents
    daily_instant_limit_cents: Cents
    auto_payout_threshold_cents: Cents
    trigger: PayoutTrigger
    notification_preferences: NotificationPreferencesOut
    granted: PayoutLimitsOut

    @classmethod
    def of(cls, settings: PayoutSettings) -> "PayoutSettingsOut":
        notices = settings.notifications
        return cls(
            driver_id=settings.driver_id,
            enable_instant_payouts=settings.enable_instant_payouts,
            minimum_instant_cents=settings.limits.minimum_instant_cents,
            maximum_instant_cents=settings.limits.maximum_instant_cents,
            daily_instant_limit_cents=settings.limits.daily_instant_limit_cents,
            auto_payout_threshold_cents=settings.limits.auto_payout_threshold_cents,
            trigger=settings.trigger,
            notification_preferences=NotificationPreferencesOut(notices.email, notices.sms, notices.push),
            granted=PayoutLimitsOut.of(settings.granted),
        )


class PayoutSettingsIn(In):
    """What is absent stays as it is."""

    enable_instant_payouts: bool | None = None
    minimum_instant_cents: Limit | None = None
    maximum_instant_cents: Limit | None = None
    daily_instant_limit_cents: Limit | None = None
    auto_payout_threshold_cents: Limit | None = None
    trigger: PayoutTrigger | None = None
    notification_preferences: NotificationPreferencesIn | None = None

    def to_core(self) -> SettingsChange:
        named = {name: getattr(self, name) for name in self.__struct_fields__}
        notices = named.pop("notification_preferences")
        return SettingsChange(**named, notifications=notices.to_core() if notices else None)


class PayoutRequirementOut(Out):
    """What is missing, and why in words."""

    requirement: Requirement
    reason: str


class PayoutHoldOut(Out):
    """Why instant payouts wait, and until when."""

    reason: HoldReason
    until: datetime
    notice: str

    @classmethod
    def of(cls, hold: PayoutHold) -> "PayoutHoldOut":
        return cls.from_attributes(hold)


class PayoutEligibilityOut(Out):
    """Whether a driver can be paid out, and at once; what is missing; and the balance. `available_cents` can
    be paid out now, `most_now_cents` of it in one instant payout; `unsent_cents` was earned and is not in the
    driver's account yet; `debt_cents` is owed to the platform and taken from what is earned next.
    `methods_entered_at_provider` is whether methods are added on the payment provider's own pages.
    `withheld_per_million` is what is withheld of a payout for the tax office, in parts in a million of the
    whole amount; 0 once a Form W-9 is given."""

    driver_id: str
    eligible: bool
    instant_eligible: bool
    requirements: list[PayoutRequirementOut]
    available_cents: Cents
    most_now_cents: Cents
    in_transit_cents: Cents
    unsent_cents: Cents
    held_cents: Cents
    frozen_cents: Cents
    debt_cents: Cents
    methods_entered_at_provider: bool
    withheld_per_million: PerMillion
    hold: PayoutHoldOut | None = msgspec.field(default=None)

    @classmethod
    def of(cls, found: PayoutStanding, *, entered_at_provider: bool) -> "PayoutEligibilityOut":
        balance = found.balance
        return cls(
            driver_id=found.driver_id,
            eligible=found.eligibility.eligible,
            instant_eligible=found.eligibility.instant_eligible,
            requirements=[
                PayoutRequirementOut(each.requirement, each.reason) for each in found.eligibility.missing
            ],
            available_cents=balance.available_cents,
            most_now_cents=found.most_now_cents,
            in_transit_cents=balance.in_transit_cents,
            unsent_cents=balance.unsent_cents,
            held_cents=balance.held_cents,
            frozen_cents=balance.frozen_cents,
            debt_cents=balance.owes_cents,
            methods_entered_at_provider=entered_at_provider,
            withheld_per_million=per_million(BACKUP_WITHHOLDING_RATE) if found.is_withholding else 0,
            hold=PayoutHoldOut.of(found.hold) if found.hold else None,
        )
