"""The pages of a list that is handed out in one go."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest

T = TypeVar("T")


async def exported_pages(
    first: Page[T], page_of: Callable[[PageRequest], Awaitable[Page[T]]], most_rows: int
) -> AsyncIterator[Sequence[T]]:
    """The *first* page, which was read before the file began, and those behind it, up to *most_rows*."""
    page = first
    for left in reversed(range(most_rows // MAX_PAGE)):
        yield page.items
        if page.next is None or not left:
            return
        page = await page_of(PageRequest(MAX_PAGE, page.next))
