"""How the API describes bodies that are files, which the framework does not see."""

from dataclasses import dataclass
from typing import Annotated

from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import QueryParameter

KINDS = ("image/jpeg", "image/png", "application/pdf")
MAX_SENT_NAME = 500
CredentialId = Annotated[
    str | None,
    QueryParameter(max_length=64, description="The carrier credential that it proves; of no other document."),
]
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
