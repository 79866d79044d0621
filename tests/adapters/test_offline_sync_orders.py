"""Fifty actions of a console, shuffled, repeated and cut off, come to one outcome on both databases."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import attrs
import pytest

from account_scenario import TurnableClock
from haulage.deliveries import ActionKind, DriverAction, Outcome
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Unavailable
from haulage.orders import Order, OrderStatus
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.deliveries import OfflineAction, SyncOfflineActions
from haulage_adapters.sql.storage import SqlStorage
from use_cases.recording_cards import RecordingCards
from use_cases.scenario import Scenario, with_cards
from use_cases.test_offline_sync import accepted

pytestmark = pytest.mark.anyio

K = ActionKind
ACTIONS = 50
WORK = [K.SET_OUT, K.START, K.CONFIRM_PICKUP, K.PAUSE, K.RESUME, K.STOP]
STORIES = {
    "delivered": [K.SET_OUT, K.START, K.CONFIRM_PICKUP, K.STOP],
    "delivered after all": [K.START, K.CONFIRM_PICKUP, K.FAIL, K.DELIVER_AFTER_ALL, K.STOP],
    "brought back": [K.SET_OUT, K.START, K.CONFIRM_PICKUP, K.FAIL, K.CONFIRM_RETURN],
    "failed at the pickup": [K.SET_OUT, K.START, K.FAIL],
    "handed back": [K.SET_OUT, K.START, K.HAND_BACK],
    "on its way back": [K.START, K.CONFIRM_PICKUP, K.FAIL],
}
"""What happened in the end, among forty-odd presses that were breaks, repeats or out of turn."""
ENDS = {
    "delivered": OrderStatus.COMPLETED,
    "delivered after all": OrderStatus.COMPLETED,
    "brought back": OrderStatus.CANCELLED,
    "failed at the pickup": OrderStatus.CANCELLED,
    "handed back": OrderStatus.PENDING,
    "on its way back": OrderStatus.IN_PROGRESS,
}


class Unsteady:
    """A storage whose writes are sometimes undone at the end, and whose answers are sometimes lost."""

    def __init__(self, storage: Storage, luck: random.Random) -> None:
        self._storage, self._luck = storage, luck

    async def write(self, work):  # type: ignore[no-untyped-def]
        fate = self._luck.random()

        async def cut_off(unit: UnitOfWork):  # type: ignore[no-untyped-def]
            done = await work(unit)
            if fate < 0.2:
                raise Unavailable("storage")
            return done

        done = await self._storage.write(cut_off)
        if fate > 0.8:
            raise Unavailable("storage")
        return done


@pytest.fixture
def scenario(storage: SqlStorage, tmp_path: Path) -> Scenario:
    clock, cards = TurnableClock(), RecordingCards()
    return Scenario(storage, clock, cards, with_cards(tmp_path, storage, clock, cards))


def presses(story: Sequence[K], order: Order, since: datetime, luck: random.Random) -> list[OfflineAction]:
    """Fifty in the order in which they were done, each after the one before; two may be of one instant."""
    kinds = list(story)
    while len(kinds) < ACTIONS:
        place = luck.randint(0, len(kinds))
        noise = [K.PAUSE, K.RESUME] + [kind for kind in kinds[:place] if kind is not K.FAIL]
        kinds.insert(place, luck.choice(noise))
    at, actions = since, list[OfflineAction]()
    for number, kind in enumerate(kinds):
        at += timedelta(seconds=luck.choice([0, 1, 45]))
        reason = luck.choice(["vehicle_trouble", "unsafe"]) if kind is K.FAIL else None
        after = actions[-1].action.client_id if actions else None
        action = DriverAction(f"{number}", at, kind, after, reason)
        actions.append(OfflineAction(order.id, action))
    return actions


async def shuffled(
    replay: SyncOfflineActions, driver: Actor, actions: Sequence[OfflineAction], luck: random.Random
) -> None:
    """Twice over, in parts, in any order; a part of which nothing was heard is told once more, later."""
    queue = list(actions) * 2
    luck.shuffle(queue)
    while queue:
        size = luck.randint(8, 30)
        part, queue = queue[:size], queue[size:]
        part = list({it.action.client_id: it for it in part}.values())
        try:
            await replay(driver, part)
        except Unavailable:
            queue.extend(luck.sample(part, len(part)))


def state_of(order: Order) -> tuple[object, ...]:
    failure = order.failure and attrs.evolve(order.failure)
    ended = order.cancellation and (order.cancellation.at, order.cancellation.fee_cents)
    times = order.en_route_at, order.started_at, order.picked_up_at, order.completed_at
    return order.status, times, failure, ended, order.handed_back


async def test_fifty_actions_queued_reordered_and_replayed_twice_converge_to_one_outcome(
    scenario: Scenario,
) -> None:
    ada = await scenario.customer("ada")
    for number, (name, story) in enumerate(STORIES.items()):
        luck = random.Random(number)
        dee, eve = await scenario.driver(f"dee{number}"), await scenario.driver(f"eve{number}")
        mine, theirs = await accepted(scenario, ada, dee), await accepted(scenario, ada, eve)
        since = scenario.clock.now()
        scenario.clock.turn(minutes=60)
        presses_made = presses(story, mine, since, luck)
        in_order = await scenario.market.deliveries.sync(dee, presses_made)
        others = [attrs.evolve(it, order_id=theirs.id) for it in presses_made]
        unsteady = Unsteady(scenario.storage, luck)
        replay = attrs.evolve(scenario.market.deliveries.sync, storage=unsteady)  # type: ignore[arg-type]
        await shuffled(replay, eve, others, luck)
        again = await scenario.market.deliveries.sync(eve, others[::-1])
        results = [(it.client_id, it.outcome) for it in again.results[::-1]]
        assert results == [(it.client_id, it.outcome) for it in in_order.results], name
        assert Outcome.REFUSED not in dict(results).values()
        one, other = await scenario.order(mine.id), await scenario.order(theirs.id)
        assert state_of(one) == state_of(other), name
        assert one.status is ENDS[name]
        assert [it.timer for it in in_order.deliveries] == [it.timer for it in again.deliveries]
        for driver in (dee, eve):
            await scenario.market.drivers.profiles.go_offline(driver)
    for _ in range(2):  # as many jobs as wait after so many orders
        await scenario.later(minutes=1)
    assert len(scenario.cards.refunds) == len(set(scenario.cards.refunds)) == 4
    assert len(scenario.cards.transfers) == 4
