"""How long a quote holds, and the estimate that is shown before there is one."""

from datetime import timedelta

import pytest

from builders import NOON, a_quote
from haulage.pricing.quote import QuoteExpired

A_MOMENT = timedelta(microseconds=1)
FIFTEEN_MINUTES = timedelta(minutes=15)


def test_a_quote_is_live_until_just_before_fifteen_minutes() -> None:
    a_quote().require_live(NOON)
    a_quote().require_live(NOON + FIFTEEN_MINUTES - A_MOMENT)


@pytest.mark.parametrize("late", [timedelta(0), A_MOMENT, timedelta(days=1)])
def test_a_quote_has_expired_at_exactly_fifteen_minutes(late: timedelta) -> None:
    with pytest.raises(QuoteExpired, match=r"^This quote has expired\. Please ask for a new price\.$"):
        a_quote().require_live(NOON + FIFTEEN_MINUTES + late)
