"""Drivers' accounts at the payment provider, kept as the provider describes them (OUT-01)."""

from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.kernel.errors import Conflict, NotFound
from haulage.payouts import ConnectedAccount
from haulage.ports.connected_accounts import ConnectedAccounts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.payments.account_reports import note_report

TRIES = 5
LOOKED_AT_FOR = timedelta(minutes=15)
"""Ours: for how long nobody asks again about an account that was not ready, while no event says that it has
changed: many shares may wait for one."""


@attrs.frozen
class DriverAccounts:
    """Opens drivers' accounts, and reads what the provider says of them."""

    storage: Storage
    clock: Clock
    provider: ConnectedAccounts

    async def of_driver(self, driver_id: str) -> ConnectedAccount:
        """Where the provider keeps what the driver earned; opened when there is none. Raises ``NotFound`` for
        a driver that is not there, ``Unavailable`` and ``ProviderRefused``."""
        known = await self.storage.read(lambda unit: unit.connected_accounts.get(driver_id))
        if known is not None:
            return known
        driver = await self.storage.read(lambda unit: unit.drivers.get(driver_id))
        if driver is None:
            raise NotFound("Driver")
        opened = await self.provider.open_driver_account(driver_id=driver_id, email=driver.email)
        report = await self.provider.account_report(opened)
        now = self.clock.now()
        account = ConnectedAccount(driver_id, opened, opened_at=now, report=report, updated_at=now)
        with suppress(Conflict):  # another share of the same driver was faster
            await self.storage.write(lambda unit: unit.connected_accounts.add(account))
        return await self.storage.read(lambda unit: unit.connected_accounts.get(driver_id)) or account

    async def looked_at(self, driver_id: str) -> ConnectedAccount:
        """The account; one that was not ready is asked after again, where that is not a moment ago."""
        account = await self.of_driver(driver_id)
        if account.report.takes_transfers or self.clock.now() - account.updated_at < LOOKED_AT_FOR:
            return account
        return await self.refreshed(driver_id)

    async def refreshed(self, driver_id: str) -> ConnectedAccount:
        """As the provider describes it now. An answer that was overtaken by another is asked for again, so
        that the newest one stands. Raises ``Conflict`` where that never comes to an end."""
        for _ in range(TRIES):
            before = await self.of_driver(driver_id)
            report = await self.provider.account_report(before.account_id)
            now = self.clock.now()
            try:
                return await self.storage.write(lambda unit: note_report(unit, before, report, now))  # noqa: B023
            except Conflict:
                continue
        raise Conflict("connected account")
