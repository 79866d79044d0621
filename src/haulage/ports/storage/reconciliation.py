"""Where the provider's balance entries are kept, and how they differ from our books."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from haulage.kernel.money import Cents
from haulage.ledger import PaymentSplit, ReturnedShare, TransferReversal
from haulage.payments import Dispute, Payment, Refund
from haulage.payments.difference import Difference, DifferenceKind
from haulage.payments.provider_entry import ProviderEntry
from haulage.payments.reconciliation_run import ReconciliationRun
from haulage.ports.storage.paging import Page, PageRequest


class ReconciliationStore(Protocol):
    """Entries are kept once by the provider's id, for good. A difference has one row, which is open until a
    reconciliation no longer finds it.

    The ``…_without_entry`` answer rows of ours of which the provider has no entry: those made at
    *since* or later that have been as they are since before *until*, after the row with the id *after*, in
    the order of ids.
    """

    async def add_entries(self, entries: Sequence[ProviderEntry], now: datetime) -> None:
        """Those that are known already change nothing."""
        ...

    async def latest_entry_at(self) -> datetime | None: ...

    async def entries_of_source(self, source: str) -> Sequence[ProviderEntry]:
        """All that moved for one charge, refund or dispute, oldest first."""
        ...

    async def payments_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Payment]:
        """Payments that succeeded, at a provider that is *simulated* or not."""
        ...

    async def refunds_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Refund]:
        """Refunds that went out."""
        ...

    async def disputes_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Dispute]: ...

    async def splits_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[PaymentSplit]:
        """Splits of which the driver's part was transferred."""
        ...

    async def reversals_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[TransferReversal]:
        """Reversals that were made."""
        ...

    async def returned_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[ReturnedShare]:
        """Shares that were sent again."""
        ...

    async def disputes_since(
        self, since: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Dispute]:
        """Every open one, and those that were opened or closed since."""
        ...

    async def refunds_not_sent(
        self, before: datetime, most_tries: int, after: str, limit: int
    ) -> Sequence[Refund]:
        """Refunds made before this, or tried more often than that, which are owed and have not gone out,
        where no dispute is open."""
        ...

    async def note(self, found: Difference) -> bool:
        """Keep a difference that was found; whether it is open and was not before. One that is found again
        keeps the time when it was found first, and while it is open the latest time when it was seen. One
        that was accepted stays closed while both sides say what they said."""
        ...

    async def difference(self, difference_id: str) -> Difference | None: ...

    async def accept(self, accepted: Difference) -> None:
        """Keep it as closed. Raises ``Conflict`` when it is not open any more."""
        ...

    async def close(
        self, since: datetime, ours: tuple[datetime, datetime], seen_before: datetime, now: datetime
    ) -> int:
        """Close open differences of money that moved at *since* or later and were not found any more;
        refunds that have not gone out are all looked at, however old they are. Of what the provider does not
        have only rows of *ours*, from the first time to before the second, were looked at, and no payment
        that was changed after that. The balance as a whole was compared, whenever it was off."""
        ...

    async def accepted_cents(self) -> Cents:
        """By how much the provider's balance is above the books for all that was accepted: what it has and
        the books do not, what they have and it does not, and what both have otherwise."""
        ...

    async def close_one(self, difference_id: str, now: datetime) -> None:
        """Close this one, if there is one and it is open."""
        ...

    async def oldest_open(self) -> datetime | None:
        """When the money of the oldest open difference moved."""
        ...

    async def first_gap_since(self, since: datetime) -> datetime | None:
        """When the whole balance was found to be off for the first time since then, by whatever it was."""
        ...

    async def differences(self, page: PageRequest, *, closed: bool = False) -> Page[Difference]:
        """Open ones, or closed ones, newest first."""
        ...

    async def add_run(self, run: ReconciliationRun) -> None:
        """Keep it, also where it is known already; earlier ones that are over are forgotten."""
        ...

    async def save_run(self, run: ReconciliationRun) -> None:
        """What became of it, unless it is forgotten."""
        ...

    async def run(self, run_id: str) -> ReconciliationRun | None: ...

    async def latest_run(self) -> ReconciliationRun | None: ...

    async def count_open(self) -> Mapping[DifferenceKind, int]: ...
