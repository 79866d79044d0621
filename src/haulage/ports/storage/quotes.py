"""Storage of quotes and of the drivers that each was matched with."""

from collections.abc import Sequence
from typing import Protocol

from haulage.matching.offer import Offer
from haulage.pricing.quote import Quote


class QuoteStore(Protocol):
    async def add(self, quote: Quote) -> None: ...

    async def get(self, quote_id: str) -> Quote | None: ...

    async def hold(self, quote_id: str) -> None:
        """Until this unit ends nobody else books the quote or changes its offers."""
        ...

    async def replace_offers(self, quote_id: str, offers: Sequence[Offer]) -> None:
        """Forget the offers of an earlier search and keep these."""
        ...

    async def offers(self, quote_id: str) -> Sequence[Offer]:
        """Best first."""
        ...

    async def offer(self, quote_id: str, driver_id: str) -> Offer | None: ...
