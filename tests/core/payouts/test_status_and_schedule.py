"""Where a payout is, when it goes by itself, and where to (OP-37, OP-38, OP-40)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.kernel.local_time import platform_time
from haulage.payouts import (
    PAYOUT_LIFECYCLE,
    InstantStatus,
    MethodType,
    PayoutMethod,
    PayoutMove,
    PayoutRail,
    PayoutStatus,
    PayPalDetails,
    card_expiry,
    instant_status,
    routing_number,
    threshold_amount,
    week_of,
    weekly_amount,
    weekly_run_after,
)

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
ARABIC = "٠٢١٠٠٠٠٢١"
INSTANTS = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (PayoutStatus.PENDING, InstantStatus.PENDING),
        (PayoutStatus.IN_TRANSIT, InstantStatus.PROCESSING),
        (PayoutStatus.PAID, InstantStatus.COMPLETED),
        (PayoutStatus.FAILED, InstantStatus.FAILED),
        (PayoutStatus.CANCELED, InstantStatus.FAILED),
    ],
)
def test_drivers_read_what_the_provider_tells(status: PayoutStatus, shown: InstantStatus) -> None:
    assert instant_status(status) is shown


def test_a_payout_is_canceled_only_before_it_is_sent() -> None:
    after = PAYOUT_LIFECYCLE.after
    assert after(PayoutStatus.PENDING, PayoutMove.CANCEL) is PayoutStatus.CANCELED
    with pytest.raises(IllegalMove):
        after(PayoutStatus.IN_TRANSIT, PayoutMove.CANCEL)


def test_a_bank_may_send_back_what_it_had_paid() -> None:
    assert PAYOUT_LIFECYCLE.after(PayoutStatus.PAID, PayoutMove.FAIL) is PayoutStatus.FAILED


@given(INSTANTS)
def test_the_weekly_run_is_the_next_monday_at_midnight_in_new_york(at: datetime) -> None:
    run = platform_time(weekly_run_after(at))
    assert (run.weekday(), run.hour, run.minute, run.second) == (0, 0, 0, 0)
    assert timedelta(0) < run - at <= timedelta(days=7, hours=1)
    assert week_of(run) == run.date()


@pytest.mark.parametrize(
    ("at", "run"),
    [
        (datetime(2026, 3, 2, 4, 59, tzinfo=UTC), datetime(2026, 3, 2, 5, tzinfo=UTC)),
        (datetime(2026, 3, 2, 5, tzinfo=UTC), datetime(2026, 3, 9, 4, tzinfo=UTC)),
        (datetime(2026, 10, 26, 4, tzinfo=UTC), datetime(2026, 11, 2, 5, tzinfo=UTC)),
    ],
)
def test_a_week_in_which_the_clocks_change_is_an_hour_shorter_or_longer(at: datetime, run: datetime) -> None:
    assert weekly_run_after(at) == run


def test_a_weekly_payout_is_the_whole_balance_and_never_a_debt() -> None:
    assert [weekly_amount(cents) for cents in (12_34, 0, -5)] == [12_34, 0, 0]


def test_an_automatic_payout_begins_at_the_threshold() -> None:
    assert [threshold_amount(cents, 50_00) for cents in (49_99, 50_00, 80_00)] == [0, 50_00, 80_00]


@pytest.mark.parametrize("written", ["dee", "dee@example", "dee @example.com", "@example.com", ""])
def test_a_paypal_account_is_refused_in_words_for_what_is_no_address(written: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        PayPalDetails(written)
    assert (refused.value.field, refused.value.message) == (
        "paypal_email",
        "paypal_email: must be an e-mail address",
    )


@pytest.mark.parametrize("number", ["021000021", " 011401533 ", "122105155"])
def test_the_routing_numbers_of_banks_pass(number: str) -> None:
    assert routing_number(number) == number.strip()


@pytest.mark.parametrize(
    "number", ["021000022", "12345678", "0210000210", "02100002a", "000000000", "", ARABIC]
)
def test_what_is_no_routing_number_is_refused(number: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        routing_number(number)
    assert refused.value.field == "routing_number"


@given(st.integers(0, 8), st.integers(1, 9))
def test_one_wrong_digit_of_a_routing_number_is_found(place: int, more: int) -> None:
    digits = list("021000021")
    digits[place] = str((int(digits[place]) + more) % 10)
    with pytest.raises(InvalidInput):
        routing_number("".join(digits))


@pytest.mark.parametrize(("year", "month"), [(2026, 3), (2026, 12), (2035, 1)])
def test_a_card_that_is_good_this_month_passes(year: int, month: int) -> None:
    assert card_expiry(year, month, date(2026, 3, 31)) == (year, month)


@pytest.mark.parametrize(
    ("year", "month", "field"),
    [
        (2026, 2, "exp_month"),
        (2025, 12, "exp_year"),
        (2036, 1, "exp_year"),
        (2027, 0, "exp_month"),
        (2027, 13, "exp_month"),
    ],
)
def test_a_card_that_is_over_or_too_far_ahead_is_refused(year: int, month: int, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        card_expiry(year, month, date(2026, 3, 31))
    assert refused.value.field == field


@pytest.mark.parametrize("type", MethodType)
def test_every_method_has_a_rail_and_shows_no_token(type: MethodType) -> None:
    method = PayoutMethod("pm_1", "drv_1", type, "tok_secret", NOON, paypal_email="dee@example.com")
    assert method.rail in PayoutRail
    assert "secret" not in repr(method)
    assert "dee@" not in repr(method)
