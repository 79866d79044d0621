"""How to get to a door: what may be said, and what is shown before a driver accepts."""

import attrs
import pytest

from haulage.kernel.errors import InvalidInput
from haulage.kernel.stop_access import (
    HIGHEST_FLOOR,
    LOWEST_FLOOR,
    MAX_ACCESS_NOTE_LENGTH,
    MAX_CONTACT_NAME_LENGTH,
    MAX_CONTACT_PHONE_LENGTH,
    MAX_GATE_CODE_LENGTH,
    MAX_UNIT_LENGTH,
    NO_ACCESS,
    FloorAccess,
    StopAccess,
    checked_access,
)

WHOLE = StopAccess(
    unit="4B",
    floor=4,
    floor_access=FloorAccess.STAIRS,
    gate_code="#2580",
    contact_name="Robin",
    contact_phone="(212) 555-0100",
    note="Ring twice",
)


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("unit", MAX_UNIT_LENGTH),
        ("gate_code", MAX_GATE_CODE_LENGTH),
        ("contact_name", MAX_CONTACT_NAME_LENGTH),
        ("note", MAX_ACCESS_NOTE_LENGTH),
    ],
)
def test_a_text_beyond_its_limit_is_refused_by_name(name: str, limit: int) -> None:
    fits = attrs.evolve(WHOLE, **{name: "x" * limit})
    assert checked_access(fits, "pickup_access") == fits
    with pytest.raises(InvalidInput) as refused:
        checked_access(attrs.evolve(WHOLE, **{name: "x" * (limit + 1)}), "pickup_access")
    assert refused.value.field == f"pickup_access.{name}"


@pytest.mark.parametrize("phone", ["12", "call me", "5" * (MAX_CONTACT_PHONE_LENGTH + 1)])
def test_a_contact_whom_nobody_can_call_is_refused(phone: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_access(attrs.evolve(WHOLE, contact_phone=phone), "dropoff_access")
    assert refused.value.field == "dropoff_access.contact_phone"


@pytest.mark.parametrize("floor", [LOWEST_FLOOR - 1, HIGHEST_FLOOR + 1])
def test_no_building_has_such_a_floor(floor: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_access(StopAccess(floor=floor), "dropoff_access")
    assert refused.value.field == "dropoff_access.floor"


def test_everything_may_be_left_out_and_spaces_are_nothing() -> None:
    assert checked_access(NO_ACCESS, "pickup_access") == NO_ACCESS
    assert checked_access(StopAccess(unit="  ", contact_phone=" "), "pickup_access") == NO_ACCESS
    assert checked_access(attrs.evolve(WHOLE, unit=" 4B "), "pickup_access") == WHOLE


def test_the_floors_alone_open_no_door() -> None:
    assert WHOLE.floors_alone == StopAccess(floor=4, floor_access=FloorAccess.STAIRS)


def test_what_opens_a_door_is_not_written_to_a_log() -> None:
    written = repr(WHOLE)
    assert not any(secret in written for secret in ("2580", "Robin", "555-0100", "Ring"))


@pytest.mark.parametrize("floor", [LOWEST_FLOOR, 0, HIGHEST_FLOOR, None])
def test_the_lowest_and_the_highest_floor_are_taken(floor: int | None) -> None:
    assert checked_access(StopAccess(floor=floor), "dropoff_access").floor == floor
