"""Sharing an order by a link: who may, what its holder sees, and when it ends."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from haulage.kernel.errors import NotFound, Unauthenticated
from haulage.kernel.policy import ANONYMOUS, Actor
from haulage.orders import Order
from haulage.orders.sharing import LinkEnd, TrackingLinkEnded
from haulage.use_cases.orders.news import NOTHING_NEW, News
from haulage.use_cases.orders.permits import ByLink
from haulage.use_cases.orders.sharing import SharedTracking
from use_cases.town import ADMIN, NEARBY, Town

pytestmark = pytest.mark.anyio


async def shared(town: Town, customer: Actor, order: Order) -> str:
    return (await town.market.share_tracking.issue(customer, order.id)).token


async def opened(town: Town, order: Order, token: str) -> SharedTracking:
    return await town.market.track_by_link(ANONYMOUS, order.id, token)


async def test_the_holder_of_a_link_sees_the_order_without_an_account(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    seen = await opened(town, order, await shared(town, ada, order))
    assert (seen.order.id, seen.driver and seen.driver.id) == (order.id, "drv_dee")
    assert seen.live.position is None, "nobody has set out"


async def test_the_position_is_shown_from_setting_out_until_the_delivery(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    token = await shared(town, ada, order)
    await town.market.driving.set_out(dee, order.id)
    await town.market.driver_desk.report_position(dee, NEARBY)
    on_the_way = (await opened(town, order, token)).live
    assert on_the_way.position is not None
    assert on_the_way.arrival is not None
    for step in ("start", "confirm_pickup", "complete"):
        await getattr(town.market.driving, step)(dee, order.id)
    delivered = await opened(town, order, token)
    assert delivered.live.position is None
    assert delivered.order.completed_at is not None


async def test_an_order_has_one_link_at_a_time(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    desk = town.market.share_tracking
    with pytest.raises(NotFound, match=r"^Tracking link not found$"):
        await desk.current(ada, order.id)
    tokens = {link.token for link in await asyncio.gather(*(desk.issue(ada, order.id) for _ in range(5)))}
    assert tokens == {(await desk.current(ada, order.id)).token}
    town.clock.turn(days=40)
    fresh = await desk.issue(ada, order.id)
    assert fresh.token not in tokens
    await opened(town, order, fresh.token)


async def test_only_the_customer_shares_an_order(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    desk, stranger = town.market.share_tracking, await town.customer("stranger")
    for somebody in (dee, ADMIN, stranger):
        for ask in (desk.issue, desk.current, desk.revoke):
            with pytest.raises(NotFound):
                await ask(somebody, order.id)
    with pytest.raises(Unauthenticated):
        await desk.issue(ANONYMOUS, order.id)


async def test_a_token_opens_its_own_order_and_only_as_it_was_written(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    token = await shared(town, ada, order)
    other = await town.book(ada, await town.driver("eve"))
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
            await town.market.track_by_link(ANONYMOUS, order_id, written)


async def test_a_link_ends_when_it_is_revoked_when_its_time_is_over_and_with_its_order(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    desk = town.market.share_tracking
    revoked = await shared(town, ada, order)
    await desk.revoke(ada, order.id)
    await desk.revoke(ada, order.id)
    assert await end_of(town, order, revoked) is LinkEnd.REVOKED
    link = await desk.issue(ada, order.id)
    assert link.token != revoked
    town.clock.turn(seconds=(link.link.expires_at - town.clock.now()) / timedelta(seconds=1))
    assert await end_of(town, order, link.token) is LinkEnd.EXPIRED
    last = await shared(town, ada, order)
    await town.market.cancel_order(ADMIN, order.id, "the van broke down")
    assert await end_of(town, order, last) is LinkEnd.CANCELLED


async def end_of(town: Town, order: Order, token: str) -> LinkEnd:
    with pytest.raises(TrackingLinkEnded) as refused:
        await opened(town, order, token)
    return refused.value.end


async def signs_of_life(news: AsyncIterator[News]) -> None:
    """News of nothing, to the end of them."""
    async for each in news:
        assert each is NOTHING_NEW


async def test_whoever_follows_a_link_hears_every_step_until_it_ends(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    token = await shared(town, ada, order)
    async with asyncio.timeout(10):
        permit = ByLink.of(await town.market.track_by_link.opened(order.id, token))
        follow = town.market.follow_order.news(permit, order.id)
        told = [str(event.type) for event in (await anext(follow)).events]
        assert told[-1] == "assigned"
        await town.market.driving.set_out(dee, order.id)
        while not (news := (await anext(follow)).events):
            pass
        assert [str(event.type) for event in news] == ["en_route"]
        await town.market.share_tracking.revoke(ada, order.id)
        with pytest.raises(TrackingLinkEnded):
            await signs_of_life(follow)
