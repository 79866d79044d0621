"""Proofs of delivery, in the database."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, select, text, update

from haulage.ports.storage.proofs import ProofStore, StoredPhoto, StoredProof
from haulage.proofs import GENESIS, DeliveryPin, Opened, PhotoFacts, ProofRecord, seal_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import delivery_pins, orders, proof_photos, proofs

WHAT, PHOTO, PIN = "proof", "photo", "PIN"

ADVISORY_LOCK = 0x70_72_6F_6F_66
"""One number for the end of the chain in a PostgreSQL database: 'proof' in ASCII."""

_LOCK = text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
_PROOF = flat_names(StoredProof, without={"record"})
_PHOTO = flat_names(StoredPhoto, without={"facts"})
_FACTS = flat_names(PhotoFacts, without=set())
_PIN = flat_names(DeliveryPin, without={"wrong"})
_ROW = proofs.c


class SqlProofStore(ProofStore):
    """On SQLite whoever writes has the database's only write lock already."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def end(self) -> tuple[int, str]:
        """Read by a statement of its own after the lock is had, so that it sees what was committed."""
        if self._session.dialect == "postgresql":
            await self._session.run(_LOCK)
        last = select(_ROW.number, _ROW.hash).order_by(_ROW.number.desc()).limit(1)
        row = await self._session.row(last)
        return (0, GENESIS) if row is None else (row["number"], row["hash"])

    async def add(self, proof: StoredProof) -> None:
        """``Conflict`` when the order has one, or the device's id is known."""
        record = proof.record
        row: dict[str, Any] = attributes_of(proof, _PROOF) | {
            "number": record.seal.number,
            "seal": record.seal.canonical().decode(),
            "signature": record.signature,
            "hash": record.seal.hash,
            "content": _content_row(record),
        }
        await self._session.run(insert(proofs), row, what=WHAT)

    async def get(self, proof_id: str) -> StoredProof | None:
        return await self._one(_ROW.id == proof_id)

    async def of_order(self, order_id: str) -> StoredProof | None:
        return await self._one(_ROW.order_id == order_id)

    async def by_client(self, driver_id: str, client_id: str) -> StoredProof | None:
        return await self._one(_ROW.driver_id == driver_id, _ROW.client_id == client_id)

    async def proved(self, order_ids: Sequence[str]) -> frozenset[str]:
        """Those of the orders that have a proof."""
        rows = await self._session.rows(select(_ROW.order_id).where(_ROW.order_id.in_(order_ids)))
        return frozenset(row["order_id"] for row in rows)

    async def chain(self, until: int, count: int) -> Sequence[StoredProof]:
        """So many records up to number *until*, in the chain's order."""
        wanted = select(proofs).where(_ROW.number <= until).order_by(_ROW.number.desc()).limit(count)
        return [_proof(row) for row in reversed(await self._session.rows(wanted))]

    async def taken_before(self, before: datetime, limit: int) -> Sequence[StoredProof]:
        """The oldest whose content is still there, received before then."""
        wanted = select(proofs).where(_ROW.received_at < before, _ROW.erased_at.is_(None))
        rows = await self._session.rows(wanted.order_by(_ROW.received_at, _ROW.number).limit(limit))
        return [_proof(row) for row in rows]

    async def of_customer(self, customer_id: str, limit: int) -> Sequence[StoredProof]:
        """Those of a customer's orders whose content is still there, oldest first."""
        own = select(orders.c.id).where(orders.c.customer_id == customer_id)
        wanted = select(proofs).where(_ROW.order_id.in_(own), _ROW.erased_at.is_(None))
        return [_proof(row) for row in await self._session.rows(wanted.order_by(_ROW.number).limit(limit))]

    async def erase(self, proof: StoredProof, now: datetime) -> None:
        """The content goes; the seal, its signature and its place in the chain stay."""
        gone = update(proofs).where(_ROW.id == proof.id, _ROW.erased_at.is_(None))
        await self._session.run(gone.values(content=None, photo_id=None, erased_at=now), what=WHAT)

    async def photo(self, driver_id: str, client_id: str) -> StoredPhoto | None:
        row = proof_photos.c
        return await self._photo(row.driver_id == driver_id, row.client_id == client_id)

    async def photo_by_id(self, photo_id: str) -> StoredPhoto | None:
        return await self._photo(proof_photos.c.id == photo_id)

    async def count_photos(self, order_id: str) -> int:
        found = select(func.count()).select_from(proof_photos).where(proof_photos.c.order_id == order_id)
        return int(await self._session.scalar(found))

    async def add_photo(self, photo: StoredPhoto) -> None:
        """``Conflict`` when the device's id for it is known."""
        row = attributes_of(photo, _PHOTO) | attrs.asdict(photo.facts)
        await self._session.run(insert(proof_photos), row, what=PHOTO)

    async def save_photo(self, photo: StoredPhoto) -> None:
        """Its facts, and since when its bytes are kept; ``Conflict`` when it has been removed meanwhile."""
        known = update(proof_photos).where(proof_photos.c.id == photo.id)
        row = attrs.asdict(photo.facts) | {"stored_at": photo.stored_at}
        require_one(await self._session.changed(known.values(row), what=PHOTO), PHOTO)

    async def forget_photo(self, photo_id: str) -> None:
        await self._session.run(delete(proof_photos).where(proof_photos.c.id == photo_id), what=PHOTO)

    async def unused_photos(self, before: datetime, limit: int) -> Sequence[StoredPhoto]:
        """The oldest that came before then and are part of no proof."""
        used = select(_ROW.photo_id).where(_ROW.photo_id == proof_photos.c.id)
        wanted = select(proof_photos).where(proof_photos.c.received_at < before, ~used.exists())
        rows = await self._session.rows(wanted.order_by(proof_photos.c.received_at).limit(limit))
        return [_photo(row) for row in rows]

    async def pin(self, order_id: str) -> DeliveryPin | None:
        row = await self._session.row(select(delivery_pins).where(delivery_pins.c.order_id == order_id))
        return None if row is None else DeliveryPin(**columns_of(row, _PIN), wrong=tuple(row["wrong"]))

    async def awaited_pins(self, order_ids: Sequence[str]) -> frozenset[str]:
        """Those of the orders that end with a PIN which was not given yet."""
        if not order_ids:
            return frozenset()
        row = delivery_pins.c
        wanted = select(row.order_id).where(row.order_id.in_(order_ids), row.given_at.is_(None))
        return frozenset(each["order_id"] for each in await self._session.rows(wanted))

    async def add_pin(self, pin: DeliveryPin) -> None:
        """``Conflict`` when the order has one."""
        await self._session.run(insert(delivery_pins), _pin_row(pin), what=PIN)

    async def save_pin(self, before: DeliveryPin, after: DeliveryPin) -> DeliveryPin:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        return await save_unchanged(
            self._session, delivery_pins, before, after, _pin_row, what=PIN, same=("order_id", "version")
        )

    async def forget_pin(self, order_id: str) -> bool:
        gone = delete(delivery_pins).where(delivery_pins.c.order_id == order_id)
        return bool(await self._session.changed(gone, what=PIN))

    async def _one(self, *conditions: ColumnElement[bool]) -> StoredProof | None:
        row = await self._session.row(select(proofs).where(*conditions))
        return None if row is None else _proof(row)

    async def _photo(self, *conditions: ColumnElement[bool]) -> StoredPhoto | None:
        row = await self._session.row(select(proof_photos).where(*conditions))
        return None if row is None else _photo(row)


def _content_row(record: ProofRecord) -> dict[str, list[Any]] | None:
    if record.content is None:
        return None
    return {name: [each.salt, each.value] for name, each in record.content.items()}


def _proof(row: RowMapping) -> StoredProof:
    content = row["content"]
    opened = None if content is None else {name: Opened(*each) for name, each in content.items()}
    record = ProofRecord(seal_of(json.loads(row["seal"])), row["signature"], opened)
    return StoredProof(**columns_of(row, _PROOF), record=record)


def _photo(row: RowMapping) -> StoredPhoto:
    return StoredPhoto(**columns_of(row, _PHOTO), facts=PhotoFacts(**columns_of(row, _FACTS)))


def _pin_row(pin: DeliveryPin) -> dict[str, Any]:
    return attributes_of(pin, _PIN) | {"wrong": list(pin.wrong)}
