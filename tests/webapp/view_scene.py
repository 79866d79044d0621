"""Scenes for tests of who is shown what of an order: people with secrets, and looks at every answer.

What may not be shown is made unmistakable (a surname, a number, a place on the globe) and looked for in the
whole of every answer, whatever the field is called.
"""

import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from functools import partial
from typing import Any

import attrs
import httpx

import views_table
from haulage.dispatch import STANDARD_OFFER_TERMS
from haulage.drivers import LicensePlate
from haulage.kernel.actor import Actor, UserType
from haulage.orders import Order
from haulage.orders.views import Reader, reader_of, stage_of
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.dispatch.list_offers import offers_to
from haulage.use_cases.orders.stream_access import ByActor, ByLink, StreamAccess
from haulage_adapters.wire.dispatch import JobOffersOut
from haulage_webapp.orders.stream import messages_of
from people import DECLINED_CARD, MIDTOWN, PAYING_CARD, People, Person, a_quote_request
from pictures import a_jpeg
from webapp.test_roles import OPERATIONS, filled

TABLE, KINDS = views_table.shown(), views_table.operations()
NEVER = views_table.NEVER
RANK = [NEVER, "first", "short", "named", "floors", "whole"]

CONTACT = {"name": "Orsolya Vanterpool", "phone": "+1 212 555 0187"}
ITEMS = [{"description": "Quincunx cabinet", "weight": 40}]
NOTES = "Knock at the gargoyle"
ACCESS = {
    "unit": "Loft 9Q",
    "floor": 173,
    "floor_access": "stairs",
    "gate_code": "#77190",
    "contact_name": "Ottoline Pemberwick",
    "contact_phone": "+1 212 555 0176",
    "note": "Beware of the parrot",
}
"""Access details of the dropoff: the contact's number is looked for among those that may be called."""

PROOF = {"recipient_name": "Rosalind Thistlewood", "signature": {"text": "Thistle Mark"}}

STREAMS = {"follow_order", "follow_by_link", "follow_own_offers", "follow_driver"}
"""They have no end that a test could wait for: what they write is looked at without the wire."""


@attrs.frozen
class Driver:
    """One whose secrets are looked for."""

    person: Person
    id: str
    first: str
    last: str
    phone: str
    lat: float
    plate: str

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    @property
    def photo_id(self) -> str:
        return f"pic_x{self.phone[-4:]}"


@attrs.define
class Scene:
    """One order and everybody who might look at it; ``kept`` are the answers under their keys."""

    people: People
    customer: Person
    driver: Driver
    other: Driver
    admin: Person
    stranger: Person
    ids: dict[str, str] = attrs.field(factory=dict)
    kept: list[tuple[Person, str, str, Any, str]] = attrs.field(factory=list)
    token: str = ""
    done: set[str] = attrs.field(factory=set)

    async def order(self) -> Order:
        found = await self.read(lambda unit: unit.orders.get(self.ids["order_id"]))
        assert found is not None
        return found

    async def read(self, look: Any) -> Any:
        return await self.people.marketplace.storage.read(look)

    async def do(self, person: Person, method: str, path: str, body: Any = None, *, ok: bool = True) -> Any:
        """A step under a key of its own, whose answer is checked and will be asked for again."""
        key = f"key-{len(self.kept)}"
        path = filled(path, self.ids)
        reply = await person.ask(method, path, key=key, json=body)
        assert reply.is_success is ok, (path, reply.text)
        self.kept.append((person, method, path, body, key))
        return reply.json() if reply.content else None


async def _made_unmistakable(driver: Driver, unit: UnitOfWork) -> None:
    before = await unit.drivers.get(driver.id)
    assert before is not None
    after = attrs.evolve(
        before,
        name=driver.name,
        phone=driver.phone,
        plate=LicensePlate("NJ", driver.plate),
        photo_id=driver.photo_id,
    )
    await unit.drivers.save(before, after)


async def a_driver(people: People, first: str, last: str, phone: str, lat: float) -> Driver:
    person, id = await people.driver(at={"lat": lat, "lng": -73.9711111})
    driver = Driver(person, id, first, last, phone, lat, f"ZQ{phone[-4:]}")
    await people.marketplace.storage.write(partial(_made_unmistakable, driver))
    return driver


async def a_scene(people: People) -> Scene:
    """A quote with its offers; nothing is booked yet."""
    scene = Scene(
        people,
        await people.customer(),
        await a_driver(people, "Zadie", "Quillfeather", "+12125550163", 40.7611111),
        await a_driver(people, "Xanthe", "Bramblewick", "+12125550164", 40.7622222),
        await people.admin(),
        await people.customer(),
    )
    await scene.customer.want_no_automatic_messages()
    quote = await scene.do(
        scene.customer, "POST", "/quotes", a_quote_request(scheduled_time=None, items=ITEMS)
    )
    scene.ids["quote_id"] = quote["id"]
    return scene


# --- what is found in an answer, and what may be ---------------------------------------------------------


def in_driver(text: str, driver: Driver) -> dict[str, str]:
    name = NEVER
    for form, spelled in (
        ("first", driver.first),
        ("short", f"{driver.first} {driver.last[0]}."),
        ("whole", driver.last),
    ):
        name = form if spelled in text else name
    return {
        "driver_name": name,
        "driver_phone": "shown" if driver.phone in text else NEVER,
        "driver_plate": "shown" if driver.plate in text else NEVER,
        "driver_photo": "shown" if driver.photo_id in text else NEVER,
        "position": "shown" if str(driver.lat) in text else NEVER,
        "driver_ids": "shown" if driver.id in text else NEVER,
    }


def in_access(text: str) -> str:
    secrets = (ACCESS[name] for name in ("unit", "gate_code", "contact_name", "note"))
    if any(str(secret) in text for secret in secrets):
        return "whole"
    return "floors" if '"floor":173' in text else NEVER


def in_order(text: str) -> dict[str, str]:
    contact = "whole" if "Vanterpool" in text else "short" if "Orsolya V." in text else NEVER
    proof = "named" if "Rosalind T." in text else NEVER
    log = [
        form
        for form, words in (
            ("journey", '"sequence"'),
            ("work", '"type":"paid"'),
            ("whole", '"type":"payment_declined"'),
        )
        if words in text
    ]
    return {
        "contact_name": contact,
        "contact_phone": "shown" if CONTACT["phone"] in text or ACCESS["contact_phone"] in text else NEVER,
        "access": in_access(text),
        "items": "shown" if "Quincunx" in text else NEVER,
        "item_notes": "shown" if "gargoyle" in text else NEVER,
        "item_photos": "shown" if "/item-photos/" in text else NEVER,
        "places": "exact" if MIDTOWN["address"] in text else NEVER,
        "payment": "shown" if re.search(r'last4":"4242"', text) else NEVER,
        "proof": "whole" if "Thistle" in text else proof,
        "log": log[-1] if log else NEVER,
        "pin": "shown" if re.search(r'"code":"[0-9]{4}"', text) else NEVER,
    }


def allowed(field: str, reader: Reader, order: Order, *, calls_enabled: bool) -> str:
    form = TABLE[field, reader].at(stage_of(order), calls_enabled=calls_enabled)
    if field == "driver_ids":
        return NEVER if form == NEVER else "shown"
    if field == "places" and form == "area":
        return NEVER
    return form


def exceeds(field: str, found: str, most: str) -> bool:
    if field == "log":
        forms = [NEVER, "journey", "work", "whole"]
        return forms.index(found) > forms.index(most)
    if found in RANK and most in RANK:
        return RANK.index(found) > RANK.index(most)
    return found not in (NEVER, most)


def searched(name: str, text: str) -> str:
    """What people have written to each other is theirs: only what the server says about them is looked at."""
    if name not in ("get_thread", "send_message"):
        return text
    said = json.loads(text)
    for message in said.get("messages", [said]):
        message.pop("message", None)
    return json.dumps(said, separators=(",", ":"))


@attrs.define
class Looks:
    """What was found of the order by each reader, and what should not have been."""

    scene: Scene
    order: Order
    calls_enabled: bool
    wrong: list[str] = attrs.field(factory=list)
    seen: dict[tuple[Reader, str], str] = attrs.field(factory=dict)

    def reader(self, who: Driver | Person | None, *, by_link: bool = False) -> Reader:
        scene = self.scene
        if by_link:
            return Reader.LINK
        driver_id = who.id if isinstance(who, Driver) else None
        user_id = self.order.customer_id if who is scene.customer else "usr_else"
        return reader_of(self.order, user_id=user_id, driver_id=driver_id, is_admin=who is scene.admin)

    def look(self, name: str, reader: Reader, text: str) -> None:
        text = searched(name, text)
        found = [(field, form, True) for field, form in in_order(text).items()]
        for driver in (self.scene.driver, self.scene.other):
            is_theirs = self.order.driver_id == driver.id
            chosen = self.order.chosen_driver_id == driver.id
            for field, form in in_driver(text, driver).items():
                found.append((field, form, is_theirs or (field == "driver_ids" and chosen)))
        for field, form, is_of_order in found:
            most = allowed(field, reader, self.order, calls_enabled=self.calls_enabled)
            past = field in ("driver_ids",) and most == "shown" and reader in (Reader.CUSTOMER, Reader.ADMIN)
            if not is_of_order and not past:
                most = NEVER
            if exceeds(field, form, most):
                self.wrong.append(f"{name} tells {reader} in {stage_of(self.order)}: {field} {form}")
            known = self.seen.get((reader, field), NEVER)
            self.seen[reader, field] = form if exceeds(field, form, known) else known


# --- asking ----------------------------------------------------------------------------------------------


def askers(scene: Scene) -> list[Driver | Person | None]:
    return [scene.customer, scene.driver, scene.other, scene.admin, scene.stranger, None]


def of_order() -> Iterator[tuple[str, str]]:
    """Name and path of what can be asked of an order without changing it."""
    for name, method, path, _action in OPERATIONS:
        if method == "GET" and KINDS.get(name) == "order" and name not in STREAMS:
            yield name, path.removeprefix("/api/v1")


async def ask(scene: Scene, who: Driver | Person | None, path: str) -> httpx.Response:
    person = who.person if isinstance(who, Driver) else who
    headers = {"Authorization": f"Bearer {person.token}"} if person else {}
    params = {"token": scene.token} if "/track/" in path and "/orders/" not in path else None
    address = f"/api/v1{filled(path, scene.ids)}"
    return await scene.people.client.get(address, headers=headers, params=params)


async def look_around(scene: Scene, *, calls_enabled: bool = True) -> Looks:
    """Everybody asks everything, and for their old answers again."""
    looks = Looks(scene, await scene.order(), calls_enabled)
    for name, path in of_order():
        for who in askers(scene):
            if name == "track_by_link" and who is not None:
                continue
            reply = await ask(scene, who, path)
            assert reply.status_code < 500, (name, reply.text)
            if name == "list_orders" and isinstance(who, Driver):
                reply = await who.person.get("/orders", params={"role": "driver"})
            looks.look(name, looks.reader(who, by_link=name == "track_by_link"), reply.text)
    for who in (scene.customer, scene.driver, scene.other, scene.admin, scene.stranger, "link"):
        text = await streamed(scene, who)
        looks.look("follow_order", looks.reader(None if who == "link" else who, by_link=who == "link"), text)
    for driver in (scene.driver, scene.other):
        looks.look("follow_own_offers", looks.reader(driver), await offered(scene, driver))
    for person, method, path, body, key in scene.kept:
        again = await person.ask(method, path, key=key, json=body)
        if again.headers.get("Idempotent-Replayed"):
            who = next((each for each in askers(scene) if person in (each, getattr(each, "person", 0))), None)
            looks.look(f"{method} {path} again", looks.reader(who), again.text)
    return looks


async def streamed(scene: Scene, who: Any) -> str:
    """The first messages of an order's stream, written as they are sent."""
    market, order_id = scene.people.marketplace, scene.ids["order_id"]
    access: StreamAccess
    try:
        if who == "link":
            access = ByLink.of(await market.orders.track_by_link.opened(order_id, scene.token))
        else:
            access = ByActor(await actor_of(scene, who))
        news = market.orders.follow.updates(access, order_id, live=True, afterwards=True)
        return await first_of(messages_of(news))
    except Exception as refusal:  # refused as the answers are, which is looked at there
        return str(refusal)


async def first_of(messages: AsyncGenerator[bytes, None]) -> str:
    try:
        return (await anext(messages)).decode()
    finally:
        await messages.aclose()


async def offered(scene: Scene, driver: Driver) -> str:
    profile = await scene.read(lambda unit: unit.drivers.get(driver.id))
    now = scene.people.marketplace.clock.now()
    offers = await scene.read(lambda unit: offers_to(unit, profile, now, STANDARD_OFFER_TERMS))
    return str(JobOffersOut.of(offers, await actor_of(scene, driver)))


async def actor_of(scene: Scene, who: Driver | Person) -> Actor:
    if isinstance(who, Driver):
        return Actor("usr_driver", UserType.DRIVER, who.id)
    order = await scene.order()
    if who is scene.customer:
        return Actor(order.customer_id, UserType.CUSTOMER)
    return Actor("usr_else", UserType.ADMIN if who is scene.admin else UserType.CUSTOMER)


def shows_all_it_may(looks: Looks, reader: Reader, fields: Mapping[str, str]) -> None:
    """That the table promises no more than the API gives, where there is something to give."""
    for field, form in fields.items():
        assert looks.seen[reader, field] == form, (stage_of(looks.order), reader, field)
        cell = allowed(field, reader, looks.order, calls_enabled=looks.calls_enabled)
        assert form == cell, (stage_of(looks.order), reader, field)


async def booked(scene: Scene) -> None:
    sent = await scene.customer.ask("PUT", "/item-photos/cabinet", content=a_jpeg())
    assert sent.status_code == 200
    order = await scene.do(
        scene.customer,
        "POST",
        "/orders",
        {
            "quote_id": scene.ids["quote_id"],
            "driver_id": scene.driver.id,
            "contact": CONTACT,
            "items_description": "Two boxes",
            "item_notes": NOTES,
            "dropoff_access": ACCESS,
            "photos": ["cabinet"],
        },
    )
    scene.ids["order_id"] = order["id"]


async def offers_of(scene: Scene) -> None:
    await scene.customer.post(f"/quotes/{scene.ids['quote_id']}/matches")


async def paid(scene: Scene) -> None:
    """At the second try: the first is in the log."""
    payment = await scene.do(scene.customer, "POST", "/orders/{order_id}/payment")
    scene.ids["payment_id"] = payment["id"]
    for card, ok in ((DECLINED_CARD, False), (PAYING_CARD, True)):
        await scene.do(scene.customer, "POST", "/payments/{payment_id}/confirm", {"card": card}, ok=ok)
    link = await scene.do(scene.customer, "POST", "/orders/{order_id}/tracking-link")
    scene.token = link["token"]
    history = (await scene.customer.get("/payments/history")).json()
    scene.ids["confirmation_id"] = history["items"][0]["confirmation_id"]


async def driver_does(scene: Scene, *steps: str, driver: Driver | None = None) -> None:
    for step in steps:
        await scene.do((driver or scene.driver).person, "POST", step)


async def begun(people: People, *steps: str) -> Scene:
    scene = await a_scene(people)
    await offers_of(scene)
    await booked(scene)
    await paid(scene)
    await driver_does(scene, *steps)
    return scene


ACCEPT, SET_OUT, START = (
    "/orders/{order_id}/accept",
    "/orders/{order_id}/en-route",
    "/orders/{order_id}/start",
)
PICKUP, COMPLETE = "/orders/{order_id}/pickup", "/orders/{order_id}/complete"
