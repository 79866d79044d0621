"""Sharing an order by a link: who may, what its holder sees, and when it ends."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import NotFound, Unauthenticated
from haulage.orders import Order
from haulage.orders.sharing import LinkEnd, TrackingLinkEnded
from haulage.use_cases.orders.order_updates import NOTHING_NEW, OrderUpdate
from haulage.use_cases.orders.share_tracking import SharedTracking
from haulage.use_cases.orders.stream_access import ByLink
from use_cases.scenario import ADMIN, NEARBY, Scenario, step_of

pytestmark = pytest.mark.anyio


async def shared(scenario: Scenario, customer: Actor, order: Order) -> str:
    return (await scenario.market.orders.share_tracking.issue(customer, order.id)).token


async def opened(scenario: Scenario, order: Order, token: str) -> SharedTracking:
    return await scenario.market.orders.track_by_link(ANONYMOUS, order.id, token)


async def test_the_holder_of_a_link_sees_the_order_without_an_account(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    seen = await opened(scenario, order, await shared(scenario, ada, order))
    assert (seen.order.id, seen.driver and seen.driver.id) == (order.id, "drv_dee")
    assert seen.live.position is None, "nobody has set out"


async def test_the_position_is_shown_from_setting_out_until_the_delivery(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    token = await shared(scenario, ada, order)
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    await scenario.market.drivers.profiles.report_position(dee, NEARBY)
    on_the_way = (await opened(scenario, order, token)).live
    assert on_the_way.position is not None
    assert on_the_way.arrival is not None
    for step in ("start", "confirm_pickup", "complete"):
        await step_of(scenario.market, step)(dee, order.id)
    delivered = await opened(scenario, order, token)
    assert delivered.live.position is None
    assert delivered.order.completed_at is not None


async def test_an_order_has_one_link_at_a_time(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    tracking_links = scenario.market.orders.share_tracking
    assert await tracking_links.current(ada, order.id) is None
    with pytest.raises(NotFound):
        await tracking_links.current(dee, order.id)
    tokens = {
        link.token for link in await asyncio.gather(*(tracking_links.issue(ada, order.id) for _ in range(5)))
    }
    shared = await tracking_links.current(ada, order.id)
    assert shared is not None
    assert tokens == {shared.token}
    scenario.clock.turn(days=40)
    fresh = await tracking_links.issue(ada, order.id)
    assert fresh.token not in tokens
    await opened(scenario, order, fresh.token)


async def test_only_the_customer_shares_an_order(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    tracking_links, stranger = scenario.market.orders.share_tracking, await scenario.customer("stranger")
    for somebody in (dee, ADMIN, stranger):
        for ask in (tracking_links.issue, tracking_links.current, tracking_links.revoke):
            with pytest.raises(NotFound):
                await ask(somebody, order.id)
    with pytest.raises(Unauthenticated):
        await tracking_links.issue(ANONYMOUS, order.id)


async def test_a_token_opens_its_own_order_and_only_as_it_was_written(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    token = await shared(scenario, ada, order)
    other = await scenario.book(ada, await scenario.driver("eve"))
    turned = token[:-1] + ("0" if token[-1] != "0" else "1")
    for order_id, written in (
        (other.id, token),
        ("ord_none", token),
        (order.id, turned),
        (order.id, token.upper()),
        (order.id, token.split(".", maxsplit=1)[0]),
        (order.id, "trk_none." + token.split(".")[1]),
        (order.id, ""),
        (order.id, "\0" * 70),
        (order.id, "ä" * 500),
    ):
        with pytest.raises(NotFound, match=r"^Order tracking not found$"):
            await scenario.market.orders.track_by_link(ANONYMOUS, order_id, written)


async def test_a_link_ends_when_it_is_revoked_when_its_time_is_over_and_with_its_order(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    tracking_links = scenario.market.orders.share_tracking
    revoked = await shared(scenario, ada, order)
    await tracking_links.revoke(ada, order.id)
    await tracking_links.revoke(ada, order.id)
    assert await end_of(scenario, order, revoked) is LinkEnd.REVOKED
    link = await tracking_links.issue(ada, order.id)
    assert link.token != revoked
    scenario.clock.turn(seconds=(link.link.expires_at - scenario.clock.now()) / timedelta(seconds=1))
    assert await end_of(scenario, order, link.token) is LinkEnd.EXPIRED
    last = await shared(scenario, ada, order)
    await scenario.market.orders.cancel(ADMIN, order.id, "the van broke down")
    assert await end_of(scenario, order, last) is LinkEnd.CANCELLED


async def end_of(scenario: Scenario, order: Order, token: str) -> LinkEnd:
    with pytest.raises(TrackingLinkEnded) as refused:
        await opened(scenario, order, token)
    return refused.value.end


async def signs_of_life(updates: AsyncIterator[OrderUpdate]) -> None:
    """News of nothing, to the end of them."""
    async for each in updates:
        assert each is NOTHING_NEW


async def test_whoever_follows_a_link_hears_every_step_until_it_ends(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    token = await shared(scenario, ada, order)
    async with asyncio.timeout(10):
        access = ByLink.of(await scenario.market.orders.track_by_link.opened(order.id, token))
        follow = scenario.market.orders.follow.updates(access, order.id)
        shown = [str(event.type) for event in (await anext(follow)).events]
        assert shown == ["created"], "neither the payment nor who has not accepted yet"
        await scenario.market.deliveries.steps.set_out(dee, order.id)
        while not (news := (await anext(follow)).events):
            pass
        assert [(str(event.type), event.driver_id, event.payment_status) for event in news] == [
            ("en_route", None, None)
        ]
        await scenario.market.orders.share_tracking.revoke(ada, order.id)
        with pytest.raises(TrackingLinkEnded):
            await signs_of_life(follow)
