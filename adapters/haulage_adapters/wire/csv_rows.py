"""Rows for spreadsheets: every field quoted, and none of them a formula."""

import csv
import io
from collections.abc import Iterable

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With what a spreadsheet takes a field for a formula, the signs' wide forms too (OWASP, CSV injection)."""


def csv_lines(rows: Iterable[Iterable[object]]) -> str:
    """RFC 4180. A field that would begin a formula gets an apostrophe before it; None is empty."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerows([_plain(value) for value in row] for row in rows)
    return text.getvalue()


def _plain(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip(" \u3000\xa0").startswith(FORMULA_STARTS) else text
