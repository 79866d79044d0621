"""A suspended account, from its reason to its end."""

from datetime import timedelta

import pytest

from builders import NOON, an_account
from haulage.accounts.suspension import (
    MAX_REASON_LENGTH,
    AccountSuspended,
    checked_reason,
    reinstated,
    require_not_suspended,
    suspended,
)
from haulage.kernel.errors import InvalidInput

LATER = NOON + timedelta(hours=1)


def test_suspending_twice_keeps_the_first_instant_and_takes_the_new_reason() -> None:
    once = suspended(an_account(), " Fraud ", NOON)
    assert (once.suspended_at, once.suspension_reason) == (NOON, "Fraud")
    twice = suspended(once, "Chargebacks", LATER)
    assert (twice.suspended_at, twice.suspension_reason) == (NOON, "Chargebacks")


def test_only_a_suspended_account_is_shut() -> None:
    account = an_account()
    require_not_suspended(account)
    with pytest.raises(AccountSuspended):
        require_not_suspended(suspended(account, "Fraud", NOON))


def test_reinstating_opens_it_and_leaves_an_open_one_as_it_was() -> None:
    account = an_account()
    assert reinstated(account, LATER) == account
    again = reinstated(suspended(account, "Fraud", NOON), LATER)
    assert (again.suspended_at, again.suspension_reason, again.updated_at) == (None, None, LATER)


def test_a_reason_is_needed_and_has_a_longest_length() -> None:
    assert checked_reason("x" * MAX_REASON_LENGTH) == "x" * MAX_REASON_LENGTH
    for reason in ("", "  ", "x" * (MAX_REASON_LENGTH + 1)):
        with pytest.raises(InvalidInput) as refused:
            checked_reason(reason)
        assert refused.value.field == "reason"
