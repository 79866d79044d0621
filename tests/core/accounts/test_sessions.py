"""When sessions end, and how their owner recognizes them."""

from datetime import UTC, datetime, timedelta

import pytest

from haulage.accounts.devices import Device, coarse_network, device_words
from haulage.accounts.session import STANDARD_SESSION_TERMS, USE_NOTED_EVERY, SessionTimes
from haulage.kernel.actor import UserType

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
ENDS_AT = STANDARD_SESSION_TERMS.ends_at


def used(after: timedelta) -> SessionTimes:
    return SessionTimes(NOON, NOON, NOON + after)


def test_an_unused_session_ends_after_two_weeks_and_an_administrators_after_an_hour() -> None:
    never = SessionTimes(NOON, NOON)
    assert ENDS_AT(never, UserType.CUSTOMER) == ENDS_AT(never, UserType.DRIVER) == NOON + timedelta(days=14)
    assert ENDS_AT(never, UserType.ADMIN) == NOON + timedelta(hours=1)


def test_use_and_refreshing_both_keep_a_session_alive() -> None:
    week = timedelta(days=7)
    assert ENDS_AT(used(week), UserType.CUSTOMER) == NOON + timedelta(days=21)
    refreshed = SessionTimes(NOON, NOON + week, NOON)
    assert ENDS_AT(refreshed, UserType.CUSTOMER) == NOON + timedelta(days=21)


def test_no_use_keeps_a_session_alive_for_longer_than_a_month_or_an_administrators_day() -> None:
    assert ENDS_AT(used(timedelta(days=29)), UserType.CUSTOMER) == NOON + timedelta(days=30)
    assert ENDS_AT(used(timedelta(hours=23, minutes=50)), UserType.ADMIN) == NOON + timedelta(hours=24)


def test_the_first_request_is_noted_and_then_one_every_few_minutes() -> None:
    assert SessionTimes(NOON, NOON).needs_note(NOON)
    noted = used(timedelta())
    assert not noted.needs_note(NOON + USE_NOTED_EVERY - timedelta(microseconds=1))
    assert noted.needs_note(NOON + USE_NOTED_EVERY)


FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.1 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"
)
CHROME = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
    "Mobile Safari/537.36"
)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Windows"),
        (SAFARI, "Safari on iPhone"),
        (EDGE, "Edge on Mac"),
        (CHROME, "Chrome on Android"),
        ("Mozilla/5.0 (PlayStation 5) AppleWebKit/605.1.15 Safari/605.1.15", "Safari"),
        ("Mozilla/5.0 (Linux)", "Linux"),
        ("curl/8.5.0", "Program curl"),
        ("python-httpx/0.28.1", "Program python-httpx"),
        ("", "Unknown device"),
        (None, "Unknown device"),
        ("<script>alert(1)</script>", "Unknown device"),
    ],
)
def test_a_device_is_named_in_words(agent: str | None, words: str) -> None:
    assert device_words(agent) == words


def test_what_a_request_says_of_its_device_is_kept_short_and_printable() -> None:
    assert Device("a\x00b\n" + "c" * 1_000).user_agent == "ab" + "c" * 298


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("unknown", None),
        ("", None),
    ],
)
def test_a_network_is_told_coarsely(address: str, network: str | None) -> None:
    assert coarse_network(address) == network
