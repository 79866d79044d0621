"""A column that stays in its file: pages are read when they are asked for, and few are kept."""

import os
from array import array
from typing import Any, overload

PAGE = 4096
PAGES = 16
"""Pages that a column keeps: with twenty columns little more than a megabyte."""


class Handle:
    """An open file that is closed when no column needs it any more."""

    def __init__(self, number: int) -> None:
        self.number = os.dup(number)

    def __del__(self) -> None:
        os.close(self.number)


class Paged:
    """Numbers of one kind, by their place in the file."""

    __slots__ = ("_count", "_handle", "_kind", "_pages", "_per_page", "_size", "_start")

    def __init__(self, handle: Handle, kind: str, start: int, length: int) -> None:
        self._handle = handle
        self._kind = kind
        self._start = start
        self._size = 1 if kind == "B" else array(kind).itemsize
        self._count = length // self._size
        self._per_page = PAGE // self._size
        self._pages: dict[int, memoryview] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> memoryview: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return self._run(*place.indices(self._count)[:2])
        if not 0 <= place < self._count:
            raise IndexError(place)
        page, rest = divmod(place, self._per_page)
        numbers = self._pages.get(page)
        if numbers is None:
            numbers = self._page(page)
        return numbers[rest]

    def _run(self, start: int, end: int) -> memoryview:
        page, rest = divmod(start, self._per_page)
        if start < end <= (page + 1) * self._per_page:
            return (self._pages.get(page) or self._page(page))[rest : rest + end - start]
        return self._read(start, max(start, end))

    def _page(self, page: int) -> memoryview:
        if len(self._pages) >= PAGES:
            del self._pages[next(iter(self._pages))]
        start = page * self._per_page
        numbers = self._pages[page] = self._read(start, min(start + self._per_page, self._count))
        return numbers

    def _read(self, start: int, end: int) -> memoryview:
        length = (end - start) * self._size
        raw = os.pread(self._handle.number, length, self._start + start * self._size)
        if len(raw) != length:
            raise OSError(f"The index of places is shorter than when it was opened, at {start}")
        return memoryview(raw).cast(self._kind)  # type: ignore[call-overload,no-any-return]
