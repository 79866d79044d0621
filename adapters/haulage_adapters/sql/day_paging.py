"""Pages of lists that are sorted by a calendar day and the id, the latest first."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from sqlalchemy import Column, Date, RowMapping, Select, literal, tuple_

from haulage.kernel.errors import InvalidInput
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage_adapters.sql.paging import Place, read_cursor
from haulage_adapters.sql.types import MAX_ID, Text

T = TypeVar("T")


def page_of_days(
    wanted: Select[Any], day: Column[date], id: Column[str], request: PageRequest
) -> Select[Any]:
    """The rows of one page and one more. Raises ``InvalidInput`` for a limit outside 1 to ``MAX_PAGE`` and
    for a bad cursor."""
    if not 1 <= request.limit <= MAX_PAGE:
        raise InvalidInput("limit", f"must be between 1 and {MAX_PAGE}")
    statement = wanted.order_by(day.desc(), id.desc()).limit(request.limit + 1)
    if request.cursor is None:
        return statement
    place = read_cursor(request.cursor)
    here = tuple_(literal(place.at.date(), Date()), literal(place.id, Text(MAX_ID)))
    return statement.where(tuple_(day, id) < here)


def page_by_day(
    rows: Sequence[RowMapping], day: str, request: PageRequest, read: Callable[[RowMapping], T]
) -> Page[T]:
    """The rows that :func:`page_of_days` found, read, with the cursor of the rest."""
    shown = rows[: request.limit]
    if len(rows) <= request.limit:
        return Page([read(row) for row in shown])
    last = datetime.combine(shown[-1][day], time(), UTC)
    return Page([read(row) for row in shown], Place(last, shown[-1]["id"]).written())
