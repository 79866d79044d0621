"""A card provider for tests that keeps the port's promise, refuses as Stripe does, and writes all down."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.services import ServiceType
from haulage.payments import Card, ProviderRefused
from haulage.payments.provider_entry import EntryKind, ProviderEntry, UnreadableEntry
from haulage.payouts import AccountReport, CapabilityStatus
from haulage.ports.payments import (
    Charge,
    ChargeResult,
    OpenedIntent,
    ProviderDispute,
    ProviderEntries,
    ProviderRefund,
    ProviderReversal,
    ProviderTransfer,
    ProviderUnreadable,
)
from haulage.webhooks.dispute_update import DisputeUpdate
from haulage_adapters.simulated.cards import SimulatedCards

CANNOT_BE_CLOSED = {ChargeResult.PAID, ChargeResult.UNDER_WAY}


@attrs.define
class MadeRefund:
    """A refund as the provider has it."""

    intent: str
    cents: int
    reference: str | None
    failed: bool = False


@attrs.define
class BankDispute:
    """What a card holder's bank took back; *won* is None while nothing is decided."""

    intent: str
    cents: int
    won: bool | None = None
    fee: int = 0


READY = AccountReport(payouts_enabled=True, details_submitted=True, transfers=CapabilityStatus.ACTIVE)


class RecordingCards:
    """The simulated cards behind a provider that keeps the port's promise and writes down all it does.

    ``charged`` counts money that moved, by intent. A test may make the provider unreachable
    (``down``), let it lose the answer after the work is done (``losing_answers``), or hold an
    attempt until ``let_through`` is set.
    """

    simulated = True
    has_account_pages = True

    def __init__(self) -> None:
        self.takes_cards = True
        self._simulation = SimulatedCards(decline_share=0)
        self._came_to: dict[str, Charge] = {}
        self._outcomes: dict[tuple[str, int], Charge] = {}
        self.charged: Counter[str] = Counter()
        self.fees: Counter[str] = Counter()
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.moved: list[ProviderEntry] = []
        """Movements of the balance, oldest first."""
        self.entered_cents = 0
        """What all movements come to, also those that a test has the provider forget."""
        self.made: dict[str, MadeRefund] = {}
        self.disputes: dict[str, BankDispute] = {}
        self.held: Counter[str] = Counter()
        """What drivers have of what was sent to them, by the transfer's account."""
        self.reports: dict[str, AccountReport] = {}
        """What drivers' accounts are like where they are not ready, by account."""
        self.reports_asked = 0
        self._account_of: dict[str, str] = {}
        self._order_of: dict[str, str] = {}
        self._sent_out_of: Counter[str] = Counter()
        self._reversed: defaultdict[str, list[ProviderReversal]] = defaultdict(list)
        self.provider_refunds: dict[str, list[ProviderRefund]] = {}
        self.provider_reversals: dict[str, list[ProviderReversal]] = {}
        self.transfers: dict[str, int] = {}
        self.services: dict[str, ServiceType | None] = {}
        """The service that each transfer was said to be for."""
        self.reversals: dict[str, int] = {}
        self.closed: set[str] = set()
        self.requests: list[tuple[str, int]] = []
        self.refuses: set[str] = set()
        """What the provider refuses for good: intent, charge, transfer, refund, reversal, opening, report."""
        self.customers: list[str] = []
        """References of the customers that were opened."""
        self.forgotten: list[str] = []
        """Cards and customers that the provider was told to keep no longer."""
        self.unread: list[UnreadableEntry] = []
        """Movements that cannot be read."""
        self.garbled: set[str] = set()
        """Intents of which nothing that is told can be read."""
        self.down = False
        self.losing_answers = False
        self.arrived = asyncio.Event()
        self.let_through = asyncio.Event()
        self.let_through.set()

    @property
    def total_charged(self) -> int:
        return sum(self.charged.values())

    @property
    def refunds(self) -> dict[str, int]:
        """What went back to cards and stayed there, by our reference."""
        return {name: each.cents for name, each in self.made.items() if not each.failed}

    @property
    def clearing_cents(self) -> int:
        """What the provider holds for the platform, if nothing had been sent to drivers."""
        taken = sum(each.cents for each in self.disputes.values() if not each.won)
        return self.total_charged - self.fees.total() - sum(self.refunds.values()) - taken

    @property
    def platform_cents(self) -> int:
        """What the provider holds for the platform: what went to drivers is not in it."""
        return self.clearing_cents - sum(self.transfers.values()) + sum(self.reversals.values())

    @property
    def sent(self) -> Counter[str]:
        """What was sent to each account and not taken back, wherever its owner has it."""
        found: Counter[str] = Counter()
        for reference, cents in self.transfers.items():
            transfer = f"tr_{reference}"
            back = sum(each.amount_cents for each in self._reversed[transfer])
            found[self._account_of[transfer]] += cents - back
        return found

    async def open(self, *, reference: str, amount_cents: int, order_id: str) -> OpenedIntent:
        self._require_line()
        self._may_refuse("intent", known=False)
        return OpenedIntent(f"pi_{reference}", f"pi_{reference}_secret")

    async def client_secret(self, intent: str) -> str:
        self._require_line()
        return f"{intent}_secret"

    async def confirm(self, intent: str, card: Card, *, amount_cents: int, attempt: int) -> Charge:
        decided = await self._simulation.confirm(intent, card, amount_cents=amount_cents, attempt=attempt)
        return await self._do(intent, attempt, amount_cents, decided)

    async def open_customer(self, *, reference: str) -> str:
        self._require_line()
        self.customers.append(reference)
        return await self._simulation.open_customer(reference=reference)

    async def save_next_card(self, intent: str, customer: str | None) -> None:
        self._require_line()
        await self._simulation.save_next_card(intent, customer)

    async def confirm_saved(
        self, intent: str, card: str, *, customer: str, amount_cents: int, attempt: int
    ) -> Charge:
        decided = await self._simulation.confirm_saved(
            intent, card, customer=customer, amount_cents=amount_cents, attempt=attempt
        )
        return await self._do(intent, attempt, amount_cents, decided)

    async def forget_card(self, card: str) -> None:
        self._require_line()
        self._may_refuse("forgetting", known=False)
        self.forgotten.append(card)
        await self._simulation.forget_card(card)

    async def forget_customer(self, customer: str) -> None:
        self._require_line()
        self.forgotten.append(customer)
        await self._simulation.forget_customer(customer)

    async def authenticate(self, intent: str, *, approved: bool, amount_cents: int, attempt: int) -> Charge:
        decided = await self._simulation.authenticate(
            intent, approved=approved, amount_cents=amount_cents, attempt=attempt
        )
        return await self._do(intent, attempt, amount_cents, decided)

    async def look_up(self, intent: str) -> Charge:
        self._require_line()
        self._may_lose_the_answer()
        return self._came_to.get(intent, Charge(ChargeResult.OPEN))

    def shown_in_the_browser(self, intent: str, charge: Charge, amount_cents: int = 0) -> None:
        """A card was shown to the provider without our server."""
        self._came_to[intent] = charge
        if charge.result is ChargeResult.PAID:
            self._charge(intent, amount_cents, charge)

    def _charge(self, intent: str, cents: int, charge: Charge) -> None:
        self.charged[intent] += cents
        self.fees[intent] = charge.processing_fee_cents
        self.enter(EntryKind.CHARGE, cents, f"ch_{intent}", intent, fee=charge.processing_fee_cents)

    async def cancel(self, intent: str) -> Charge:
        self._require_line()
        if self._came_to.get(intent, Charge(ChargeResult.OPEN)).result in CANNOT_BE_CLOSED:
            return self._came_to[intent]
        self.closed.add(intent)
        self._came_to[intent] = Charge(ChargeResult.CANCELED)
        return self._came_to[intent]

    async def refund(self, intent: str, *, amount_cents: int, reference: str) -> str:
        self._require_line()
        if reference not in self.made:
            self._may_refuse("refund", known=False)
            self._require_refundable(intent, amount_cents)
            self.made[reference] = MadeRefund(intent, amount_cents, reference)
            self.enter(EntryKind.REFUND, -amount_cents, f"re_{reference}", intent, reference=reference)
        self._may_lose_the_answer()
        if self.made[reference].failed:
            raise ProviderRefused("The refund has failed.")
        return f"re_{reference}"

    def _require_refundable(self, intent: str, cents: int) -> None:
        """As Stripe does: nothing of a charge whose dispute is open, and never more than is left of it."""
        disputes = [each for each in self.disputes.values() if each.intent == intent]
        if any(each.won is None for each in disputes):
            raise ProviderRefused("This charge is disputed and cannot be refunded.")
        back = sum(each.cents for each in self.made.values() if each.intent == intent and not each.failed)
        lost = sum(each.cents for each in disputes if each.won is False)
        if cents > self.charged[intent] - back - lost:
            raise ProviderRefused("The refund is greater than what is left of the charge.")

    async def refunds_of(self, intent: str) -> list[ProviderRefund]:
        """All that were made, unless a test says what is told."""
        self._require_line()
        self._may_be_garbled(intent)
        if intent in self.provider_refunds:
            return self.provider_refunds[intent]
        made = [(name, each) for name, each in self.made.items() if each.intent == intent]
        return [ProviderRefund(f"re_{name}", e.cents, e.reference, failed=e.failed) for name, e in made]

    def refund_in_the_dashboard(self, name: str, intent: str, cents: int) -> None:
        """Somebody gives money back in the provider's own dashboard."""
        self._require_refundable(intent, cents)
        self.made[name] = MadeRefund(intent, cents, None)
        self.enter(EntryKind.REFUND, -cents, f"re_{name}", intent)

    def return_refund(self, reference: str) -> None:
        """The card's bank sends it back."""
        made = self.made[reference]
        made.failed = True
        entered = made.reference
        self.enter(EntryKind.REFUND_FAILED, made.cents, f"re_{reference}", made.intent, reference=entered)

    def bank_disputes(self, name: str, intent: str, cents: int, status: str) -> None:
        """The card holder's bank takes money back, and says later whether it keeps it."""
        if name not in self.disputes:
            self.enter(EntryKind.DISPUTE, -cents, name, intent)
        dispute = self.disputes.setdefault(name, BankDispute(intent, cents))
        if status in {"won", "lost"} and dispute.won is not (status == "won"):
            if status == "won" or dispute.won:
                self.enter(EntryKind.DISPUTE, cents if status == "won" else -cents, name, intent)
            dispute.won = status == "won"

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        self._require_line()
        self._may_refuse("opening", known=False)
        return f"acct_{driver_id}"

    async def account_report(self, account_id: str) -> AccountReport:
        self._require_line()
        self._may_refuse("report", known=False)
        self.reports_asked += 1
        return self.reports.get(account_id, READY)

    async def onboarding_link(self, account_id: str, *, return_url: str, refresh_url: str) -> str:
        self._require_line()
        return f"https://provider.example/onboarding/{account_id}?back={return_url}&again={refresh_url}"

    async def dashboard_link(self, account_id: str) -> str:
        self._require_line()
        return f"https://provider.example/dashboard/{account_id}"

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
        self._require_line()
        self._may_refuse("transfer", known=reference in self.transfers)
        if reference not in self.transfers:
            if provider_reference is not None:
                self._send_out_of(provider_reference, amount_cents)
            self.transfers[reference] = amount_cents
            self.services[reference] = service_type
            self._order_of[reference] = order_id
            self.enter(EntryKind.TRANSFER, -amount_cents, f"tr_{reference}", None, reference=reference)
            self.held[account] += amount_cents
        self._account_of[f"tr_{reference}"] = account
        self._may_lose_the_answer()
        return f"tr_{reference}"

    def _send_out_of(self, intent: str, cents: int) -> None:
        """As Stripe does: out of a charge never more than the charge, whatever came back of it."""
        if self._sent_out_of[intent] + cents > self.charged[intent]:
            raise ProviderRefused("The transfers from this charge would come to more than it.")
        self._sent_out_of[intent] += cents

    async def transfers_of(self, order_id: str) -> list[ProviderTransfer]:
        self._require_line()
        sent = self.transfers.items()
        return [
            ProviderTransfer(f"tr_{name}", c, name) for name, c in sent if self._order_of[name] == order_id
        ]

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: int, reference: str) -> str:
        self._require_line()
        self._may_refuse("reversal", known=reference in self.reversals)
        account = self._account_of[transfer_id]
        if reference not in self.reversals:
            made = self._reversed[transfer_id]
            sent = self.transfers[transfer_id.removeprefix("tr_")]
            if amount_cents > sent - sum(each.amount_cents for each in made):
                raise ProviderRefused("There is not enough left of this transfer.")
            if amount_cents > self.held[account]:
                raise ProviderRefused("There is not enough in the account to take this back.")
            self.reversals[reference] = amount_cents
            self.held[account] -= amount_cents
            made.append(ProviderReversal(f"trr_{reference}", amount_cents, reference))
            kind, id = EntryKind.TRANSFER_REVERSAL, f"trr_{reference}"
            self.enter(kind, amount_cents, id, transfer_id, reference=reference)
        self._may_lose_the_answer()
        return f"trr_{reference}"

    async def reversals_of(self, transfer_id: str) -> list[ProviderReversal]:
        self._require_line()
        return self.provider_reversals.get(transfer_id, self._reversed[transfer_id])

    async def disputes_of(self, intent: str) -> list[ProviderDispute]:
        self._require_line()
        self._may_be_garbled(intent)
        words = {None: "needs_response", True: "won", False: "lost"}
        return [
            ProviderDispute(
                name, DisputeUpdate(each.cents, each.fee, words[each.won], "fraudulent", int(each.fee > 0))
            )
            for name, each in self.disputes.items()
            if each.intent == intent
        ]

    keeps_entries = True

    async def entries(
        self, *, since: datetime, until: datetime, cursor: str | None = None, limit: int = 3
    ) -> ProviderEntries:
        """Few a page, so that there are pages."""
        self._require_line()
        found = [each for each in reversed(self.moved) if since <= each.created_at < until]
        begin = [each.id for each in found].index(cursor) + 1 if cursor else 0
        page = found[begin : begin + limit]
        unread = () if cursor else self.unread
        return ProviderEntries(page, page[-1].id if len(found) > begin + limit else None, unread)

    def enter(self, kind: EntryKind, cents: int, source: str, intent: str | None, **facts: Any) -> None:
        """A movement of the platform's balance; tests may invent some."""
        fee = facts.pop("fee", 0)
        id, at = f"txn_{len(self.moved) + 1}", self.now().replace(microsecond=0)
        entry = ProviderEntry(id, kind, kind, cents, fee, cents - fee, at, source, intent, **facts)
        self.moved.append(entry)
        self.entered_cents += entry.net_cents

    async def balance_cents(self) -> int:
        """Fees of disputes are told with the disputes, and are no entries here."""
        self._require_line()
        return self.entered_cents - sum(each.fee for each in self.disputes.values())

    async def check(self) -> None:
        self._require_line()

    async def _do(self, intent: str, attempt: int, amount_cents: int, decided: Charge) -> Charge:
        """Equal intents and attempts have one effect."""
        self.requests.append((intent, attempt))
        self.arrived.set()
        await self.let_through.wait()
        await asyncio.sleep(0)
        self._require_line()
        self._may_refuse("charge", known=(intent, attempt) in self._outcomes)
        if intent in self.closed:
            return self._came_to[intent]
        if (intent, attempt) not in self._outcomes:
            self._outcomes[intent, attempt] = decided
            self._came_to[intent] = decided
            if decided.result is ChargeResult.PAID:
                self._charge(intent, amount_cents, decided)
        self._may_lose_the_answer()
        return self._outcomes[intent, attempt]

    def _require_line(self) -> None:
        if self.down:
            raise Unavailable("cards")

    def _may_be_garbled(self, intent: str) -> None:
        if intent in self.garbled:
            raise ProviderUnreadable("cards", fault="not as it should be")

    def _may_refuse(self, what: str, *, known: bool) -> None:
        """What was done is never refused afterwards, however little the provider would do it now."""
        if what in self.refuses and not known:
            raise ProviderRefused(f"No {what} for this account.")

    def _may_lose_the_answer(self) -> None:
        if self.losing_answers:
            raise Unavailable("cards")
