"""Between flat rows and the core's values."""

from typing import Any

import attrs
from sqlalchemy import RowMapping

from haulage.kernel.errors import Conflict
from haulage.kernel.geo import Place, Point


def flat_names(kind: type[attrs.AttrsInstance], *, without: set[str]) -> tuple[str, ...]:
    """The attributes of *kind* that have a column of their own name."""
    return tuple(field.name for field in attrs.fields(kind) if field.name not in without)


def pick(value: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Those attributes by name."""
    return {name: getattr(value, name) for name in names}


def take(row: RowMapping, names: tuple[str, ...]) -> dict[str, Any]:
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
    """The row count of a conditional change: none means that somebody else was first."""
    if changed != 1:
        raise Conflict(what)
