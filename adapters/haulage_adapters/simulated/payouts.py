"""A payout provider that moves no money and behaves like one that does.

What becomes of a payout is written in its id, and what was asked for by which reference, what was canceled,
which methods an account has and what it holds are in the book that the simulated cards keep too: all that
outlives a restart and is the same in every process. More than an account holds is refused only where it was
opened in this book: of another one it cannot know what came to it before, and pays on the word of who asks.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import attrs

from haulage.kernel.money import Cents
from haulage.payments import ProviderRefused
from haulage.payouts import MethodDetails, PayoutRail, PayoutSpeed, PayoutStatus
from haulage.payouts.method import RAIL_OF
from haulage.ports.payouts import (
    PayoutInstruction,
    ProviderBalance,
    ProviderMethod,
    ProviderPayout,
    TransferPart,
    fees_reference,
    restored_reference,
    take_back_reference,
)
from haulage_adapters.simulated.accounts import TOO_LITTLE_THERE
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payout_methods import (
    AT_ONCE,
    FAILURES,
    PAID,
    SimulatedMethods,
    destination,
)

PAYOUT, CANCELED, TAKEN = "payout", "canceled_payout", "taken_back"
RETURNED, RESTORED = "returned_fees", "restored"
"""Kinds of facts in the book, by reference, or by id where payouts were canceled."""

INSTANT_TAKES = timedelta(minutes=30)
BUSINESS_DAYS = 2
PENDING_SHARE = 0.5
"""Ours: half of its way a payout is pending and can be canceled."""

SATURDAY = 5


@attrs.frozen
class _Payout:
    """A payout by what its id says. ``failure`` is the code with which it fails when it should arrive."""

    account: str
    reference: str
    net_cents: Cents
    speed: PayoutSpeed
    rail: PayoutRail
    made_at: datetime
    failure: str | None

    @property
    def id(self) -> str:
        seconds = int(self.made_at.timestamp())
        parts = (
            self.speed,
            self.rail,
            str(self.net_cents),
            str(seconds),
            self.failure or PAID,
            self.reference,
        )
        return "-".join(("po_simulated", *parts))


def _read(account: str, payout_id: str) -> _Payout:
    """Raises ``ProviderRefused``."""
    try:
        prefix, speed, rail, cents, seconds, fate, reference = payout_id.split("-", 6)
        made_at = datetime.fromtimestamp(int(seconds), UTC)
        known = prefix == "po_simulated" and fate in {PAID, *FAILURES}
        read = _Payout(
            account,
            reference,
            int(cents),
            PayoutSpeed(speed),
            PayoutRail(rail),
            made_at,
            None if fate == PAID else fate,
        )
    except ValueError:
        known = False
    if not known:
        raise ProviderRefused("There is no such payout.")
    return read


class SimulatedPayouts:
    """Pays out of the accounts of *cards*. Payouts go *pace* times as fast as real ones."""

    simulated = True
    takes_details = True
    rails = frozenset(PayoutRail)

    def __init__(
        self,
        cards: SimulatedCards,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        verified_after: timedelta = timedelta(0),
        pace: float = 1.0,
    ) -> None:
        if pace <= 0:
            raise ValueError("pace must be above 0")
        self._cards = cards
        self._now = now
        self._pace = pace
        self._book = cards.book
        self._methods = SimulatedMethods(cards.book, verified_after)
        cards.count_payouts(self._paid_out)

    async def methods_of(self, account: str) -> Sequence[ProviderMethod]:
        return self._methods.of(account, self._now())

    async def add_method(self, account: str, details: MethodDetails, *, reference: str) -> ProviderMethod:
        return self._methods.add(account, details, reference, self._now())

    async def remove_method(self, account: str, token: str) -> None:
        self._methods.remove(account, token)

    async def balance_of(self, account: str) -> ProviderBalance:
        """Nothing is ever pending."""
        held = max(self._cards.holds(account), 0)
        return ProviderBalance(held, instant_available_cents=held)

    async def balances_of(self, accounts: Collection[str]) -> Mapping[str, ProviderBalance]:
        return {account: await self.balance_of(account) for account in accounts}

    async def find(self, instruction: PayoutInstruction) -> ProviderPayout | None:
        id = self._book.find(PAYOUT, instruction.reference)
        return None if id is None else self._stands(_read(instruction.account, id))

    async def prepare(self, instruction: PayoutInstruction) -> None:
        with self._book.writing():
            for number, part in enumerate(instruction.take_back):
                reference = take_back_reference(instruction.reference, number)
                if self._book.find(TAKEN, reference) is not None:
                    continue
                self._require_held(instruction.account, part.amount_cents)
                await self._cards.reverse_transfer(
                    part.transfer_id, amount_cents=part.amount_cents, reference=reference
                )
                self._book.once(TAKEN, reference, part.amount_cents, owner=instruction.reference)

    async def send(self, instruction: PayoutInstruction) -> ProviderPayout:
        reference, account = instruction.reference, instruction.account
        with self._book.writing():
            id = self._book.find(PAYOUT, reference)
            if id is None:
                id = self._book.once(PAYOUT, reference, self._made(instruction).id, owner=account)
        return self._stands(_read(account, id))

    async def restore(self, instruction: PayoutInstruction) -> TransferPart | None:
        """What was taken goes back, less fees that went back before."""
        reference = instruction.reference
        with self._book.writing():
            taken = self._book.sum_of(TAKEN, reference)
            left = taken - (self._book.find(RETURNED, reference) or 0)
            if left < 1:
                return None
            part = await self._give(instruction.account, left, restored_reference(reference))
            self._book.once(RESTORED, reference, left)
            return part

    async def return_fees(
        self, instruction: PayoutInstruction, *, amount_cents: Cents
    ) -> TransferPart | None:
        """On the word of whoever asks where the book knows of nothing taken."""
        reference = instruction.reference
        with self._book.writing():
            if (before := self._book.find(RETURNED, reference)) is not None:
                return await self._give(instruction.account, before, fees_reference(reference))
            if self._book.find(RESTORED, reference) is not None:
                return None
            taken = self._book.sum_of(TAKEN, reference)
            if amount_cents < 1 or (taken and amount_cents > taken):
                raise ProviderRefused(f"{amount_cents} cents are not what was taken back.")
            part = await self._give(instruction.account, amount_cents, fees_reference(reference))
            self._book.once(RETURNED, reference, amount_cents)
            return part

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        return self._stands(_read(account, payout_id))

    async def cancel(self, account: str, payout_id: str) -> ProviderPayout:
        payout = _read(account, payout_id)
        with self._book.writing():
            if self._stands(payout).status is PayoutStatus.PENDING:
                self._book.once(CANCELED, payout_id, 1)
        return self._stands(payout)

    async def payouts_of(self, account: str, *, since: datetime) -> Sequence[ProviderPayout]:
        first = since.replace(microsecond=0)
        made = [each for each in self._payouts(account) if each.made_at >= first]
        return [self._stands(each) for each in reversed(made)]

    def _payouts(self, account: str) -> list[_Payout]:
        """Oldest first."""
        return [_read(account, id) for id in self._book.of(PAYOUT, account).values()]

    def _made(self, instruction: PayoutInstruction) -> _Payout:
        """Raises ``ProviderRefused``."""
        if instruction.net_cents < 1:
            raise ProviderRefused("Less than a cent cannot be paid out.")
        to = destination(instruction.destination)
        gone = self._methods.is_gone(instruction.account, instruction.destination)
        if gone or RAIL_OF[to.type] is not instruction.rail:
            raise ProviderRefused("There is no such way of being paid.")
        if instruction.speed is PayoutSpeed.INSTANT and not to.is_instant:
            raise ProviderRefused("This way of being paid does not take instant payouts.")
        if instruction.rail is not PayoutRail.PAYPAL:
            self._require_held(instruction.account, instruction.net_cents)
        return _Payout(
            instruction.account,
            instruction.reference,
            instruction.net_cents,
            instruction.speed,
            instruction.rail,
            self._now().replace(microsecond=0),
            to.failure,
        )

    def _stands(self, payout: _Payout) -> ProviderPayout:
        arrives = self._arrives_at(payout)
        status = self._status(payout, arrives)
        failed = status is PayoutStatus.FAILED and payout.failure is not None
        return ProviderPayout(
            payout.id,
            status,
            payout.net_cents,
            payout.speed,
            payout.reference,
            arrives,
            FAILURES[payout.failure] if failed and payout.failure else None,
        )

    def _status(self, payout: _Payout, arrives: datetime) -> PayoutStatus:
        if self._book.find(CANCELED, payout.id) is not None:
            return PayoutStatus.CANCELED
        if payout.failure in AT_ONCE:
            return PayoutStatus.FAILED
        now = self._now()
        if now >= arrives:
            return PayoutStatus.FAILED if payout.failure else PayoutStatus.PAID
        pending_until = payout.made_at + (arrives - payout.made_at) * PENDING_SHARE
        return PayoutStatus.PENDING if now < pending_until else PayoutStatus.IN_TRANSIT

    def _arrives_at(self, payout: _Payout) -> datetime:
        instant = payout.speed is PayoutSpeed.INSTANT
        at = payout.made_at + INSTANT_TAKES if instant else _business_days_after(payout.made_at)
        return payout.made_at + (at - payout.made_at) / self._pace

    def _paid_out(self, account: str) -> Cents:
        """What has left the account, or is about to; what is paid by PayPal was taken back before."""
        back = {PayoutStatus.FAILED, PayoutStatus.CANCELED}
        return sum(
            each.net_cents
            for each in self._payouts(account)
            if each.rail is not PayoutRail.PAYPAL and self._stands(each).status not in back
        )

    def _require_held(self, account: str, cents: Cents) -> None:
        if self._cards.knows(account) and cents > self._cards.holds(account):
            raise ProviderRefused(TOO_LITTLE_THERE)

    async def _give(self, account: str, cents: Cents, reference: str) -> TransferPart:
        """Once for a reference."""
        made = await self._cards.transfer(
            amount_cents=cents, account=account, order_id="", reference=reference
        )
        return TransferPart(made, cents)


def _business_days_after(at: datetime) -> datetime:
    """The same hour, so many days later on which banks work; holidays are not known."""
    left = BUSINESS_DAYS
    while left:
        at += timedelta(days=1)
        left -= at.weekday() < SATURDAY
    return at
