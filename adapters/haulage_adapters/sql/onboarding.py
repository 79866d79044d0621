"""Applications to drive, in the database."""

from typing import Any

from sqlalchemy import RowMapping, delete, insert, literal, select, tuple_

from haulage.onboarding import Application, ApplicationForm, ApprovalOverride
from haulage.ports.storage.onboarding import (
    EVERY_WAITING,
    ApplicationFilter,
    ApplicationStore,
    ListedApplication,
)
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import approval_overrides, driver_applications, users
from haulage_adapters.sql.types import MAX_ID, Text, UtcTime
from haulage_adapters.sql.waiting_applications import WAITING_FOR_US

WHAT = "application"
_FLAT = flat_names(Application, without={"form"})
_ROW = driver_applications.c
_OVERRIDE = flat_names(ApprovalOverride, without=set())
_LISTED = flat_names(ListedApplication, without={"submitted_at"})


class SqlApplicationStore(ApplicationStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, application: Application) -> None:
        """``Conflict`` when the user has one that was not rejected."""
        await self._session.run(insert(driver_applications), _flat(application), what=WHAT)

    async def get(self, application_id: str) -> Application | None:
        row = await self._session.row(select(driver_applications).where(_ROW.id == application_id))
        return None if row is None else _application(row)

    async def newest_of(self, user_id: str) -> Application | None:
        mine = select(driver_applications).where(_ROW.user_id == user_id)
        row = await self._session.row(mine.order_by(_ROW.created_at.desc(), _ROW.id.desc()).limit(1))
        return None if row is None else _application(row)

    async def waiting_behind(self, application: Application) -> str | None:
        """A draft has no place in that order."""
        if application.submitted_at is None:
            return None
        here = tuple_(_ROW.submitted_at, _ROW.id)
        there = tuple_(literal(application.submitted_at, UtcTime()), literal(application.id, Text(MAX_ID)))
        behind = select(_ROW.id).where(WAITING_FOR_US, here > there)
        row = await self._session.row(behind.order_by(_ROW.submitted_at, _ROW.id).limit(1))
        return None if row is None else str(row["id"])

    async def save(self, before: Application, after: Application) -> Application:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session,
            driver_applications,
            before,
            after,
            _flat,
            what=WHAT,
            same=("id", "status", "version"),
        )

    async def remove(self, application: Application) -> None:
        """``Conflict`` when somebody changed it."""
        same = _ROW.id == application.id, _ROW.version == application.version
        require_one(await self._session.changed(delete(driver_applications).where(*same), what=WHAT), WHAT)

    async def list(
        self, page: PageRequest, wanted: ApplicationFilter = EVERY_WAITING
    ) -> Page[ListedApplication]:
        """Oldest first. Indexes have those that wait, those of a reviewer and those of a status in order."""
        narrowed = [WAITING_FOR_US if wanted.status is None else _ROW.status == wanted.status]
        if wanted.submitted_before is not None:
            narrowed.append(_ROW.submitted_at < wanted.submitted_before)
        if wanted.reviewer is not None:
            narrowed.append(_ROW.reviewer == wanted.reviewer)
        listed = (
            select(
                _ROW.id,
                _ROW.user_id,
                users.c.name,
                users.c.email,
                _ROW.status,
                _ROW.submitted_at.label("created_at"),
                _ROW.reviewer,
                _ROW.reviewed_at,
            )
            .join(users, users.c.id == _ROW.user_id)
            .where(_ROW.submitted_at.is_not(None), *narrowed)
        )
        rows = await self._session.rows(page_of(listed.subquery("listed"), page, oldest_first=True))
        return one_page(rows, page, _listed)

    async def override_of(self, user_id: str) -> ApprovalOverride | None:
        row = await self._session.row(
            select(approval_overrides).where(approval_overrides.c.user_id == user_id)
        )
        return None if row is None else ApprovalOverride(**columns_of(row, _OVERRIDE))

    async def add_override(self, override: ApprovalOverride) -> None:
        """``Conflict`` when there is one."""
        await self._session.run(insert(approval_overrides), attributes_of(override, _OVERRIDE), what=WHAT)

    async def remove_override(self, user_id: str) -> bool:
        statement = delete(approval_overrides).where(approval_overrides.c.user_id == user_id)
        return await self._session.changed(statement, what=WHAT) > 0


def _application(row: RowMapping) -> Application:
    return Application(**columns_of(row, _FLAT), form=from_json(row["form"], ApplicationForm))


def _listed(row: RowMapping) -> ListedApplication:
    return ListedApplication(**columns_of(row, _LISTED), submitted_at=row["created_at"])


def _flat(value: Application) -> dict[str, Any]:
    return attributes_of(value, _FLAT) | {"form": to_json(value.form, ApplicationForm)}
