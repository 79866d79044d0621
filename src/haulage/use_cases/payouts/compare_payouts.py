"""Compare every driver's payouts and account with the provider's each night, and when asked (OP-38).

A bank may send money back days after it had come, and the event that tells of it can be lost. What only the
provider knows is taken over as an event would; what cannot be explained calls an operator.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.money import Cents
from haulage.payments import ProviderRefused
from haulage.payouts import Payout, PayoutStatus
from haulage.payouts.verification import Compared, compare_payout
from haulage.ports.payouts import DriverPayouts, ProviderPayout
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payouts.compare_accounts import BATCH, AccountDifference, CompareAccounts
from haulage.use_cases.payouts.send_payout import SendPayouts

LOOKED_BACK = timedelta(days=30)
"""Ours: longer than banks take to send money back."""
CLOCKS_APART = timedelta(days=1)
"""Ours: how much earlier than our row the provider's may have been made."""
SETTLING = timedelta(hours=1)
"""Ours: what was asked for since may still be on its way between the provider and us."""
PAGE = 100
RUN_LIMIT = timedelta(hours=1)
"""Ours: enough for an answer a driver of 10,000."""
DIFFERENCES_FOUND = "payouts.differences"
"""The alarm of a night, with how many of each kind."""
DIFFERENCE_FOUND = "payouts.difference"
"""The alarm of one, with the rows at fault."""


class Fault(StrEnum):
    """What stays different once the provider's news was taken over."""

    NOT_THERE = "not_there"
    """The provider knows of no such payout."""
    AMOUNT = "amount"
    """It pays another amount."""
    STATUS = "status"
    """It is in a state that ours does not lead to, such as paid where we gave the money back."""
    NOT_OURS = "not_ours"
    """Somebody paid something out of the account without us."""
    BALANCE = "balance"
    """The account holds another sum than our books say."""


@attrs.frozen
class PayoutDifference:
    """``payout_id`` is empty of what is not ours and of a balance, whose ``provider_id`` is the account's.
    Sums are in cents, and None where a side has none."""

    fault: Fault
    driver_id: str
    provider_id: str
    payout_id: str = ""
    our_cents: Cents | None = None
    their_cents: Cents | None = None


@attrs.frozen
class ComparedPayouts:
    """Of how many payouts the provider had news, and of how many drivers nothing could be learned. Not
    *complete* where the time was over before all had been asked about."""

    updated: int
    unanswered: int
    differences: Sequence[PayoutDifference]
    complete: bool = True


@attrs.frozen
class ComparePayouts:
    """Of every driver with a payout of the last days, with one question a driver, and the accounts of those
    and of whoever is owed something. What is pending or under way has its own job."""

    storage: Storage
    clock: Clock
    provider: DriverPayouts
    send: SendPayouts
    accounts: CompareAccounts
    alarm: Alarm

    async def daily(self, _day: str) -> ComparedPayouts:
        """Compare, and call an operator."""
        compared = await self()
        self._tell(compared.differences)
        return compared

    async def __call__(self, *, within: timedelta | None = None) -> ComparedPayouts:
        """Ask about all, or about as many as *within* that time."""
        began = self.clock.now()
        since = began - LOOKED_BACK

        def is_over() -> bool:
            return within is not None and self.clock.now() > began + within

        updated, unanswered = 0, set[str]()
        differences: list[PayoutDifference] = []
        owners = set(await self.accounts.owners())
        async for driver_id in self._drivers(since):
            if is_over():
                return ComparedPayouts(updated, len(unanswered), differences, complete=False)
            owners.add(driver_id)
            try:
                news, found = await self._of_driver(driver_id, since)
            except (Unavailable, ProviderRefused):
                unanswered.add(driver_id)
            else:
                updated += news
                differences += found
        of_all = sorted(owners)
        for batch in (of_all[start : start + BATCH] for start in range(0, len(of_all), BATCH)):
            if is_over():
                return ComparedPayouts(updated, len(unanswered), differences, complete=False)
            compared = await self.accounts(batch)
            unanswered.update(compared.unanswered)
            differences += [_of_account(each) for each in compared.differences]
        return ComparedPayouts(updated, len(unanswered), differences)

    async def _drivers(self, since: datetime) -> AsyncIterator[str]:
        """Each once, with the newest payout first."""
        seen: set[str] = set()
        async for payout in self._payouts(since):
            if payout.driver_id not in seen:
                seen.add(payout.driver_id)
                yield payout.driver_id

    async def _payouts(self, since: datetime, driver_id: str | None = None) -> AsyncIterator[Payout]:
        """From *since* on, newest first."""
        cursor: str | None = None
        while True:
            request = PageRequest(PAGE, cursor)
            page = await self.storage.read(lambda unit: unit.payouts.list(request, driver_id=driver_id))  # noqa: B023
            for payout in page.items:
                if payout.created_at < since:
                    return
                yield payout
            if page.next is None:
                return
            cursor = page.next

    async def _of_driver(self, driver_id: str, since: datetime) -> tuple[int, list[PayoutDifference]]:
        """Raises ``Unavailable`` or ``ProviderRefused``."""
        account = await self.storage.read(lambda unit: unit.connected_accounts.get(driver_id))
        if account is None:
            return 0, []
        answer = await self.provider.payouts_of(account.account_id, since=since - CLOCKS_APART)
        theirs = {each.id: each for each in answer}
        ours = [each async for each in self._payouts(since, driver_id) if each.provider_id is not None]
        news = 0
        faults = [each for each in [await self._not_ours(driver_id, each) for each in answer] if each]
        for payout in ours:
            if payout.is_open or payout.created_at > self.clock.now() - SETTLING:
                continue
            found = theirs.get(payout.provider_id or "")
            if found is not None and found.status is not payout.status:
                after = await self._look_again(payout)
                news, payout = news + (after.status is not payout.status), after  # noqa: PLW2901
            if (fault := _fault(payout, found)) is not None:
                their_cents = None if found is None else found.net_cents
                row = PayoutDifference(fault, driver_id, payout.provider_id or "", payout.id)
                faults.append(attrs.evolve(row, our_cents=payout.net_cents, their_cents=their_cents))
        return news, faults

    async def _look_again(self, payout: Payout) -> Payout:
        try:
            return await self.send.look_at(payout.id)
        except Conflict:  # somebody else is at it, and tomorrow is another night
            return payout

    async def _not_ours(self, driver_id: str, theirs: ProviderPayout) -> PayoutDifference | None:
        async def query(unit: UnitOfWork) -> bool:
            if await unit.payouts.of_provider(theirs.id) is not None:
                return True
            return bool(theirs.reference) and await unit.payouts.get(theirs.reference or "") is not None

        if await self.storage.read(query):
            return None
        return PayoutDifference(Fault.NOT_OURS, driver_id, theirs.id, their_cents=theirs.net_cents)

    def _tell(self, differences: Sequence[PayoutDifference]) -> None:
        for each in differences:
            facts = {"fault": each.fault.value, "driver": each.driver_id, "provider_id": each.provider_id}
            sums = {"ours": each.our_cents, "theirs": each.their_cents}
            known = {side: cents for side, cents in sums.items() if cents is not None}
            self.alarm(DIFFERENCE_FOUND, **facts, payout=each.payout_id, **known)
        if differences:
            self.alarm(DIFFERENCES_FOUND, **Counter(each.fault.value for each in differences))


def _of_account(found: AccountDifference) -> PayoutDifference:
    row = PayoutDifference(Fault.BALANCE, found.driver_id, found.account_id)
    return attrs.evolve(row, our_cents=found.our_cents, their_cents=found.their_cents)


def _fault(ours: Payout, theirs: ProviderPayout | None) -> Fault | None:
    if theirs is None:
        return Fault.NOT_THERE
    differences = compare_payout(ours, net_cents=theirs.net_cents, status=theirs.status, speed=theirs.speed)
    fields = {each.field for each in differences}
    if Compared.AMOUNT in fields:
        return Fault.AMOUNT
    ended = {PayoutStatus.FAILED, PayoutStatus.CANCELED}
    if Compared.STATUS in fields and not {ours.status, theirs.status} <= ended:
        return Fault.STATUS
    return None
