"""Where the authority table and drivers' credentials are kept."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

import attrs

from haulage.authority import CarrierCredential, ConfirmedAuthority, CredentialStatus
from haulage.kernel.carrier import CarrierNeed
from haulage.ports.storage.paging import Page, PageRequest


class AuthorityStore(Protocol):
    """Part of the unit of work. Rows are recorded and withdrawn, and nothing else."""

    async def add(self, row: ConfirmedAuthority) -> None:
        """``Conflict`` when a row that is not withdrawn is about the same lane from the same day on."""
        ...

    async def get(self, row_id: str) -> ConfirmedAuthority | None: ...

    async def rows(self, *, withdrawn: bool = False) -> Sequence[ConfirmedAuthority]:
        """Those in force now or later, by lane and day; with *withdrawn* the others too."""
        ...

    async def withdraw(self, row: ConfirmedAuthority) -> None:
        """Keep when and by whom. ``Conflict`` when it was withdrawn already."""
        ...


@attrs.frozen
class ListedCredential:
    """A credential with whose it is."""

    credential: CarrierCredential
    user_id: str
    driver_name: str


class CredentialStore(Protocol):
    """Part of the unit of work: what drivers have recorded and administrators decided."""

    async def add(self, credential: CarrierCredential) -> None:
        """``Conflict`` when the driver has one of the same kind and state in the same status."""
        ...

    async def get(self, credential_id: str) -> CarrierCredential | None: ...

    async def save(self, before: CarrierCredential, after: CarrierCredential) -> CarrierCredential:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def of_driver(self, driver_id: str) -> Sequence[CarrierCredential]:
        """Those recorded or verified, and of each other kind and state the last that was rejected; newest
        first."""
        ...

    async def list(self, page: PageRequest, status: CredentialStatus) -> Page[ListedCredential]:
        """All drivers' in a status, oldest first."""
        ...

    async def is_any_carrier(self, need: CarrierNeed, day: date) -> bool:
        """Whether a driver who may work has verified credentials that meet *need* on *day*."""
        ...

    async def ending(self, until: date, after: str | None, limit: int) -> Sequence[CarrierCredential]:
        """Verified ones that end by *until*, by id, ids above *after*."""
        ...
