"""Query parameters that every list takes, and what the framework would read into a query by itself."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, TypeAlias, get_args

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from haulage.kernel.errors import InvalidInput
from haulage.ports.storage.paging import MAX_PAGE, PageRequest

Limit: TypeAlias = Annotated[int, QueryParameter(ge=1, le=MAX_PAGE, description="How many rows at most.")]
Cursor: TypeAlias = Annotated[
    str | None, QueryParameter(max_length=500, description="The `next` of an earlier page.")
]

DEFAULT_LIMIT = PageRequest().limit

DAY_FIRST = re.compile(r"\d{4}-\d{2}-\d{2}")


async def refuse_lax_query(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard: a bare number is no time, and the word null is no value.

    The framework takes the one for seconds since 1970, and the other for a parameter that was left out.
    """
    kinds = _kinds(handler)
    for name, text in connection.query_params.multi_items():
        kind = kinds.get(name)
        if kind is None:
            continue
        if text.strip().lower() == "null":
            raise InvalidInput(name, "must be left out rather than null")
        if issubclass(kind, date) and not DAY_FIRST.match(text):
            example = "2026-01-31T09:00:00-05:00" if issubclass(kind, datetime) else "2026-01-31"
            raise InvalidInput(name, f"must be written as in RFC 3339, such as {example}")


@cache
def _kinds(handler: BaseRouteHandler) -> Mapping[str, type]:
    """What each query parameter of a route is read as; those that take any text are left out."""
    kinds: dict[str, type] = {}
    for name, field in handler.parsed_fn_signature.parameters.items():
        parameter = field.kwarg_definition
        types = [each for each in _types(field.annotation) if each is not type(None)]
        if isinstance(parameter, QueryParameter) and types and str not in types:
            kinds[parameter.name or name] = types[0]
    return kinds


def _types(annotation: Any) -> Iterator[type]:
    if isinstance(annotation, type):
        yield annotation
    for inner in get_args(annotation):
        yield from _types(inner)
