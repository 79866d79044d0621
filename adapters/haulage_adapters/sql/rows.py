"""Between flat rows and the core's values."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import attrs
from sqlalchemy import RowMapping, Table, update

from haulage.kernel.geo import Place, Point
from haulage_adapters.sql.errors import ChangedMeanwhile
from haulage_adapters.sql.session import Session


class Versioned(Protocol):
    """A value whose version counts how often its row was written."""

    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=Versioned)


def flat_names(kind: type[attrs.AttrsInstance], *, without: set[str]) -> tuple[str, ...]:
    """The attributes of *kind* that have a column of their own name."""
    return tuple(field.name for field in attrs.fields(kind) if field.name not in without)


def attributes_of(value: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Those attributes by name."""
    return {name: getattr(value, name) for name in names}


def columns_of(row: RowMapping, names: tuple[str, ...]) -> dict[str, Any]:
    """Those columns by name."""
    return {name: row[name] for name in names}


def place_row(prefix: str, place: Place) -> dict[str, Any]:
    return {
        f"{prefix}lat": place.point.lat,
        f"{prefix}lng": place.point.lng,
        f"{prefix}address": place.address,
    }


def place_of(row: RowMapping, prefix: str) -> Place:
    return Place(Point(row[f"{prefix}lat"], row[f"{prefix}lng"]), row[f"{prefix}address"])


def require_one(changed: int, what: str) -> None:
    """The row count of a conditional change: none means that somebody else was first, a ``Conflict``."""
    if changed != 1:
        raise ChangedMeanwhile(what)


async def save_unchanged(
    session: Session,
    table: Table,
    before: V,
    after: V,
    row: Callable[[V], Mapping[str, Any]],
    *,
    what: str,
    same: tuple[str, ...] = ("id", "version"),
) -> V:
    """Replace *before* by *after*, one version on, only if nobody else changed it; otherwise ``Conflict``.

    *same* names the columns that tell whether somebody did.
    """
    plain: Any = after
    saved: V = attrs.evolve(plain, version=before.version + 1)
    unchanged = (table.c[name] == getattr(before, name) for name in same)
    statement = update(table).where(*unchanged).values(row(saved))
    require_one(await session.changed(statement, what=what), what)
    return saved
