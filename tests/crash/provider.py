"""A card provider that outlives whoever asks it: a file of its own.

It keeps the promise of the port and nothing more: equal references have one effect. Every call pauses for
a moment before and after what it does, so that kills fall between the two.
"""

import asyncio
import os
import random
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from haulage.kernel.services import ServiceType
from haulage.payments import Card, ProviderRefused
from haulage.payouts import AccountReport, CapabilityStatus
from haulage.ports.payments import (
    Charge,
    ChargeResult,
    OpenedIntent,
    ProviderRefund,
    ProviderReversal,
    ProviderTransfer,
)

TABLES = (
    "CREATE TABLE IF NOT EXISTS intents (id TEXT PRIMARY KEY, state TEXT NOT NULL, cents INTEGER NOT NULL)",
    *(
        f"CREATE TABLE IF NOT EXISTS {name} "
        f"(reference TEXT PRIMARY KEY, {of} TEXT NOT NULL, cents INTEGER NOT NULL)"
        for name, of in (("refunds", "intent"), ("transfers", "intent"), ("reversals", "transfer"))
    ),
)
MOST_SECONDS = 0.02


class FiledCards:
    """Charges, refunds and transfers as rows, each kept before it is answered."""

    simulated = True
    takes_cards = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self.refuses_refunds = False
        with self._rows() as rows:
            for table in TABLES:
                rows.execute(table)

    @contextmanager
    def _rows(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=30, isolation_level="IMMEDIATE")
        try:
            with connection:
                yield connection
        finally:
            connection.close()

    def total(self, table: str) -> dict[str, int]:
        """What was refunded, transferred or taken back, by what it was done to."""
        column = "transfer" if table == "reversals" else "intent"
        with self._rows() as rows:
            return dict(rows.execute(f"SELECT {column}, sum(cents) FROM {table} GROUP BY 1"))

    def charged(self) -> dict[str, int]:
        with self._rows() as rows:
            return dict(rows.execute("SELECT id, cents FROM intents WHERE state = 'paid'"))

    async def open(self, *, reference: str, amount_cents: int, order_id: str) -> OpenedIntent:
        await _pause()
        with self._rows() as rows:
            rows.execute("INSERT OR IGNORE INTO intents VALUES (?, 'open', 0)", (f"pi_{reference}",))
        await _pause()
        return OpenedIntent(f"pi_{reference}", "secret")

    async def client_secret(self, intent: str) -> str:
        return "secret"

    async def confirm(self, intent: str, card: Card, *, amount_cents: int, attempt: int) -> Charge:
        await self._reach("before confirm")
        with self._rows() as rows:
            rows.execute(
                "UPDATE intents SET state = 'paid', cents = ? WHERE id = ? AND state = 'open'",
                (amount_cents, intent),
            )
        await self._reach("after confirm")
        return await self.look_up(intent)

    async def authenticate(self, intent: str, *, approved: bool, amount_cents: int, attempt: int) -> Charge:
        return await self.look_up(intent)

    async def look_up(self, intent: str) -> Charge:
        with self._rows() as rows:
            state = rows.execute("SELECT state FROM intents WHERE id = ?", (intent,)).fetchone()[0]
        result = {"open": ChargeResult.OPEN, "paid": ChargeResult.PAID, "canceled": ChargeResult.CANCELED}
        return Charge(result[state], 100 if state == "paid" else 0)

    async def cancel(self, intent: str) -> Charge:
        await _pause()
        with self._rows() as rows:
            rows.execute("UPDATE intents SET state = 'canceled' WHERE id = ? AND state = 'open'", (intent,))
        return await self.look_up(intent)

    async def refund(self, intent: str, *, amount_cents: int, reference: str) -> str:
        if self.refuses_refunds:
            raise ProviderRefused("This card takes no refunds.")
        return await self._move("refunds", reference, intent, amount_cents)

    async def refunds_of(self, intent: str) -> list[ProviderRefund]:
        return [ProviderRefund(f"re_{name}", cents, name) for name, cents in self._made("refunds", intent)]

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        return f"acct_{driver_id}"

    async def account_report(self, account_id: str) -> AccountReport:
        return AccountReport(payouts_enabled=True, details_submitted=True, transfers=CapabilityStatus.ACTIVE)

    async def transfer(
        self,
        *,
        amount_cents: int,
        account: str,
        order_id: str,
        reference: str,
        provider_reference: str | None = None,
        service_type: ServiceType | None = None,
    ) -> str:
        return await self._move("transfers", reference, provider_reference or account, amount_cents)

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: int, reference: str) -> str:
        return await self._move("reversals", reference, transfer_id, amount_cents)

    async def reversals_of(self, transfer_id: str) -> list[ProviderReversal]:
        made = self._made("reversals", transfer_id)
        return [ProviderReversal(f"re_{name}", cents, name) for name, cents in made]

    async def transfers_of(self, order_id: str) -> list[ProviderTransfer]:
        """Of all orders: their references tell them apart."""
        return [ProviderTransfer(f"tr_{name}", cents, name) for name, cents in self._made("transfers")]

    async def check(self) -> None:
        """It always answers."""

    def _made(self, table: str, of: str | None = None) -> list[tuple[str, int]]:
        """References and cents, oldest first."""
        column = "transfer" if table == "reversals" else "intent"
        only = "" if of is None else f"WHERE {column} = ?"
        with self._rows() as rows:
            found = rows.execute(
                f"SELECT reference, cents FROM {table} {only} ORDER BY rowid", () if of is None else (of,)
            )
            return found.fetchall()

    async def _move(self, table: str, reference: str, of: str, cents: int) -> str:
        await self._reach(f"before {table}")
        with self._rows() as rows:
            rows.execute(f"INSERT OR IGNORE INTO {table} VALUES (?, ?, ?)", (reference, of, cents))
        await self._reach(f"after {table}")
        return f"{table[:2]}_{reference}"

    async def _reach(self, moment: str) -> None:
        """Something is about to be done, or has been done and is not answered yet."""
        await _pause()


class KillingCards(FiledCards):
    """Kills the process that asks it, as a power cut would, when it reaches a *moment*."""

    def __init__(self, path: Path, moment: str) -> None:
        super().__init__(path)
        self._moment = moment

    async def _reach(self, moment: str) -> None:
        if moment == self._moment:
            os.kill(os.getpid(), signal.SIGKILL)


async def _pause() -> None:
    await asyncio.sleep(random.uniform(0, MOST_SECONDS))
