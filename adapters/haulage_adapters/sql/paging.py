"""Pages that stay in place while rows are added: a cursor holds the last row's sort key.

A list is sorted by instant and id, and one in groups by the group's rank before them, so a cursor names
one point in it. Rows that are added before that point do not shift the next page, and none is shown twice.
"""

import base64
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NoReturn, TypeVar

import attrs
from sqlalchemy import ColumnElement, FromClause, RowMapping, Select, and_, literal, or_, tuple_

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import instant
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage_adapters.sql.types import MAX_ID, Text, UtcTime

T = TypeVar("T")

MAX_CURSOR = 300


@attrs.frozen
class Place:
    """A point in a list sorted by instant and id, within its group where the list has groups."""

    at: datetime
    id: str
    rank: int = 0

    def written(self) -> str:
        """The cursor: opaque to callers, safe in a URL."""
        key = [self.at.isoformat(), self.id]
        raw = json.dumps([*key, self.rank] if self.rank else key).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def read_cursor(cursor: str) -> Place:
    """The place that a cursor names; ``InvalidInput`` for anything that no page gave out."""
    try:
        return _decode(cursor)
    except (ValueError, TypeError, OverflowError, RecursionError, InvalidInput):
        _refuse_cursor()


def _decode(cursor: str) -> Place:
    if len(cursor) > MAX_CURSOR:
        _refuse_cursor()
    padded = cursor + "=" * (-len(cursor) % 4)
    at, id, *ranks = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    well_formed = isinstance(at, str) and isinstance(id, str) and len(id) <= MAX_ID and ranks in ([], [1])
    if not well_formed or not (id.isascii() and id.isprintable()):
        _refuse_cursor()
    return Place(instant(datetime.fromisoformat(at), field="cursor"), id, *ranks)


def _refuse_cursor() -> NoReturn:
    raise InvalidInput("cursor", "is not one that a page gave out") from None


def page_of(
    table: FromClause, request: PageRequest, *, oldest_first: bool = False, most: int = MAX_PAGE
) -> Select[Any]:
    """The rows of one page and one more, which tells whether there is a next page.

    Where the table has a column ``rank``, rows of rank 0 come before those of rank 1.

    Raises ``InvalidInput`` for a limit outside 1 to *most* and for a bad cursor.
    """
    if not 1 <= request.limit <= most:
        raise InvalidInput("limit", f"must be between 1 and {most}")
    at, id = table.c.created_at, table.c.id
    order = (at.asc(), id.asc()) if oldest_first else (at.desc(), id.desc())
    groups = (table.c.rank,) if "rank" in table.c else ()
    statement = table.select().order_by(*groups, *order).limit(request.limit + 1)
    if request.cursor is None:
        return statement
    return statement.where(_beyond(table, read_cursor(request.cursor), oldest_first))


def _beyond(table: FromClause, place: Place, oldest_first: bool) -> ColumnElement[bool]:
    here = tuple_(table.c.created_at, table.c.id)
    there = tuple_(literal(place.at, UtcTime()), literal(place.id, Text(MAX_ID)))
    behind = here > there if oldest_first else here < there
    if "rank" not in table.c:
        return behind
    return or_(table.c.rank > place.rank, and_(table.c.rank == place.rank, behind))


def page(rows: Sequence[RowMapping], request: PageRequest, read: Callable[[RowMapping], T]) -> Page[T]:
    """The rows that :func:`page_of` found, read, with the cursor of the rest."""
    shown = rows[: request.limit]
    more = len(rows) > request.limit
    last = _place_of(shown[-1]).written() if more else None
    return Page([read(row) for row in shown], last)


def _place_of(row: RowMapping) -> Place:
    return Place(row["created_at"], row["id"], row.get("rank", 0))
