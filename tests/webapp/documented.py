"""The application as its document describes it, put together once for all tests that only read it.

Hundreds of routes take a second to put together, and their document takes as long.
"""

import json
from functools import cache
from typing import Any

from litestar import Litestar

from haulage_adapters.settings import Settings
from haulage_webapp import openapi
from haulage_webapp.app import create_app


@cache
def documented_app() -> Litestar:
    """With the usual settings, and serving nothing."""
    return create_app(Settings())


@cache
def described() -> dict[str, Any]:
    """The document as the framework makes it, before it is amended."""
    return documented_app().openapi_schema.to_schema()


@cache
def written_document() -> str:
    """The document as a file; whoever asks for it has put together an application of its own."""
    return openapi.document()


@cache
def api() -> dict[str, Any]:
    """What the document says."""
    return dict(json.loads(written_document()))
