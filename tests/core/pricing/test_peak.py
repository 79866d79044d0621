"""Peak hours are 7-9 AM and 5-7 PM in New York, every day."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.pricing import TimeOfDay, time_of_day


def at_peak(at: datetime) -> bool:
    return time_of_day(at) is TimeOfDay.PEAK


@pytest.mark.parametrize(
    ("clock", "peak"),
    [
        ("06:59:59.999999", False),
        ("07:00:00", True),
        ("08:59:59.999999", True),
        ("09:00:00", False),
        ("12:00:00", False),
        ("16:59:59.999999", False),
        ("17:00:00", True),
        ("18:59:59.999999", True),
        ("19:00:00", False),
        ("00:00:00", False),
    ],
)
@pytest.mark.parametrize("day", ["2026-05-04", "2026-05-10", "2026-12-25", "2026-03-08", "2026-11-01"])
def test_a_window_has_its_first_moment_and_not_its_last(day: str, clock: str, peak: bool) -> None:
    assert at_peak(datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=PLATFORM_ZONE)) is peak


@pytest.mark.parametrize(
    ("utc", "peak"),
    [
        ("2026-03-07T11:30", False),  # 6:30 EST, the day before the clocks go forward
        ("2026-03-07T12:30", True),
        ("2026-03-08T11:30", True),  # 7:30 EDT
        ("2026-03-08T13:30", False),
        ("2026-03-08T20:59", False),
        ("2026-03-08T21:00", True),
        ("2026-10-31T11:30", True),  # 7:30 EDT, the day before the clocks go back
        ("2026-11-01T11:30", False),  # 6:30 EST
        ("2026-11-01T12:00", True),
        ("2026-11-01T13:59", True),
        ("2026-11-01T22:00", True),
        ("2026-11-01T21:59", False),
    ],
)
def test_the_windows_move_with_the_clocks(utc: str, peak: bool) -> None:
    assert at_peak(datetime.fromisoformat(utc).replace(tzinfo=UTC)) is peak


@given(st.integers(0, 60 * 24 * 366), st.sampled_from([-12, -5, 0, 5.75, 14]))
def test_the_instant_decides_and_not_the_zone_it_is_written_in(minute: int, offset: float) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)
    elsewhere = at.astimezone(timezone(timedelta(hours=offset)))
    assert at_peak(elsewhere) is (at.astimezone(PLATFORM_ZONE).hour in {7, 8, 17, 18})
