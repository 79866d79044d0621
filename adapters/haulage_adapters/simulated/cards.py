"""A card provider that moves no money and behaves like one that does (PAY-06).

What becomes of an attempt is a function of the seed, the intent and the attempt's number, so the
same attempt asked twice has one outcome, after a restart and in every process alike. What an intent
has come to it remembers for as long as the process lives: no money is lost with the rest. What was charged
before that it gives back all the same, on the word of whoever asks.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from fractions import Fraction

import attrs
from cachetools import FIFOCache

from haulage.kernel.money import Cents, half_up
from haulage.payments import Card, ProviderRefused
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.ports.payments import (
    MAX_ENTRIES_A_PAGE,
    Charge,
    ChargeResult,
    OpenedIntent,
    ProviderDispute,
    ProviderEntries,
    ProviderRefund,
)
from haulage_adapters.simulated.accounts import SimulatedAccounts
from haulage_adapters.simulated.provider_book import ProviderBook
from haulage_adapters.simulated.saved_cards import SavedFate, SimulatedVault

ALWAYS_PAYS = "4242424242424242"
ALWAYS_DECLINED = "4000000000000002"
ASKS_TO_AUTHENTICATE = "4000000000003220"
PAYS_ONCE = "4000000000000341"
"""Pays when it is typed, and is declined when it was saved."""

WHEN_SAVED = {
    ALWAYS_PAYS: SavedFate.PAYS,
    ASKS_TO_AUTHENTICATE: SavedFate.ASKS,
    PAYS_ONCE: SavedFate.DECLINED,
}

DECLINED = "Your card was declined. Please try a different payment method."

FEE_SHARE = Fraction(29, 1000)
FEE_CENTS: Cents = 30
"""2.9 % + $0.30, ours (OP-02)."""

DECLINE_SHARE = 0.05
"""PAY-06: one payment in twenty."""


REMEMBERED = 10_000
"""Ours: intents of which one process still knows what came of them."""


@attrs.define
class _Intent:
    """What one intent has come to, what was given back of it, by reference, and sent to drivers out of it."""

    charge: Charge
    amount_cents: Cents = 0
    refunds: dict[str, Cents] = attrs.Factory(dict)
    transferred_cents: Cents = 0


def processing_fee_cents(amount_cents: Cents) -> Cents:
    return half_up(amount_cents * FEE_SHARE.numerator, FEE_SHARE.denominator) + FEE_CENTS


class SimulatedCards(SimulatedVault, SimulatedAccounts):
    """The test cards of the contract; every other card is declined at *decline_share*."""

    simulated = True
    takes_cards = True

    keeps_entries = False

    def __init__(
        self,
        *,
        decline_share: float = DECLINE_SHARE,
        seed: str = "haulage",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        book: ProviderBook | None = None,
    ) -> None:
        if not 0 <= decline_share <= 1:
            raise ValueError("decline_share must be between 0 and 1")
        SimulatedVault.__init__(self)
        SimulatedAccounts.__init__(self, now=now, book=book)
        self._decline_share = decline_share
        self._seed = seed
        self._intents: FIFOCache[str, _Intent] = FIFOCache(REMEMBERED)
        self._entries: deque[ProviderEntry] = deque(maxlen=REMEMBERED)
        """Newest first."""
        self._balance_cents: Cents = 0

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> OpenedIntent:
        intent = f"pi_simulated_{reference}"
        return OpenedIntent(intent, await self.client_secret(intent))

    async def client_secret(self, provider_reference: str) -> str:
        return f"{provider_reference}_secret_simulated"

    async def confirm(
        self, provider_reference: str, card: Card, *, amount_cents: Cents, attempt: int
    ) -> Charge:
        if settled := self._settled(provider_reference):
            return settled
        self.show(provider_reference, card, WHEN_SAVED.get(card.digits, SavedFate.BY_CHANCE))
        if card.digits == ALWAYS_DECLINED:
            return self._declined(provider_reference, amount_cents)
        fate = SavedFate.PAYS if card.digits == PAYS_ONCE else WHEN_SAVED.get(card.digits)
        return self._decided(provider_reference, fate or SavedFate.BY_CHANCE, amount_cents, attempt)

    async def confirm_saved(
        self, provider_reference: str, card: str, *, customer: str, amount_cents: Cents, attempt: int
    ) -> Charge:
        if settled := self._settled(provider_reference):
            return settled
        fate = self.fate_of(card, customer)
        await self.save_next_card(provider_reference, None)
        return self._decided(provider_reference, fate, amount_cents, attempt)

    def _decided(self, provider_reference: str, fate: SavedFate, amount_cents: Cents, attempt: int) -> Charge:
        if fate is SavedFate.ASKS:
            return self._remember(provider_reference, amount_cents, Charge(ChargeResult.NEEDS_AUTHENTICATION))
        unlucky = fate is SavedFate.BY_CHANCE and (
            self._luck(provider_reference, attempt) < self._decline_share
        )
        if fate is SavedFate.DECLINED or unlucky:
            return self._declined(provider_reference, amount_cents)
        return self._paid(provider_reference, amount_cents)

    def _declined(self, provider_reference: str, amount_cents: Cents) -> Charge:
        declined = Charge(ChargeResult.DECLINED, reason=DECLINED)
        return self._remember(provider_reference, amount_cents, declined)

    async def authenticate(
        self, provider_reference: str, *, approved: bool, amount_cents: Cents, attempt: int
    ) -> Charge:
        if settled := self._settled(provider_reference):
            return settled
        if approved:
            return self._paid(provider_reference, amount_cents)
        return self._declined(provider_reference, amount_cents)

    async def look_up(self, provider_reference: str) -> Charge:
        known = self._intents.get(provider_reference)
        return known.charge if known else Charge(ChargeResult.OPEN)

    async def cancel(self, provider_reference: str) -> Charge:
        if settled := self._settled(provider_reference):
            return settled
        return self._remember(provider_reference, 0, Charge(ChargeResult.CANCELED))

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> str:
        known = self._intents.get(provider_reference)
        made = f"re_simulated_{reference}"
        if known is not None and _take(known.refunds, reference, amount_cents, of=known.amount_cents):
            self._enter(EntryKind.REFUND, -amount_cents, made, provider_reference, reference)
        return made

    async def refunds_of(self, provider_reference: str) -> Sequence[ProviderRefund]:
        known = self._intents.get(provider_reference)
        made = known.refunds.items() if known else ()
        return [ProviderRefund(f"re_simulated_{name}", cents, name) for name, cents in made]

    async def disputes_of(self, provider_reference: str) -> Sequence[ProviderDispute]:
        """Nobody's bank disputes what was never paid."""
        return []

    async def entries(
        self,
        *,
        since: datetime,
        until: datetime,
        cursor: str | None = None,
        limit: int = MAX_ENTRIES_A_PAGE,
    ) -> ProviderEntries:
        """What this process still knows of."""
        first, last = since.replace(microsecond=0), until.replace(microsecond=0)
        found = [each for each in self._entries if first <= each.created_at < last]
        ids = [each.id for each in found]
        begin = ids.index(cursor) + 1 if cursor in ids else 0
        page = found[begin : begin + limit]
        return ProviderEntries(page, page[-1].id if len(found) > begin + limit else None)

    def _enter(
        self,
        kind: EntryKind,
        cents: Cents,
        source: str,
        intent: str | None,
        reference: str | None = None,
        fee: Cents = 0,
    ) -> None:
        at = self._now().replace(microsecond=0)
        id = f"txn_simulated_{kind}_{source}"
        entry = ProviderEntry(id, kind, kind, cents, fee, cents - fee, at, source, intent, reference)
        self._entries.appendleft(entry)
        self._balance_cents += entry.net_cents

    async def balance_cents(self) -> Cents:
        """By what this process has seen."""
        return self._balance_cents

    async def check(self) -> None:
        """It is in this process and always answers."""

    def _take_from_payment(self, provider_reference: str | None, cents: Cents) -> None:
        paid = self._intents.get(provider_reference or "")
        if paid is not None:
            _send_out_of(paid, cents)

    def _settled(self, provider_reference: str) -> Charge | None:
        """What cannot change any more: a paid intent is never charged again, a canceled one never at all."""
        known = self._intents.get(provider_reference)
        final = known is not None and known.charge.result in {ChargeResult.PAID, ChargeResult.CANCELED}
        return known.charge if known is not None and final else None

    def _paid(self, provider_reference: str, amount_cents: Cents) -> Charge:
        fee = processing_fee_cents(amount_cents)
        source = provider_reference.replace("pi_", "ch_", 1)
        self._enter(EntryKind.CHARGE, amount_cents, source, provider_reference, fee=fee)
        saved = self.paid_with(provider_reference)
        charge = Charge(ChargeResult.PAID, processing_fee_cents=fee, saved_card=saved)
        return self._remember(provider_reference, amount_cents, charge)

    def _remember(self, provider_reference: str, amount_cents: Cents, charge: Charge) -> Charge:
        self._intents[provider_reference] = _Intent(charge, amount_cents)
        return charge

    def _luck(self, provider_reference: str, attempt: int) -> float:
        """A number in [0, 1), evenly spread over intents and attempts."""
        text = f"{self._seed}:{provider_reference}:{attempt}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8]) / 2**64


def _send_out_of(paid: _Intent, cents: Cents) -> None:
    """As Stripe counts: what comes back of a transfer cannot be sent out of the same charge again."""
    if paid.transferred_cents + cents > paid.amount_cents:
        raise ProviderRefused("The transfers from this payment would come to more than it.")
    paid.transferred_cents += cents


def _take(taken: dict[str, Cents], reference: str, cents: Cents, *, of: Cents) -> bool:
    """Note that *cents* go back under this reference, once, and never more than there is; whether it is
    new."""
    if reference in taken:
        return False
    left = of - sum(taken.values())
    if not 0 < cents <= left:
        raise ProviderRefused(f"{cents} cents cannot be given back of {left} that are left.")
    taken[reference] = cents
    return True
