"""Numbers, lines and sums of receipts."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.services import ServiceType
from haulage.receipts import (
    FareBreakdown,
    HistoryFilter,
    HistoryPeriod,
    YearRow,
    receipt_number,
    tax_year,
    tax_year_of,
)
from haulage.receipts.history import PaymentRecord, RecordStatus
from haulage.receipts.receipt import companion_id, confirmation_number

NOON = datetime(2026, 6, 15, 16, tzinfo=UTC)
DELIVERY, MOVING, PICKUP = ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP


@pytest.mark.parametrize(
    ("sequence", "number"),
    [(1, "MN202601020001"), (9_999, "MN202601029999"), (10_000, "MN2026010210000")],
)
def test_a_number_is_the_prefix_the_day_and_at_least_four_digits(sequence: int, number: str) -> None:
    assert receipt_number(date(2026, 1, 2), sequence) == number


def test_a_day_counts_from_one() -> None:
    with pytest.raises(InvalidInput, match="sequence"):
        receipt_number(date(2026, 1, 2), 0)


def test_the_lines_are_what_was_paid() -> None:
    lines = FareBreakdown(5_00, 7_50, 2_00, 3_00, helper_fee_cents=0, taxes_cents=1_44, tip_cents=4_00)
    assert (lines.subtotal_cents, lines.total_cents) == (17_50, 22_94)
    assert lines.require_total(22_94) is lines
    with pytest.raises(InvalidInput, match="breakdown"):
        lines.require_total(22_95)


def test_an_extra_helper_is_taxed_and_paid_like_the_other_lines() -> None:
    lines = FareBreakdown(5_00, helper_fee_cents=25_00, taxes_cents=2_48)
    assert (lines.subtotal_cents, lines.total_cents) == (30_00, 32_48)


def test_the_receipt_of_a_payment_has_always_the_same_id() -> None:
    assert companion_id("pay_Ab-9_x", "rcp") == "rcp_Ab-9_x"


@given(st.text(st.sampled_from("Aa0_-z"), max_size=22))
def test_a_confirmation_number_can_be_read_out(random: str) -> None:
    first, hyphen, second = confirmation_number(f"cnf_{random}").partition("-")
    assert (len(first), hyphen, len(second)) == (5, "-", 5)
    assert (first + second).isalnum()
    assert (first + second).isupper() or not any(letter.isalpha() for letter in first + second)


def test_the_tax_year_ends_at_midnight_in_new_york() -> None:
    new_year = datetime(2027, 1, 1, 5, tzinfo=UTC)
    assert tax_year_of(new_year - timedelta(seconds=1)) == 2026
    assert tax_year_of(new_year) == 2027


def test_a_period_is_seven_days_thirty_days_or_the_selected_year() -> None:
    def since(period: HistoryPeriod | None, year: int | None = None) -> datetime | None:
        return HistoryFilter.of(NOON, period=period, tax_year=year).since

    assert since(None) is None
    assert since(HistoryPeriod.WEEK) == NOON - timedelta(days=7)
    assert since(HistoryPeriod.MONTH) == NOON - timedelta(days=30)
    assert since(HistoryPeriod.YEAR, 2025) == datetime(2025, 1, 1, 5, tzinfo=UTC)
    assert since(HistoryPeriod.YEAR) == datetime(2026, 1, 1, 5, tzinfo=UTC)
    assert HistoryFilter.of(NOON, period=HistoryPeriod.YEAR).until == datetime(2027, 1, 1, 5, tzinfo=UTC)


@pytest.mark.parametrize("search", ["x" * 101, "a\0b"])
def test_a_search_is_short_text(search: str) -> None:
    with pytest.raises(InvalidInput, match="search"):
        HistoryFilter.of(NOON, search=search)


@pytest.mark.parametrize("year", [1970, 9000, -1, 0, 10**9])
def test_a_year_is_one_that_a_clock_can_show(year: int) -> None:
    with pytest.raises(InvalidInput, match="tax_year"):
        tax_year(year, [])
    with pytest.raises(InvalidInput, match="tax_year"):
        HistoryFilter.of(NOON, period=HistoryPeriod.YEAR, tax_year=year)


@pytest.mark.parametrize("year", [1971, 8999])
def test_the_first_and_the_last_year_of_the_clocks_are_taken(year: int) -> None:
    assert tax_year(year, []).spent_cents == 0


@pytest.mark.parametrize("status", RecordStatus)
def test_a_payment_that_failed_took_nothing_and_any_other_what_was_not_given_back(
    status: RecordStatus,
) -> None:
    record = PaymentRecord(
        id="pay_1",
        at=NOON,
        order_id="ord_1",
        order_number=10_000,
        service_type=DELIVERY,
        description="Delivery",
        pickup_address="1560 Broadway",
        delivery_address="350 Fulton St",
        driver_name=None,
        card_brand=None,
        card_last4=None,
        amount_cents=40_00,
        refund_cents=10_00,
        refunded_cents=0,
        status=status,
        receipt_id=None,
        receipt_number=None,
        confirmation_id=None,
        simulated=False,
    )
    assert record.spent_cents == (0 if status is RecordStatus.FAILED else 30_00)


def test_a_year_is_summed_by_service_and_by_month() -> None:
    year = tax_year(
        2026,
        [
            YearRow(datetime(2026, 2, 1, 4, 59, tzinfo=UTC), MOVING, "ord_1", 100_00, 8_25),  # still January
            YearRow(datetime(2026, 2, 1, 5, 0, tzinfo=UTC), DELIVERY, "ord_2", 20_00, 1_65),
            YearRow(datetime(2026, 2, 9, 5, 0, tzinfo=UTC), DELIVERY, "ord_2", 5_00, 0),  # its tip
        ],
    )
    assert year.by_service == {DELIVERY: 25_00, MOVING: 100_00, PICKUP: 0}
    assert year.by_month[0][MOVING] == 100_00
    assert year.by_month[1][DELIVERY] == 25_00
    assert (year.spent_cents, year.orders, year.average_cents, year.taxes_cents) == (125_00, 2, 62_50, 9_90)


def test_an_order_that_was_given_back_whole_lowers_no_average() -> None:
    day = datetime(2026, 3, 1, 12, tzinfo=UTC)
    year = tax_year(2026, [YearRow(day, MOVING, "ord_1", 100_00, 8_25), YearRow(day, MOVING, "ord_2", 0, 0)])
    assert (year.orders, year.average_cents) == (2, 100_00)


def test_nothing_spent_has_no_average() -> None:
    assert tax_year(2026, []).average_cents == 0


@given(
    st.lists(
        st.builds(
            YearRow,
            st.datetimes(datetime(2026, 1, 2), datetime(2026, 12, 30), timezones=st.just(UTC)),  # noqa: DTZ001
            st.sampled_from(ServiceType),
            st.sampled_from(["a", "b", "c"]),
            st.integers(0, 10**6),
            st.integers(0, 10**4),
        ),
        max_size=20,
    )
)
def test_months_and_services_add_up_to_the_same(rows: list[YearRow]) -> None:
    year = tax_year(2026, rows)
    assert sum(sum(month.values()) for month in year.by_month) == year.spent_cents
    assert year.spent_cents == sum(row.spent_cents for row in rows)
