"""The routes of the API, found where they stand: each module of a capability's package lists its own."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from litestar.handlers import HTTPRouteHandler

import haulage_webapp


def api_routes() -> Iterator[HTTPRouteHandler]:
    """What every module of a package beside this one has in ``ROUTES``, by the modules' names."""
    for package in iter_modules(haulage_webapp.__path__, "haulage_webapp."):
        if package.ispkg:
            for module in iter_modules(import_module(package.name).__path__, f"{package.name}."):
                if not module.ispkg:
                    yield from getattr(import_module(module.name), "ROUTES", ())
