"""Where confirmed rows of the authority table are kept."""

from collections.abc import Sequence
from typing import Protocol

from haulage.authority import ConfirmedAuthority


class AuthorityStore(Protocol):
    """Part of the unit of work. Rows are recorded and withdrawn, and nothing else."""

    async def add(self, row: ConfirmedAuthority) -> None:
        """``Conflict`` when a row that is not withdrawn is about the same lane."""
        ...

    async def get(self, row_id: str) -> ConfirmedAuthority | None: ...

    async def rows(self, *, withdrawn: bool = False) -> Sequence[ConfirmedAuthority]:
        """Those in force by lane; with *withdrawn* the others too."""
        ...

    async def withdraw(self, row: ConfirmedAuthority) -> None:
        """Keep when and by whom. ``Conflict`` when it was withdrawn already."""
        ...
