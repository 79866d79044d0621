"""How the API describes bodies that are files, which the framework does not see."""

from dataclasses import dataclass

from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

KINDS = ("image/jpeg", "image/png", "application/pdf")
MAX_SENT_NAME = 500
BINARY = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))


@dataclass
class DocumentUpload(Operation):
    """A whole document."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(content=dict.fromkeys(KINDS, BINARY), required=True)


@dataclass
class PieceUpload(Operation):
    """A piece of one."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(content={"application/octet-stream": BINARY}, required=True)
