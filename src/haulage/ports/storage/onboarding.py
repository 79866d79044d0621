"""Storage of applications to drive."""

from datetime import datetime
from typing import Protocol

import attrs

from haulage.onboarding import Application, ApplicationStatus
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class ListedApplication:
    """An application as the review desk lists it, with whose it is."""

    id: str
    user_id: str
    name: str
    email: str
    status: ApplicationStatus
    submitted_at: datetime
    reviewed_at: datetime | None


class ApplicationStore(Protocol):
    """Part of the unit of work."""

    async def add(self, application: Application) -> None:
        """``Conflict`` when the user has one that was not rejected."""
        ...

    async def get(self, application_id: str) -> Application | None: ...

    async def newest_of(self, user_id: str) -> Application | None:
        """The one that was begun last."""
        ...

    async def save(self, before: Application, after: Application) -> Application:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove(self, application: Application) -> None:
        """``Conflict`` when somebody changed it."""
        ...

    async def list(
        self, page: PageRequest, status: ApplicationStatus | None = None
    ) -> Page[ListedApplication]:
        """Those that were submitted, oldest first; without a *status* those that wait for a decision."""
        ...
