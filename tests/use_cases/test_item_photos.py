"""Photos of what is moved: sent before booking, part of one order, seen by whom its view shows them."""

from datetime import timedelta

import attrs
import pytest

from exports import exported
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken, Unauthenticated
from haulage.orders import Order
from haulage.ports.storage.item_photos import item_photo_file
from haulage.use_cases.orders.item_photos import (
    ITEM_PHOTOS_RETENTION,
    MAX_UNUSED_PHOTOS,
    UNUSED_PHOTOS_RETENTION,
    ItemPhotos,
)
from haulage.use_cases.photo_links import PictureLinkExpired
from pictures import a_jpeg
from use_cases.scenario import ADMIN, Scenario, a_booking

pytestmark = pytest.mark.anyio


@pytest.fixture
def photos(scenario: Scenario) -> ItemPhotos:
    return scenario.market.orders.item_photos


async def booked(scenario: Scenario, customer: Actor, driver: Actor, *client_ids: str) -> Order:
    quote = await scenario.quote(customer)
    await scenario.offers(customer, quote)
    request = attrs.evolve(a_booking(quote, driver), photos=client_ids)
    return await scenario.market.orders.book(customer, request)


async def seen(photos: ItemPhotos, who: Actor, order: Order) -> list[str]:
    return [each.photo.client_id for each in await photos.of_order(who, order.id)]


async def test_photos_are_part_of_the_order_in_the_order_in_which_they_were_named(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    sent = await photos.take(ada, "sofa", a_jpeg(noise=1))
    assert (await photos.take(ada, "sofa", a_jpeg(noise=1))).photo == sent.photo
    await photos.take(ada, "mirror", a_jpeg(noise=2))
    await photos.take(ada, "unused", a_jpeg(noise=3))
    order = await booked(scenario, ada, dee, "mirror", "sofa")
    assert await seen(photos, ada, order) == ["mirror", "sofa"]
    assert {each.photo.client_id for each in await photos.unused(ada)} == {"mirror", "sofa", "unused"}
    await scenario.pay(ada, order)
    assert [each.photo.client_id for each in await photos.unused(ada)] == ["unused"]


async def test_an_export_names_a_photo_that_nothing_was_booked_with(
    scenario: Scenario, photos: ItemPhotos, ada: Actor
) -> None:
    sent = await photos.take(ada, "sofa", a_jpeg())
    files = await exported(await scenario.market.personal_data.export(ada))
    assert f"photos/not-booked-{sent.photo.id}.jpg" in files


async def test_the_driver_sees_them_once_they_have_accepted_and_until_the_end(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    await photos.take(ada, "sofa", a_jpeg())
    order = await booked(scenario, ada, dee, "sofa")
    with pytest.raises(NotFound):
        await seen(photos, dee, order)
    await scenario.pay(ada, order)
    assert await seen(photos, dee, order) == []
    await scenario.market.dispatch.accept_offer(dee, order.id)
    assert await seen(photos, dee, order) == ["sofa"]
    assert await seen(photos, ADMIN, order) == ["sofa"]
    for stranger in (await scenario.customer("bob"), await scenario.driver("eve")):
        with pytest.raises(NotFound):
            await seen(photos, stranger, order)
    await scenario.market.orders.cancel(ada, order.id, "")
    assert await seen(photos, dee, order) == []
    assert await seen(photos, ada, order) == ["sofa"]


async def test_a_photo_opens_by_its_own_address_for_a_few_minutes(
    scenario: Scenario, photos: ItemPhotos, ada: Actor
) -> None:
    one, other = await photos.take(ada, "a", a_jpeg(noise=1)), await photos.take(ada, "b", a_jpeg(noise=2))
    assert (await photos.open(ANONYMOUS, one.link)).media_type == "image/jpeg"
    with pytest.raises(PictureLinkExpired):
        await photos.open(ANONYMOUS, attrs.evolve(one.link, photo_id=other.photo.id))
    scenario.clock.turn(minutes=11)
    with pytest.raises(PictureLinkExpired):
        await photos.open(ANONYMOUS, one.link)


async def test_nothing_is_booked_with_photos_that_are_not_ones_own_or_not_there(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    bob = await scenario.customer("bob")
    await photos.take(bob, "theirs", a_jpeg())
    await photos.take(ada, "mine", a_jpeg())
    for wrong in (["theirs"], ["none"], ["mine", "mine"], [f"photo-{number}" for number in range(7)]):
        with pytest.raises(InvalidInput, match="photos"):
            await booked(scenario, ada, dee, *wrong)
    assert [each.photo.client_id for each in await photos.unused(ada)] == ["mine"]


async def test_an_order_that_is_booked_anew_takes_its_photos_along_and_a_paid_one_keeps_them(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    await photos.take(ada, "sofa", a_jpeg())
    given_up = await booked(scenario, ada, dee, "sofa")
    await scenario.market.orders.cancel(ada, given_up.id, "")
    order = await booked(scenario, ada, dee, "sofa")
    assert await seen(photos, ada, given_up) == []
    assert await seen(photos, ada, order) == ["sofa"]
    await scenario.pay(ada, order)
    with pytest.raises(InvalidInput, match="photos"):
        await booked(scenario, ada, await scenario.driver("eve"), "sofa")
    assert await seen(photos, ada, order) == ["sofa"]


async def test_a_photo_is_removed_by_its_owner_before_the_booking_and_its_bytes_after_it(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    sent = await photos.take(ada, "sofa", a_jpeg())
    with pytest.raises(NotFound):
        await photos.remove(await scenario.customer("bob"), "sofa")
    await photos.remove(ada, "sofa")
    with pytest.raises(NotFound):
        await photos.remove(ada, "sofa")
    await scenario.later(minutes=1)
    assert await photos.files.get(item_photo_file(sent.photo.id)) is None
    await photos.take(ada, "mirror", a_jpeg())
    await scenario.pay(ada, await booked(scenario, ada, dee, "mirror"))
    assert await photos.unused(ada) == []
    with pytest.raises(NotFound):
        await photos.remove(ada, "mirror")


async def test_nobody_sends_photos_without_end_or_without_an_account(photos: ItemPhotos, ada: Actor) -> None:
    for number in range(MAX_UNUSED_PHOTOS):
        await photos.take(ada, f"photo-{number}", a_jpeg(16, 16, noise=number))
    with pytest.raises(RuleBroken, match="too many photos"):
        await photos.take(ada, "another", a_jpeg())
    await photos.take(ada, "photo-0", a_jpeg(16, 16, noise=0))  # again
    with pytest.raises(InvalidInput, match="another picture"):
        await photos.take(ada, "photo-0", a_jpeg(noise=9))
    with pytest.raises(Unauthenticated):
        await photos.take(ANONYMOUS, "photo", a_jpeg())


async def test_photos_go_after_their_time_those_that_nothing_was_booked_with_sooner(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    used = await photos.take(ada, "used", a_jpeg(noise=1))
    unused = await photos.take(ada, "unused", a_jpeg(noise=2))
    order = await booked(scenario, ada, dee, "used")

    async def wait(span: timedelta) -> None:
        scenario.clock.turn(seconds=(span + timedelta(hours=1)).total_seconds())
        await scenario.market.retention.delete_expired()
        await scenario.later(minutes=1)

    await wait(UNUSED_PHOTOS_RETENTION)
    assert await photos.files.get(unused.photo.file) is None
    assert await photos.files.get(used.photo.file) is not None
    await wait(ITEM_PHOTOS_RETENTION)
    assert await photos.files.get(used.photo.file) is None
    assert await seen(photos, ada, order) == []


async def test_an_erased_customer_leaves_no_photo(
    scenario: Scenario, photos: ItemPhotos, ada: Actor, dee: Actor
) -> None:
    sent = await photos.take(ada, "sofa", a_jpeg())
    order = await booked(scenario, ada, dee, "sofa")
    await scenario.market.orders.cancel(ada, order.id, "")
    await scenario.market.personal_data.erase.of("acc_ada@example.com")
    await scenario.later(minutes=1)
    assert await photos.files.get(sent.photo.file) is None
    assert await seen(photos, ADMIN, order) == []
