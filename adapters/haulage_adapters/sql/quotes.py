"""Quotes and the drivers that were offered with them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import RowMapping, delete, insert, select

from haulage.kernel.cargo import Item
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.vehicles import Vehicle
from haulage.matching.offer import Offer
from haulage.ports.storage.quotes import QuoteStore
from haulage.pricing.fare import Fare
from haulage.pricing.quote import Quote
from haulage.pricing.sales_tax import SalesTax
from haulage.pricing.trip import Trip
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, place_of, place_row
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import quote_offers, quotes

WHAT = "quote"
_FARE = flat_names(Fare, without=set())
_ESTIMATE = flat_names(DriverEstimate, without=set())
_QUOTE_JSON: dict[str, Any] = {
    "items": tuple[Item, ...],
    "trip": Trip,
    "tax": SalesTax,
    "special_requirements": tuple[str, ...],
    "carrier_need": CarrierNeed | None,
}
_QUOTE_FLAT = flat_names(Quote, without={"pickup", "dropoff", "fare", *_QUOTE_JSON})
_OFFER_JSON = {"vehicle": Vehicle, "factors": Mapping[str, float]}
_OFFER_FLAT = flat_names(Offer, without={"estimate", *_OFFER_JSON})


class SqlQuoteStore(QuoteStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, quote: Quote) -> None:
        await self._session.run(insert(quotes), _quote_row(quote), what=WHAT)

    async def get(self, quote_id: str) -> Quote | None:
        row = await self._session.row(select(quotes).where(quotes.c.id == quote_id))
        return None if row is None else _quote(row)

    async def hold(self, quote_id: str) -> None:
        await self._session.row(select(quotes.c.id).where(quotes.c.id == quote_id).with_for_update())

    async def replace_offers(self, quote_id: str, offers: Sequence[Offer]) -> None:
        """Of two searches at once the later one stays whole."""
        await self.hold(quote_id)
        await self._session.run(delete(_OFFERS).where(_OFFERS.c.quote_id == quote_id))
        if offers:
            await self._session.run(insert(_OFFERS), [_offer_row(offer) for offer in offers], what=WHAT)

    async def offers(self, quote_id: str) -> Sequence[Offer]:
        """Best first."""
        rows = await self._session.rows(
            select(_OFFERS).where(_OFFERS.c.quote_id == quote_id).order_by(_OFFERS.c.rank)
        )
        return [_offer(row) for row in rows]

    async def offer(self, quote_id: str, driver_id: str) -> Offer | None:
        row = await self._session.row(
            select(_OFFERS).where(_OFFERS.c.quote_id == quote_id, _OFFERS.c.driver_id == driver_id)
        )
        return None if row is None else _offer(row)


_OFFERS = quote_offers


def _quote_row(quote: Quote) -> dict[str, Any]:
    return (
        attributes_of(quote, _QUOTE_FLAT)
        | place_row("pickup_", quote.pickup)
        | place_row("dropoff_", quote.dropoff)
        | attributes_of(quote.fare, _FARE)
        | {name: to_json(getattr(quote, name), kind) for name, kind in _QUOTE_JSON.items()}
    )


def _quote(row: RowMapping) -> Quote:
    return Quote(
        **columns_of(row, _QUOTE_FLAT),
        pickup=place_of(row, "pickup_"),
        dropoff=place_of(row, "dropoff_"),
        fare=Fare(**columns_of(row, _FARE)),
        **{name: from_json(row[name], kind) for name, kind in _QUOTE_JSON.items()},
    )


def _offer_row(offer: Offer) -> dict[str, Any]:
    return (
        attributes_of(offer, _OFFER_FLAT)
        | attributes_of(offer.estimate, _ESTIMATE)
        | {name: to_json(getattr(offer, name), kind) for name, kind in _OFFER_JSON.items()}
    )


def _offer(row: RowMapping) -> Offer:
    return Offer(
        **columns_of(row, _OFFER_FLAT),
        estimate=DriverEstimate(**columns_of(row, _ESTIMATE)),
        **{name: from_json(row[name], kind) for name, kind in _OFFER_JSON.items()},
    )
