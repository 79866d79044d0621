"""What customers say was not delivered."""

from typing import Protocol

import attrs

from haulage.claims import Claim, ClaimState
from haulage.kernel.money import Cents
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class ListedClaim:
    """A claim with what people know its order by, and what of the payment is left to give back."""

    claim: Claim
    order_number: int
    driver_name: str
    refundable_cents: Cents


class ClaimStore(Protocol):
    async def add(self, claim: Claim) -> None:
        """``Conflict`` when the order has one."""
        ...

    async def get(self, report_id: str) -> Claim | None: ...

    async def of_order(self, order_id: str) -> Claim | None: ...

    async def save(self, before: Claim, after: Claim) -> Claim:
        """``Conflict`` when somebody else changed it."""
        ...

    async def list(self, state: ClaimState | None, page: PageRequest) -> Page[ListedClaim]:
        """Newest first."""
        ...
