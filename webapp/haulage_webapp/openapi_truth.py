"""What the framework leaves out of the OpenAPI document, so that it says what the server does."""

from collections.abc import Iterator
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from haulage_webapp.bodies import In

STRICT_PATHS = "/api/v1/"
BODY_REFUSALS = {"413": "Request Entity Too Large", "415": "Unsupported Media Type"}
VISITOR: dict[str, list[str]] = {}


def truthful(schema: dict[str, Any]) -> dict[str, Any]:
    """The same document, with unknown fields refused where they are, and every refusal of a body."""
    strict = {shape.__name__ for shape in _shapes(In)}
    for name, shape in schema.get("components", {}).get("schemas", {}).items():
        if name in strict:
            shape["additionalProperties"] = False
    for path, item in schema["paths"].items():
        for operation in item.values():
            _amend(path, operation)
    return schema


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


class TruthfulJson(JsonRenderPlugin):
    """Serves the amended document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, truthful(openapi_schema))
