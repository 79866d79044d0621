"""Ordering background checks, and reading what came of them."""

from datetime import date, datetime
from typing import Protocol

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.screening import Agency, ProviderOrder, ScreeningPackage, ScreeningReport


@attrs.define
class ScreeningRefused(RuleBroken):
    """The provider refused the order for good, in its own words."""

    code = "screening_refused"
    reason: str

    @property
    def message(self) -> str:
        return self.reason


@attrs.frozen
class Candidate:
    """Whom to check, by their application."""

    first_name: str
    last_name: str
    email: str
    phone: str
    city: str
    state: str
    zip_code: str
    date_of_birth: date | None
    license_number: str
    license_state: str


@attrs.frozen
class ScreeningRequest:
    """An order. The same *reference* is the same order, however often it is sent."""

    reference: str
    candidate: Candidate
    package: ScreeningPackage


@attrs.frozen
class FoundScreening:
    """An order as it stands at the provider; without a report while there is none."""

    order: ProviderOrder
    report: ScreeningReport | None


class ScreeningProvider(Protocol):
    """A consumer reporting agency. It fails closed: what it does not say plainly is nothing that it said."""

    @property
    def agency(self) -> Agency: ...

    async def order(self, request: ScreeningRequest, now: datetime) -> ProviderOrder:
        """Order once per reference. Raises ``Unavailable``, and ``ScreeningRefused`` for an order that will
        never be taken."""
        ...

    async def look_up(self, order: ProviderOrder) -> FoundScreening:
        """Raises ``Unavailable``, also for an answer that cannot be believed."""
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` when nothing could be ordered at present."""
        ...
