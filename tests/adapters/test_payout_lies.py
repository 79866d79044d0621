"""A provider that refuses or lies once at each step of a payout, and is honest from then on.

What it refuses, done or not, leaves everything as it should be in the end. What it lies about is made good,
or named by the night's comparison; in no case is money out twice, and the books are in order.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import attrs
import pytest

from adapters.living_payouts import Bench, lives
from adapters.payout_lives import HAD, LEFT, MOVES, Life
from haulage.kernel.errors import RuleBroken, Unavailable
from haulage.payments import ProviderRefused
from haulage.payouts import PayoutSpeed, PayoutStatus
from haulage.ports.payments import AccountUnknown
from haulage.ports.payouts import ProviderPayout, TransferPart
from haulage.use_cases.payouts.compare_payouts import Fault

__all__ = ["lives"]

pytestmark = pytest.mark.anyio

STEPS = [
    (Life.SLOWLY, "find"),
    (Life.SLOWLY, "prepare"),
    (Life.SLOWLY, "send"),
    (Life.SLOWLY, "return_fees"),
    (Life.SLOWLY, "status"),
    (Life.CANCELED, "cancel"),
    (Life.CANCELED, "restore"),
    (Life.BOUNCES, "status"),
    (Life.BOUNCES, "restore"),
]
"""Each step of a payout in a life that comes to it."""


def test_no_step_is_left_out() -> None:
    assert {move for _, move in STEPS} == set(MOVES)


async def go_on(bench: Bench, **changed: Any) -> None:
    """As its job does, which repeats it."""
    with suppress(Unavailable, ProviderRefused, RuleBroken):
        await bench.go_on(**changed)


async def honest(bench: Bench) -> None:
    for _ in range(2):
        await bench.go_on()


def once(moment: str, raised: Exception) -> Callable[[str], None]:
    left = [raised]

    def step(name: str) -> None:
        if name == moment and left:
            raise left.pop()

    return step


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("life", "move"), STEPS)
async def test_a_refusal_at_any_step_whether_it_was_done_or_not_settles_in_the_end(
    lives: Any, life: Life, move: str, when: str
) -> None:
    bench = await lives(life)
    refusal = AccountUnknown("payouts") if move == "find" else ProviderRefused("Not today.")
    await go_on(bench, step=once(f"{when} {move}", refusal))
    await honest(bench)
    gives_back = move in {"find", "prepare"} or (move, when) == ("send", "before")
    ended_as = Life.ARRIVES if (move, when) == ("cancel", "before") else life
    await bench.require_whole(HAD if gives_back else LEFT[ended_as])
    assert await bench.named_faults() == set()


@attrs.define
class LyingOnce:
    """Answers one *move* by *lie*, which has what the provider would do and what it is asked."""

    inner: Any
    move: str
    lie: Callable[..., Any]
    told: list[str] = attrs.Factory(list)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name != self.move or self.told:
            return found

        async def call(*arguments: Any, **named: Any) -> Any:
            self.told.append(name)
            return await self.lie(found, *arguments, **named)

        return call


async def nothing_done(_do: Any, *_arguments: Any, **_named: Any) -> None:
    """As though all had been done before."""


async def all_forgotten(do: Any, *arguments: Any, **named: Any) -> None:
    """It was done."""
    await do(*arguments, **named)


async def invented_transfer(_do: Any, *_arguments: Any, **_named: Any) -> TransferPart:
    return TransferPart("tr_invented", 70)


def telling(status: PayoutStatus, cents: int = 0) -> Callable[..., Any]:
    async def lie(do: Any, *arguments: Any, **named: Any) -> Any:
        answer: ProviderPayout = await do(*arguments, **named)
        return attrs.evolve(answer, status=status, net_cents=answer.net_cents + cents)

    return lie


async def never_canceled(_do: Any, _account: str, payout_id: str) -> ProviderPayout:
    return ProviderPayout(payout_id, PayoutStatus.CANCELED, 0, PayoutSpeed.INSTANT)


PENDING, PAID = PayoutStatus.PENDING, PayoutStatus.PAID
FAILED, CANCELED = PayoutStatus.FAILED, PayoutStatus.CANCELED
NOBODY: set[Fault] = set()
LIES = [
    (Life.ARRIVES, "prepare", nothing_done, {Fault.BALANCE}),
    (Life.BOUNCES, "prepare", nothing_done, NOBODY),
    (Life.SLOWLY, "send", telling(PAID, -1), NOBODY),
    (Life.BOUNCES, "send", telling(PAID, 1), NOBODY),
    (Life.SLOWLY, "send", telling(FAILED), {Fault.STATUS, Fault.BALANCE}),
    (Life.ARRIVES, "send", telling(CANCELED), {Fault.STATUS, Fault.BALANCE}),
    (Life.SLOWLY, "return_fees", nothing_done, {Fault.BALANCE}),
    (Life.SLOWLY, "return_fees", all_forgotten, NOBODY),
    (Life.SLOWLY, "return_fees", invented_transfer, {Fault.BALANCE}),
    (Life.SLOWLY, "status", telling(PENDING, 1), NOBODY),
    (Life.SLOWLY, "status", telling(FAILED), {Fault.STATUS, Fault.BALANCE}),
    (Life.BOUNCES, "status", telling(PAID), NOBODY),
    (Life.CANCELED, "cancel", telling(PENDING), NOBODY),
    (Life.CANCELED, "cancel", telling(PAID), {Fault.STATUS, Fault.BALANCE}),
    (Life.CANCELED, "cancel", never_canceled, {Fault.STATUS, Fault.BALANCE}),
    (Life.CANCELED, "restore", nothing_done, {Fault.BALANCE}),
    (Life.CANCELED, "restore", all_forgotten, NOBODY),
    (Life.BOUNCES, "restore", invented_transfer, {Fault.BALANCE}),
]
"""A life, where it is lied to, how, and what is named of it where it is not made good."""


@pytest.mark.parametrize(("life", "move", "lie", "named"), LIES)
async def test_a_lie_at_any_step_is_made_good_or_named(
    lives: Any, life: Life, move: str, lie: Callable[..., Any], named: set[Fault]
) -> None:
    bench = await lives(life)
    await go_on(bench, changed=lambda inner: LyingOnce(inner, move, lie))
    await honest(bench)
    faults = await bench.named_faults()
    await bench.require_nothing_twice()
    assert faults == named


async def test_a_provider_that_has_forgotten_a_payout_when_it_is_looked_up_makes_it_once(lives: Any) -> None:
    bench = await lives(Life.SLOWLY)
    await go_on(bench, step=once("after send", Unavailable("payouts")))
    await go_on(bench, changed=lambda inner: LyingOnce(inner, "find", nothing_done))
    await honest(bench)
    await bench.require_whole()
