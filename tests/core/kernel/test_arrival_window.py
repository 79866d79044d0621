"""The hours within which a driver comes to a trip that is booked ahead (OP-95)."""

from datetime import UTC, datetime, timedelta

import pytest

from haulage.kernel.arrival_window import WINDOW_HOURS, checked_window_end, held_until
from haulage.kernel.errors import InvalidInput

NOON = datetime(2026, 6, 1, 16, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_without_an_end_an_exact_time_is_booked() -> None:
    assert checked_window_end(NOON, None) is checked_window_end(None, None) is None


@pytest.mark.parametrize("hours", WINDOW_HOURS)
def test_a_window_has_one_of_the_lengths_that_are_offered(hours: int) -> None:
    assert checked_window_end(NOON, NOON + hours * HOUR) == NOON + hours * HOUR


@pytest.mark.parametrize("length", [timedelta(0), -HOUR, HOUR * 1.5, HOUR * 3, HOUR + timedelta(seconds=1)])
def test_no_other_length_is_one(length: timedelta) -> None:
    with pytest.raises(InvalidInput, match="must be 1 or 2 hours") as refused:
        checked_window_end(NOON, NOON + length)
    assert refused.value.field == "scheduled_until"


def test_a_window_counts_from_a_time_that_is_booked() -> None:
    with pytest.raises(InvalidInput, match="needs a scheduled_time"):
        checked_window_end(None, NOON)


def test_a_job_holds_its_driver_to_its_end_and_through_its_window() -> None:
    assert held_until(NOON, None, 45) == NOON + timedelta(minutes=45)
    assert held_until(NOON, NOON + HOUR, 45) == NOON + HOUR
    assert held_until(NOON, NOON + HOUR, 75) == NOON + timedelta(minutes=75)
