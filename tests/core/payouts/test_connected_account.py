"""The status of a driver's account follows from what the provider reports (OUT-01)."""

import pytest

from haulage.payouts import AccountReport, AccountStatus, CapabilityStatus, NoConnectedAccount
from haulage.payouts.connected_account import AccountStep

ON, OFF = CapabilityStatus.ACTIVE, CapabilityStatus.INACTIVE
DUE = ("individual.id_number",)


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (AccountReport(True, True, transfers=ON), AccountStatus.ACTIVE),
        (AccountReport(True, True, transfers=ON, currently_due=DUE), AccountStatus.ACTIVE),
        (AccountReport(False, False, transfers=OFF, currently_due=DUE), AccountStatus.PENDING),
        (
            AccountReport(False, False, transfers=OFF, disabled_reason="requirements.past_due"),
            AccountStatus.PENDING,
        ),
        (AccountReport(False, True, transfers=CapabilityStatus.PENDING), AccountStatus.PENDING),
        (
            AccountReport(False, True, transfers=OFF, disabled_reason="requirements.pending_verification"),
            AccountStatus.PENDING,
        ),
        (AccountReport(False, True, transfers=ON, currently_due=DUE), AccountStatus.RESTRICTED),
        (AccountReport(True, True, transfers=OFF, disabled_reason="listed"), AccountStatus.RESTRICTED),
        (AccountReport(True, True, transfers=ON, disabled_reason="rejected.fraud"), AccountStatus.REJECTED),
    ],
)
def test_the_first_rule_that_holds_is_the_status(report: AccountReport, status: AccountStatus) -> None:
    assert report.status is status


def test_a_share_waits_for_an_account_that_can_become_ready_and_for_no_other() -> None:
    assert AccountReport(False, False, transfers=OFF).may_become_ready
    assert not AccountReport(False, True, transfers=ON).may_become_ready
    rejected = AccountReport(False, True, transfers=OFF, disabled_reason="rejected.other")
    assert not rejected.may_become_ready


def test_a_driver_without_an_account_is_told_so() -> None:
    assert NoConnectedAccount().message == "Driver does not have a Stripe Connect account"


@pytest.mark.parametrize(
    ("report", "step"),
    [
        (AccountReport(True, True, transfers=ON), AccountStep.OPEN_DASHBOARD),
        (AccountReport(True, True, transfers=ON, currently_due=DUE), AccountStep.CONTINUE_SET_UP),
        (AccountReport(False, False, transfers=OFF), AccountStep.CONTINUE_SET_UP),
        (AccountReport(True, True, transfers=ON, disabled_reason="rejected.fraud"), None),
    ],
)
def test_a_driver_goes_on_at_the_provider_while_something_is_missing_and_then_opens_its_pages(
    report: AccountReport, step: AccountStep | None
) -> None:
    assert report.next_step(has_pages=True) is step
    assert report.next_step(has_pages=False) is None
