"""Reading JSON that a stranger wrote: every value has its type and its bounds, or the answer is garbled."""

import json
from typing import Any, NoReturn

from haulage_adapters.http_client.failures import InvalidResponse


def read_json(body: bytes) -> dict[str, Any]:
    """The JSON object in *body*; NaN and infinities are no numbers."""
    try:
        found = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise InvalidResponse("not JSON") from None
    return as_object(found, "the answer")


def as_object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidResponse(f"{name} is not an object")
    return value


def as_list(value: Any, name: str, *, least: int = 0, most: int = 1_000_000) -> list[Any]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise InvalidResponse(f"{name} is not a list of {least} to {most}")
    return value


def as_text(value: Any, name: str, *, most: int = 10_000_000) -> str:
    """A text that can be stored and sent on: no NUL, and no half of a surrogate pair."""
    if not isinstance(value, str) or len(value) > most:
        raise InvalidResponse(f"{name} is not a text of at most {most} characters")
    if "\0" in value or (not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value)):
        raise InvalidResponse(f"{name} holds what is no text")
    return value


def as_number(value: Any, name: str, *, least: float = 0, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise InvalidResponse(f"{name} is not a number from {least:g} to {most:g}")
    return float(value)


def as_index(value: Any, name: str, *, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise InvalidResponse(f"{name} is not a whole number from 0 to {most}")
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
