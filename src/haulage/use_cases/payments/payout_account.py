"""A driver's account at the payment provider, as it is shown, and the way to its pages (OUT-01)."""

from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payments import ProviderRefused
from haulage.payouts import (
    AccountNotSetUp,
    AccountRejected,
    AccountStatus,
    AccountStep,
    ConnectedAccount,
    NoConnectedAccount,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.driver_accounts import LOOKED_AT_FOR, DriverAccounts

POLLED_AGAIN_AFTER = timedelta(seconds=10)
"""Ours: a driver who comes back from the provider's form looks at once whether it was enough; the event
may come later. However often somebody looks, the provider is not asked more often than this."""


@attrs.frozen
class SeenAccount:
    """The account, and what its driver does about it next; None where there is nothing to do."""

    account: ConnectedAccount
    next_step: AccountStep | None


@attrs.frozen
class PayoutAccount:
    """Shows a driver's account, and makes links to the provider's pages on it.

    *public_url* is where the application answers browsers.
    """

    storage: Storage
    clock: Clock
    accounts: DriverAccounts
    public_url: str

    async def __call__(self, actor: Actor, driver_id: str) -> SeenAccount:
        """For the driver, administrators and operators. An account that is not ready is asked after again;
        while the provider does not answer, what it said last is shown.

        Raises ``NotFound`` for a driver that is not there, and ``NoConnectedAccount``.
        """
        authorize(actor, Action.SEE_PAYOUT_ACCOUNT, Facts("Driver", driver_id=driver_id))
        account = await self.storage.read(lambda unit: _account_of(unit, driver_id))
        is_ready = account.status is AccountStatus.ACTIVE
        if self.clock.now() - account.updated_at >= (LOOKED_AT_FOR if is_ready else POLLED_AGAIN_AFTER):
            with suppress(Unavailable, ProviderRefused, Conflict):
                account = await self.accounts.refreshed(driver_id)
        return self._seen(account)

    async def onboarding_link(self, actor: Actor, driver_id: str) -> str:
        """The address of the provider's form; the account is opened when there is none. It works once and for
        some minutes, and leads back to the driver's earnings.

        Raises ``NotFound``, ``AccountRejected``, ``Unavailable`` and ``ProviderRefused``.
        """
        authorize(actor, Action.SET_UP_PAYOUT_ACCOUNT, Facts("Driver", driver_id=driver_id))
        account = await self.accounts.of_driver(driver_id)
        if account.status is AccountStatus.REJECTED:
            raise AccountRejected
        back = f"{self.public_url}/driver-dashboard?tab=earnings"
        return await self.accounts.provider.onboarding_link(
            account.account_id, return_url=back, refresh_url=back
        )

    async def dashboard_link(self, actor: Actor, driver_id: str) -> str:
        """The address of the provider's own pages on the account, which lets in once whoever has it (OUT-33).

        Raises ``NoConnectedAccount``, ``AccountNotSetUp``, ``Unavailable`` and ``ProviderRefused``.
        """
        authorize(actor, Action.SET_UP_PAYOUT_ACCOUNT, Facts("Driver", driver_id=driver_id))
        account = await self.storage.read(lambda unit: _account_of(unit, driver_id))
        if not account.report.details_submitted:
            raise AccountNotSetUp
        return await self.accounts.provider.dashboard_link(account.account_id)

    def _seen(self, account: ConnectedAccount) -> SeenAccount:
        has_pages = self.accounts.provider.has_account_pages
        return SeenAccount(account, account.report.next_step(has_pages=has_pages))


async def _account_of(unit: UnitOfWork, driver_id: str) -> ConnectedAccount:
    account = await unit.connected_accounts.get(driver_id)
    if account is None:
        if await unit.drivers.get(driver_id) is None:
            raise NotFound("Driver")
        raise NoConnectedAccount
    return account
