"""What the simulator answers when it will not."""

from typing import Any

import attrs

BAD_REQUEST, UNAUTHORIZED, PAYMENT_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT = 400, 401, 402, 403, 404, 409

Json = dict[str, Any]


@attrs.define(eq=False)
class Refused(Exception):
    """An error object of the interface, with its HTTP status."""

    message: str
    status: int = BAD_REQUEST
    type: str = "invalid_request_error"
    code: str | None = None
    param: str | None = None
    more: Json = attrs.Factory(dict)

    def body(self) -> Json:
        named = {"message": self.message, "type": self.type, "code": self.code, "param": self.param}
        return {"error": {name: value for name, value in {**named, **self.more}.items() if value is not None}}


def missing(what: str, id: str) -> Refused:
    return Refused(f"No such {what}: '{id}'", NOT_FOUND, code="resource_missing", param="id")


def required(name: str) -> Refused:
    return Refused(f"Missing required param: {name}.", code="parameter_missing", param=name)


def invalid(name: str, why: str) -> Refused:
    return Refused(f"Invalid {name}: {why}", code="parameter_invalid", param=name)
