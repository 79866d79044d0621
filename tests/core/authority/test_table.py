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
    RouteClosed,
    require_open,
)
from haulage.kernel.errors import InvalidInput
from haulage.kernel.services import ServiceType

DELIVERY, MOVING, PICKUP = ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP


@pytest.mark.parametrize("service", [DELIVERY, PICKUP])
def test_delivery_and_pickup_are_open_within_a_state(service: ServiceType) -> None:
    assert SHIPPED_TABLE.of(Lane("NY", "NY", service)) is Authority.OPEN


@pytest.mark.parametrize("service", list(ServiceType))
def test_everything_across_state_lines_needs_a_credential(service: ServiceType) -> None:
    assert SHIPPED_TABLE.of(Lane("NY", "NJ", service)) is Authority.WITH_CREDENTIAL


def test_all_moving_needs_a_credential() -> None:
    assert SHIPPED_TABLE.of(Lane("NY", "NY", MOVING)) is Authority.WITH_CREDENTIAL


def test_a_trip_of_unknown_states_needs_a_credential() -> None:
    assert SHIPPED_TABLE.of(None) is Authority.WITH_CREDENTIAL


def test_a_confirmed_lane_counts_in_its_own_direction_only() -> None:
    table = AuthorityTable({Lane("NY", "NJ", DELIVERY): Authority.OPEN})
    assert table.of(Lane("NY", "NJ", DELIVERY)) is Authority.OPEN
    assert table.of(Lane("NJ", "NY", DELIVERY)) is Authority.WITH_CREDENTIAL
    assert table.of(Lane("NY", "NJ", PICKUP)) is Authority.WITH_CREDENTIAL


def test_what_is_not_open_is_refused_with_its_reason() -> None:
    require_open(Authority.OPEN)
    with pytest.raises(CarrierCredentialRequired, match="licensed carrier"):
        require_open(Authority.WITH_CREDENTIAL)
    with pytest.raises(RouteClosed):
        require_open(Authority.CLOSED)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"lane": Lane("ny", "NJ", DELIVERY)}, "origin"),
        ({"lane": Lane("NY", "ZZ", DELIVERY)}, "destination"),
        ({"source": " "}, "source"),
        ({"confirmed_by": "x" * 201}, "confirmed_by"),
    ],
)
def test_a_confirmation_names_the_field_that_is_wrong(changes: dict[str, Any], field: str) -> None:
    facts: dict[str, Any] = {
        "lane": Lane("NY", "NJ", DELIVERY),
        "authority": Authority.OPEN,
        "source": "49 CFR 372.235",
        "confirmed_by": "Ann Lee",
        "confirmed_on": date(2026, 1, 31),
    }
    with pytest.raises(InvalidInput) as refused:
        AuthorityConfirmation(**{**facts, **changes})
    assert refused.value.field == field
