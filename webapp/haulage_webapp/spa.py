"""The built React application, served from inside the package."""

import json
import re
from collections.abc import Set
from http import HTTPStatus
from mimetypes import add_type, guess_type
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response import File
from litestar.router import Router
from litestar.static_files import create_static_files_router

from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_webapp.security import does

# Not every machine's table of types knows these two.
add_type("image/webp", ".webp")
add_type("font/woff2", ".woff2")

STATIC = Path(__file__).parent / "static"
NOT_PAGES = ("/api/", "/auth/v1/", "/business/v1/", "/webhooks/", "/health/", "/schema", "/assets/")
ANY_PAGE = "index.html"
STILL_PAGES, HOME = "pages", "_home"
"""The documents of some addresses, by the first part of their path, hold the page as it looks before any
answer has come (``ui/scripts/prerender.mjs``); that of every other address is empty."""

ALIKE_BELOW = ("track",)
"""What lies below these looks the same until its answers have come."""

DRAWN_WITHOUT = {"drive-with-us": "step", "register": "role", "terms": "role", "privacy": "role"}
"""With this in the query of its address, a page looks otherwise than it was drawn."""

STILL_NAME = re.compile("[a-z-]+")

ADDRESSES = "addresses.json"
"""Among the documents: the paths of all pages, as the application's routes name them. Any other address is
answered with 404 and the application, which says so."""

TEST_PAGES = ("/test-user-creation",)
"""Answered as if they did not exist where TEST_MODE is off (OP-60)."""

BESIDE_THE_API = ("/auth/callback",)
"""Pages below a prefix that the API has routes under: the router never tries the catch-all there."""

FOREVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
"""File names under /assets carry a hash of their content."""

NOT_BUILT = (
    "<!doctype html><title>haulage</title><p>The browser application is not built into this "
    "installation. The API is at <a href='/schema'>/schema</a>."
)


def application(static: Path = STATIC) -> list[HTTPRouteHandler | Router]:
    """The handlers for pages and files; some addresses have a document of their own."""
    addresses = _addresses(static)

    @get(
        ["/", "/{path:path}", *BESIDE_THE_API],
        include_in_schema=False,
        opt=does(Action.SEE_PUBLIC_PAGE),
        name="page",
    )
    async def page(request: Request[Any, Any, Any]) -> File | Response[str]:
        path = request.url.path
        if path.startswith(NOT_PAGES):
            raise NotFoundException
        file = _file(static, path)
        if file is not None:
            media_type = guess_type(file.name)[0]
            headers = {"Cache-Control": "no-cache"}
            return File(file, media_type=media_type, content_disposition_type="inline", headers=headers)
        settings: Settings = request.app.state.settings
        is_known = addresses.fullmatch(path) is not None or path == f"/{ANY_PAGE}"  # the service worker's
        is_missing = not is_known or (path in TEST_PAGES and not settings.test_mode)
        status = HTTPStatus.NOT_FOUND if is_missing else HTTPStatus.OK
        document = _document(static, path, set(request.query_params))
        if not document.is_file():
            return Response(NOT_BUILT, media_type=MediaType.HTML, status_code=status)
        return File(
            document,
            media_type=MediaType.HTML,
            content_disposition_type="inline",
            headers={"Cache-Control": "no-cache"},
            status_code=status,
        )

    handlers: list[HTTPRouteHandler | Router] = [page]
    if (static / "assets").is_dir():
        handlers.append(
            create_static_files_router(
                "/assets",
                directories=[static / "assets"],
                opt=does(Action.SEE_PUBLIC_PAGE),
                cache_control=FOREVER,
                include_in_schema=False,
            )
        )
    return handlers


def _addresses(static: Path) -> re.Pattern[str]:
    """Matches the addresses of pages, as the browser's router does: in any case, with or without a slash at
    the end. Where no list was built, any address is one."""
    listed = static / STILL_PAGES / ADDRESSES
    if not listed.is_file():
        return re.compile(".*", re.DOTALL)
    paths = [re.escape(path.rstrip("/")) for path in json.loads(listed.read_text())]
    pages = [re.sub(r"\\\$\w+", "[^/]+", path) for path in paths]
    return re.compile(f"(?:{'|'.join(pages)})/?", re.IGNORECASE)


def _document(static: Path, path: str, schemes: Set[str]) -> Path:
    """What a page address is answered with."""
    name, *below = path.strip("/").split("/")
    still = static / STILL_PAGES / f"{name or HOME}.html"
    is_alike = (not below or name in ALIKE_BELOW) and DRAWN_WITHOUT.get(name) not in schemes
    if is_alike and (not name or STILL_NAME.fullmatch(name)) and still.is_file():
        return still
    return static / ANY_PAGE


def _file(static: Path, path: str) -> Path | None:
    """A file that lies directly in the folder, such as /favicon.svg; nothing deeper, nothing above."""
    name = path.strip("/")
    if not name or "/" in name or name.startswith("."):
        return None
    file = static / name
    return file if file.is_file() and name != ANY_PAGE else None
