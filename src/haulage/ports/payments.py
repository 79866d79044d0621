"""A card provider, in our words: charging cards, giving back, and moving shares to drivers."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.payments import Card
from haulage.payments.provider_entry import ProviderEntry, UnreadableEntry
from haulage.ports.connected_accounts import ConnectedAccounts
from haulage.webhooks.dispute_update import DisputeUpdate


@attrs.define
class ProviderUnreadable(Unavailable):
    """The provider answers, and what it says of this one thing cannot be believed. Who asks about many
    things can go on with the others."""

    fault: str = ""


@attrs.define
class AccountUnknown(ProviderUnreadable):
    """The provider knows of no such connected account, or of none that is ours. What was done in it before
    stays unknown."""


class ChargeResult(StrEnum):
    """What an intent has come to at the provider."""

    PAID = "paid"
    DECLINED = "declined"
    NEEDS_AUTHENTICATION = "needs_authentication"
    OPEN = "open"
    """Nothing was charged, and it waits for a card."""
    UNDER_WAY = "under_way"
    """The provider has not decided yet."""
    CANCELED = "canceled"


@attrs.frozen
class ProviderCard:
    """A card that the provider keeps for one of its customers."""

    id: str = attrs.field(repr=False)
    customer: str = attrs.field(repr=False)
    brand: str
    last4: str
    expiry_month: int
    expiry_year: int


@attrs.frozen
class Charge:
    """What came of an attempt. ``reason`` is the sentence for a declined customer.

    ``processing_fee_cents`` is what the provider reports (OP-02). Brand and last four digits are of the
    card that was tried, where the provider tells. ``saved_card`` is that card where the provider keeps it
    from now on, because it was told to by :meth:`CardPayments.save_next_card`.
    """

    result: ChargeResult
    processing_fee_cents: Cents = 0
    reason: str | None = None
    card_brand: str | None = None
    card_last4: str | None = None
    saved_card: ProviderCard | None = None


@attrs.frozen
class OpenedIntent:
    """An intent at the provider (PAY-01). Who has the secret may show a card to it, so no log may."""

    provider_reference: str
    client_secret: str = attrs.field(repr=False)


@attrs.frozen
class ProviderRefund:
    """A refund as the provider has it. ``reference`` is ours; one made in the provider's own dashboard has
    none. A *failed* one came back, or never left."""

    id: str
    amount_cents: Cents
    reference: str | None
    failed: bool = False


@attrs.frozen
class ProviderTransfer:
    """What was sent to a driver, as the provider has it. ``reference`` is ours; one made in the provider's
    own dashboard has none."""

    id: str
    amount_cents: Cents
    reference: str | None


@attrs.frozen
class ProviderReversal:
    """A part of a transfer that was taken back, as the provider has it. ``reference`` is ours; one made in
    the provider's own dashboard has none."""

    id: str
    amount_cents: Cents
    reference: str | None


@attrs.frozen
class ProviderDispute:
    """A dispute by the provider's id for it, as it stands."""

    id: str
    update: DisputeUpdate


MAX_ENTRIES_A_PAGE = 100


@attrs.frozen
class ProviderEntries:
    """A page of balance entries, newest first, and the cursor of the next page; None at the end. What of the
    page cannot be read is told beside it."""

    items: Sequence[ProviderEntry]
    next: str | None
    unreadable: Sequence[UnreadableEntry] = ()


class CardPayments(ConnectedAccounts, Protocol):
    """A card provider. Every method may raise ``Unavailable``: whether it was done is unknown then, and
    the same call can be repeated, for equal references and attempts have one effect; ``ProviderUnreadable``
    is one of these. Lists are whole, however long they are. What the provider
    refuses for good raises ``ProviderRefused``; what it has done under a reference it answers again, and
    never refuses afterwards: a refusal says that nothing moved.
    """

    @property
    def simulated(self) -> bool:
        """Whether no real money moves."""
        ...

    @property
    def takes_cards(self) -> bool:
        """Whether :meth:`confirm` takes the documented card form. Where it does not, browsers show cards
        to the provider themselves with the intent's secret, and :meth:`look_up` tells what came of it."""
        ...

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> OpenedIntent:
        """Open an intent for exactly this amount."""
        ...

    async def client_secret(self, provider_reference: str) -> str:
        """The secret of an intent that is open, for the browser of who pays."""
        ...

    async def confirm(
        self, provider_reference: str, card: Card, *, amount_cents: Cents, attempt: int
    ) -> Charge:
        """Charge the card. The same *attempt* asked twice charges once, and a paid intent never again."""
        ...

    async def authenticate(
        self, provider_reference: str, *, approved: bool, amount_cents: Cents, attempt: int
    ) -> Charge:
        """Finish a charge that asked the cardholder to authenticate (3-D Secure)."""
        ...

    async def open_customer(self, *, reference: str) -> str:
        """The provider's id of a customer, to whom cards can be saved. It is told nothing of the person. One
        *reference* has one customer, however often it is asked for."""
        ...

    async def save_next_card(self, provider_reference: str, customer: str | None) -> None:
        """Have the card that pays this intent kept for *customer*; for nobody with None. Raises
        ``SavedCardGone`` where the provider does not have that customer any more."""
        ...

    async def confirm_saved(
        self, provider_reference: str, card: str, *, customer: str, amount_cents: Cents, attempt: int
    ) -> Charge:
        """Charge a card that is kept for *customer*, who is there and can answer their bank. As with
        :meth:`confirm` the same *attempt* asked twice charges once. Raises ``SavedCardGone`` where the
        provider does not have it for this customer any more: nothing was charged then."""
        ...

    async def forget_card(self, card: str) -> None:
        """Have the provider keep the card no longer. One that it does not have is no error."""
        ...

    async def forget_customer(self, customer: str) -> None:
        """The same for a customer and every card of theirs."""
        ...

    async def look_up(self, provider_reference: str) -> Charge:
        """What the intent has come to by now; it changes nothing."""
        ...

    async def cancel(self, provider_reference: str) -> Charge:
        """Close an intent that was not paid. Closing twice is no error, and neither is closing one that
        was paid in the meantime: the answer tells."""
        ...

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> str:
        """Give back part of a paid amount and return the provider's id of the refund. The same *reference*
        refunds once. Raises ``ProviderRefused``, such as for more than is left of the payment."""
        ...

    async def refunds_of(self, provider_reference: str) -> Sequence[ProviderRefund]:
        """Everything that was given back of an intent, by whomever, in the order it happened."""
        ...

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
        """Move a driver's share out of a paid intent to their account and return the transfer's id. Out of
        one intent never more goes than was paid, and what was taken back of a transfer does not count as
        free again; without an intent the share comes from the platform's balance. The provider stores the
        order and its service with it. The same *reference* transfers once. Raises ``ProviderRefused``, such
        as for a closed account."""
        ...

    async def transfers_of(self, order_id: str) -> Sequence[ProviderTransfer]:
        """Everything that was sent to drivers for an order, in the order it happened."""
        ...

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: Cents, reference: str) -> str:
        """Take back part of a transfer and return the reversal's id. The same *reference* takes back once.
        Raises ``ProviderRefused``, such as for more than is left of the transfer."""
        ...

    async def reversals_of(self, transfer_id: str) -> Sequence[ProviderReversal]:
        """Everything that was taken back of a transfer, by whomever, in the order it happened."""
        ...

    async def disputes_of(self, provider_reference: str) -> Sequence[ProviderDispute]:
        """Every dispute of an intent, in the order they were opened."""
        ...

    @property
    def keeps_entries(self) -> bool:
        """Whether :meth:`entries` knows of everything that ever happened. A simulation in this process
        forgets with it, and knows nothing of other processes."""
        ...

    async def entries(
        self,
        *,
        since: datetime,
        until: datetime,
        cursor: str | None = None,
        limit: int = MAX_ENTRIES_A_PAGE,
    ) -> ProviderEntries:
        """What moved our balance from *since* until before *until*, in whole seconds, newest first."""
        ...

    async def balance_cents(self) -> Cents:
        """All that the provider holds for us at this moment, in cents: what could be paid out, and what has
        not settled yet. Below nothing where we owe it. It is what all :meth:`entries` come to."""
        ...

    async def check(self) -> None:
        """Whether it answers, and knows us. Raises ``Unavailable``."""
        ...
