"""Lists in pages: how many rows at most, and after which."""

from collections.abc import Sequence
from typing import Generic, TypeVar

import attrs

T = TypeVar("T")

MAX_PAGE = 100


@attrs.frozen
class PageRequest:
    """How many rows at most, and after which cursor; a cursor comes from an earlier page."""

    limit: int = 20
    cursor: str | None = None


@attrs.frozen
class Page(Generic[T]):
    """Some rows, and the cursor of the rest; None at the end."""

    items: Sequence[T]
    next: str | None = None
