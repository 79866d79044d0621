"""How a driver wants to be paid out, what holds it, and what stands against it (OUT-09, OUT-20, OP-43)."""

from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.payouts import (
    AccountReport,
    CapabilityStatus,
    ConnectedAccount,
    HoldReason,
    LimitsNotWidened,
    MethodNotFound,
    MethodType,
    PayoutHold,
    PayoutLimits,
    PayoutMethod,
    PayoutMethodHeld,
    PayoutSettings,
    PayoutsHeld,
    Requirement,
    change_settings,
    eligibility,
    held_since_added,
    next_default,
    require_method_not_held,
    require_not_held,
    the_method,
)

NOON = datetime(2026, 7, 1, 16, tzinfo=UTC)
READY = ConnectedAccount(
    "drv_1", "acct_1", NOON, AccountReport(True, True, transfers=CapabilityStatus.ACTIVE), NOON
)
CARD = PayoutMethod("pom_1", "drv_1", MethodType.DEBIT_CARD, "tok", NOON, verified_at=NOON, is_instant=True)
DEFAULTS = PayoutSettings("drv_1")


def missing(**changes: object) -> list[Requirement]:
    facts = {"account": READY, "methods": [CARD], "settings": DEFAULTS, "hold": None, "now": NOON} | changes
    return [each.requirement for each in eligibility(**facts).missing]  # type: ignore[arg-type]


def test_who_has_everything_can_be_paid_at_once() -> None:
    assert missing() == []


def test_each_thing_that_is_missing_is_told_and_only_some_stand_against_every_payout() -> None:
    off = attrs.evolve(READY, report=attrs.evolve(READY.report, payouts_enabled=False))
    assert missing(account=None) == [Requirement.CONNECTED_ACCOUNT]
    assert missing(account=off) == [Requirement.PAYOUTS_ENABLED]
    assert missing(methods=[]) == [Requirement.VERIFIED_METHOD]
    assert missing(methods=[attrs.evolve(CARD, verified_at=None)]) == [Requirement.VERIFIED_METHOD]
    assert missing(methods=[attrs.evolve(CARD, is_instant=False)]) == [Requirement.INSTANT_METHOD]
    assert missing(settings=attrs.evolve(DEFAULTS, enable_instant_payouts=False)) == [
        Requirement.INSTANT_ENABLED
    ]
    held = eligibility(READY, [CARD], DEFAULTS, PayoutHold("drv_1", HoldReason.NEW_METHOD, NOON), NOON)
    assert held.eligible
    assert not held.instant_eligible


def test_the_reasons_are_the_documented_sentences() -> None:
    answer = eligibility(None, [], DEFAULTS, None, NOON)
    assert not answer.eligible
    assert [each.reason for each in answer.missing] == [
        "Driver does not have a Stripe Connect account",
        "No verified payout methods. Please add a bank account or debit card.",
    ]


def test_a_hold_lasts_72_hours_and_says_why_and_until_when() -> None:
    hold = PayoutHold("drv_1", HoldReason.NEW_PASSWORD, NOON)
    with pytest.raises(PayoutsHeld) as refused:
        require_not_held(hold, NOON + timedelta(hours=72, seconds=-1))
    assert refused.value.message == (
        "Instant payouts are on hold until July 4, 2026 at 12:00 PM EDT, because your password was changed."
    )
    require_not_held(hold, NOON + timedelta(hours=72))
    require_not_held(None, NOON)


@pytest.mark.parametrize(
    "limits",
    [
        PayoutLimits(minimum_instant_cents=9_99),
        PayoutLimits(maximum_instant_cents=500_01),
        PayoutLimits(daily_instant_limit_cents=1_000_01),
    ],
)
def test_drivers_widen_nothing_and_what_administrators_widen_is_granted(limits: PayoutLimits) -> None:
    wanted = attrs.evolve(DEFAULTS, limits=limits)
    with pytest.raises(LimitsNotWidened):
        change_settings(DEFAULTS, wanted, widening=False)
    assert change_settings(DEFAULTS, wanted, widening=True).granted == limits


def test_a_driver_tightens_and_comes_back_to_what_was_granted() -> None:
    tight = PayoutLimits(maximum_instant_cents=300_00, auto_payout_threshold_cents=1)
    after = change_settings(DEFAULTS, attrs.evolve(DEFAULTS, limits=tight), widening=False)
    assert (after.limits, after.granted) == (tight, DEFAULTS.granted)
    back = attrs.evolve(after, limits=DEFAULTS.limits)
    assert change_settings(after, back, widening=False).limits == DEFAULTS.limits


def test_a_driver_who_was_narrowed_by_the_platform_may_still_change_the_rest() -> None:
    narrow = change_settings(
        DEFAULTS, attrs.evolve(DEFAULTS, limits=PayoutLimits(maximum_instant_cents=50_00)), widening=True
    )
    off = attrs.evolve(narrow, enable_instant_payouts=False)
    assert not change_settings(narrow, off, widening=False).enable_instant_payouts
    with pytest.raises(LimitsNotWidened):
        change_settings(narrow, attrs.evolve(narrow, limits=DEFAULTS.limits), widening=False)


def test_the_first_verified_method_becomes_the_default_and_no_other_takes_its_place() -> None:
    first = attrs.evolve(CARD, id="pom_0", added_at=NOON - timedelta(days=1), verified_at=None)
    assert next_default([first, CARD]) == CARD
    assert next_default([attrs.evolve(first, verified_at=NOON), CARD]) == attrs.evolve(
        first, verified_at=NOON
    )
    assert next_default([first, attrs.evolve(CARD, is_default=True)]) is None
    assert next_default([first, attrs.evolve(CARD, removed_at=NOON)]) is None


def test_a_method_is_found_by_its_id_until_it_is_removed() -> None:
    other, removed = attrs.evolve(CARD, id="pom_2"), attrs.evolve(CARD, id="pom_3", removed_at=NOON)
    methods = [removed, CARD, other]
    assert the_method(methods, "pom_2") is other
    for unknown in ("pom_3", "pom_4"):
        with pytest.raises(MethodNotFound):
            the_method(methods, unknown)


def test_a_method_is_paid_to_after_72_hours_and_the_first_at_once() -> None:
    assert held_since_added(NOON, None, is_first=True) is None
    assert held_since_added(NOON, None, is_first=False) == NOON + timedelta(hours=72)


def test_a_first_method_that_comes_after_a_new_password_is_held_too() -> None:
    hold = PayoutHold("drv_1", HoldReason.NEW_PASSWORD, NOON - timedelta(hours=71))
    assert held_since_added(NOON, hold, is_first=True) == NOON + timedelta(hours=72)
    assert held_since_added(NOON + timedelta(hours=1), hold, is_first=True) is None


def test_a_method_on_hold_says_which_it_is_and_until_when() -> None:
    held = attrs.evolve(CARD, last4="5556", held_until=NOON + timedelta(hours=72))
    with pytest.raises(PayoutMethodHeld) as refused:
        require_method_not_held(held, NOON + timedelta(hours=72, seconds=-1))
    assert refused.value.message == (
        "No payout goes to your debit card ending 5556 before July 4, 2026 at 12:00 PM EDT, because it is a "
        "new payout method."
    )
    require_method_not_held(held, NOON + timedelta(hours=72))
    require_method_not_held(CARD, NOON)


def test_who_has_only_methods_on_hold_cannot_be_paid_out_and_is_told_the_first_end() -> None:
    late = attrs.evolve(CARD, id="pom_2", last4="0002", held_until=NOON + timedelta(hours=2))
    soon = attrs.evolve(CARD, id="pom_3", last4="0003", held_until=NOON + timedelta(hours=1))
    answer = eligibility(READY, [late, soon], DEFAULTS, None, NOON)
    assert not answer.eligible
    assert [each.requirement for each in answer.missing] == [Requirement.METHOD_NOT_HELD]
    assert "ending 0003" in answer.missing[0].reason
    assert missing(methods=[late, CARD]) == []
    assert missing(methods=[late], now=NOON + timedelta(hours=2)) == []
