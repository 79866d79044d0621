"""Drivers' accounts at the simulated provider, and the transfers to them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.payments import ProviderRefused
from haulage.payments.provider_entry import EntryKind
from haulage.payouts import AccountReport, CapabilityStatus
from haulage.ports.payments import ProviderReversal, ProviderTransfer
from haulage_adapters.simulated.provider_book import ProviderBook

NO_PAGES = "Payments are simulated here, and the simulation has no pages on accounts."

TOO_LITTLE_THERE = "The account holds less than that."

ACCOUNT, TRANSFER, REVERSAL, MOVEMENT = "account", "transfer", "reversal", "movement"
"""Kinds of facts in the book. Movements are cents that came to an account, negative where they left it."""


class SimulatedAccounts:
    """What was transferred is in *book*. What it does not know is taken back all the same, on the word of
    whoever asks: the book may be younger than the database."""

    has_account_pages = False

    def __init__(
        self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC), book: ProviderBook | None = None
    ) -> None:
        self._now = now
        self.book = book or ProviderBook()
        self._paid_out: Callable[[str], Cents] = lambda _account: 0

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        account = f"acct_simulated_{driver_id}"
        self.book.once(ACCOUNT, account, 1)
        return account

    def knows(self, account: str) -> bool:
        """Whether the account was opened in this book, which so knows of all that came to it."""
        return self.book.find(ACCOUNT, account) is not None

    def sent_to(self, account: str) -> Cents:
        """What was transferred to the account, less what was taken back."""
        return self.book.sum_of(MOVEMENT, account)

    def count_payouts(self, paid_out: Callable[[str], Cents]) -> None:
        """What *paid_out* says was paid out of an account can be taken back of its transfers no more."""
        self._paid_out = paid_out

    def holds(self, account: str) -> Cents:
        """What came to the account and did not leave it."""
        return self.sent_to(account) - self._paid_out(account)

    async def account_report(self, account_id: str) -> AccountReport:
        """Ready as soon as it is opened."""
        return AccountReport(payouts_enabled=True, details_submitted=True, transfers=CapabilityStatus.ACTIVE)

    async def onboarding_link(self, account_id: str, *, return_url: str, refresh_url: str) -> str:
        """There is nothing to fill in, so it leads straight back."""
        return return_url

    async def dashboard_link(self, account_id: str) -> str:
        """Raises ``ProviderRefused``: a simulation in this process has no pages of its own."""
        raise ProviderRefused(NO_PAGES)

    async def transfer(
        self,
        *,
        amount_cents: Cents,
        account: str,
        order_id: str,
        reference: str,
        provider_reference: str | None = None,
        service_type: ServiceType | None = None,
    ) -> str:
        if amount_cents < 1:
            raise ProviderRefused("Less than a cent cannot be transferred.")
        transfer = f"tr_simulated_{reference}"
        with self.book.writing():
            if self.book.find(TRANSFER, transfer) is not None:
                return transfer
            self._take_from_payment(provider_reference, amount_cents)
            made = {"amount": amount_cents, "account": account, "reference": reference}
            self.book.once(TRANSFER, transfer, made, owner=order_id)
            self.book.once(MOVEMENT, transfer, amount_cents, owner=account)
        self._enter(EntryKind.TRANSFER, -amount_cents, transfer, provider_reference, reference)
        return transfer

    async def transfers_of(self, order_id: str) -> Sequence[ProviderTransfer]:
        return [
            ProviderTransfer(id, each["amount"], each["reference"])
            for id, each in self.book.of(TRANSFER, order_id).items()
        ]

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: Cents, reference: str) -> str:
        made = f"trr_simulated_{reference}"
        key = f"{transfer_id}/{reference}"
        with self.book.writing():
            known: dict[str, Any] | None = self.book.find(TRANSFER, transfer_id)
            if known is None or self.book.find(REVERSAL, key) is not None:
                return made
            left = known["amount"] - self.book.sum_of(REVERSAL, transfer_id)
            if not 0 < amount_cents <= left:
                raise ProviderRefused(f"{amount_cents} cents cannot be given back of {left} that are left.")
            if self.knows(known["account"]) and amount_cents > self.holds(known["account"]):
                raise ProviderRefused(TOO_LITTLE_THERE)
            self.book.once(REVERSAL, key, amount_cents, owner=transfer_id)
            self.book.once(MOVEMENT, key, -amount_cents, owner=known["account"])
        self._enter(EntryKind.TRANSFER_REVERSAL, amount_cents, made, transfer_id, reference)
        return made

    async def reversals_of(self, transfer_id: str) -> Sequence[ProviderReversal]:
        made = self.book.of(REVERSAL, transfer_id).items()
        names = ((key.removeprefix(f"{transfer_id}/"), cents) for key, cents in made)
        return [ProviderReversal(f"trr_simulated_{name}", cents, name) for name, cents in names]

    def _take_from_payment(self, provider_reference: str | None, cents: Cents) -> None:
        """Note that a payment's money is passed on. Raises ``ProviderRefused`` for more than the payment."""

    def _enter(
        self,
        kind: EntryKind,
        cents: Cents,
        source: str,
        intent: str | None,
        reference: str | None = None,
        fee: Cents = 0,
    ) -> None:
        """Note a movement of the platform's balance."""
