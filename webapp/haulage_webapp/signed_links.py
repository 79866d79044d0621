"""What stands in a signed address: until when it opens, and the signature."""

from typing import Annotated

from litestar.params import QueryParameter

MAX_UNTIL = 2**40
MAX_SIGNATURE = 128

Until = Annotated[int, QueryParameter(ge=0, le=MAX_UNTIL)]
Signature = Annotated[str, QueryParameter(max_length=MAX_SIGNATURE)]
