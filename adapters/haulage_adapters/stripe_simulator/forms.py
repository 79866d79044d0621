"""Bodies and queries as Stripe's clients write them: ``metadata[order]=o1&expand[]=latest_charge``."""

import re
from typing import Any
from urllib.parse import parse_qsl

from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid, required

MAX_FIELDS, MAX_DEPTH = 400, 6
MAX_CENTS = 99_999_999
"""What Stripe takes in one charge of US dollars."""

PART = re.compile(r"\[([^\[\]]*)\]")


def read_form(text: str) -> Json:
    """Nested objects and lists; a later value of the same name wins."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text), max_num_fields=MAX_FIELDS)
    except ValueError:
        raise Refused("The request could not be read.") from None
    found: Json = {}
    for name, value in pairs:
        head = name.split("[", 1)[0]
        path = [head, *PART.findall(name)]
        if not head or len(path) > MAX_DEPTH:
            raise Refused(f"Invalid parameter: {name[:100]}", param=name[:100])
        _put(found, path, value)
    return {name: _listed(value) for name, value in found.items()}


def _put(into: Json, path: list[str], value: str) -> None:
    for step in path[:-1]:
        inner = into.setdefault(step, {})
        if not isinstance(inner, dict):
            raise Refused(f"Invalid parameter: {step}")
        into = inner
    last = path[-1]
    into[str(len(into)) if last == "" else last] = value


def _listed(value: Any) -> Any:
    """Numbered entries are a list."""
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_listed(value[key]) for key in sorted(value, key=int)]
    return {key: _listed(inner) for key, inner in value.items()}


def text_of(form: Json, name: str) -> str:
    """A value that must be there."""
    value = form.get(name)
    if not isinstance(value, str) or not value:
        raise required(name)
    return value


def cents_of(form: Json, name: str, default: int | None = None) -> int:
    """A positive whole amount."""
    if default is not None and name not in form:
        return default
    value = text_of(form, name)
    if not (value.isascii() and value.isdigit() and len(value) <= 12):
        raise Refused(f"Invalid integer: {value[:50]}", code="parameter_invalid_integer", param=name)
    if not 1 <= int(value) <= MAX_CENTS:
        raise invalid(name, f"must be between 1 and {MAX_CENTS}")
    return int(value)


def usd(form: Json) -> str:
    if text_of(form, "currency").lower() != "usd":
        raise invalid("currency", "only usd is simulated")
    return "usd"


def metadata_of(form: Json) -> dict[str, str]:
    given = form.get("metadata", {})
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise invalid("metadata", "must be texts by name")
    return given
