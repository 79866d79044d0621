"""Failing, bringing back and handing back without a connection: told afterwards, once, in any order."""

from collections.abc import Sequence
from datetime import timedelta

import attrs
import pytest

from builders import BROOKLYN
from haulage.deliveries import ActionKind, DriverAction, Outcome
from haulage.kernel.actor import Actor
from haulage.ledger import SplitStatus
from haulage.orders import FailureReason, Order, OrderStatus
from haulage.use_cases.deliveries import FailureReport, OfflineAction, OfflineActions
from use_cases.bookkeeping import PRICE, balances, the_split
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_fail_delivery import stands_at
from use_cases.test_offline_sync import accepted, an_action, outcomes

pytestmark = pytest.mark.anyio

K = ActionKind
APPLIED, OUT_OF_TURN = Outcome.APPLIED, Outcome.OUT_OF_TURN


def tunnel(scenario: Scenario, order: Order, *steps: tuple[float, K]) -> list[OfflineAction]:
    """As one device tells it: each action names the one before."""
    actions: list[OfflineAction] = []
    for number, (minutes, kind) in enumerate(steps):
        each = an_action(scenario, order, f"{order.id}/{number}", minutes, kind).action
        each = attrs.evolve(each, after=actions[-1].action.client_id if actions else None)
        if kind is K.FAIL:
            each = attrs.evolve(each, reason=FailureReason.VEHICLE_TROUBLE.value, note="A flat tire")
        actions.append(OfflineAction(order.id, each))
    return actions


async def sync_offline(scenario: Scenario, driver: Actor, actions: Sequence[OfflineAction]) -> OfflineActions:
    return await scenario.market.deliveries.sync(driver, actions)


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Accepted an hour ago; nothing was heard of it since."""
    taken = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=60)
    return taken


ON_BOARD = ((-50, K.START), (-45, K.CONFIRM_PICKUP))
FAILED_AND_BACK = (*ON_BOARD, (-30, K.FAIL), (-10, K.CONFIRM_RETURN))


async def test_what_failed_and_came_back_in_a_tunnel_ends_at_its_own_time_and_pays_back_once(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    actions = tunnel(scenario, order, *FAILED_AND_BACK)
    done = await sync_offline(scenario, dee, actions)
    ended = await scenario.order(order.id)
    assert ended.failure is not None
    assert ended.cancellation is not None
    now = scenario.clock.now()
    assert (ended.failure.at, ended.failure.returned_at) == (
        now - timedelta(minutes=30),
        ended.cancellation.at,
    )
    assert (ended.status, ended.cancellation.at) == (OrderStatus.CANCELLED, now - timedelta(minutes=10))
    assert ended.failure.note == "A flat tire"
    assert done.deliveries[0].worked == timedelta(minutes=40)
    scenario.clock.turn(minutes=5)
    again = await sync_offline(scenario, dee, actions[::-1])
    assert set(outcomes(done)) == set(outcomes(again)) == {APPLIED}
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert "driver:drv_dee" not in await balances(scenario)
    assert await scenario.order(order.id) == ended


async def test_the_end_waits_until_all_that_led_to_it_is_known(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    actions = tunnel(scenario, order, *FAILED_AND_BACK)
    for known in ([3], [3, 2], [0, 3], [0, 2, 3]):
        waits = await sync_offline(scenario, dee, [actions[place] for place in known])
        assert waits.results[-1].outcome is OUT_OF_TURN
        assert (await scenario.order(order.id)).failure is None
    assert outcomes(await sync_offline(scenario, dee, [actions[1]])) == [APPLIED]
    assert (await scenario.order(order.id)).status is OrderStatus.CANCELLED


async def test_a_pickup_in_vain_ends_the_order_and_frees_its_driver(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor
) -> None:
    actions = tunnel(scenario, order, (-50, K.START), (-30, K.FAIL))
    assert set(outcomes(await sync_offline(scenario, dee, actions))) == {APPLIED}
    late = an_action(scenario, order, "late", -40, K.CONFIRM_PICKUP)
    assert outcomes(await sync_offline(scenario, dee, [late, *actions])) == [OUT_OF_TURN, APPLIED, APPLIED]
    assert (await scenario.order(order.id)).status is OrderStatus.CANCELLED
    await accepted(scenario, ada, dee)


async def test_what_was_handed_back_is_open_to_others_and_told_again_changes_nothing(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    eve = await scenario.driver("eve")
    actions = tunnel(scenario, order, (-50, K.SET_OUT), (-40, K.START), (-35, K.PAUSE), (-30, K.HAND_BACK))
    done = await sync_offline(scenario, dee, actions)
    assert (set(outcomes(done)), done.deliveries) == ({APPLIED}, [])
    given = await scenario.order(order.id)
    assert (given.status, given.driver_id, given.handed_back) == (OrderStatus.PENDING, None, True)
    await scenario.market.dispatch.accept_offer(eve, order.id)
    again = await sync_offline(
        scenario, dee, [*actions[::-1], an_action(scenario, order, "late", -20, K.STOP)]
    )
    assert outcomes(again) == [*[APPLIED] * 4, Outcome.REFUSED]
    assert again.results[-1].reason == "Delivery session not found"
    assert (await scenario.order(order.id)).driver_id == "drv_eve"


async def test_of_an_order_that_was_given_to_another_the_driver_is_told_so(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    await scenario.driver("eve")
    start = tunnel(scenario, order, (-50, K.START))
    await sync_offline(scenario, dee, start)
    await scenario.market.dispatch.reassign(ADMIN, order.id, "drv_eve", "Too slow")
    again = await sync_offline(scenario, dee, start)
    assert (outcomes(again), again.results[0].reason) == (
        [Outcome.REFUSED],
        "This job is not with you any more.",
    )


async def test_somebody_turned_up_after_all(scenario: Scenario, order: Order, dee: Actor) -> None:
    actions = tunnel(
        scenario, order, *ON_BOARD, (-30, K.FAIL), (-25, K.DELIVER_AFTER_ALL), (-20, K.STOP), (-1, K.FAIL)
    )
    done = await sync_offline(scenario, dee, actions)
    assert outcomes(done) == [*[APPLIED] * 5, OUT_OF_TURN]
    delivered = await scenario.order(order.id)
    assert (delivered.status, delivered.failure) == (OrderStatus.COMPLETED, None)
    await scenario.later(minutes=1)
    assert (await the_split(scenario, order)).status is SplitStatus.COMPLETED
    assert outcomes(await sync_offline(scenario, dee, actions)) == outcomes(done)


async def test_what_the_office_knew_to_have_failed_is_brought_back_from_a_tunnel(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    before = tunnel(scenario, order, *ON_BOARD)
    await sync_offline(scenario, dee, before)
    await scenario.market.deliveries.fail.fail(dee, order.id, FailureReport(FailureReason.REFUSED))
    scenario.clock.turn(minutes=5)
    back = an_action(scenario, order, "back", -2, K.CONFIRM_RETURN)
    for _ in range(2):
        assert outcomes(await sync_offline(scenario, dee, [back])) == [APPLIED]
    assert (await scenario.order(order.id)).status is OrderStatus.CANCELLED


@pytest.mark.parametrize(("minutes", "fails"), [(-20, True), (20, True), (31, False)])
async def test_an_arrival_that_ended_it_is_corrected_by_what_is_told_afterwards(
    scenario: Scenario, order: Order, dee: Actor, minutes: int, fails: bool
) -> None:
    await sync_offline(scenario, dee, tunnel(scenario, order, *ON_BOARD))
    await stands_at(scenario, dee, BROOKLYN.point)
    assert (await scenario.order(order.id)).status is OrderStatus.COMPLETED
    scenario.clock.turn(minutes=40)
    failure = tunnel(scenario, order, (minutes - 40, K.FAIL))[0]
    failure = OfflineAction(order.id, attrs.evolve(failure.action, client_id="failure"))
    for _ in range(2):
        assert outcomes(await sync_offline(scenario, dee, [failure])) == [APPLIED if fails else OUT_OF_TURN]
    left = await scenario.order(order.id)
    assert (left.failure is not None, left.completed_at is None) == (fails, fails)
    assert (left.status is OrderStatus.IN_PROGRESS) is fails


async def test_a_way_out_told_too_late_takes_no_step_back(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    delivered = tunnel(scenario, order, *ON_BOARD, (-20, K.STOP))
    await sync_offline(scenario, dee, delivered)
    stray = an_action(scenario, order, "stray", -47, K.HAND_BACK)
    failure = DriverAction("failure", scenario.clock.now() - timedelta(minutes=30), K.FAIL, reason="refused")
    late = [stray, OfflineAction(order.id, failure)]
    for _ in range(2):
        assert (
            outcomes(await sync_offline(scenario, dee, [*late, *delivered]))
            == [OUT_OF_TURN] * 2 + [APPLIED] * 3
        )
    assert (await scenario.order(order.id)).status is OrderStatus.COMPLETED


async def test_somebody_with_another_job_in_hand_cannot_take_one_up_again(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor
) -> None:
    await sync_offline(scenario, dee, tunnel(scenario, order, *ON_BOARD))
    await stands_at(scenario, dee, BROOKLYN.point)
    await accepted(scenario, ada, dee)
    failure = an_action(scenario, order, "failure", 0, K.FAIL).action
    failed = await sync_offline(
        scenario, dee, [OfflineAction(order.id, attrs.evolve(failure, reason="refused"))]
    )
    assert failed.results[0].reason == "Finish the job you have before you take another."
