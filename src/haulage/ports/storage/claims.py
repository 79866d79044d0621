"""What customers report about orders, what was said about it, and the pictures that were sent with it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.claims import Claim, ClaimKind, ClaimParty, ClaimState, ClaimStatement
from haulage.kernel.money import Cents
from haulage.ports.storage.paging import Page, PageRequest
from haulage.proofs import PhotoFacts


@attrs.frozen
class ClaimFilter:
    """Which claims are listed. *undecided* are those with which something is still to be done, and *text* is
    an order's number, or part of an item or of either side's name."""

    kind: ClaimKind | None = None
    state: ClaimState | None = None
    undecided: bool = False
    driver_id: str | None = None
    customer_id: str | None = None
    text: str = ""


@attrs.frozen
class ListedClaim:
    """A claim with what people know its order by, and what of the payment is left to give back."""

    claim: Claim
    order_number: int
    driver_name: str
    refundable_cents: Cents


@attrs.frozen
class ClaimPhoto:
    """A picture that somebody sent under their device's own id. It is part of a claim once *claim_id* is
    there, and may be used once *stored_at* is."""

    id: str
    order_id: str
    user_id: str
    party: ClaimParty
    client_id: str
    request_hash: str
    facts: PhotoFacts
    received_at: datetime
    stored_at: datetime | None = None
    claim_id: str | None = None

    @property
    def file(self) -> str:
        """Its name in the file store."""
        return claim_photo_file(self.id)


def claim_photo_file(photo_id: str) -> str:
    return f"claims/{photo_id}.jpg"


class ClaimStore(Protocol):
    """Part of the unit of work."""

    async def add(self, claim: Claim) -> None:
        """``Conflict`` when the order has one of its kind that was not withdrawn."""
        ...

    async def get(self, claim_id: str) -> Claim | None: ...

    async def of_order(self, order_id: str) -> Sequence[Claim]:
        """Oldest first."""
        ...

    async def of_orders(self, order_ids: Sequence[str]) -> Mapping[str, Sequence[Claim]]:
        """Of each order its own, oldest first; orders without any are left out."""
        ...

    async def save(self, before: Claim, after: Claim) -> Claim:
        """``Conflict`` when somebody else changed it."""
        ...

    async def list(self, wanted: ClaimFilter, page: PageRequest) -> Page[ListedClaim]:
        """Undecided ones first, each oldest first."""
        ...

    async def add_statement(self, statement: ClaimStatement) -> None: ...

    async def statements(self, claim_ids: Sequence[str]) -> Sequence[ClaimStatement]:
        """Oldest first."""
        ...

    async def photo(self, user_id: str, client_id: str) -> ClaimPhoto | None: ...

    async def photo_by_id(self, photo_id: str) -> ClaimPhoto | None: ...

    async def photos(self, claim_ids: Sequence[str]) -> Sequence[ClaimPhoto]:
        """Those of claims, oldest first."""
        ...

    async def photos_of_user(self, user_id: str) -> Sequence[ClaimPhoto]:
        """All that somebody sent, oldest first."""
        ...

    async def count_photos(self, order_id: str, user_id: str) -> int: ...

    async def add_photo(self, photo: ClaimPhoto) -> None:
        """``Conflict`` when the device's id for it is known."""
        ...

    async def save_photo(self, photo: ClaimPhoto) -> ClaimPhoto:
        """Its facts and since when its bytes are stored, unless they were before; as it is from then on.
        ``Conflict`` when it was removed meanwhile."""
        ...

    async def attach_photo(self, photo_id: str, claim_id: str) -> None:
        """Make it part of the claim. ``Conflict`` when it was removed, or is part of another."""
        ...

    async def forget_photo(self, photo_id: str) -> None: ...

    async def photos_before(self, before: datetime, limit: int, *, used: bool) -> Sequence[ClaimPhoto]:
        """The oldest that came before then and are part of a claim, or of none."""
        ...
