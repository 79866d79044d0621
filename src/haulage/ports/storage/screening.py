"""Storage of screening cases."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.ports.storage.paging import Page, PageRequest
from haulage.screening import CaseStatus, ScreeningCase


@attrs.frozen
class ListedCase:
    """A case as reviewers list it, with whose it is. *queued_at* is since when it waits for one of them."""

    id: str
    application_id: str
    user_id: str
    name: str
    status: CaseStatus
    created_at: datetime
    updated_at: datetime
    waiting_until: datetime | None
    queued_at: datetime | None


@attrs.frozen
class CaseFilter:
    """Which cases to list: without a *status* those that wait for a reviewer; None does not narrow."""

    status: CaseStatus | None = None
    opened_before: datetime | None = None


TO_REVIEW = CaseFilter()


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

    async def list(self, page: PageRequest, wanted: CaseFilter = TO_REVIEW) -> Page[ListedCase]:
        """Oldest first."""
        ...

    async def least_recently_polled(
        self, statuses: Collection[CaseStatus], before: datetime, limit: int
    ) -> Sequence[str]:
        """The ids of those which the provider was not asked about since, the longest unasked first."""
        ...

    async def note_polled(self, case_id: str, at: datetime) -> None:
        """The provider was asked about it; no other change of the case is held up by it."""
        ...

    async def ended_waits(self, now: datetime, limit: int) -> Sequence[str]:
        """The ids of those whose waiting period is over, and of whose end nobody was told yet."""
        ...

    async def record_notified(self, case_ids: Sequence[str], at: datetime) -> None:
        """Administrators were told that the waiting period is over; no other change is held up by it."""
        ...

    async def count_unchanged(self, status: CaseStatus, before: datetime, most: int) -> int:
        """How many of this status nothing has happened to since, counted up to *most*."""
        ...
