"""Storage of applications to drive."""

from datetime import datetime
from typing import Protocol

import attrs

from haulage.onboarding import Application, ApplicationStatus, ApprovalOverride
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class ListedApplication:
    """An application as the review queue lists it, with whose it is."""

    id: str
    user_id: str
    name: str
    email: str
    status: ApplicationStatus
    submitted_at: datetime
    reviewer: str | None
    reviewed_at: datetime | None


@attrs.frozen
class ApplicationFilter:
    """Which applications to list: without a *status* those that wait for us. *reviewer* is the id of who
    looks at them; what is None does not narrow."""

    status: ApplicationStatus | None = None
    submitted_before: datetime | None = None
    reviewer: str | None = None


EVERY_WAITING = ApplicationFilter()


class ApplicationStore(Protocol):
    """Part of the unit of work.

    An application waits for us until it is decided, but not while its background check is with others:
    nothing can be decided then, unless an override is to be confirmed or a document looked at.
    """

    async def add(self, application: Application) -> None:
        """``Conflict`` when the user has one that was not rejected."""
        ...

    async def get(self, application_id: str) -> Application | None: ...

    async def newest_of(self, user_id: str) -> Application | None:
        """The one that was begun last."""
        ...

    async def waiting_behind(self, application: Application) -> str | None:
        """The id of the next one that waits for us, in the order in which they were submitted."""
        ...

    async def save(self, before: Application, after: Application) -> Application:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove(self, application: Application) -> None:
        """``Conflict`` when somebody changed it."""
        ...

    async def list(
        self, page: PageRequest, wanted: ApplicationFilter = EVERY_WAITING
    ) -> Page[ListedApplication]:
        """Those that were submitted, oldest first."""
        ...

    async def override_of(self, user_id: str) -> ApprovalOverride | None:
        """What somebody asks for this person, and nobody has confirmed or withdrawn yet."""
        ...

    async def add_override(self, override: ApprovalOverride) -> None:
        """``Conflict`` when there is one."""
        ...

    async def remove_override(self, user_id: str) -> bool:
        """Whether there was one."""
        ...
