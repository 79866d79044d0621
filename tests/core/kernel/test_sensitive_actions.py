"""What administrators may do to what is somebody else's, as it is worked out from the rules."""

from haulage.kernel.policy import Action
from haulage.kernel.sensitive_actions import ADMIN_POWERS


def test_what_customers_may_do_too_is_no_power_of_administrators() -> None:
    assert {Action.LIST_DRIVERS, Action.DECIDE_CLAIM, Action.REASSIGN_ORDER} <= ADMIN_POWERS
    assert {Action.SEE_PUBLIC_PAGE, Action.CALCULATE_FARE, Action.REQUEST_QUOTE}.isdisjoint(ADMIN_POWERS)
