"""Finding orders by what an administrator typed: a number's first digits, or text.

The newest texts are read first: what many orders have fills a page from these. What is left has few orders,
and an index of trigrams finds those, however old they are (:mod:`haulage_adapters.sql.tables.order_texts`).
"""

import sys
from collections.abc import Sequence
from itertools import chain, product
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    TextClause,
    cast,
    column,
    false,
    func,
    literal_column,
    or_,
    select,
    table,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from haulage.kernel.errors import InvalidInput
from haulage.ports.storage.paging import MAX_PAGE, PageRequest
from haulage_adapters.sql.paging import read_cursor
from haulage_adapters.sql.searching import is_id
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ORDER_SEARCH, ORDER_SEARCH_TERMS, order_texts, orders
from haulage_adapters.sql.types import MAX_ID, MAX_WHOLE

TRIGRAM = 3
"""Characters of what the indexes hold. Shorter text is what a trigram begins with."""

NEWEST = 2_000
"""Ours: how many texts are read before an index is asked, a few milliseconds. What has not filled a page of
50 from these is in one of 40 texts at most, unless it was written more often before."""

MOST_TRIGRAMS = 32
"""Ours: these leave so few orders that to read their texts takes no longer than to look for more."""

MOST_BEGUN = 200
"""Ours: what more trigrams than these begin with is in so many texts that they are read instead."""

Condition = ColumnElement[bool] | TextClause
_search = table(ORDER_SEARCH, column("rowid"))
_terms = table(ORDER_SEARCH_TERMS, column("term"))


async def found(
    session: Session,
    typed: str,
    conditions: Sequence[Condition],
    page: PageRequest,
    *,
    among: Sequence[Condition],
) -> Sequence[RowMapping]:
    """The orders of one page and one more, newest first by their numbers.

    A number is looked for as a number: nobody who types one means a street's. *among* are those of the
    conditions that an index finds the newest orders by, such as a driver's: their texts are read first.
    Raises ``InvalidInput`` for a bad limit or cursor.
    """
    if not 1 <= page.limit <= MAX_PAGE:
        raise InvalidInput("limit", f"must be between 1 and {MAX_PAGE}")
    beyond, limit = _beyond(page), page.limit + 1
    wanted = [*conditions, *beyond]
    digits = _digits(typed)
    if digits is not None:
        return await _numbered(session, digits, wanted, limit)
    rows = await _newest_first(session, typed, wanted, limit, among=[*among, *beyond])
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


async def _newest_first(
    session: Session, typed: str, wanted: Sequence[Condition], limit: int, *, among: Sequence[Condition]
) -> list[RowMapping]:
    number, reading = orders.c.number, _by_reading(typed)
    behind = select(number).where(*among).order_by(number.desc()).offset(NEWEST).limit(1)
    older: int | None = await session.scalar(behind)
    if older is None:
        return list(await session.rows(reading.where(*wanted).limit(limit)))
    rows = list(await session.rows(reading.where(*wanted, number > older).limit(limit)))
    if len(rows) == limit:
        return rows
    by_index = await _by_index(session, typed)
    return [*rows, *await session.rows(by_index.where(*wanted, number <= older).limit(limit - len(rows)))]


def _by_reading(typed: str) -> Select[Any]:
    return select(orders).where(_in_its_text(typed)).order_by(orders.c.number.desc())


async def _by_index(session: Session, typed: str) -> Select[Any]:
    if session.dialect == "postgresql":
        return _by_lexemes(typed, await _in_small_letters(session, typed))
    matched = _trigrams(typed) if len(typed) >= TRIGRAM else await _begun_with(session, typed)
    if matched is None:
        return _by_reading(typed)
    return _by_match(typed, matched) if matched else select(orders).where(false())


def _by_match(typed: str, matched: str) -> Select[Any]:
    """In the order of the index that finds them, so that no more are read than are shown."""
    texts = order_texts.c
    found = select(orders).join(order_texts, texts.number == orders.c.number).where(_holds(typed))
    matches = literal_column(ORDER_SEARCH).op("MATCH")(matched)
    return (
        found.join(_search, _search.c.rowid == texts.number).where(matches).order_by(_search.c.rowid.desc())
    )


async def _begun_with(session: Session, typed: str) -> str | None:
    """What a text that holds these one or two characters has one of; None where that is too much."""
    term, begun = _terms.c.term, dict[str, None]()
    for first in _as_indexed(typed):
        last = first + chr(sys.maxunicode)
        terms = select(term).where(term >= first, term <= last).limit(MOST_BEGUN + 1 - len(begun))
        begun |= dict.fromkeys(row["term"] for row in await session.rows(terms))
        if len(begun) > MOST_BEGUN:
            return None
    return " OR ".join(map(_quoted, begun))


def _as_indexed(typed: str) -> Sequence[str]:
    """What FTS5 may have made of these characters: its cases are not Python's beyond ASCII, but near them."""
    if typed.isascii():
        return [typed.lower()]
    forms = [product(*map(cases_of, form)) for form in (typed.lower(), typed)]
    return [*dict.fromkeys("".join(each) for each in chain(*forms))]


def cases_of(character: str) -> Sequence[str]:
    """A character in each case that Python knows."""
    return [*dict.fromkeys((character, character.lower(), character.upper(), character.casefold()))]


def _by_lexemes(typed: str, forms: Sequence[str]) -> Select[Any]:
    """Found before anything else is asked: to make the trigrams of a text takes longer than to read it."""
    wanted = " | ".join(f"({' & '.join(_lexemes(form))})" for form in forms)
    texts = order_texts.c
    has_all = func.trigrams_of(texts.text).op("@@")(cast(wanted, TSQUERY))
    hits = select(texts.number).where(has_all, _holds(typed)).cte("hits").prefix_with("MATERIALIZED")
    return select(orders).join(hits, hits.c.number == orders.c.number).order_by(orders.c.number.desc())


def _lexemes(text: str) -> list[str]:
    """Of a shorter text the beginning of one."""
    escaped = ("'" + part.replace("\\", "\\\\").replace("'", "''") + "'" for part in _parts(text))
    return [*escaped] if len(text) >= TRIGRAM else [f"{each}:*" for each in escaped]


async def _in_small_letters(session: Session, typed: str) -> Sequence[str]:
    """As :func:`_holds` compares."""
    forms = [typed.lower()]
    if not typed.isascii():
        forms.append(str(await session.scalar(select(func.lower(typed)))))
    return list(dict.fromkeys(forms))


def _in_its_text(typed: str) -> ColumnElement[bool]:
    """Asked of one order after another: of an EXISTS PostgreSQL makes a join, and reads all texts for it."""
    return select(_holds(typed)).where(order_texts.c.number == orders.c.number).scalar_subquery()


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
    return " AND ".join(map(_quoted, _parts(text)))


def _quoted(part: str) -> str:
    return '"' + part.replace('"', '""') + '"'


def _parts(text: str) -> Sequence[str]:
    """Its trigrams, or itself where it is no longer than one."""
    places = range(max(1, len(text) - TRIGRAM + 1))
    return [*dict.fromkeys(text[place : place + TRIGRAM] for place in places)][:MOST_TRIGRAMS]
