"""What the place where somebody lives asks for before they may be rejected over a report (OP-100)."""

from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.business_days import business_day_after


class ScreeningPlace(StrEnum):
    """Places with rules of their own; all others are the United States."""

    UNITED_STATES = "united_states"
    NEW_YORK_STATE = "new_york_state"
    NEW_YORK_CITY = "new_york_city"


WAITING_BUSINESS_DAYS = 5
"""New York City's least; ours elsewhere, for federal law says a reasonable time."""

EASTERN = ZoneInfo("America/New_York")


@attrs.frozen
class PlaceRule:
    """A row of the table: what holds in a place from *since* on.

    With *needs_offer* nothing is ordered before a conditional offer. *source* is the law, or 'ours'.
    """

    place: ScreeningPlace
    since: date
    waiting_business_days: int
    needs_offer: bool
    zone: ZoneInfo
    source: str


PLACE_RULES: tuple[PlaceRule, ...] = (
    PlaceRule(
        ScreeningPlace.UNITED_STATES,
        date(1997, 9, 30),
        WAITING_BUSINESS_DAYS,
        needs_offer=False,
        zone=EASTERN,
        source="15 U.S.C. 1681b(b)(3); the number of days is ours",
    ),
    PlaceRule(
        ScreeningPlace.NEW_YORK_STATE,
        date(2009, 2, 1),
        WAITING_BUSINESS_DAYS,
        needs_offer=False,
        zone=EASTERN,
        source="New York Correction Law Article 23-A; the number of days is ours",
    ),
    PlaceRule(
        ScreeningPlace.NEW_YORK_CITY,
        date(2021, 7, 29),
        WAITING_BUSINESS_DAYS,
        needs_offer=True,
        zone=EASTERN,
        source="New York City Administrative Code 8-107(11-a), the Fair Chance Act",
    ),
)

CITY_ZIP_PREFIXES = ("100", "101", "102", "103", "104", "111", "112", "113", "114", "116")
CITY_ZIPS = frozenset({"11001", "11004", "11005", "11040"})
"""Of New York City, or partly of it: whoever lives in a shared one has the stricter rule."""


def place_of(state: str, zip_code: str) -> ScreeningPlace:
    """By an address as it was typed."""
    if state.strip().upper() != "NY":
        return ScreeningPlace.UNITED_STATES
    five = zip_code.strip()[:5]
    if five.startswith(CITY_ZIP_PREFIXES) or five in CITY_ZIPS:
        return ScreeningPlace.NEW_YORK_CITY
    return ScreeningPlace.NEW_YORK_STATE


def rule_of(place: ScreeningPlace, on: date) -> PlaceRule:
    """The row that holds on this day: the latest one that has begun, or the first of the place."""
    rows = sorted((each for each in PLACE_RULES if each.place is place), key=lambda each: each.since)
    begun = [each for each in rows if each.since <= on]
    return begun[-1] if begun else rows[0]


def waiting_until(delivered_at: datetime, rule: PlaceRule) -> datetime:
    """When the waiting period is over: at the end of its last business day on the clocks of the place. The
    day of the delivery does not count."""
    day = delivered_at.astimezone(rule.zone).date()
    last = business_day_after(day, rule.waiting_business_days)
    return datetime.combine(last + timedelta(days=1), time(0), rule.zone).astimezone(UTC)
