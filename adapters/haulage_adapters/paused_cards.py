"""A card provider that is asked for nothing that moves money while jobs are paused."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.payments import Card
from haulage.payouts import AccountReport
from haulage.ports.payments import (
    MAX_ENTRIES_A_PAGE,
    CardPayments,
    Charge,
    OpenedIntent,
    ProviderDispute,
    ProviderEntries,
    ProviderRefund,
    ProviderReversal,
    ProviderTransfer,
)
from haulage.ports.storage.unit_of_work import Storage


@attrs.define
class PaymentsPaused(Unavailable):
    """Jobs are paused, and payments with them; nothing was sent to the provider."""

    code = "payments_paused"
    service: str = "cards"
    message: str = "Payments are paused at the moment. Please try again later."


async def require_payments_open(storage: Storage) -> None:
    """Raises ``PaymentsPaused``."""
    if await storage.read(lambda unit: unit.operation.jobs_pause()) is not None:
        raise PaymentsPaused


@attrs.frozen
class PausedCards(CardPayments):
    """Asks *provider* what it knows at any time, and to do something only while jobs are not paused.

    A database that was restored beside the one that it is a copy of must neither charge nor pay anybody a
    second time, whoever asks: a job, or a person in a browser.
    """

    provider: CardPayments
    storage: Storage

    @property
    def simulated(self) -> bool:
        return self.provider.simulated

    @property
    def takes_cards(self) -> bool:
        return self.provider.takes_cards

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> OpenedIntent:
        await require_payments_open(self.storage)
        return await self.provider.open(reference=reference, amount_cents=amount_cents, order_id=order_id)

    async def client_secret(self, provider_reference: str) -> str:
        """With it a browser pays at the provider."""
        await require_payments_open(self.storage)
        return await self.provider.client_secret(provider_reference)

    async def confirm(
        self, provider_reference: str, card: Card, *, amount_cents: Cents, attempt: int
    ) -> Charge:
        await require_payments_open(self.storage)
        return await self.provider.confirm(
            provider_reference, card, amount_cents=amount_cents, attempt=attempt
        )

    async def open_customer(self, *, reference: str) -> str:
        await require_payments_open(self.storage)
        return await self.provider.open_customer(reference=reference)

    async def save_next_card(self, provider_reference: str, customer: str | None) -> None:
        await require_payments_open(self.storage)
        await self.provider.save_next_card(provider_reference, customer)

    async def confirm_saved(
        self, provider_reference: str, card: str, *, customer: str, amount_cents: Cents, attempt: int
    ) -> Charge:
        await require_payments_open(self.storage)
        return await self.provider.confirm_saved(
            provider_reference, card, customer=customer, amount_cents=amount_cents, attempt=attempt
        )

    async def forget_card(self, card: str) -> None:
        """The database that this one is a copy of may still show it."""
        await require_payments_open(self.storage)
        await self.provider.forget_card(card)

    async def forget_customer(self, customer: str) -> None:
        await require_payments_open(self.storage)
        await self.provider.forget_customer(customer)

    async def authenticate(
        self, provider_reference: str, *, approved: bool, amount_cents: Cents, attempt: int
    ) -> Charge:
        await require_payments_open(self.storage)
        return await self.provider.authenticate(
            provider_reference, approved=approved, amount_cents=amount_cents, attempt=attempt
        )

    async def look_up(self, provider_reference: str) -> Charge:
        return await self.provider.look_up(provider_reference)

    async def cancel(self, provider_reference: str) -> Charge:
        await require_payments_open(self.storage)
        return await self.provider.cancel(provider_reference)

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> str:
        await require_payments_open(self.storage)
        return await self.provider.refund(provider_reference, amount_cents=amount_cents, reference=reference)

    async def refunds_of(self, provider_reference: str) -> Sequence[ProviderRefund]:
        return await self.provider.refunds_of(provider_reference)

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        await require_payments_open(self.storage)
        return await self.provider.open_driver_account(driver_id=driver_id, email=email)

    @property
    def has_account_pages(self) -> bool:
        return self.provider.has_account_pages

    async def account_report(self, account_id: str) -> AccountReport:
        return await self.provider.account_report(account_id)

    async def onboarding_link(self, account_id: str, *, return_url: str, refresh_url: str) -> str:
        """In the provider's form a driver names the bank account that they are paid to."""
        await require_payments_open(self.storage)
        return await self.provider.onboarding_link(account_id, return_url=return_url, refresh_url=refresh_url)

    async def dashboard_link(self, account_id: str) -> str:
        """There too."""
        await require_payments_open(self.storage)
        return await self.provider.dashboard_link(account_id)

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
        await require_payments_open(self.storage)
        return await self.provider.transfer(
            amount_cents=amount_cents,
            account=account,
            order_id=order_id,
            reference=reference,
            provider_reference=provider_reference,
            service_type=service_type,
        )

    async def transfers_of(self, order_id: str) -> Sequence[ProviderTransfer]:
        return await self.provider.transfers_of(order_id)

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: Cents, reference: str) -> str:
        await require_payments_open(self.storage)
        return await self.provider.reverse_transfer(
            transfer_id, amount_cents=amount_cents, reference=reference
        )

    async def reversals_of(self, transfer_id: str) -> Sequence[ProviderReversal]:
        return await self.provider.reversals_of(transfer_id)

    async def disputes_of(self, provider_reference: str) -> Sequence[ProviderDispute]:
        return await self.provider.disputes_of(provider_reference)

    @property
    def keeps_entries(self) -> bool:
        return self.provider.keeps_entries

    async def entries(
        self,
        *,
        since: datetime,
        until: datetime,
        cursor: str | None = None,
        limit: int = MAX_ENTRIES_A_PAGE,
    ) -> ProviderEntries:
        return await self.provider.entries(since=since, until=until, cursor=cursor, limit=limit)

    async def balance_cents(self) -> Cents:
        return await self.provider.balance_cents()

    async def check(self) -> None:
        await self.provider.check()
