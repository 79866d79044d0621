"""Finding orders by what an administrator typed: a number's first digits, or text."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    TextClause,
    column,
    exists,
    false,
    func,
    literal_column,
    or_,
    select,
    table,
)

from haulage.kernel.errors import InvalidInput
from haulage.ports.storage.paging import MAX_PAGE, PageRequest
from haulage_adapters.sql.paging import read_cursor
from haulage_adapters.sql.searching import is_id
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ORDER_SEARCH, order_texts, orders
from haulage_adapters.sql.types import MAX_ID, MAX_WHOLE

TRIGRAM = 3
"""Characters that an index can look for. Shorter text is looked for in the texts themselves, newest first."""

MOST_TRIGRAMS = 32
"""Ours: these leave so few orders that to read their texts takes no longer than to look for more."""

Condition = ColumnElement[bool] | TextClause
_search = table(ORDER_SEARCH, column("rowid"))


async def found(
    session: Session, typed: str, conditions: Sequence[Condition], page: PageRequest, *, of_one_person: bool
) -> Sequence[RowMapping]:
    """The orders of one page and one more, newest first by their numbers.

    A number is looked for as a number: nobody who types one means a street's. *of_one_person* says that the
    conditions leave the orders of one customer or driver: then only their texts are read.
    Raises ``InvalidInput`` for a bad limit or cursor.
    """
    if not 1 <= page.limit <= MAX_PAGE:
        raise InvalidInput("limit", f"must be between 1 and {MAX_PAGE}")
    wanted, limit = [*conditions, *_beyond(page)], page.limit + 1
    digits = _digits(typed)
    if digits is not None:
        return await _numbered(session, digits, wanted, limit)
    hits = _of_one_person(typed) if of_one_person else _of_everybody(session.dialect, typed)
    rows = list(await session.rows(hits.where(*wanted).limit(limit)))
    if all(row["id"] != typed for row in rows):
        rows += await session.rows(select(orders).where(is_id(orders.c.id, typed), *wanted))
    return sorted(rows, key=lambda row: -row["number"])[:limit]


def is_found(typed: str) -> ColumnElement[bool]:
    """Whether an order is one of those."""
    digits = _digits(typed)
    if digits is not None:
        return or_(false(), *(orders.c.number.between(*span) for span in _spans(digits)))
    return or_(is_id(orders.c.id, typed), _in_its_text(typed))


def _digits(typed: str) -> str | None:
    number = typed.removeprefix("#")
    return number if number.isascii() and number.isdigit() else None


def _beyond(page: PageRequest) -> list[Condition]:
    """Behind the order that the cursor names."""
    if page.cursor is None:
        return []
    last = orders.alias("last").c
    shown = select(last.number).where(last.id == read_cursor(page.cursor).id).scalar_subquery()
    return [orders.c.number < shown]


async def _numbered(
    session: Session, digits: str, conditions: Sequence[Condition], limit: int
) -> Sequence[RowMapping]:
    """Span by span of the numbers' index: in one statement all that is in them would be sorted."""
    rows: list[RowMapping] = []
    for span in _spans(digits):
        within = select(orders).where(orders.c.number.between(*span), *conditions)
        rows += await session.rows(within.order_by(orders.c.number.desc()).limit(limit - len(rows)))
        if len(rows) == limit:
            break
    return rows


def _spans(digits: str) -> Sequence[tuple[int, int]]:
    """First and last of the numbers that begin with these digits: ..., 200 to 299, 20 to 29, 2."""
    first, width, spans = int(digits[:MAX_ID]), 1, []
    while 0 < first * width <= MAX_WHOLE and digits[0] != "0":
        spans.append((first * width, min((first + 1) * width - 1, MAX_WHOLE)))
        width *= 10
    return spans[::-1]


def _of_one_person(typed: str) -> Select[Any]:
    return select(orders).where(_in_its_text(typed)).order_by(orders.c.number.desc())


def _of_everybody(dialect: str, typed: str) -> Select[Any]:
    """In the order of the index that finds them, so that no more are read than are shown."""
    texts = order_texts.c
    statement = select(orders).join(order_texts, texts.number == orders.c.number).where(_holds(typed))
    if dialect != "sqlite" or len(typed) < TRIGRAM:
        return statement.order_by(texts.number.desc())
    matching = _search.c.rowid == texts.number
    matches = literal_column(ORDER_SEARCH).op("MATCH")(_trigrams(typed))
    return statement.join(_search, matching).where(matches).order_by(_search.c.rowid.desc())


def _in_its_text(typed: str) -> ColumnElement[bool]:
    return exists().where(order_texts.c.number == orders.c.number, _holds(typed))


def _holds(typed: str) -> ColumnElement[bool]:
    """In any case: in small letters as Python knows them and, where that may differ, as the database does."""
    text = order_texts.c.text
    by_python = text.contains(typed.lower(), autoescape=True)
    if typed.isascii():
        return by_python
    escaped = typed.replace("/", "//").replace("%", "/%").replace("_", "/_")
    return or_(by_python, text.like(func.lower(f"%{escaped}%"), escape="/"))


def _trigrams(typed: str) -> str:
    """What a text that holds this, in small letters or as it stands, has all of. FTS5 knows no cases."""
    return " OR ".join(f"({_all_of(each)})" for each in dict.fromkeys((typed.lower(), typed)))


def _all_of(text: str) -> str:
    parts = dict.fromkeys(text[place : place + TRIGRAM] for place in range(len(text) - TRIGRAM + 1))
    quoted = ('"' + part.replace('"', '""') + '"' for part in [*parts][:MOST_TRIGRAMS])
    return " AND ".join(quoted)
