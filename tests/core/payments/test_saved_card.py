"""A saved card: when it has expired, and which comes first."""

from datetime import UTC, datetime

import attrs
import pytest

from haulage.payments.saved_card import SavedCard, sorted_cards

CARD = SavedCard(
    id="crd_1",
    user_id="usr_1",
    provider_customer="cus_1",
    provider_card="pm_1",
    brand="visa",
    last4="4242",
    expiry_month=12,
    expiry_year=2026,
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
    simulated=True,
)


@pytest.mark.parametrize(
    ("now", "expired"),
    [
        (datetime(2026, 12, 1, tzinfo=UTC), False),
        (datetime(2027, 1, 1, 4, 59, tzinfo=UTC), False),  # still December in New York
        (datetime(2027, 1, 1, 5, tzinfo=UTC), True),
        (datetime(2028, 1, 1, tzinfo=UTC), True),
    ],
)
def test_a_card_is_good_to_the_end_of_its_last_month(now: datetime, expired: bool) -> None:
    assert CARD.has_expired(now) is expired


def test_the_default_comes_first_and_then_the_newest() -> None:
    newer = attrs.evolve(CARD, id="crd_2", created_at=datetime(2026, 2, 1, tzinfo=UTC))
    default = attrs.evolve(CARD, id="crd_0", created_at=datetime(2025, 1, 1, tzinfo=UTC), is_default=True)
    assert [each.id for each in sorted_cards([CARD, newer, default])] == ["crd_0", "crd_2", "crd_1"]


def test_neither_log_nor_error_shows_the_providers_tokens() -> None:
    assert "cus_1" not in repr(CARD)
    assert "pm_1" not in repr(CARD)


def test_a_card_that_was_saved_twice_is_told_by_all_that_is_known_of_it() -> None:
    assert CARD.looks_like(attrs.evolve(CARD, id="crd_2", provider_card="pm_2", is_default=True))
    for change in ({"brand": "amex"}, {"last4": "4444"}, {"expiry_month": 11}, {"expiry_year": 2027}):
        assert not CARD.looks_like(attrs.evolve(CARD, **change))
