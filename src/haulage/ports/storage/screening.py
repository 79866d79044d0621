"""Storage of screening cases."""

from datetime import datetime
from typing import Protocol

import attrs

from haulage.ports.storage.paging import Page, PageRequest
from haulage.screening import CaseStatus, ScreeningCase


@attrs.frozen
class ListedCase:
    """A case as reviewers list it, with whose it is."""

    id: str
    application_id: str
    user_id: str
    name: str
    status: CaseStatus
    created_at: datetime
    updated_at: datetime


class ScreeningStore(Protocol):
    """Part of the unit of work."""

    async def add(self, case: ScreeningCase) -> None:
        """``Conflict`` when its application has one."""
        ...

    async def get(self, case_id: str) -> ScreeningCase | None: ...

    async def of_application(self, application_id: str) -> ScreeningCase | None: ...

    async def of_provider(self, reference: str) -> ScreeningCase | None:
        """The one whose candidate, invitation or report has this id at the provider."""
        ...

    async def save(self, before: ScreeningCase, after: ScreeningCase) -> ScreeningCase:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def list(self, page: PageRequest, status: CaseStatus | None = None) -> Page[ListedCase]:
        """Oldest first; without a *status* those that wait for a reviewer."""
        ...

    async def ordered(self, page: PageRequest) -> Page[ListedCase]:
        """Those that wait for the provider, oldest first."""
        ...
