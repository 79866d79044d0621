"""What is kept sealed under the operator's secret, and how it is sealed anew when that changes."""

from collections.abc import Sequence
from typing import Protocol

import attrs


@attrs.frozen
class SealedValue:
    """One value as it is kept; *place* and *id* tell where."""

    place: str
    id: str
    sealed: str = attrs.field(repr=False)


class SealedStore(Protocol):
    """Part of the unit of work: every sealed value of every table."""

    @property
    def places(self) -> Sequence[str]: ...

    async def beginning(
        self, place: str, start: str, *, after: str, limit: int, otherwise: bool = False
    ) -> Sequence[SealedValue]:
        """Those of *place* whose kept form begins with *start*, or with *otherwise* those whose does not.

        By id, from the one behind *after* on.
        """
        ...

    async def replace(self, before: SealedValue, sealed: str) -> bool:
        """False where the value is another one by now, or gone; then nothing is changed."""
        ...


class Sealing(Protocol):
    """The operator's secrets: the one that seals, and those before it that still open."""

    @property
    def can_seal(self) -> bool:
        """Whether there is a secret at all."""
        ...

    @property
    def start_when_open(self) -> str:
        """How a value begins that was kept without a secret."""
        ...

    @property
    def start_when_current(self) -> str:
        """How a value begins that is sealed under the present secret."""
        ...

    def anew(self, sealed: str) -> str:
        """The same value, sealed under the present secret. Raises ``Unavailable`` where none opens it."""
        ...
