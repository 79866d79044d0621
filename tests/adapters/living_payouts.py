"""A payout with its driver, its books and the provider's, led to its end with whatever goes wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from account_scenario import PlainTemplates, TurnableClock
from adapters.payout_lives import ACCOUNT, DRIVER, HAD, LATER, LEFT, Life, Stepping, begin, lead, provider
from builders import NOON
from haulage.kernel.actor import OPERATOR
from haulage.ledger import connected_account
from haulage.payouts import Payout, PayoutStatus
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.services.payments.payout_emails import PayoutEmails
from haulage.use_cases.ledger import LedgerUseCases
from haulage.use_cases.payouts.compare_accounts import CompareAccounts
from haulage.use_cases.payouts.compare_payouts import ComparePayouts, Fault
from haulage.use_cases.payouts.send_payout import SendPayouts
from haulage_adapters.sql.storage import SqlStorage


@attrs.frozen
class Bench:
    """A driver with $50.00 who asked for $10.00, and the provider's book."""

    storage: SqlStorage
    book: Path
    life: Life
    payout: Payout

    def steps(self, clock: TurnableClock, step: Callable[[str], None]) -> Stepping:
        return Stepping(self.storage, provider(self.book, clock), step)

    async def go_on(
        self,
        step: Callable[[str], None] = lambda _: None,
        changed: Callable[[Any], Any] = lambda provider: provider,
    ) -> None:
        """To its end, through the provider as it is *changed*."""
        clock = TurnableClock(NOON)
        steps = self.steps(clock, step)
        steps.provider = changed(steps.provider)
        await lead(steps, clock, self.payout.id, self.life)

    async def named_faults(self) -> set[Fault]:
        """What a night's comparison with the provider finds."""
        clock = TurnableClock(NOON + 2 * LATER)
        theirs: Any = provider(self.book, clock)
        send = SendPayouts(self.storage, clock, theirs, PayoutEmails(PlainTemplates(), ""))
        compare = ComparePayouts(
            self.storage, clock, theirs, send, CompareAccounts(self.storage, theirs), lambda *_, **__: None
        )
        return {each.fault for each in (await compare()).differences}

    async def require_nothing_twice(self) -> None:
        """Nothing is on its way any more, the books are in order, and the driver has what there was and no
        more, in the bank or in the account."""
        balance = await self.storage.read(lambda unit: balance_of(unit, DRIVER))
        assert balance.in_transit_cents == 0
        assert (await LedgerUseCases(self.storage).verify(OPERATOR)).in_order
        theirs = provider(self.book, TurnableClock(NOON + 2 * LATER))
        made = await theirs.payouts_of(ACCOUNT, since=NOON - LATER)
        paid = [each.net_cents for each in made if each.status is PayoutStatus.PAID]
        assert len(paid) <= 1
        assert sum(paid) + (await theirs.balance_of(ACCOUNT)).available_cents <= HAD

    async def require_whole(self, left: int | None = None) -> None:
        """Paid at most once, the books in order, and the provider holding what they say."""

        async def query(unit: UnitOfWork) -> tuple[int, int, int, list[int]]:
            balance = await balance_of(unit, DRIVER)
            there = (await unit.ledger.balance(connected_account(DRIVER))).posted_cents
            transfers = await unit.payouts.transfers_left(DRIVER, 100)
            return (
                balance.available_cents,
                balance.in_transit_cents,
                there,
                [each.amount_cents for each in transfers],
            )

        available, in_transit, there, transfers = await self.storage.read(query)
        theirs = provider(self.book, TurnableClock(NOON + 2 * LATER))
        assert (available, in_transit) == (LEFT[self.life] if left is None else left, 0)
        assert (await theirs.balance_of(ACCOUNT)).available_cents == there == available
        assert len(await theirs.payouts_of(ACCOUNT, since=NOON - LATER)) <= 1
        assert sum(transfers) == (HAD if available == HAD else available + self.payout.net_cents)
        assert (await LedgerUseCases(self.storage).verify(OPERATOR)).in_order


@pytest.fixture
async def lives(scene: Any, storage: SqlStorage, tmp_path: Path) -> Callable[[Life], Any]:
    await scene.drivers([41])

    async def of(life: Life) -> Bench:
        book = tmp_path / f"{life}.book"
        return Bench(storage, book, life, await begin(storage, book, life))

    return of
