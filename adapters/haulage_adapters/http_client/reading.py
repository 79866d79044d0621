"""Reading JSON that a stranger wrote: into msgspec structs that give every value its type and its bounds.

What a struct does not name is passed over. What it names and the answer has otherwise makes the answer an
``InvalidResponse``.
"""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from haulage_adapters.http_client.failures import InvalidResponse

Read = TypeVar("Read")

TEXT = r"^[^\x00\ud800-\udfff]*\Z"
"""What can be stored and sent on: no NUL, and no half of a surrogate pair."""

Text = Annotated[str, Meta(pattern=TEXT)]
Name = Annotated[Text, Meta(max_length=200)]
JsonObject = dict[str, Any]


def read_json(body: bytes, type: type[Read]) -> Read:
    """The JSON in *body*; NaN and infinities are no numbers. Raises ``InvalidResponse``."""
    try:
        return msgspec.json.decode(body, type=type)
    except msgspec.ValidationError as error:
        raise _misfit(error) from None
    except (ValueError, RecursionError):
        raise InvalidResponse("not JSON, or no text in it") from None


def read_value(value: Any, type: type[Read]) -> Read:
    """What somebody else has decoded, as *type*. Raises ``InvalidResponse``."""
    try:
        return msgspec.convert(value, type)
    except msgspec.ValidationError as error:
        raise _misfit(error) from None


def read_or_none(value: Any, type: type[Read]) -> Read | None:
    """None for what is not of the *type*."""
    try:
        return read_value(value, type)
    except InvalidResponse:
        return None


def _misfit(error: msgspec.ValidationError) -> InvalidResponse:
    sentence, _, place = str(error).partition(" - at ")
    return InvalidResponse(
        f"{place or 'the answer'}: {'no text' if 'matching regex' in sentence else sentence}"
    )
