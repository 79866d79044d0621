"""The whole schema: importing this module has imported every table, each from its module of ``tables``."""

from importlib import import_module
from pkgutil import iter_modules

from haulage_adapters.sql import tables
from haulage_adapters.sql.tables import metadata

MODULES = tuple(import_module(module.name) for module in iter_modules(tables.__path__, f"{tables.__name__}."))

__all__ = ["MODULES", "metadata"]
