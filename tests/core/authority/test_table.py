"""The table of who may carry what between states, as the platform ships it and as an operator changes it."""

from datetime import date
from typing import Any

import pytest

from haulage.authority import (
    SHIPPED_TABLE,
    Authority,
    AuthorityConfirmation,
    AuthorityTable,
    CarrierCredentialRequired,
    Lane,
    LaneRule,
    RouteClosed,
    need_of,
)
from haulage.kernel.carrier import COVER_FLOOR_CENTS, CarrierNeed
from haulage.kernel.errors import InvalidInput
from haulage.kernel.services import ServiceType

DELIVERY, MOVING, PICKUP = ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP


DAY = date(2026, 11, 26)


@pytest.mark.parametrize("service", [DELIVERY, PICKUP])
def test_delivery_and_pickup_are_open_within_a_state(service: ServiceType) -> None:
    assert SHIPPED_TABLE.of(Lane("NY", "NY", service), DAY).authority is Authority.OPEN


@pytest.mark.parametrize("service", list(ServiceType))
def test_everything_across_state_lines_needs_a_credential(service: ServiceType) -> None:
    assert SHIPPED_TABLE.of(Lane("NY", "NJ", service), DAY).authority is Authority.WITH_CREDENTIAL


def test_all_moving_needs_a_credential() -> None:
    assert SHIPPED_TABLE.of(Lane("NY", "NY", MOVING), DAY).authority is Authority.WITH_CREDENTIAL


def test_a_trip_of_unknown_states_needs_a_credential() -> None:
    assert SHIPPED_TABLE.of(None, DAY).authority is Authority.WITH_CREDENTIAL


def test_a_confirmed_lane_counts_in_its_own_direction_only() -> None:
    table = AuthorityTable({Lane("NY", "NJ", DELIVERY): (LaneRule(Authority.OPEN),)})
    assert table.of(Lane("NY", "NJ", DELIVERY), DAY).authority is Authority.OPEN
    assert table.of(Lane("NJ", "NY", DELIVERY), DAY).authority is Authority.WITH_CREDENTIAL
    assert table.of(Lane("NY", "NJ", PICKUP), DAY).authority is Authority.WITH_CREDENTIAL


def test_of_a_lanes_rows_the_latest_that_has_begun_counts() -> None:
    lane = Lane("NY", "NJ", DELIVERY)
    closed = LaneRule(Authority.CLOSED, date(2026, 12, 1))
    opened = LaneRule(Authority.OPEN, date(2026, 11, 1))
    table = AuthorityTable({lane: (closed, opened)})
    days = (date(2026, 10, 31), DAY, date(2026, 12, 1))
    assert [table.of(lane, day).authority for day in days] == [
        Authority.WITH_CREDENTIAL,
        Authority.OPEN,
        Authority.CLOSED,
    ]


def test_a_trip_asks_for_the_cover_of_its_row() -> None:
    lane = Lane("NY", "NY", MOVING)
    assert need_of(lane, SHIPPED_TABLE.of(lane, DAY)) == CarrierNeed("NY", "NY", COVER_FLOOR_CENTS)
    more = LaneRule(Authority.WITH_CREDENTIAL, least_cover_cents=750_000_00)
    assert need_of(lane, more) == CarrierNeed("NY", "NY", 750_000_00)
    assert need_of(lane, LaneRule(Authority.OPEN)) is None


def test_a_refusal_says_what_cannot_be_booked_and_why() -> None:
    across = CarrierCredentialRequired(Lane("NY", "NJ", DELIVERY)).message
    assert "deliveries from NY to NJ" in across
    assert "USDOT number" in across
    within = CarrierCredentialRequired(Lane("NY", "NY", MOVING)).message
    assert "moves within NY" in within
    assert "certificate of NY" in within
    assert RouteClosed(Lane("NY", "NY", PICKUP)).message == "We do not offer pickups within NY."


CONFIRMED: dict[str, Any] = {
    "lane": Lane("NY", "NJ", DELIVERY),
    "authority": Authority.OPEN,
    "since": date(2026, 2, 1),
    "source": "49 CFR 372.235",
    "confirmed_by": "Ann Lee",
    "confirmed_on": date(2026, 1, 31),
}


@pytest.mark.parametrize(
    "changes",
    [
        {"since": date(2000, 1, 1)},
        {"confirmed_by": "x" * 200},
        {"least_cover_cents": COVER_FLOOR_CENTS},
    ],
)
def test_a_confirmation_is_taken_up_to_each_bound(changes: dict[str, Any]) -> None:
    made = AuthorityConfirmation(**CONFIRMED | changes)
    assert {field: getattr(made, field) for field in changes} == changes


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"lane": Lane("ny", "NJ", DELIVERY)}, "origin"),
        ({"lane": Lane("NY", "ZZ", DELIVERY)}, "destination"),
        ({"source": " "}, "source"),
        ({"confirmed_by": "x" * 201}, "confirmed_by"),
        ({"since": date(1999, 12, 31)}, "since"),
        ({"least_cover_cents": COVER_FLOOR_CENTS - 1}, "least_cover_cents"),
    ],
)
def test_a_confirmation_names_the_field_that_is_wrong(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        AuthorityConfirmation(**CONFIRMED | changes)
    assert refused.value.field == field
