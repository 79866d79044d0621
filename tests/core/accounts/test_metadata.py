"""Metadata is one's own text: bounded, and without power over one's role."""

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.accounts.metadata import (
    MAX_INTEGER,
    MAX_METADATA_BYTES,
    MAX_METADATA_DEPTH,
    MAX_NAME_LENGTH,
    MAX_PHONE_LENGTH,
    Profile,
    check_metadata,
    merged,
    profile_of,
    sign_up_type,
    with_profile,
)
from haulage.kernel.actor import UserType
from haulage.kernel.errors import InvalidInput


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"in": value}
    return value


def test_who_says_nothing_signs_up_as_a_customer() -> None:
    assert sign_up_type({}) is UserType.CUSTOMER
    assert sign_up_type({"user_type": None}) is UserType.CUSTOMER


@pytest.mark.parametrize("key", ["user_type", "userType"])
def test_a_driver_says_so_in_either_spelling(key: str) -> None:
    assert sign_up_type({key: "driver"}) is UserType.DRIVER


@pytest.mark.parametrize("key", ["user_type", "userType"])
@pytest.mark.parametrize("value", ["admin", "Admin", "ADMIN", "system", "", 1, True, ["driver"], {}])
def test_no_other_role_can_be_asked_for(key: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refusal:
        sign_up_type({key: value})
    assert refusal.value.field == key


def test_two_spellings_must_agree() -> None:
    assert sign_up_type({"user_type": "driver", "userType": "driver"}) is UserType.DRIVER
    with pytest.raises(InvalidInput):
        sign_up_type({"user_type": "customer", "userType": "driver"})


def test_name_and_phone_are_trimmed() -> None:
    assert profile_of({"name": " Ann ", "phone": " +1 (212) 555-0100 "}) == Profile(
        "Ann", "+1 (212) 555-0100"
    )


def test_a_phone_may_be_left_out_or_taken_away() -> None:
    assert profile_of({"phone": None}).phone is None
    assert profile_of({"phone": " "}).phone == ""


def test_what_was_not_told_is_not_made_up() -> None:
    assert profile_of({}) == Profile(None, None)
    assert with_profile({"colour": "red"}, Profile(name="Ann")) == {"colour": "red", "name": "Ann"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "n" * 101),
        ("name", "Ann\nLee"),
        ("name", "Ann\0"),
        ("name", 7),
        ("phone", "5" * 33),
        ("phone", "call me"),
        ("phone", "12345"),
        ("phone", "999"),
        ("phone", "555\0"),
        ("phone", 5550100),
    ],
)
def test_a_name_or_phone_that_cannot_be_kept_is_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refusal:
        profile_of({field: value})
    assert refusal.value.field == field


@pytest.mark.parametrize(
    "metadata",
    [
        {"x": "a\0b"},
        {"a\0b": 1},
        {"x": ["\ud800"]},
        {"x": 2**60},
        {"x": math.nan},
        {"x": math.inf},
        {"x": "y" * MAX_METADATA_BYTES},
        {"x": object()},
        nested(6),
        nested(10_000),
    ],
    ids=["nul", "nul key", "surrogate", "huge", "nan", "infinite", "long", "object", "deep", "very deep"],
)
def test_metadata_that_a_database_could_not_keep_is_refused(metadata: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refusal:
        check_metadata(metadata)
    assert refusal.value.field == "data"


@pytest.mark.parametrize("half", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_half_of_a_surrogate_pair_is_refused_wherever_it_lies(half: int) -> None:
    with pytest.raises(InvalidInput):
        check_metadata({"x": chr(half)})


@pytest.mark.parametrize(
    "metadata",
    [
        {"x": MAX_INTEGER},
        {"x": -MAX_INTEGER},
        nested(MAX_METADATA_DEPTH),
        {"x": "y" * (MAX_METADATA_BYTES - len('{"x": ""}'))},
        {"x": "\ud7ff\ue000"},
    ],
    ids=["largest", "smallest", "deepest", "longest", "beside surrogates"],
)
def test_metadata_up_to_each_bound_is_kept(metadata: dict[str, Any]) -> None:
    assert check_metadata(metadata) == metadata


@pytest.mark.parametrize(
    "metadata",
    [
        {"x": MAX_INTEGER + 1},
        nested(MAX_METADATA_DEPTH + 1),
        {"x": "y" * (MAX_METADATA_BYTES + 1 - len('{"x": ""}'))},
    ],
    ids=["larger", "deeper", "longer"],
)
def test_metadata_just_beyond_a_bound_is_refused(metadata: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        check_metadata(metadata)


def test_a_name_and_a_phone_may_have_their_whole_length() -> None:
    phone = "+1" + "(212) 555-0100".rjust(MAX_PHONE_LENGTH - 2)
    longest = {"name": "n" * MAX_NAME_LENGTH, "phone": phone}
    assert profile_of(longest) == Profile(**longest)


def test_ordinary_metadata_is_kept_as_it_is() -> None:
    metadata = {"a": [1, 2.5, None, True, "é"], **nested(4)}
    assert check_metadata(metadata) == metadata


def test_an_update_replaces_keys_and_null_removes_one() -> None:
    assert merged({"a": 1, "b": 2}, {"b": 3, "a": None, "c": None}) == {"b": 3}


@pytest.mark.parametrize("value", ["admin", "driver", None, 1])
def test_an_update_does_not_change_the_words_for_the_role(value: Any) -> None:
    with pytest.raises(InvalidInput):
        merged({"user_type": "customer"}, {"user_type": value})
    assert merged({"user_type": "customer"}, {"user_type": "customer"}) == {"user_type": "customer"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(), JSON, max_size=6))
def test_any_json_is_taken_whole_or_refused(metadata: dict[str, Any]) -> None:
    with contextlib.suppress(InvalidInput):
        assert check_metadata(metadata) is metadata
