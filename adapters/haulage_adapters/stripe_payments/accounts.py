"""Stripe's connected accounts: express, in the US, of individuals (docs.stripe.com/connect)."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from haulage.payouts import AccountReport, CapabilityStatus
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_value
from haulage_adapters.stripe_payments.asking import StripeQuestions
from haulage_adapters.stripe_payments.client import Said
from haulage_adapters.stripe_payments.reading import Instant, read_id

DRIVER = "haulage_driver"
"""The name under which our id of the driver is kept with their account."""

Word = Annotated[Text, Meta(min_length=1, max_length=200)]
Address = Annotated[Text, Meta(min_length=1, max_length=2_000)]


class _Requirements(msgspec.Struct):
    currently_due: Annotated[list[Word], Meta(max_length=200)] | None = None
    current_deadline: Instant | None = None
    disabled_reason: Word | None = None


class _Capabilities(msgspec.Struct):
    """What is not told was not requested."""

    transfers: CapabilityStatus = CapabilityStatus.UNREQUESTED
    card_payments: CapabilityStatus = CapabilityStatus.UNREQUESTED


class _Account(msgspec.Struct):
    id: str
    payouts_enabled: bool
    details_submitted: bool
    capabilities: _Capabilities | None = None
    requirements: _Requirements | None = None


class _Link(msgspec.Struct):
    url: Address


class StripeAccounts(StripeQuestions):
    """Opens accounts, reads them, and makes links to Stripe's pages on them."""

    @property
    def has_account_pages(self) -> bool:
        return True

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        async with self._line.asking():
            said = await self._made(
                self._line.v1.accounts.create_async(
                    params={
                        "type": "express",
                        "country": "US",
                        "business_type": "individual",
                        "email": email,
                        "capabilities": {"transfers": {"requested": True}},
                        "metadata": {DRIVER: driver_id},
                        # Left alone, the provider pays out every day, past holds and disputes.
                        "settings": {"payouts": {"schedule": {"interval": "manual"}}},
                    },
                    options={"idempotency_key": f"account-{driver_id}"},
                )
            )
            return read_id(said, "acct_")

    async def account_report(self, account_id: str) -> AccountReport:
        async with self._line.asking():
            said = await self._made(self._line.v1.accounts.retrieve_async(account_id))
        with self._line.reading():
            return read_account(said, account_id)

    async def onboarding_link(self, account_id: str, *, return_url: str, refresh_url: str) -> str:
        """Without an idempotency key: each link works once (docs.stripe.com/api/account_links)."""
        params: Any = {
            "account": account_id,
            "type": "account_onboarding",
            "return_url": return_url,
            "refresh_url": refresh_url,
            "collection_options": {"fields": "currently_due"},
        }
        async with self._line.asking():
            return _address(await self._made(self._line.v1.account_links.create_async(params=params)))

    async def dashboard_link(self, account_id: str) -> str:
        async with self._line.asking():
            return _address(await self._made(self._line.v1.accounts.login_links.create_async(account_id)))


def read_account(said: Said, account_id: str) -> AccountReport:
    """An account as it stands."""
    account = read_value(said, _Account)
    if account.id != account_id:
        raise InvalidResponse("another account than was asked for")
    capabilities = account.capabilities or _Capabilities()
    requirements = account.requirements or _Requirements()
    deadline = requirements.current_deadline
    return AccountReport(
        payouts_enabled=account.payouts_enabled,
        details_submitted=account.details_submitted,
        transfers=capabilities.transfers,
        card_payments=capabilities.card_payments,
        currently_due=tuple(requirements.currently_due or ()),
        due_by=None if deadline is None else datetime.fromtimestamp(deadline, UTC),
        disabled_reason=requirements.disabled_reason,
    )


def _address(said: Said) -> str:
    return read_value(said, _Link).url
