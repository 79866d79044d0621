"""A driver's account at the payment provider, and links to its pages there."""

from haulage.payouts import AccountStatus, AccountStep, CapabilityStatus
from haulage.use_cases.payments.payout_account import SeenAccount
from haulage_adapters.wire.common import Instant, Out


class PayoutAccountOut(Out):
    """Where a driver's shares go, as the payment provider described it at `updated_at`.

    `currently_due` names what it needs, in its own words, and `due_by` until when; `next_step` is what the
    driver does about it, null where there is nothing to do.
    """

    driver_id: str
    account_id: str
    status: AccountStatus
    payouts_enabled: bool
    details_submitted: bool
    transfers: CapabilityStatus
    card_payments: CapabilityStatus
    currently_due: list[str]
    due_by: Instant | None
    disabled_reason: str | None
    next_step: AccountStep | None
    opened_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, seen: SeenAccount) -> "PayoutAccountOut":
        account, report = seen.account, seen.account.report
        return cls(
            driver_id=account.driver_id,
            account_id=account.account_id,
            status=account.status,
            payouts_enabled=account.payouts_enabled,
            details_submitted=report.details_submitted,
            transfers=report.transfers,
            card_payments=report.card_payments,
            currently_due=list(report.currently_due),
            due_by=report.due_by,
            disabled_reason=report.disabled_reason,
            next_step=seen.next_step,
            opened_at=account.opened_at,
            updated_at=account.updated_at,
        )


class ProviderPageOut(Out):
    """The address of a page of the payment provider. It works once, and for some minutes."""

    url: str
