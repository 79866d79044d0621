"""One way only to write a value down: RFC 8785, for texts, whole numbers, lists and ASCII names."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"


def canonical(value: Json) -> bytes:
    """Names sorted, no spaces, UTF-8. There are no fractions in what is sealed: readers differ on them."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def digest(value: Json) -> str:
    """SHA-256 of the canonical form, in hexadecimal digits."""
    return sha256(canonical(value)).hexdigest()
