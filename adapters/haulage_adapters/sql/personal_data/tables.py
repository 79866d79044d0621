"""Every table of the schema: whose rows it has, or why nobody's, as its module of ``tables`` declares."""

from collections.abc import Mapping

from haulage_adapters.sql.schema import MODULES
from haulage_adapters.sql.tables.personal_data import Section

SECTIONS: tuple[Section, ...] = tuple(
    section for module in MODULES for section in getattr(module, "PERSONAL_DATA", ())
)

NOBODYS: Mapping[str, str] = {
    table: why for module in MODULES for table, why in getattr(module, "NOBODYS", {}).items()
}
