"""Where it is kept what was paid to the tax office of what was withheld."""

from collections.abc import Sequence
from typing import Protocol

from haulage.tax import Remittance


class RemittanceStore(Protocol):
    """Part of the unit of work. Rows are added, and never changed or removed."""

    async def lock(self) -> None:
        """Until the unit ends nobody else adds one, so that two cannot pay the same."""
        ...

    async def by_reference(self, reference: str) -> Remittance | None: ...

    async def of_year(self, year: int) -> Sequence[Remittance]:
        """For the months of a year, the latest payment first."""
        ...

    async def add(self, remittance: Remittance) -> None:
        """``Conflict`` when its reference is another's."""
        ...
