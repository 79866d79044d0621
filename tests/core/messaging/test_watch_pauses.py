"""How often an arrival is looked at."""

from datetime import UTC, datetime, timedelta

from haulage.messaging.automatic_messages import STANDARD_PAUSES

NOW = datetime(2027, 3, 1, 15, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_before_a_pickup_it_is_looked_an_hour_ahead_and_never_oftener_than_every_two_minutes() -> None:
    next_look = STANDARD_PAUSES.next_look_before_start
    assert next_look(None, NOW) == NOW + 2 * MINUTE
    assert next_look(NOW + 180 * MINUTE, NOW) == NOW + 120 * MINUTE
    assert next_look(NOW + 61 * MINUTE, NOW) == NOW + 2 * MINUTE
    assert next_look(NOW - 10 * MINUTE, NOW) == NOW + 2 * MINUTE


def test_where_no_arrival_is_expected_it_is_looked_again_in_half_a_minute() -> None:
    assert STANDARD_PAUSES.next_look(None, NOW) == NOW + MINUTE / 2
