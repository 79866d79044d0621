"""Business days against the calendar of the Office of Personnel Management, and a plain model."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.business_days import business_day_after, federal_holidays, is_business_day
from haulage.screening import ScreeningPlace, rule_of, waiting_until

OBSERVED = {
    2021: "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31",
    2022: "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
    2026: "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25",
    2027: "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31",
}
"""Of opm.gov; a New Year's Day on a Saturday is observed on the last day of the year before."""


@pytest.mark.parametrize("year", OBSERVED)
def test_holidays_are_those_that_are_observed(year: int) -> None:
    assert sorted(federal_holidays(year)) == [
        date.fromisoformat(f"{year}-{day}") for day in OBSERVED[year].split()
    ]


def model(day: date, count: int) -> date:
    """By listing business days one after the other."""
    listed = (day + timedelta(days=ahead) for ahead in range(1, 400))
    return [each for each in listed if each.weekday() < 5 and each not in federal_holidays(each.year)][
        count - 1
    ]


@given(st.dates(date(2021, 1, 1), date(2035, 12, 31)), st.integers(1, 30))
def test_business_days_are_counted_as_a_list_counts_them(day: date, count: int) -> None:
    found = business_day_after(day, count)
    assert found == model(day, count)
    assert is_business_day(found)


@given(st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1)).map(lambda at: at.replace(tzinfo=UTC)))  # noqa: DTZ001 - UTC is given at once
def test_the_waiting_period_ends_with_the_last_day_on_the_clocks_of_the_place(at: datetime) -> None:
    rule = rule_of(ScreeningPlace.NEW_YORK_CITY, at.date())
    until = waiting_until(at, rule).astimezone(rule.zone)
    last = model(at.astimezone(rule.zone).date(), rule.waiting_business_days)
    assert (until.date(), until.hour, until.minute) == (last + timedelta(days=1), 0, 0)


@pytest.mark.parametrize(
    ("delivered", "until"),
    [
        ("2026-03-04T17:00:00+00:00", "2026-03-12T04:00:00+00:00"),  # clocks go forward on March 8
        ("2026-10-28T17:00:00+00:00", "2026-11-05T05:00:00+00:00"),  # and back on November 1
        ("2026-11-05T04:59:00+00:00", "2026-11-13T05:00:00+00:00"),  # still the 4th there; Veterans Day
        ("2026-12-23T17:00:00+00:00", "2027-01-01T05:00:00+00:00"),  # over Christmas
    ],
)
def test_known_waiting_periods(delivered: str, until: str) -> None:
    rule = rule_of(ScreeningPlace.NEW_YORK_CITY, date(2026, 1, 1))
    expected = datetime(2027, 1, 1, 5, tzinfo=UTC) if until == "2026-12-32" else datetime.fromisoformat(until)
    assert waiting_until(datetime.fromisoformat(delivered), rule) == expected
