"""What customers report about orders, what was said about it, and its pictures, in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import ColumnElement, RowMapping, Select, case, delete, func, insert, or_, select, update

from haulage.claims import UNDECIDED, Claim, ClaimStatement
from haulage.kernel.errors import Conflict
from haulage.payments import PaymentPurpose, PaymentState
from haulage.ports.storage.claims import ClaimFilter, ClaimPhoto, ClaimStore, ListedClaim
from haulage.ports.storage.paging import Page, PageRequest
from haulage.proofs import PhotoFacts
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.searching import holds, number_of
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    claim_photos,
    claim_statements,
    claims,
    drivers,
    orders,
    payments,
    users,
)
from haulage_adapters.sql.tables.payments import NOT_CANCELED

WHAT, PHOTO = "claim", "photo"
_FLAT = flat_names(Claim, without=set())
_STATEMENT = flat_names(ClaimStatement, without=set())
_PHOTO = flat_names(ClaimPhoto, without={"facts"})
_FACTS = flat_names(PhotoFacts, without=set())
_ROW = claims.c
_SENT = claim_photos.c


class SqlClaimStore(ClaimStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, claim: Claim) -> None:
        """``Conflict`` when the order has one of its kind that was not withdrawn."""
        await self._session.run(insert(claims), _flat(claim), what=WHAT)

    async def get(self, claim_id: str) -> Claim | None:
        row = await self._session.row(select(claims).where(_ROW.id == claim_id))
        return None if row is None else _claim(row)

    async def of_order(self, order_id: str) -> Sequence[Claim]:
        """Oldest first."""
        return (await self.of_orders([order_id])).get(order_id, [])

    async def of_orders(self, order_ids: Sequence[str]) -> Mapping[str, Sequence[Claim]]:
        wanted = select(claims).where(_ROW.order_id.in_(order_ids)).order_by(_ROW.created_at, _ROW.id)
        found: dict[str, list[Claim]] = {}
        for row in await self._session.rows(wanted):
            found.setdefault(row["order_id"], []).append(_claim(row))
        return found

    async def save(self, before: Claim, after: Claim) -> Claim:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session, claims, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )

    async def list(self, wanted: ClaimFilter, page: PageRequest) -> Page[ListedClaim]:
        """Undecided ones first, each oldest first."""
        listed = _listed()
        if wanted.kind is not None:
            listed = listed.where(_ROW.kind == wanted.kind)
        if wanted.state is not None:
            listed = listed.where(_ROW.state == wanted.state)
        if wanted.undecided:
            listed = listed.where(_ROW.state.in_(sorted(UNDECIDED)))
        if wanted.driver_id is not None:
            listed = listed.where(_ROW.driver_id == wanted.driver_id)
        if wanted.customer_id is not None:
            listed = listed.where(_ROW.customer_id == wanted.customer_id)
        if wanted.text:
            listed = listed.where(_finds(wanted.text))
        rows = await self._session.rows(page_of(listed.subquery("listed"), page, oldest_first=True))
        return one_page(rows, page, _shown)

    async def add_statement(self, statement: ClaimStatement) -> None:
        await self._session.run(insert(claim_statements), attributes_of(statement, _STATEMENT), what=WHAT)

    async def statements(self, claim_ids: Sequence[str]) -> Sequence[ClaimStatement]:
        """Oldest first."""
        row = claim_statements.c
        wanted = select(claim_statements).where(row.claim_id.in_(claim_ids)).order_by(row.created_at, row.id)
        return [ClaimStatement(**columns_of(each, _STATEMENT)) for each in await self._session.rows(wanted)]

    async def photo(self, user_id: str, client_id: str) -> ClaimPhoto | None:
        return await self._photo(_SENT.user_id == user_id, _SENT.client_id == client_id)

    async def photo_by_id(self, photo_id: str) -> ClaimPhoto | None:
        return await self._photo(_SENT.id == photo_id)

    async def photos(self, claim_ids: Sequence[str]) -> Sequence[ClaimPhoto]:
        """Those of claims, oldest first."""
        return await self._photos(_SENT.claim_id.in_(claim_ids))

    async def photos_of_user(self, user_id: str) -> Sequence[ClaimPhoto]:
        """All that somebody sent, oldest first."""
        return await self._photos(_SENT.user_id == user_id)

    async def count_photos(self, order_id: str, user_id: str) -> int:
        found = select(func.count()).select_from(claim_photos)
        sent = found.where(_SENT.order_id == order_id, _SENT.user_id == user_id)
        return int(await self._session.scalar(sent))

    async def add_photo(self, photo: ClaimPhoto) -> None:
        """``Conflict`` when the device's id for it is known."""
        row = attributes_of(photo, _PHOTO) | attrs.asdict(photo.facts)
        await self._session.run(insert(claim_photos), row, what=PHOTO)

    async def save_photo(self, photo: ClaimPhoto) -> ClaimPhoto:
        """A slow copy of an upload changes nothing of what the quick one stored, nor its claim."""
        row = attrs.asdict(photo.facts) | {"stored_at": photo.stored_at}
        unstored = update(claim_photos).where(_SENT.id == photo.id, _SENT.stored_at.is_(None))
        await self._session.changed(unstored.values(row), what=PHOTO)
        saved = await self.photo_by_id(photo.id)
        if saved is None:
            raise Conflict(PHOTO)
        return saved

    async def attach_photo(self, photo_id: str, claim_id: str) -> None:
        free = or_(_SENT.claim_id.is_(None), _SENT.claim_id == claim_id)
        attached = update(claim_photos).where(_SENT.id == photo_id, free).values(claim_id=claim_id)
        require_one(await self._session.changed(attached, what=PHOTO), PHOTO)

    async def forget_photo(self, photo_id: str) -> None:
        await self._session.run(delete(claim_photos).where(_SENT.id == photo_id), what=PHOTO)

    async def photos_before(self, before: datetime, limit: int, *, used: bool) -> Sequence[ClaimPhoto]:
        """The oldest that came before then and are part of a claim, or of none."""
        part = _SENT.claim_id.is_not(None) if used else _SENT.claim_id.is_(None)
        return await self._photos(_SENT.received_at < before, part, limit=limit)

    async def _photo(self, *conditions: ColumnElement[bool]) -> ClaimPhoto | None:
        row = await self._session.row(select(claim_photos).where(*conditions))
        return None if row is None else _sent(row)

    async def _photos(
        self, *conditions: ColumnElement[bool], limit: int | None = None
    ) -> Sequence[ClaimPhoto]:
        wanted = select(claim_photos).where(*conditions).order_by(_SENT.received_at, _SENT.id).limit(limit)
        return [_sent(row) for row in await self._session.rows(wanted)]


def _listed() -> Select[Any]:
    left = payments.c.amount_cents - payments.c.refund_requested_cents - payments.c.lost_cents
    paid = (
        select(func.coalesce(func.sum(left), 0))
        .where(
            payments.c.order_id == _ROW.order_id,
            payments.c.purpose == PaymentPurpose.ORDER,
            payments.c.state == PaymentState.SUCCEEDED,
            NOT_CANCELED,
        )
        .scalar_subquery()
    )
    return (
        select(
            claims,
            orders.c.number.label("order_number"),
            drivers.c.name.label("driver_name"),
            paid.label("refundable_cents"),
            case((_ROW.state.in_(sorted(UNDECIDED)), 0), else_=1).label("rank"),
        )
        .join(orders, orders.c.id == _ROW.order_id)
        .join(drivers, drivers.c.id == _ROW.driver_id)
        .outerjoin(users, users.c.id == _ROW.customer_id)
    )


def _finds(text: str) -> ColumnElement[bool]:
    """By the order's number, what was damaged or moved, and the name of either side."""
    named = (_ROW.item, orders.c.items_description, users.c.name, drivers.c.name)
    found = [holds(column, text) for column in named]
    number = number_of(text)
    if number is not None:
        found.append(orders.c.number == number)
    return or_(*found)


def _shown(row: RowMapping) -> ListedClaim:
    return ListedClaim(_claim(row), row["order_number"], row["driver_name"], int(row["refundable_cents"]))


def _claim(row: RowMapping) -> Claim:
    return Claim(**columns_of(row, _FLAT))


def _sent(row: RowMapping) -> ClaimPhoto:
    return ClaimPhoto(**columns_of(row, _PHOTO), facts=PhotoFacts(**columns_of(row, _FACTS)))


def _flat(value: Claim) -> dict[str, Any]:
    return attributes_of(value, _FLAT)
