"""Quiet hours on every clock of the world, and when an SMS may go to somebody."""

from datetime import UTC, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.messaging import Preferences, QuietHours, SmsConsent
from haulage.messaging.preferences import (
    IN_QUIET_HOURS,
    QUIET_FROM,
    QUIET_UNTIL,
    SMS_DISABLED,
    language,
    quiet_hours,
    time_zone,
)

NOON = datetime(2026, 11, 22, 17, tzinfo=UTC)
ZONES = sorted(available_timezones())
DAY = 24 * 60
FORTNIGHT = timedelta(days=14)
YEAR = [datetime(2026, 1, 1, tzinfo=UTC) + FORTNIGHT * count for count in range(27)]
ON = QuietHours(enabled=True)
CONSENT = SmsConsent("v1", NOON, "+12125550100")
WILLING = Preferences("usr_1", consent=CONSENT)


def minute_of(clock: time) -> int:
    return clock.hour * 60 + clock.minute


@cache
def quiet_minutes(hours: QuietHours) -> frozenset[int]:
    """Walked through one after the other."""
    quiet, minute = set(), minute_of(hours.start)
    while minute != minute_of(hours.end):
        quiet.add(minute)
        minute = (minute + 1) % DAY
    return frozenset(quiet)


def is_quiet(hours: QuietHours, at: datetime, offset: timedelta) -> bool:
    """Another way to the same."""
    shown = int((at - datetime(2000, 1, 1, tzinfo=UTC) + offset) / timedelta(minutes=1)) % DAY
    return shown in quiet_minutes(hours)


def kinds_of_clock() -> dict[tuple[object, ...], str]:
    """One zone for each way in which offsets go through the year; most zones have the way of another."""
    return {tuple(at.astimezone(ZoneInfo(name)).utcoffset() for at in YEAR): name for name in ZONES}


def changes_of(zone: ZoneInfo) -> list[datetime]:
    """The instants, to a minute, at which the zone's offset changes within the year."""
    found = []
    for earlier, later in pairwise(YEAR):
        low, high = earlier, later
        if low.astimezone(zone).utcoffset() != high.astimezone(zone).utcoffset():
            while high - low > timedelta(minutes=1):
                middle = low + (high - low) / 2
                same = middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            found.append(high.replace(second=0, microsecond=0))
    return found


def test_around_every_change_of_every_clock_the_wall_decides() -> None:
    night, early = ON, QuietHours(True, time(1, 30), time(2, 30))
    clocks = kinds_of_clock()
    for name in clocks.values():
        zone = ZoneInfo(name)
        for change in [*changes_of(zone), NOON]:
            for minutes in range(-150, 151, 25):
                at = change + timedelta(minutes=minutes, seconds=30)
                offset = at.astimezone(zone).utcoffset()
                assert offset is not None
                for hours in (night, early):
                    assert hours.cover(at, zone) is is_quiet(hours, at, offset), (name, at, hours)
    assert len(clocks) > 50


@given(
    st.times(timezones=st.none()),
    st.times(timezones=st.none()),
    st.integers(0, 10 * 365 * DAY).map(lambda minutes: YEAR[0] + timedelta(minutes=minutes)),
    st.sampled_from(ZONES),
)
def test_any_hours_on_any_clock_are_as_counted(start: time, end: time, at: datetime, name: str) -> None:
    start, end = start.replace(second=0, microsecond=0), end.replace(second=0, microsecond=0)
    hours, zone = QuietHours(True, start, end), ZoneInfo(name)
    offset = at.astimezone(zone).utcoffset()
    assert offset is not None
    if start != end:
        assert hours.cover(at, zone) is is_quiet(hours, at, offset)


def test_ten_in_the_evening_is_quiet_and_eight_in_the_morning_is_not() -> None:
    zone, moment = ZoneInfo("America/New_York"), timedelta(microseconds=1)
    ten = datetime(2026, 7, 1, 22, tzinfo=zone)
    eight = datetime(2026, 7, 2, 8, tzinfo=zone)
    assert [ON.cover(at, zone) for at in (ten - moment, ten, eight - moment, eight)] == [
        False,
        True,
        True,
        False,
    ]
    assert (ON.start, ON.end) == (QUIET_FROM, QUIET_UNTIL) == (time(22), time(8))
    assert not QuietHours().cover(ten, zone)


def test_it_is_the_clock_of_whoever_is_written_to() -> None:
    at = datetime(2026, 1, 10, 4, tzinfo=UTC)  # 23:00 in New York, 20:00 in Los Angeles
    asleep = attrs.evolve(WILLING, quiet_hours=ON)
    assert asleep.sms_refusal("+12125550100", at) == IN_QUIET_HOURS
    awake = attrs.evolve(asleep, timezone="America/Los_Angeles")
    assert awake.sms_refusal("+12125550100", at) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"consent": None},
        {"sms_enabled": False},
        {"consent": attrs.evolve(CONSENT, ended_at=NOON)},
        {"consent": attrs.evolve(CONSENT, phone="+12125550199")},
        {"sms_enabled": False, "quiet_hours": ON},
    ],
)
def test_without_consent_for_the_number_nothing_goes_out(changes: dict[str, object]) -> None:
    assert WILLING.sms_refusal("+12125550100", NOON) is None
    unwilling = attrs.evolve(WILLING, **changes)  # type: ignore[arg-type]
    assert unwilling.sms_refusal("+12125550100", NOON) == SMS_DISABLED
    assert unwilling.sms_refusal(None, NOON) == SMS_DISABLED


@pytest.mark.parametrize(
    ("start", "end"), [("24:00", "08:00"), ("8:00", "09:00"), ("22:00", "22:00"), ("", "1")]
)
def test_hours_that_are_none_are_named(start: str, end: str) -> None:
    with pytest.raises(InvalidInput, match=r"quiet_hours\.(start|end)_time"):
        quiet_hours(enabled=True, start=start, end=end)


def test_zones_and_languages_are_those_that_exist() -> None:
    assert (time_zone("Asia/Kolkata"), language("es-US")) == ("Asia/Kolkata", "es-US")
    for typed in ("America", "../../etc/passwd", "Mars/Olympus", "", "america/new_york", "posixrules"):
        with pytest.raises(InvalidInput, match="timezone"):
            time_zone(typed)
    for typed in ("", "english!", "EN", "en_US", "e"):
        with pytest.raises(InvalidInput, match="language"):
            language(typed)


def test_quiet_hours_within_a_day_begin_at_their_start_and_are_over_at_their_end() -> None:
    hours = QuietHours(True, time(9), time(17))
    at = datetime(2026, 1, 1, 9, tzinfo=UTC)
    moments = [at - timedelta(microseconds=1), at, at.replace(hour=17) - timedelta(microseconds=1)]
    covered = [hours.cover(moment, ZoneInfo("UTC")) for moment in (*moments, at.replace(hour=17))]
    assert covered == [False, True, True, False]
