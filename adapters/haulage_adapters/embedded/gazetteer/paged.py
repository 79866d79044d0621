"""A column that stays in its file: pages are read when they are asked for, and few are kept."""

import os
from array import array
from functools import lru_cache
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


class _Stored:
    """The numbers in the file. It knows of no cache, so that the file is closed with its last column."""

    def __init__(self, handle: Handle, kind: str, start: int, length: int) -> None:
        self._handle = handle
        self._kind = kind
        self._start = start
        self._size = 1 if kind == "B" else array(kind).itemsize
        self.count = length // self._size
        self.per_page = PAGE // self._size

    def page(self, page: int) -> memoryview:
        start = page * self.per_page
        return self.read(start, min(start + self.per_page, self.count))

    def read(self, start: int, end: int) -> memoryview:
        length = (end - start) * self._size
        raw = os.pread(self._handle.number, length, self._start + start * self._size)
        if len(raw) != length:
            raise OSError(f"The index of places is shorter than when it was opened, at {start}")
        return memoryview(raw).cast(self._kind)  # type: ignore[call-overload,no-any-return]


class Paged:
    """Numbers of one kind, by their place in the file."""

    __slots__ = ("_count", "_page", "_per_page", "_read")

    def __init__(self, handle: Handle, kind: str, start: int, length: int) -> None:
        stored = _Stored(handle, kind, start, length)
        self._count = stored.count
        self._per_page = stored.per_page
        self._read = stored.read
        self._page = lru_cache(PAGES)(stored.page)

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
        return self._page(page)[rest]

    def _run(self, start: int, end: int) -> memoryview:
        page, rest = divmod(start, self._per_page)
        if start < end <= (page + 1) * self._per_page:
            return self._page(page)[rest : rest + end - start]
        return self._read(start, max(start, end))
