"""The whole schema: importing this module has imported every table."""

from haulage_adapters.sql.tables import metadata

__all__ = ["metadata"]
