"""Screening cases, in the database."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import ColumnElement, RowMapping, func, insert, or_, select, update

from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.screening import TO_REVIEW, CaseFilter, ListedCase, ScreeningStore
from haulage.screening import CaseStatus, ScreeningCase
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import screening_cases, users
from haulage_adapters.sql.tables.screening import NEEDING_SOMEBODY, WAITING_FOR_REVIEWER

WHAT = "background check"
_ROW = screening_cases.c
_FLAT = ("id", "application_id", "user_id", "status", "created_at", "updated_at", "version")
_LISTED = flat_names(ListedCase, without=set())
_NO_ORDER = {"candidate_id": None, "invitation_id": None, "report_id": None}


class SqlScreeningStore(ScreeningStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, case: ScreeningCase) -> None:
        """``Conflict`` when its application has one."""
        await self._session.run(insert(screening_cases), _flat(case), what=WHAT)

    async def get(self, case_id: str) -> ScreeningCase | None:
        return await self._one(_ROW.id == case_id)

    async def of_application(self, application_id: str) -> ScreeningCase | None:
        return await self._one(_ROW.application_id == application_id)

    async def of_provider(self, reference: str) -> ScreeningCase | None:
        names = (_ROW.report_id, _ROW.invitation_id, _ROW.candidate_id)
        return await self._one(or_(*(name == reference for name in names)))

    async def save(self, before: ScreeningCase, after: ScreeningCase) -> ScreeningCase:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(self._session, screening_cases, before, after, _flat, what=WHAT)

    async def least_recently_polled(
        self, statuses: Collection[CaseStatus], before: datetime, limit: int
    ) -> Sequence[str]:
        """A case that was only ordered is asked about first by its own job."""
        polled = func.coalesce(_ROW.polled_at, _ROW.updated_at)
        rows = await self._session.rows(
            select(_ROW.id)
            .where(_ROW.status.in_(sorted(statuses)), polled < before)
            .order_by(polled, _ROW.id)
            .limit(limit)
        )
        return [row["id"] for row in rows]

    async def note_polled(self, case_id: str, at: datetime) -> None:
        noted = update(screening_cases).where(_ROW.id == case_id).values(polled_at=at)
        await self._session.changed(noted, what=WHAT)

    async def ended_waits(self, now: datetime, limit: int) -> Sequence[str]:
        """A waiting period that began anew after a dispute is told of again."""
        unnotified = or_(_ROW.notified_at.is_(None), _ROW.notified_at < _ROW.waiting_until)
        rows = await self._session.rows(
            select(_ROW.id)
            .where(_ROW.status == CaseStatus.WAITING, _ROW.waiting_until <= now, unnotified)
            .order_by(_ROW.created_at, _ROW.id)
            .limit(limit)
        )
        return [row["id"] for row in rows]

    async def record_notified(self, case_ids: Sequence[str], at: datetime) -> None:
        noted = update(screening_cases).where(_ROW.id.in_(case_ids)).values(notified_at=at)
        await self._session.changed(noted, what=WHAT)

    async def count_unchanged(self, status: CaseStatus, before: datetime, most: int) -> int:
        found = select(_ROW.id).where(_ROW.status == status, _ROW.updated_at < before).limit(most)
        return int(await self._session.scalar(select(func.count()).select_from(found.subquery())))

    async def list(self, page: PageRequest, wanted: CaseFilter = TO_REVIEW) -> Page[ListedCase]:
        """An index has those that wait for a reviewer, and one those of each status."""
        status, opened_before = wanted.status, wanted.opened_before
        narrowed: Any = WAITING_FOR_REVIEWER if status is None else _ROW.status == status
        listed = (
            select(
                _ROW.id,
                _ROW.application_id,
                _ROW.user_id,
                users.c.name,
                _ROW.status,
                _ROW.created_at,
                _ROW.updated_at,
                _ROW.waiting_until,
                _ROW.queued_at,
            )
            .join(users, users.c.id == _ROW.user_id)
            .where(narrowed)
        )
        if opened_before is not None:
            listed = listed.where(_ROW.created_at < opened_before)
        rows = await self._session.rows(page_of(listed.subquery("listed"), page, oldest_first=True))
        return one_page(rows, page, lambda row: ListedCase(**columns_of(row, _LISTED)))

    async def _one(self, which: ColumnElement[bool]) -> ScreeningCase | None:
        row = await self._session.row(select(screening_cases).where(which))
        return None if row is None else _case(row)


def _case(row: RowMapping) -> ScreeningCase:
    return attrs.evolve(from_json(row["record"], ScreeningCase), version=row["version"])


def _flat(case: ScreeningCase) -> dict[str, Any]:
    order = _NO_ORDER if case.order is None else attributes_of(case.order, tuple(_NO_ORDER))
    times = {
        "queued_at": case.updated_at if case.status in NEEDING_SOMEBODY or case.is_canceled else None,
        "waiting_until": None if case.notice is None else case.notice.until,
    }
    return attributes_of(case, _FLAT) | order | times | {"record": to_json(case, ScreeningCase)}
