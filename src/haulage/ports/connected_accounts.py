"""The accounts that drivers have at the payment provider, in our words."""

from typing import Protocol

from haulage.payouts import AccountReport


class ConnectedAccounts(Protocol):
    """Opens drivers' accounts and tells of them. Every method may raise ``Unavailable``, and
    ``ProviderRefused`` for an account that the provider does not have or does not let in."""

    @property
    def has_account_pages(self) -> bool:
        """Whether the provider has pages on an account; a simulation in this process has none, and its
        accounts need none."""
        ...

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        """The provider's id of the account that the driver's shares go to (PAY-07: express, US,
        individual). One driver has one account, however often it is asked for."""
        ...

    async def account_report(self, account_id: str) -> AccountReport:
        """What the provider says of the account now; it changes nothing."""
        ...

    async def onboarding_link(self, account_id: str, *, return_url: str, refresh_url: str) -> str:
        """The address of the provider's form, in which the driver sets the account up (OUT-01). It works
        once and for some minutes: whoever comes too late is sent to *refresh_url*, and whoever leaves the
        form, finished or not, to *return_url*."""
        ...

    async def dashboard_link(self, account_id: str) -> str:
        """The address of the provider's own pages on the account, which lets in once whoever has
        it. Raises ``ProviderRefused`` before the account is set up."""
        ...
