"""Where drivers' Forms W-9 are stored, with their sealed taxpayer numbers, and what was exported of them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import attrs

from haulage.tax import Filing, TaxpayerNumberType, W9Form


@attrs.frozen
class SealedNumber:
    """A taxpayer number as it is stored with a form."""

    form_id: str
    driver_id: str
    type: TaxpayerNumberType
    sealed: str = attrs.field(repr=False)


@attrs.frozen
class TaxedDriver:
    """A driver, by the name of their profile, and the zone that their years are counted in."""

    driver_id: str
    name: str
    timezone: str


class TaxpayerStore(Protocol):
    """Part of the unit of work. A form is never changed: a newer one takes its place."""

    async def add(self, form: W9Form, sealed: str) -> None: ...

    async def current(self, driver_id: str) -> W9Form | None:
        """The driver's newest form."""
        ...

    async def current_of(self, driver_ids: Collection[str]) -> Mapping[str, W9Form]:
        """The newest form of each who gave one."""
        ...

    async def sealed_numbers(self, form_ids: Collection[str]) -> Mapping[str, SealedNumber]:
        """By the ids of their forms. The filing export alone reads them."""
        ...

    async def sealed_otherwise(self, start: str, *, after: str, limit: int) -> Sequence[SealedNumber]:
        """Numbers whose stored form does not begin with *start*, by the ids of their forms, from the one
        behind *after* on."""
        ...

    async def replace(self, before: SealedNumber, sealed: str) -> bool:
        """False where it is another one by now, or gone; then nothing is changed."""
        ...

    async def drivers(self, limit: int, after: str | None = None) -> Sequence[TaxedDriver]:
        """Every driver by their ids, from the one behind *after* on."""
        ...

    async def forms(self, form_ids: Collection[str]) -> Mapping[str, W9Form]:
        """Forms W-9 by their ids, also those that newer ones took the place of."""
        ...

    async def latest_filings(self, year: int, driver_ids: Collection[str]) -> Mapping[str, Sequence[Filing]]:
        """Of each who has any: the one of each form of the year that was exported last."""
        ...

    async def add_filings(self, filings: Sequence[Filing]) -> None: ...
