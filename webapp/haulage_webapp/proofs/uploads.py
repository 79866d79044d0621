"""Pictures in requests and responses: read piece by piece and no more than is taken, and sent as files."""

from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from typing import Any

from litestar import Request, Response
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from haulage.kernel.errors import InvalidInput
from haulage.ports.files.pictures import MAX_PICTURE_OCTETS
from haulage.use_cases.photo_links import ShownPicture
from haulage_webapp.errors import Malformed
from haulage_webapp.request_validation import UPLOAD

ID_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
MAX_CLIENT_ID = 64

PICTURES = ("image/jpeg", "image/png", "image/webp")

AS_IT_IS: dict[str, Any] = {UPLOAD: True}
"""The ``opt`` of a route whose body is no JSON, and which reads it by itself."""

CAP = MAX_PICTURE_OCTETS
"""The bound of a route that reads its body by ``picture_of``."""


NEVER_CACHED = "private, no-store"
"""Of what nobody else who uses the browser may find in its cache, such as a driver's license."""
CACHED_BRIEFLY = "private, max-age=300"
"""Of pictures in a gallery, whose signed address changes before the browser forgets them."""


@dataclass
class PictureUpload(Operation):
    """Documents the body that the framework does not see."""

    def __post_init__(self) -> None:
        binary = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody(content=dict.fromkeys(PICTURES, binary), required=True)


def checked_client_id(client_id: str) -> str:
    """The device's own id of a picture. Raises ``InvalidInput``."""
    if not client_id or len(client_id) > MAX_CLIENT_ID or not set(client_id) <= ID_LETTERS:
        raise InvalidInput("client_id", f"must be 1 to {MAX_CLIENT_ID} letters, digits, - and _")
    return client_id


def shown_picture(picture: ShownPicture, caching: str = NEVER_CACHED) -> Response[bytes]:
    """A file that runs nothing, whatever is in it."""
    return Response(
        picture.content,
        media_type=picture.media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{picture.name}"',
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Cache-Control": caching,
        },
    )


async def picture_of(request: Request[Any, Any, Any]) -> bytes:
    """The body, not held twice. The framework counts it up to ``CAP`` as it comes, whatever the sender says
    of its length."""
    body = BytesIO()
    try:
        async for piece in request.stream():
            body.write(piece)
        return body.getvalue()
    except RequestEntityTooLarge:
        too_large = "File size must be less than 10MB"
        raise Malformed(too_large, HTTPStatus.REQUEST_ENTITY_TOO_LARGE) from None
