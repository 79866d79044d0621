"""Drivers' carrier credentials in the database."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Exists, RowMapping, exists, insert, or_, select

from haulage.authority import CarrierCredential, CredentialClaim, CredentialStatus
from haulage.kernel.carrier import CarrierNeed, CredentialKind
from haulage.ports.storage.authority import CredentialStore, ListedCredential
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import carrier_credentials, drivers

WHAT = "credential"
MOST_REJECTED = 50
"""Of one driver, looked through for the last one of each kind and state."""

_ROW = carrier_credentials.c
_CLAIM = flat_names(CredentialClaim, without={"state"})
_FLAT = flat_names(CarrierCredential, without={"claim"})
_LIVE = (CredentialStatus.RECORDED, CredentialStatus.VERIFIED)


class SqlCredentialStore(CredentialStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, credential: CarrierCredential) -> None:
        """``Conflict`` when the driver has one of the same kind and state in the same status."""
        await self._session.run(insert(carrier_credentials), _flat(credential), what=WHAT)

    async def get(self, credential_id: str) -> CarrierCredential | None:
        row = await self._session.row(select(carrier_credentials).where(_ROW.id == credential_id))
        return None if row is None else _credential(row)

    async def save(self, before: CarrierCredential, after: CarrierCredential) -> CarrierCredential:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session,
            carrier_credentials,
            before,
            after,
            _flat,
            what=WHAT,
            same=("id", "status", "version"),
        )

    async def of_driver(self, driver_id: str) -> Sequence[CarrierCredential]:
        """Those that count or wait, and what was refused last; newest first."""
        theirs = select(carrier_credentials).where(_ROW.driver_id == driver_id)
        newest = _ROW.recorded_at.desc(), _ROW.id.desc()
        live = theirs.where(_ROW.status.in_(_LIVE)).order_by(*newest)
        refused = theirs.where(_ROW.status == CredentialStatus.REJECTED).order_by(*newest)
        found = [_credential(row) for row in await self._session.rows(live)]
        subjects = {each.claim.subject for each in found}
        for row in await self._session.rows(refused.limit(MOST_REJECTED)):
            credential = _credential(row)
            if credential.claim.subject not in subjects:
                subjects.add(credential.claim.subject)
                found.append(credential)
        return sorted(found, key=lambda each: (each.recorded_at, each.id), reverse=True)

    async def list(self, page: PageRequest, status: CredentialStatus) -> Page[ListedCredential]:
        """Oldest first, by an index."""
        listed = (
            select(
                carrier_credentials,
                _ROW.recorded_at.label("created_at"),
                drivers.c.user_id,
                drivers.c.name.label("driver_name"),
            )
            .join(drivers, drivers.c.id == _ROW.driver_id)
            .where(_ROW.status == status)
        )
        rows = await self._session.rows(page_of(listed.subquery("listed"), page, oldest_first=True))
        return one_page(rows, page, _listed)

    async def is_any_carrier(self, need: CarrierNeed, day: date) -> bool:
        """Asked driver by driver: there are few with a credential."""
        if need.crosses_state_lines:
            permit = _held(day, CredentialKind.USDOT)
        else:
            permit = _held(day, CredentialKind.STATE_CERTIFICATE, state=need.origin)
        insured = _held(day, CredentialKind.INSURANCE, least_cover_cents=need.least_cover_cents)
        works = (
            drivers.c.approved_at.is_not(None),
            drivers.c.documents_lapsed_at.is_(None),
            drivers.c.suspended_at.is_(None),
        )
        statement = select(drivers.c.id).where(*works, permit, insured)
        return await self._session.row(statement.limit(1)) is not None

    async def ending(self, until: date, after: str | None, limit: int) -> Sequence[CarrierCredential]:
        statement = select(carrier_credentials).where(
            _ROW.status == CredentialStatus.VERIFIED, _ROW.expires_on <= until
        )
        if after is not None:
            statement = statement.where(_ROW.id > after)
        rows = await self._session.rows(statement.order_by(_ROW.id).limit(limit))
        return [_credential(row) for row in rows]


def _held(
    day: date, kind: CredentialKind, *, state: str = "", least_cover_cents: int | None = None
) -> Exists:
    """Whether the driver of a row has a verified credential of this kind on *day*."""
    of_kind: list[ColumnElement[bool]] = [
        _ROW.driver_id == drivers.c.id,
        _ROW.status == CredentialStatus.VERIFIED,
        _ROW.kind == kind,
        _ROW.state == state,
        or_(_ROW.expires_on.is_(None), _ROW.expires_on >= day),
    ]
    if least_cover_cents is not None:
        of_kind.append(_ROW.cover_cents >= least_cover_cents)
    return exists().where(*of_kind)


def _flat(credential: CarrierCredential) -> dict[str, Any]:
    claim = credential.claim
    return attributes_of(credential, _FLAT) | attributes_of(claim, _CLAIM) | {"state": claim.state or ""}


def _credential(row: RowMapping) -> CarrierCredential:
    claim = CredentialClaim(**columns_of(row, _CLAIM), state=row["state"] or None)
    return CarrierCredential(**columns_of(row, _FLAT), claim=claim)


def _listed(row: RowMapping) -> ListedCredential:
    return ListedCredential(_credential(row), row["user_id"], row["driver_name"])
