"""Query parameters that every list takes."""

from typing import Annotated, TypeAlias

from litestar.params import QueryParameter

from haulage.ports.storage import MAX_PAGE, PageRequest

Limit: TypeAlias = Annotated[int, QueryParameter(ge=1, le=MAX_PAGE, description="How many rows at most.")]
Cursor: TypeAlias = Annotated[
    str | None, QueryParameter(max_length=500, description="The `next` of an earlier page.")
]

DEFAULT_LIMIT = PageRequest().limit
