"""Lists as files for spreadsheets, sent page by page."""

from collections.abc import AsyncIterator, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from haulage.use_cases.export_lists import MOST_ROWS
from haulage_adapters.wire.table_export import CsvTable
from haulage_webapp.errors import refusals

C = TypeVar("C", bound=StrEnum)
T = TypeVar("T")

CSV = "text/csv"
"""The framework adds the charset to every text."""
CSV_FILE: dict[int, Any] = {
    200: ResponseSpec(bytes, media_type=CSV, generate_examples=False, description="The file.")
}
AS_CSV: dict[str, Any] = {
    "tags": ["administration"],
    "media_type": CSV,
    "responses": CSV_FILE | refusals(401, 403),
    "description": (
        f"At most {MOST_ROWS:,} rows, with the chosen columns or all of them, narrowed like the list. A "
        "field that a spreadsheet would take for a formula begins with an apostrophe."
    ),
}


def csv_file(
    name: str, table: CsvTable[C, T], columns: Sequence[C] | None, pages: AsyncIterator[Sequence[T]]
) -> Stream:
    """The file ``haulage-<name>.csv``."""
    disposition = f'attachment; filename="haulage-{name}.csv"'
    lines = _lines(table, table.chosen(columns), pages)
    return Stream(lines, media_type=CSV, headers={"Content-Disposition": disposition})


async def _lines(
    table: CsvTable[C, T], columns: Sequence[C], pages: AsyncIterator[Sequence[T]]
) -> AsyncIterator[str]:
    yield table.header(columns)
    async for page in pages:
        if page:
            yield table.rows(columns, page)
