"""What was withheld by month, and by when it is paid to the tax office."""

from datetime import date

import attrs
import pytest

from builders import NOON
from haulage.kernel.errors import InvalidInput
from haulage.tax import Remittance, month_after, period_of, withheld_months
from haulage.tax.remittance import deposit_day

JUNE, JULY = date(2026, 6, 1), date(2026, 7, 1)
PAID = Remittance("rem_1", "EFTPS-1", JUNE, 60_00, date(2026, 7, 10), NOON)


@pytest.mark.parametrize(
    ("period", "expected"),
    [
        (date(2026, 6, 1), date(2026, 7, 15)),
        (date(2026, 7, 1), date(2026, 8, 17)),  # the 15th is a Saturday
        (date(2026, 12, 1), date(2027, 1, 15)),
        (date(2027, 3, 1), date(2027, 4, 15)),
    ],
)
def test_a_month_is_due_on_the_15th_of_the_next_or_the_business_day_after(
    period: date, expected: date
) -> None:
    assert deposit_day(period, 1, 0) == expected


def test_no_day_is_told_of_whoever_deposits_within_days() -> None:
    assert deposit_day(JUNE, 1, 50_000_00) is not None
    assert deposit_day(JUNE, 1, 50_000_01) is None
    assert deposit_day(JUNE, 99_999_99, 0) is not None
    assert deposit_day(JUNE, 100_000_00, 0) is None


def test_what_was_paid_of_a_month_comes_off_what_is_due_of_it() -> None:
    twice = attrs.evolve(PAID, reference="EFTPS-2", amount_cents=15_00)
    june, july = withheld_months([(JUNE, 100_00), (JULY, -5_00)], [PAID, twice], 0)
    assert (june.remitted_cents, june.due_cents) == (75_00, 25_00)
    assert (july.remitted_cents, july.due_cents, july.withheld_cents) == (0, 0, -5_00)


def test_a_month_is_written_by_year_and_number() -> None:
    assert period_of("2026-06") == JUNE
    assert (month_after(JUNE), month_after(date(2026, 12, 1))) == (JULY, date(2027, 1, 1))
    for wrong in ("2026-13", "2026", "06/2026", "2026-6", "2026-06-01", "", "20260-06"):
        with pytest.raises(InvalidInput) as refused:
            period_of(wrong)
        assert refused.value.field == "period"
