"""What somebody tells us about themselves: free metadata, of which a few keys mean something.

Metadata is the account holder's own text. Nothing decides on it: the role that counts is the one on
the user (OP-57), and the words for it in here are only read once, at sign-up.
"""

import json
from collections.abc import Mapping
from typing import Any

import attrs

from haulage.kernel.actor import UserType
from haulage.kernel.errors import InvalidInput
from haulage.kernel.phone import check_phone

Metadata = Mapping[str, Any]
"""JSON values by name."""

MAX_NAME_LENGTH = 100
MAX_PHONE_LENGTH = 32
MAX_METADATA_BYTES = 4096
MAX_METADATA_DEPTH = 5
MAX_INTEGER = 2**53
"""Integers beyond this do not survive a browser."""

_ROLE_KEYS = ("user_type", "userType")
_SIGN_UP_TYPES = {kind.value: kind for kind in (UserType.CUSTOMER, UserType.DRIVER)}


@attrs.frozen
class Profile:
    """The meaningful part of the metadata; None was not told."""

    name: str | None = None
    phone: str | None = None


def check_metadata(metadata: Metadata) -> Metadata:
    """The metadata itself, if it is small and shallow enough to keep."""
    _check_value(metadata, MAX_METADATA_DEPTH)
    try:
        size = len(json.dumps(metadata, ensure_ascii=False).encode())
    except (TypeError, ValueError) as problem:
        raise InvalidInput("data", "must be JSON") from problem
    if size > MAX_METADATA_BYTES:
        raise InvalidInput("data", f"must be at most {MAX_METADATA_BYTES} bytes")
    return metadata


def profile_of(metadata: Metadata) -> Profile:
    """Name and phone as told, trimmed and checked; an empty phone takes the number away."""
    return Profile(name=_name(metadata.get("name")), phone=_phone(metadata.get("phone")))


def with_profile(metadata: Metadata, profile: Profile) -> dict[str, Any]:
    """The metadata with name and phone as they are kept on the user."""
    given = attrs.asdict(profile, filter=lambda _field, value: value is not None)
    return {**metadata, **given}


def sign_up_type(metadata: Metadata) -> UserType:
    """Customer unless the metadata says driver; anything else is refused, 'admin' above all (OP-57)."""
    named = {key: metadata[key] for key in _ROLE_KEYS if metadata.get(key) is not None}
    for key, value in named.items():
        if not isinstance(value, str) or value not in _SIGN_UP_TYPES:
            raise InvalidInput(key, "must be customer or driver")
    if len(set(named.values())) > 1:
        raise InvalidInput(_ROLE_KEYS[-1], "must agree with user_type")
    return next((_SIGN_UP_TYPES[value] for value in named.values()), UserType.CUSTOMER)


def merged(stored: Metadata, update: Metadata) -> dict[str, Any]:
    """The metadata after an update: keys are replaced, and null removes one.

    The words for the role may be repeated but not changed, so that nobody believes they have become
    something else.
    """
    for key in _ROLE_KEYS:
        if key in update and update[key] != stored.get(key):
            raise InvalidInput(key, "cannot be changed")
    both = {**stored, **update}
    return {key: value for key, value in both.items() if value is not None}


def _name(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidInput("name", "must be text")
    name = value.strip()
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise InvalidInput("name", f"must be at most {MAX_NAME_LENGTH} printable characters")
    return name


def _phone(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidInput("phone", "must be text")
    phone = value.strip()
    if len(phone) > MAX_PHONE_LENGTH:
        raise InvalidInput("phone", f"must be at most {MAX_PHONE_LENGTH} characters")
    if phone:
        check_phone(phone, "phone")
    return phone


def _check_value(value: object, depth: int) -> None:
    if depth < 0:
        raise InvalidInput("data", f"must be at most {MAX_METADATA_DEPTH} levels deep")
    match value:
        case str():
            _check_text(value)
        case bool() | None:
            pass
        case int() if abs(value) > MAX_INTEGER:
            raise InvalidInput("data", "holds a number that is too large")
        case float() if not abs(value) < float("inf"):
            raise InvalidInput("data", "holds a number that is not finite")
        case Mapping():
            for key, inner in value.items():
                _check_value(key, depth - 1)
                _check_value(inner, depth - 1)
        case list() | tuple():
            for inner in value:
                _check_value(inner, depth - 1)
        case _:
            pass


def _check_text(text: str) -> None:
    """Databases keep neither NUL nor half of a surrogate pair."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidInput("data", "holds a character that cannot be kept")
