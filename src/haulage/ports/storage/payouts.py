"""Where drivers' ways of being paid, and how they want to be paid out, are stored."""

from collections.abc import Collection, Mapping, Sequence, Set
from datetime import date, datetime
from typing import Protocol

from haulage.kernel.money import Cents
from haulage.payouts import (
    Payout,
    PayoutHold,
    PayoutMethod,
    PayoutSettings,
    PayoutStatus,
    PayoutTally,
    TakenBack,
)
from haulage.ports.storage.paging import Page, PageRequest


class PayoutMethodStore(Protocol):
    """A driver has few of them. Those that were removed stay, since payouts went there."""

    async def lock(self, driver_id: str) -> None:
        """Whoever else changes this driver's methods waits until this unit ends."""
        ...

    async def of_driver(self, driver_id: str) -> Sequence[PayoutMethod]:
        """Those that were not removed: the default first, then the oldest."""
        ...

    async def of_drivers(self, driver_ids: Collection[str]) -> Mapping[str, Sequence[PayoutMethod]]:
        """The same for each of these drivers who has any."""
        ...

    async def had_any(self, driver_id: str) -> bool:
        """Removed or not."""
        ...

    async def get(self, method_id: str) -> PayoutMethod | None:
        """Removed or not."""
        ...

    async def add(self, method: PayoutMethod) -> None:
        """``Conflict`` when it is there already, or another is the default."""
        ...

    async def save(self, method: PayoutMethod) -> None:
        """As it is now, whether it is the default excepted."""
        ...

    async def make_default(self, method: PayoutMethod) -> None:
        """This one, and no other of the driver's."""
        ...


class PayoutSettingsStore(Protocol):
    async def of_driver(self, driver_id: str) -> PayoutSettings:
        """The defaults where nothing was ever changed."""
        ...

    async def save(self, before: PayoutSettings, after: PayoutSettings) -> PayoutSettings:
        """``Conflict`` when somebody else changed them."""
        ...

    async def hold(self, driver_id: str) -> PayoutHold | None:
        """The newest one, over or not."""
        ...

    async def put_hold(self, hold: PayoutHold) -> None:
        """In place of the one before."""
        ...


class PayoutStore(Protocol):
    """Payouts, and what they took back of transfers."""

    async def add(self, payout: Payout) -> None:
        """``Conflict`` when it is there already."""
        ...

    async def add_all(self, new_payouts: Sequence[Payout]) -> None:
        """Many that take nothing back. ``Conflict`` when one is there already, and then nothing of the unit
        may be kept."""
        ...

    async def existing(self, payout_ids: Collection[str]) -> Set[str]:
        """Those of these ids that are there."""
        ...

    async def unsent_cents(self, driver_ids: Collection[str]) -> Mapping[str, Cents]:
        """By driver, what pending payouts will take of their account that the provider was not asked for
        yet; drivers without any are missing."""
        ...

    async def instants_since(
        self, driver_ids: Collection[str], since: datetime
    ) -> Mapping[str, tuple[datetime, str]]:
        """:meth:`newest_instant` of each of these drivers who asked for it at *since* or later."""
        ...

    async def get(self, payout_id: str) -> Payout | None: ...

    async def of_provider(self, provider_id: str) -> Payout | None:
        """By the provider's id."""
        ...

    async def save(self, before: Payout, after: Payout) -> Payout:
        """What it takes back never changes. ``Conflict`` when somebody else changed it."""
        ...

    async def note_all_asked(self, at: datetime) -> None:
        """The provider may have been asked at *at* for every one that it is not known to have: what stands
        here may be older than what was done."""
        ...

    async def list(
        self, request: PageRequest, *, driver_id: str | None = None, status: PayoutStatus | None = None
    ) -> Page[Payout]:
        """Newest first; of everybody where no driver is named."""
        ...

    async def open_ones(self, limit: int, after: str | None = None) -> Sequence[Payout]:
        """Those that are pending or under way, by their ids."""
        ...

    async def counted_cents(self, driver_id: str, day: date) -> Cents:
        """What counts of instant payouts against the limit of a driver's day (OP-39)."""
        ...

    async def is_tried_again(self, driver_id: str, payout_id: str) -> bool:
        """Whether another payout of the driver was made in place of this one, whatever became of that."""
        ...

    async def paid_by_order(self, driver_id: str, order_id: str) -> Cents:
        """What was paid of an order by itself, before fees, or is on its way; what failed is none."""
        ...

    async def tallies(self, driver_id: str, since: datetime, until: datetime) -> Sequence[PayoutTally]:
        """The driver's payouts that were asked for from *since* until before *until*, in no order; several
        may be of one state and speed."""
        ...

    async def newest_instant(self, driver_id: str) -> tuple[datetime, str] | None:
        """When the driver last asked for one that counts, and the zone its day was counted in."""
        ...

    async def keep_taken(self, payout_id: str, count: int) -> None:
        """Of a payout that failed before all was taken that it was to take back: the first *count* parts
        were, and the others were not."""
        ...

    async def add_given_back(self, payout_id: str, part: TakenBack, at: datetime) -> None:
        """A transfer by which a payout gave back of what it had taken; once, however often it is told."""
        ...

    async def transfers_left(self, driver_id: str, limit: int) -> Sequence[TakenBack]:
        """What is left of everything that was transferred to the driver, what payouts gave back among it,
        once everything is taken back that is to be; newest first."""
        ...
