"""Saved cards in the database."""

from collections.abc import Sequence

import attrs
from sqlalchemy import RowMapping, delete, insert, select, update

from haulage.payments.saved_card import SavedCard
from haulage.ports.storage.saved_cards import CardCustomer, SavedCardStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import card_customers, saved_cards, users
from haulage_adapters.sql.upserts import replaced

WHAT = "saved card"
_FLAT = flat_names(SavedCard, without=set())
_CUSTOMER = flat_names(CardCustomer, without=set())
_ROW = saved_cards.c


class SqlSavedCardStore(SavedCardStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def lock(self, user_id: str) -> None:
        """By the person's own row."""
        await self._session.row(select(users.c.id).where(users.c.id == user_id).with_for_update())

    async def customer(self, user_id: str) -> CardCustomer | None:
        row = await self._session.row(select(card_customers).where(card_customers.c.user_id == user_id))
        return None if row is None else CardCustomer(**columns_of(row, _CUSTOMER))

    async def put_customer(self, customer: CardCustomer) -> None:
        """In place of the one that the person may have had."""
        changed = [name for name in _CUSTOMER if name != "user_id"]
        statement = replaced(self._session.dialect, card_customers, "user_id", *changed)
        await self._session.run(statement, attrs.asdict(customer), what=WHAT)

    async def of_user(self, user_id: str) -> Sequence[SavedCard]:
        """All of a person's; they are few."""
        rows = await self._session.rows(select(saved_cards).where(_ROW.user_id == user_id))
        return [_card(row) for row in rows]

    async def get(self, user_id: str, card_id: str) -> SavedCard | None:
        mine = select(saved_cards).where(_ROW.user_id == user_id, _ROW.id == card_id)
        row = await self._session.row(mine)
        return None if row is None else _card(row)

    async def add(self, card: SavedCard) -> None:
        """``Conflict`` when it is there already, or another is the default."""
        await self._session.run(insert(saved_cards), attributes_of(card, _FLAT), what=WHAT)

    async def make_default(self, card: SavedCard) -> None:
        """This one, and no other of the person's at the same provider."""
        others = update(saved_cards).where(
            _ROW.user_id == card.user_id, _ROW.simulated == card.simulated, _ROW.is_default
        )
        await self._session.run(others.values(is_default=False), what=WHAT)
        one = update(saved_cards).where(_ROW.user_id == card.user_id, _ROW.id == card.id)
        await self._session.run(one.values(is_default=True), what=WHAT)

    async def remove(self, card: SavedCard) -> bool:
        """Whether it was still there."""
        mine = delete(saved_cards).where(_ROW.user_id == card.user_id, _ROW.id == card.id)
        return await self._session.changed(mine, what=WHAT) == 1


def _card(row: RowMapping) -> SavedCard:
    return SavedCard(**columns_of(row, _FLAT))
