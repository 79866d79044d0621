"""What a module of tables declares of each table: whose rows it has, or why nobody's.

``PERSONAL_DATA`` of a module has its sections, ``NOBODYS`` the reasons by the names of its other tables.
"""

from collections.abc import Callable
from typing import TypeAlias

import attrs
from sqlalchemy import ColumnElement, Table

from haulage.ports.storage.personal_data import Person

About: TypeAlias = Callable[[Person], ColumnElement[bool]]


@attrs.frozen
class Section:
    """Rows about a person under a name; *withheld* columns are secrets or say something of others.

    *removed* rows go when the person is erased, since nothing in the books needs them. What becomes of others
    is said in :mod:`haulage_adapters.sql.personal_data.erasure`.
    """

    name: str
    table: Table
    about: About
    withheld: frozenset[str] = frozenset()
    removed: bool = False
