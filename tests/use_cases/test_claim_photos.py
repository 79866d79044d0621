"""Photos of a claim: taken for one report, opened by a signed address, and deleted in time."""

import attrs
import pytest

from haulage.claims import (
    NothingToClaim,
    TooLateToClaim,
)
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import InvalidInput
from haulage.orders import Order
from haulage.use_cases.photo_links import PictureLinkExpired
from pictures import a_jpeg
from use_cases.bookkeeping import driven
from use_cases.claiming import DAMAGED, LATE, claimed, declined
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def test_pictures_are_part_of_one_claim_and_open_by_their_address_alone(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    photos = scenario.market.claims.photos
    with pytest.raises(NothingToClaim):
        await photos.take(dee, order.id, "door", a_jpeg())
    with pytest.raises(InvalidInput, match="photos"):
        await scenario.market.claims.open(ada, order.id, DAMAGED, ["leg"])
    sent = await photos.take(ada, order.id, "leg", a_jpeg())
    assert await photos.take(ada, order.id, "leg", a_jpeg()) == sent
    claim = await scenario.market.claims.open(ada, order.id, DAMAGED, ["leg"])
    with pytest.raises(InvalidInput, match="another report"):
        await scenario.market.claims.open(ada, order.id, LATE, ["leg"])
    await photos.take(dee, order.id, "door", a_jpeg())
    await scenario.market.claims.answer.give_side(dee, claim.id, "See the door.", ["door"])
    _, (customer,) = await scenario.market.claims.show.of_order(ada, order.id)
    admin = (await scenario.market.claims.show.details(ADMIN, claim.id)).shown
    assert [each.photo.client_id for each in customer.photos] == ["leg"]
    assert [each.photo.client_id for each in admin.photos] == ["leg", "door"]
    link = customer.photos[0].link
    assert (await photos.open(ANONYMOUS, link)).media_type == "image/jpeg"
    with pytest.raises(PictureLinkExpired):
        await photos.open(ANONYMOUS, attrs.evolve(link, photo_id=admin.photos[1].photo.id))
    scenario.clock.turn(minutes=11)
    with pytest.raises(PictureLinkExpired):
        await photos.open(ANONYMOUS, link)


async def test_a_picture_is_refused_for_the_reason_there_is(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    photos = scenario.market.claims.photos
    await declined(scenario, await claimed(scenario, ada, order))
    with pytest.raises(NothingToClaim) as decided:
        await photos.take(dee, order.id, "door", a_jpeg())
    assert "has not ended" not in decided.value.message
    scenario.clock.turn(days=7, seconds=1)
    with pytest.raises(TooLateToClaim, match="within 7 days"):
        await photos.take(ada, order.id, "leg", a_jpeg())


@pytest.mark.both_databases
async def test_a_picture_that_is_sent_twice_stays_part_of_its_claim_when_the_slow_copy_arrives(
    scenario: Scenario, ada: Actor, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos, files = scenario.market.claims.photos, scenario.market.proofs.files
    put = files.put

    async def overtaken(name: str, content: bytes) -> None:
        """While the first copy is stored, the second arrives and the claim is made with it."""
        monkeypatch.setattr(type(files), "put", lambda _, name, content: put(name, content))
        await photos.take(ada, order.id, "leg", a_jpeg())
        await scenario.market.claims.open(ada, order.id, DAMAGED, ["leg"])
        await put(name, content)

    monkeypatch.setattr(type(files), "put", lambda _, name, content: overtaken(name, content))
    slow = await photos.take(ada, order.id, "leg", a_jpeg())
    _, (shown,) = await scenario.market.claims.show.of_order(ada, order.id)
    assert [each.photo for each in shown.photos] == [slow]


async def test_pictures_go_with_their_sender_and_after_a_year(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    photos, files = scenario.market.claims.photos, scenario.market.proofs.files
    used = await photos.take(ada, order.id, "leg", a_jpeg())
    unused = await photos.take(ada, order.id, "blurred", a_jpeg())
    claim = await scenario.market.claims.open(ada, order.id, DAMAGED, ["leg"])
    await declined(scenario, claim)
    for days, left in ((8, {used.file}), (365, set())):
        scenario.clock.turn(days=days, seconds=1)
        await scenario.market.retention.delete_expired()
        await scenario.later(minutes=1)
        there = {file for file in (used.file, unused.file) if await files.get(file) is not None}
        assert there == left
