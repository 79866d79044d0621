"""A driver's account at the payment provider, to which their earnings go (OUT-01)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import NotFound, RuleBroken


class AccountStatus(StrEnum):
    """How far an account is, by :func:`account_status`."""

    ACTIVE = "active"
    PENDING = "pending"
    RESTRICTED = "restricted"
    REJECTED = "rejected"


class CapabilityStatus(StrEnum):
    """Whether an account may do something; a capability that nobody asked for is unrequested."""

    ACTIVE = "active"
    PENDING = "pending"
    INACTIVE = "inactive"
    UNREQUESTED = "unrequested"


REJECTED_PREFIX = "rejected."
"""With this every reason begins for which the provider refuses an account for good
(docs.stripe.com/api/accounts/object, requirements.disabled_reason)."""

UNDER_REVIEW = frozenset({"requirements.pending_verification", "under_review"})
"""Reasons for which the provider has everything and has not decided yet."""


@attrs.define
class NoConnectedAccount(NotFound):
    """The driver has no account at the payment provider (OUT-32)."""

    code = "no_connected_account"
    message = "Driver does not have a Stripe Connect account"
    what: str = "Connected account"


class AccountRejected(RuleBroken):
    """The provider has closed the account for good."""

    code = "connected_account_rejected"
    message = "The payment provider does not accept this account. Please contact support."


class AccountNotSetUp(RuleBroken):
    """The provider shows the account to nobody yet."""

    code = "connected_account_not_set_up"
    message = "Set up your account at the payment provider first."


class AccountStep(StrEnum):
    """What the driver does next at the provider, by :meth:`AccountReport.next_step`."""

    CONTINUE_SET_UP = "continue_set_up"
    OPEN_DASHBOARD = "open_dashboard"


@attrs.frozen
class AccountReport:
    """What the provider says of an account.

    ``currently_due`` names what it needs, in its own words, and ``due_by`` until when; None where it names no
    time. ``disabled_reason`` is why it pays nothing out or takes no transfers.
    """

    payouts_enabled: bool
    details_submitted: bool
    transfers: CapabilityStatus = CapabilityStatus.UNREQUESTED
    card_payments: CapabilityStatus = CapabilityStatus.UNREQUESTED
    currently_due: tuple[str, ...] = ()
    due_by: datetime | None = None
    disabled_reason: str | None = None

    @property
    def status(self) -> AccountStatus:
        return account_status(self)

    @property
    def takes_transfers(self) -> bool:
        """Whether a driver's share can be sent there now."""
        return self.transfers is CapabilityStatus.ACTIVE

    @property
    def may_become_ready(self) -> bool:
        """Whether waiting is of use: the driver, or the provider's review, can still make it ready."""
        return not self.takes_transfers and self.status is not AccountStatus.REJECTED

    def next_step(self, *, has_pages: bool) -> AccountStep | None:
        """Nothing where the provider *has_pages* on no account, or has rejected this one."""
        if not has_pages or self.status is AccountStatus.REJECTED:
            return None
        if self.currently_due or not self.details_submitted:
            return AccountStep.CONTINUE_SET_UP
        return AccountStep.OPEN_DASHBOARD


def account_status(report: AccountReport) -> AccountStatus:
    """The first of these that holds: *rejected* by the provider for good; *active* when transfers and payouts
    are on; *pending* until the driver has submitted everything and while the provider reviews it;
    *restricted* otherwise, because something is missing or the provider has stopped the account."""
    reason = report.disabled_reason or ""
    if reason.startswith(REJECTED_PREFIX):
        return AccountStatus.REJECTED
    if report.takes_transfers and report.payouts_enabled:
        return AccountStatus.ACTIVE
    if not report.details_submitted or reason in UNDER_REVIEW:
        return AccountStatus.PENDING
    if not reason and not report.currently_due:
        return AccountStatus.PENDING
    return AccountStatus.RESTRICTED


@attrs.frozen
class ConnectedAccount:
    """A driver's account at the provider, as the provider last described it.

    ``updated_at`` is when it was asked. Its answer is stored only if no other answer was stored since it was
    asked, so that the one that stands is the newest, in whatever order events come.
    """

    driver_id: str
    account_id: str
    opened_at: datetime
    report: AccountReport
    updated_at: datetime
    version: int = 1

    @property
    def status(self) -> AccountStatus:
        return self.report.status

    @property
    def payouts_enabled(self) -> bool:
        return self.report.payouts_enabled
