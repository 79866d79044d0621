"""What the framework leaves out of the OpenAPI document, so that it says what the server does."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import inspect

from haulage_adapters.wire.common import In
from haulage_webapp.security import may_want_proof

PROOF_MARK = "x-may-want-proof"
"""Answers 403 `reauthentication_needed` where the session has no recent proof of identity: give one under
`/auth/v1/reauthenticate`, and send the request again."""

A_PAGE = re.compile(r"PageOut_(?:\w+\.)*(\w+)Out_")
REFERENCE = "#/components/schemas/"

STRICT_PATHS = "/api/v1/"
BODY_REFUSALS = {
    "408": "Request Timeout",
    "413": "Request Entity Too Large",
    "415": "Unsupported Media Type",
}
VISITOR: dict[str, list[str]] = {}
WITHOUT_NUL = "^[^\\x00]*$"
NOT_BLANK, NOT_BLANK_WITHOUT_NUL = r"\S", r"^[^\x00]*\S[^\x00]*$"
BOUNDS: dict[type, dict[str, str]] = {
    inspect.IntType: {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"},
    inspect.FloatType: {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"},
    inspect.StrType: {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
    inspect.ListType: {"min_length": "minItems", "max_length": "maxItems"},
    inspect.DictType: {"min_length": "minProperties", "max_length": "maxProperties"},
}
"""The framework leaves out bounds of 0 where null may stand as well."""


def amended_schema(schema: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """The same document, with unknown fields refused where they are, bounds wherever they hold, every refusal
    of a body, and a mark on operations that may want a recent proof of identity."""
    schema = _with_named_pages(schema)
    components = schema.get("components", {}).get("schemas", {})
    for shape in _shapes(In):
        for name in _names(shape):
            if name in components:
                components[name]["additionalProperties"] = False
                _bound_fields(components[name], shape)
    proved = operations_with_proof(app)
    for path, item in schema["paths"].items():
        for operation in item.values():
            _amend(path, operation)
            if operation["operationId"] in proved:
                operation[PROOF_MARK] = True
                _describe_refusal(operation["responses"])
    _end_patterns(schema)
    return schema


def _end_patterns(value: Any) -> None:
    """Clients do not know ``\\Z`` and mean the end by ``$``, which Python takes before a last newline too."""
    if isinstance(value, dict):
        if isinstance(pattern := value.get("pattern"), str) and pattern.endswith(r"\Z"):
            value["pattern"] = pattern.removesuffix(r"\Z") + "$"
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            _end_patterns(each)


def _with_named_pages(schema: dict[str, Any]) -> dict[str, Any]:
    """The framework names a page by the whole path of its items: ``PageOut_haulage....OrderOut_`` becomes
    ``OrderPage``, as whoever reads the document and the client made from it would call it."""
    components = schema.get("components", {}).get("schemas", {})
    short = {name: f"{found[1]}Page" for name in components if (found := A_PAGE.fullmatch(name))}
    for name, page in short.items():
        components[page] = components.pop(name) | {"title": page}
    return cast("dict[str, Any]", _with_references(schema, short))


def _with_references(value: Any, renamed: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_with_references(each, renamed) for each in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref", "")
    name = reference.removeprefix(REFERENCE) if isinstance(reference, str) else ""
    if name in renamed:
        return {"$ref": REFERENCE + renamed[name]}
    return {key: _with_references(each, renamed) for key, each in value.items()}


def operations_with_proof(app: Litestar) -> set[str]:
    """The names of operations that may answer ``reauthentication_needed``."""
    handlers = (handler for route in app.routes for handler in getattr(route, "route_handlers", ()))
    return {
        str(handler.operation_id)
        for handler in handlers
        if isinstance(handler, HTTPRouteHandler) and may_want_proof(handler)
    }


def _describe_refusal(responses: dict[str, Any]) -> None:
    """Where the route names no 403 of its own, it is this one."""
    responses.setdefault("403", {**responses["401"], "description": "Forbidden"})


def _names(shape: type[In]) -> tuple[str, ...]:
    """Of two shapes with one name, the framework puts as many of their modules before it as it takes."""
    parts = [*shape.__module__.split("."), shape.__name__]
    return tuple("_".join(parts[start:]) for start in range(len(parts)))


def _bound_fields(schema: dict[str, Any], shape: type[In]) -> None:
    struct = inspect.type_info(shape)
    assert isinstance(struct, inspect.StructType)
    for field in struct.fields:
        if field.encode_name in schema.get("properties", {}):
            _bound(schema["properties"][field.encode_name], field.type)


def _bound(schema: dict[str, Any], shape: inspect.Type) -> None:
    """Write what holds of the values; where several types may stand, of the one that is not null."""
    if "$ref" in schema:
        return None
    if isinstance(shape, inspect.Metadata):
        return _bound(schema, shape.type)
    if isinstance(shape, inspect.UnionType):
        values = [each for each in shape.types if not isinstance(each, inspect.NoneType)]
        if len(values) == 1:
            _bound(schema, values[0])
        return None
    for bound, word in BOUNDS.get(type(shape), {}).items():
        value = getattr(shape, bound)
        if value is not None:
            schema.setdefault(word, value)
    if isinstance(shape, inspect.StrType):
        known = schema.get("pattern")
        schema["pattern"] = {None: WITHOUT_NUL, NOT_BLANK: NOT_BLANK_WITHOUT_NUL}.get(known, known)
    if isinstance(shape, inspect.ListType) and isinstance(schema.get("items"), dict):
        _bound(schema["items"], shape.item_type)
    return None


def _amend(path: str, operation: dict[str, Any]) -> None:
    security = operation.get("security", [])
    if VISITOR in security:
        operation["security"] = [VISITOR, {"bearer": []}]
    if path.startswith(STRICT_PATHS) and "requestBody" in operation:
        responses = operation["responses"]
        for status, phrase in BODY_REFUSALS.items():
            responses.setdefault(status, {**responses["400"], "description": phrase})


def _shapes(root: type[In]) -> Iterator[type[In]]:
    for shape in root.__subclasses__():
        yield shape
        yield from _shapes(shape)


class SchemaJson(JsonRenderPlugin):
    """Serves the amended document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, amended_schema(openapi_schema, request.app))
