"""A driver's photo: made square, shown as the table of views says, replaced, and gone when it is removed."""

from io import BytesIO

import pytest
from PIL import Image

from exports import opened
from haulage.drivers import driver_photo_file
from haulage.jobs import Job, JobKind
from haulage.orders.views import Reader, reader_of, stage_of
from haulage.use_cases.remove_photo import RemovePhotoFile
from people import PASSWORD, People
from webapp.view_scene import ACCEPT, COMPLETE, PICKUP, SET_OUT, START, TABLE, Scene, begun, driver_does

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


def a_jpeg(width: int = 60, height: int = 30) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "JPEG")
    return out.getvalue()


async def sent(scene: Scene, picture: bytes) -> str:
    reply = await scene.people.client.put(
        "/api/v1/drivers/me/photo",
        content=picture,
        headers={"Authorization": f"Bearer {scene.driver.person.token}", "Content-Type": "image/jpeg"},
    )
    assert reply.status_code == 200, reply.text
    photo_id = reply.json()["photo_id"]
    assert isinstance(photo_id, str)
    return photo_id


async def statuses(scene: Scene) -> dict[str, int]:
    """What each who might look is answered."""
    path = f"/orders/{scene.ids['order_id']}/driver-photo"
    people = {
        "customer": scene.customer,
        "driver": scene.driver.person,
        "other": scene.other.person,
        "admin": scene.admin,
        "stranger": scene.stranger,
    }
    found = {name: (await person.get(path)).status_code for name, person in people.items()}
    link = f"/api/v1/track/{scene.ids['order_id']}/driver-photo"
    found["link"] = (await scene.people.client.get(link, params={"token": scene.token})).status_code
    return found


async def as_the_table_says(scene: Scene) -> dict[str, int]:
    order = await scene.order()
    readers = {
        "customer": Reader.CUSTOMER,
        "driver": reader_of(order, driver_id=scene.driver.id),
        "other": reader_of(order, driver_id=scene.other.id),
        "admin": Reader.ADMIN,
        "stranger": Reader.STRANGER,
        "link": Reader.LINK,
    }
    cells = {name: TABLE["driver_photo", reader] for name, reader in readers.items()}
    return {
        name: 200 if cell.at(stage_of(order), calls_enabled=True) == "shown" else 404
        for name, cell in cells.items()
    }


async def test_everybody_is_shown_the_photo_when_the_table_says_so(people: People) -> None:
    scene = await begun(people)
    await sent(scene, a_jpeg())
    for steps in ((), (ACCEPT,), (SET_OUT,), (START, PICKUP), (COMPLETE,)):
        await driver_does(scene, *steps)
        assert await statuses(scene) == await as_the_table_says(scene), steps
    shown = await scene.customer.get(f"/orders/{scene.ids['order_id']}/driver-photo")
    assert Image.open(BytesIO(shown.content)).size == (30, 30)


async def test_a_photo_is_replaced_and_removed_with_its_bytes(people: People) -> None:
    scene = await begun(people, ACCEPT)
    files = people.marketplace.driver_photos.files
    first = await sent(scene, a_jpeg())
    second = await sent(scene, a_jpeg(40, 40))
    assert first != second
    removal = Job(JobKind.REMOVE_DRIVER_PHOTO, first)
    assert await scene.read(lambda unit: unit.jobs.get(removal.id)) is not None
    await RemovePhotoFile(files, driver_photo_file)(first)
    assert await files.get(driver_photo_file(first)) is None
    own = await scene.driver.person.get("/drivers/me/photo")
    assert Image.open(BytesIO(own.content)).size == (40, 40)
    assert (await scene.admin.get(f"/drivers/{scene.driver.id}/photo")).status_code == 200
    assert (await scene.other.person.get(f"/drivers/{scene.driver.id}/photo")).status_code == 403
    removed = await scene.driver.person.ask("DELETE", "/drivers/me/photo")
    assert (removed.status_code, removed.json()["photo_id"]) == (200, None)
    assert (await scene.driver.person.get("/drivers/me/photo")).status_code == 404
    assert (await statuses(scene))["customer"] == 404
    removal = Job(JobKind.REMOVE_DRIVER_PHOTO, second)
    assert await scene.read(lambda unit: unit.jobs.get(removal.id)) is not None


async def test_what_is_no_picture_is_refused_and_the_photo_stays(people: People) -> None:
    scene = await begun(people, ACCEPT)
    first = await sent(scene, a_jpeg())
    refused = await scene.people.client.put(
        "/api/v1/drivers/me/photo",
        content=b"%PDF-1.7",
        headers={"Authorization": f"Bearer {scene.driver.person.token}"},
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "picture_refused")
    assert (await scene.driver.person.get("/drivers/me")).json()["photo_id"] == first


async def test_a_photo_is_in_ones_own_data_and_goes_with_the_account(people: People) -> None:
    person, driver_id = await people.driver()
    reply = await people.client.put(
        "/api/v1/drivers/me/photo", content=a_jpeg(), headers={"Authorization": f"Bearer {person.token}"}
    )
    photo_id = reply.json()["photo_id"]
    content = (await person.get("/drivers/me/photo")).content
    exported = opened((await person.get("/me/data")).content)
    assert exported[f"photos/driver-{photo_id}.jpg"] == content
    assert (await person.ask("DELETE", "/me", json={"password": PASSWORD})).status_code == 204
    storage = people.marketplace.storage
    assert await storage.read(lambda unit: unit.jobs.get(Job(JobKind.REMOVE_DRIVER_PHOTO, photo_id).id))
    left = await storage.read(lambda unit: unit.drivers.get(driver_id))
    assert left is not None
    assert (left.photo_id, left.plate) == (None, None)
