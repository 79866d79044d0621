"""A payout provider, in our words: paying drivers out of their connected accounts."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.payouts import (
    BankAccountType,
    MethodDetails,
    MethodType,
    PayoutRail,
    PayoutSpeed,
    PayoutStatus,
)


@attrs.frozen
class ProviderMethod:
    """A way of being paid, as the provider has it. ``token`` is the provider's id of it."""

    token: str = attrs.field(repr=False)
    type: MethodType
    last4: str = ""
    bank_name: str = ""
    account_type: BankAccountType | None = None
    is_verified: bool = False
    is_instant: bool = False


@attrs.frozen
class ProviderBalance:
    """What a connected account holds, in cents. ``available_cents`` can be paid out now, and
    ``instant_available_cents`` of it at once; what is pending was transferred and has not settled."""

    available_cents: Cents
    pending_cents: Cents = 0
    instant_available_cents: Cents = 0


@attrs.frozen
class TransferPart:
    """So much of a transfer that was made to the account before."""

    transfer_id: str
    amount_cents: Cents


@attrs.frozen
class PayoutInstruction:
    """A payout as the provider is asked for it, in cents.

    ``reference`` is ours and stays the same however often it is asked for. ``net_cents`` is what arrives.
    ``take_back`` is what goes back to the platform before: fees and withholding, and on PayPal all of it; the
    parts add up to what does not leave by the account's own payout. ``service_type`` is that of its order,
    which the provider keeps with it.
    """

    reference: str
    account: str
    destination: str = attrs.field(repr=False)
    rail: PayoutRail
    speed: PayoutSpeed
    net_cents: Cents
    take_back: Sequence[TransferPart] = ()
    service_type: ServiceType | None = None


@attrs.frozen
class ProviderPayout:
    """A payout as the provider has it. ``speed`` is how it really goes, which may be standard where instant
    was asked for. ``failure_reason`` is a sentence for the driver."""

    id: str
    status: PayoutStatus
    net_cents: Cents
    speed: PayoutSpeed
    reference: str | None = None
    arrives_at: datetime | None = None
    failure_reason: str | None = None


def take_back_reference(payout: str, number: int) -> str:
    """The reference of a part that goes back to the platform, by its place in ``take_back``."""
    return f"{payout}-back-{number}"


def fees_reference(payout: str) -> str:
    """The reference of what :meth:`DriverPayouts.return_fees` gives."""
    return f"{payout}-fees"


def restored_reference(payout: str) -> str:
    """The reference of what :meth:`DriverPayouts.restore` gives."""
    return f"{payout}-restored"


class DriverPayouts(Protocol):
    """Pays drivers. Every method may raise ``Unavailable``: whether it was done is unknown then, and the same
    call can be repeated, for equal references have one effect. What the provider refuses for good raises
    ``ProviderRefused``, and nothing moved then."""

    @property
    def simulated(self) -> bool:
        """Whether no real money moves."""
        ...

    @property
    def takes_details(self) -> bool:
        """Whether :meth:`add_method` takes account and card numbers. Where it does not, drivers enter them in
        the provider's hosted form, and :meth:`methods_of` tells what came of it (OP-40)."""
        ...

    @property
    def rails(self) -> frozenset[PayoutRail]:
        """Where it can pay to."""
        ...

    async def methods_of(self, account: str) -> Sequence[ProviderMethod]:
        """Every way of being paid that the provider has for the account."""
        ...

    async def add_method(self, account: str, details: MethodDetails, *, reference: str) -> ProviderMethod:
        """Give the account a way of being paid; once for one *reference*. Raises ``ProviderRefused``."""
        ...

    async def remove_method(self, account: str, token: str) -> None:
        """Have the provider pay there no longer. One that it does not have is no error."""
        ...

    async def balance_of(self, account: str) -> ProviderBalance:
        """What the account holds."""
        ...

    async def balances_of(self, accounts: Collection[str]) -> Mapping[str, ProviderBalance]:
        """What each of many holds, asked side by side; those are missing for which there was no answer. One
        that the provider refuses to tell of holds nothing."""
        ...

    async def find(self, instruction: PayoutInstruction) -> ProviderPayout | None:
        """The payout that was made under this reference before, as it stands; it changes nothing. Raises
        ``AccountUnknown`` where there is no such account."""
        ...

    async def prepare(self, instruction: PayoutInstruction) -> None:
        """Take back from earlier transfers what does not go to the driver. Raises ``ProviderRefused``, such
        as for more than is left of a transfer; some parts may have been taken back then, and
        :meth:`restore` gives them back."""
        ...

    async def send(self, instruction: PayoutInstruction) -> ProviderPayout:
        """Pay out what is prepared. One that was made under this reference is answered again, as it stands.
        Raises ``ProviderRefused``, such as for a closed bank account or an instant payout to a method that
        cannot have one."""
        ...

    async def restore(self, instruction: PayoutInstruction) -> TransferPart | None:
        """Give the account back what :meth:`prepare` took, once: the payout failed or was canceled. The
        transfer by which it went, however often it is asked for; None where nothing was to go back."""
        ...

    async def return_fees(
        self, instruction: PayoutInstruction, *, amount_cents: Cents
    ) -> TransferPart | None:
        """Give the account back a part of what :meth:`prepare` took, once: a payout that was to be instant
        was made as a standard one (OP-41). The transfer by which it went; None where all of it was restored
        before."""
        ...

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        """The payout as it stands; it changes nothing."""
        ...

    async def cancel(self, account: str, payout_id: str) -> ProviderPayout:
        """Cancel a payout that is pending. One that can be canceled no longer is answered as it stands."""
        ...

    async def payouts_of(self, account: str, *, since: datetime) -> Sequence[ProviderPayout]:
        """Every payout of the account that was made from *since* on, by whomever, newest first."""
        ...
