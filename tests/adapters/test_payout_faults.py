"""A provider that refuses, hangs, answers twice or lies, and processes that die, at each step of a payout.

``HAULAGE_TEST_PAYOUT_KILLS`` kills a process at every step, which the soak does; otherwise at one of them,
and work stops in this process at every other.
"""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest
from sqlalchemy import make_url

from account_scenario import TurnableClock
from adapters.living_payouts import Bench, lives
from adapters.payout_lives import HAD, LATER, MOVES, Life, lead, lead_and_die, provider
from builders import NOON
from forked import start
from haulage.kernel.actor import OPERATOR
from haulage.kernel.errors import Unavailable
from haulage.payments import ProviderRefused
from haulage.payouts import PayoutStatus
from haulage.payouts.verification import Compared, VerificationStatus
from haulage.ports.payouts import ProviderPayout
from haulage.use_cases.payouts.verify_payout import VerifyPayout
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage

__all__ = ["lives"]

pytestmark = pytest.mark.anyio

LEAST_STEPS, MOST_STEPS = 10, 60
EVERY_STEP = "HAULAGE_TEST_PAYOUT_KILLS" in os.environ
LIVES = list(Life) if EVERY_STEP else [Life.SLOWLY, Life.BOUNCES]
A_FEW = (8,)
"""Of the steps: after the provider has sent it, and before we know."""


@pytest.mark.parametrize("life", Life)
async def test_each_life_of_a_payout_leaves_what_it_should(lives: Any, life: Life) -> None:
    bench = await lives(life)
    for _ in range(2):
        await bench.go_on()
        await bench.require_whole()


def hanging_at(moment: str, times: int) -> Callable[[str], None]:
    """That one, so often."""
    left = times

    def step(name: str) -> None:
        nonlocal left
        if name == moment and left:
            left -= 1
            raise Unavailable("payouts")

    return step


@pytest.mark.parametrize("life", Life)
async def test_a_provider_that_hangs_before_or_after_any_step_changes_nothing_in_the_end(
    lives: Any, life: Life
) -> None:
    bench = await lives(life)
    for moment in [f"{when} {name}" for name in MOVES for when in ("before", "after")]:
        step = hanging_at(moment, 2)
        for _ in range(3):
            with suppress(Unavailable):
                await bench.go_on(step)
    await bench.go_on()
    await bench.require_whole()


@pytest.mark.parametrize("life", Life)
async def test_steps_that_are_asked_for_twice_at_once_have_one_effect(lives: Any, life: Life) -> None:
    bench = await lives(life)
    await asyncio.gather(*(bench.go_on() for _ in range(3)), return_exceptions=True)
    await bench.go_on()
    await bench.require_whole()


@pytest.mark.parametrize("move", ["prepare", "send"])
async def test_a_refusal_at_either_step_gives_everything_back(lives: Any, move: str) -> None:
    bench = await lives(Life.ARRIVES)

    def refuse(name: str) -> None:
        if name == f"before {move}":
            raise ProviderRefused("The bank account has been closed.")

    await bench.go_on(refuse)
    await bench.require_whole(HAD)
    await bench.go_on()
    await bench.require_whole(HAD)


@attrs.define
class Lying:
    """Tells another amount and an earlier state than the provider has."""

    inner: Any
    cents: int = 0
    status_answered: PayoutStatus | None = None

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in {"send", "status"}:
            return found

        async def call(*arguments: Any, **named: Any) -> Any:
            answer: ProviderPayout = await found(*arguments, **named)
            return attrs.evolve(
                answer,
                net_cents=answer.net_cents + self.cents,
                status=self.status_answered or answer.status,
            )

        return call


async def test_a_provider_that_takes_back_its_word_of_a_payout_moves_nothing(lives: Any) -> None:
    bench = await lives(Life.ARRIVES)
    await bench.go_on()
    for answered in (PayoutStatus.PENDING, PayoutStatus.IN_TRANSIT, PayoutStatus.CANCELED):
        clock = TurnableClock(NOON + LATER)
        steps = bench.steps(clock, lambda _: None)
        steps.provider = Lying(steps.provider, status_answered=answered)
        await lead(steps, clock, bench.payout.id, bench.life)
        await bench.require_whole()


async def test_another_amount_than_ours_is_found_when_the_payout_is_verified(
    lives: Any, storage: SqlStorage
) -> None:
    bench = await lives(Life.ARRIVES)
    await bench.go_on()
    clock, net = TurnableClock(NOON + LATER), bench.payout.net_cents
    lying: Any = Lying(provider(bench.book, clock), cents=-1)
    found = await VerifyPayout(storage, clock, lying)(OPERATOR, bench.payout.id)
    assert found.status is VerificationStatus.FAILED
    assert [(each.field, each.ours, each.theirs) for each in found.discrepancies] == [
        (Compared.AMOUNT, str(net), str(net - 1))
    ]
    await bench.require_whole()


class PowerCut(BaseException):
    """Nothing that is under way goes on."""


def cut_at(number: int) -> Callable[[str], None]:
    """Before this step."""
    steps = count(1)

    def step(_name: str) -> None:
        if next(steps) == number:
            raise PowerCut

    return step


@pytest.mark.parametrize("life", Life)
async def test_what_stops_at_any_one_step_is_whole_when_somebody_goes_on(
    lives: Any, database: str, tmp_path: Path, life: Life
) -> None:
    """From the beginning for each step, on copies of the database and the provider's book."""
    if not database.startswith("sqlite"):
        pytest.skip("its file is copied")
    fresh = await lives(life)
    await fresh.storage.aclose()
    original = Path(make_url(database).database or "")
    for number in range(1, MOST_STEPS):
        copied = Path(shutil.copy(original, tmp_path / f"at_{number}.sqlite3"))
        book = Path(shutil.copy(fresh.book, tmp_path / f"at_{number}.book"))
        storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{copied}"))
        bench = attrs.evolve(fresh, storage=storage, book=book)
        try:
            await bench.go_on(cut_at(number))
        except PowerCut:
            await bench.go_on()
            await bench.require_whole()
        else:
            break
        finally:
            await storage.aclose()
    assert LEAST_STEPS < number < MOST_STEPS - 1


@pytest.mark.parametrize("life", LIVES)
async def test_a_process_that_dies_at_any_step_leaves_nothing_undone_or_done_twice(
    lives: Any, database: str, life: Life
) -> None:
    """Killed as by a power cut. Whoever comes then goes on from where it stands."""
    bench = await lives(life)
    killed = 0
    for number in range(1, MOST_STEPS) if EVERY_STEP else A_FEW:
        if not await _dies(bench, database, number):
            break
        killed += 1
    await bench.go_on()
    await bench.require_whole()
    assert killed
    sys.stdout.write(f"\n{killed} processes died over one payout that {life}: whole\n")


async def _dies(bench: Bench, database: str, number: int) -> bool:
    """Whether it came to that step."""
    child = start(lead_and_die, database, bench.book, bench.life, number, bench.payout.id)
    await asyncio.to_thread(child.join)
    assert child.exitcode in {0, -signal.SIGKILL}
    return child.exitcode != 0
