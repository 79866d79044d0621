"""Rows that only people set name a source and whoever confirmed them."""

from datetime import date, timedelta

import pytest

from haulage.kernel.confirmation import FIRST_DAY, MAX_CONFIRMER, MAX_SOURCE, check_confirmation
from haulage.kernel.errors import InvalidInput


def confirm(since: date = FIRST_DAY, source: str = "TB-ST-341", by: str = "Ann Ott") -> None:
    check_confirmation(since=since, source=source, confirmed_by=by)


def test_the_longest_words_and_the_first_day_are_taken() -> None:
    confirm(source="x" * MAX_SOURCE, by="x" * MAX_CONFIRMER)


def test_nothing_is_in_force_before_the_first_day() -> None:
    with pytest.raises(InvalidInput, match=r"^since: must not be before 2000-01-01"):
        confirm(since=FIRST_DAY - timedelta(days=1))


@pytest.mark.parametrize("text", ["", "  ", "x" * 501])
def test_a_source_and_a_confirmer_are_named_in_bounds(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"^source: "):
        confirm(source=text)
    with pytest.raises(InvalidInput, match=r"^confirmed_by: "):
        confirm(by=text)
