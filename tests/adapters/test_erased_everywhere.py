"""Whoever is erased cannot be found any more: every table and every file of the data folder is searched."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from sqlalchemy import select

from haulage.accounts import SessionGrant
from haulage.kernel.actor import Actor
from haulage.kernel.geo import Place
from haulage.kernel.stop_access import StopAccess
from haulage.orders import Contact, Order
from haulage.ports.storage.idempotency import RequestKey
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.idempotency import IdempotentRequest, Replayed, ResponseNotStored
from haulage.use_cases.messaging import MessageDraft
from haulage_adapters.sql.schema import metadata
from use_cases.scenario import TIMES_SQUARE, Scenario, a_booking, open_scenario_at

pytestmark = pytest.mark.anyio

EMAIL, PASSWORD = "zelda.quark@example.com", "correct horse battery"
NAME, PHONE = "Zelda Quark", "+12125550199"
MET, MET_PHONE = "Yolanda Quark", "+16465550123"
LANE = "77 Quarkstone Lane, New York, NY 10036"
WRITTEN = (
    "Zelda? Is yolanda q. there? I have 646 555.0123 and ZÉLDA at (212) 555-0199. "
    "Ask Wilhelmina at 646 555.0188."
)
"""What a driver may write: first names, accents and other punctuation."""

MARKS: tuple[str, ...] = (
    NAME,
    PHONE,
    EMAIL,
    MET,
    MET_PHONE,
    "Quarkstone",
    "Zelda",
    "ZÉLDA",
    "Yolanda",
    "555.0123",
    "555-0199",
    "Wilhelmina",
    "555.0188",
    "Side door by the Quark fountain",
    "grandfather clock of the Quarks",
)


@pytest.fixture
async def scenario(anyio_backend: str, database: str, tmp_path: Path) -> AsyncIterator[Scenario]:
    data = tmp_path / "data"
    data.mkdir()
    async with open_scenario_at(database, data, autoconfirm=False) as opened:
        yield opened


def once_of(actor: Actor, order: Order, key: str) -> IdempotentRequest[Any]:
    """As the web shell asks: the answer is the order with whom to meet."""
    reply = RequestKey(actor.user_id or "", f"POST /orders/{order.id}/{key}", key)
    return IdempotentRequest(
        reply, "body", lambda result: repr(result).encode(), actor=actor, subject_id=order.id
    )


async def found(scenario: Scenario, mark: str, folder: Path) -> list[str]:
    """Where the text stands: tables by name, and files of the data folder."""
    places = []
    async with scenario.storage.engine.reading.connect() as connection:
        for name, table in metadata.tables.items():
            rows = (await connection.execute(select(table))).all()
            if any(_is_in(mark, value) for row in rows for value in row):
                places.append(name)
    return places + _files_with(mark, folder)


def _files_with(mark: str, folder: Path) -> list[str]:
    return [str(file) for file in folder.rglob("*") if file.is_file() and _is_in(mark, file.read_bytes())]


def _is_in(mark: str, value: object) -> bool:
    if isinstance(value, bytes):
        return mark.lower().encode() in value.lower()
    return mark.lower() in str(value).lower()


async def zelda_moves_house(scenario: Scenario, dee: Actor) -> Order:
    """She signs up, books, writes with her driver, and everything is delivered and mailed."""
    metadata_of_hers = {"name": NAME, "phone": PHONE}
    await scenario.market.accounts.sign_up(EMAIL, PASSWORD, metadata_of_hers)
    await confirmed(scenario)
    await scenario.send_emails()
    grant = await scenario.market.accounts.sign_in(EMAIL, PASSWORD)
    assert isinstance(grant, SessionGrant)
    zelda = grant.signed_in.actor
    lane = Place(TIMES_SQUARE.point, LANE)
    quote = await scenario.quote(zelda, pickup=lane)
    await scenario.quote(zelda, pickup=lane)
    await scenario.offers(zelda, quote)
    booking = a_booking(
        quote,
        dee,
        contact=Contact(MET, MET_PHONE),
        items_description=MARKS[-1],
        dropoff_access=StopAccess(
            contact_name="Wilhelmina Quark",
            contact_phone="646 555 0188",
            note="Side door by the Quark fountain",
        ),
    )
    order = await scenario.market.orders.book(zelda, booking)
    await scenario.pay(zelda, order)
    await scenario.market.messaging.send(dee, order.id, MessageDraft(f"Hello {MET.upper()}, at {LANE}?"))
    await scenario.market.messaging.send(dee, order.id, MessageDraft(WRITTEN))
    driving = scenario.market.deliveries.steps
    await scenario.market.dispatch.accept_offer(dee, order.id, once_of(dee, order, "accept"))
    await driving.set_out(dee, order.id, once_of(dee, order, "en-route"))
    await driving.start(dee, order.id)
    await driving.confirm_pickup(dee, order.id)
    await driving.complete(dee, order.id, once_of(dee, order, "complete"))
    await scenario.later(minutes=5)
    await scenario.send_emails()
    return order


async def confirmed(scenario: Scenario) -> None:
    async def confirm(unit: UnitOfWork) -> None:
        account = await unit.accounts.by_email(EMAIL)
        assert account is not None
        await unit.accounts.save(account, attrs.evolve(account, email_confirmed_at=scenario.clock.now()))

    await scenario.storage.write(confirm)


async def test_nothing_of_somebody_who_was_erased_is_found_anywhere(
    scenario: Scenario, tmp_path: Path
) -> None:
    dee = await scenario.driver()
    order = await zelda_moves_house(scenario, dee)
    for mark in MARKS:
        assert "idempotency_keys" in await found(scenario, MET, tmp_path)
        assert await found(scenario, mark, tmp_path), mark
    await scenario.market.personal_data.erase.of(EMAIL)
    assert {mark: places for mark in MARKS if (places := await found(scenario, mark, tmp_path))} == {}
    thread = await scenario.storage.read(lambda unit: unit.messages.of_order(order.id, None, PageRequest(10)))
    texts = [message.text for message in thread.items]
    assert "Hello [erased], at [erased]?" in texts
    redacted = (
        "[erased]? Is [erased] there? I have [erased] and [erased] at [erased]. Ask [erased] at [erased]."
    )
    assert redacted in texts


async def test_a_key_whose_answer_was_erased_still_does_nothing_twice(scenario: Scenario) -> None:
    dee = await scenario.driver()
    order = await zelda_moves_house(scenario, dee)
    with pytest.raises(Replayed):
        await scenario.market.deliveries.steps.complete(dee, order.id, once_of(dee, order, "complete"))
    await scenario.market.personal_data.erase.of(EMAIL)
    with pytest.raises(ResponseNotStored):
        await scenario.market.deliveries.steps.complete(dee, order.id, once_of(dee, order, "complete"))


async def test_a_driver_who_gave_an_order_up_reads_no_old_answer_about_it(scenario: Scenario) -> None:
    dee, ada = await scenario.driver(), await scenario.customer()
    order = await scenario.assigned(ada, dee)
    await scenario.market.deliveries.steps.set_out(dee, order.id, once_of(dee, order, "en-route"))
    with pytest.raises(Replayed):
        await scenario.market.deliveries.steps.set_out(dee, order.id, once_of(dee, order, "en-route"))
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    with pytest.raises(ResponseNotStored):
        await scenario.market.deliveries.steps.set_out(dee, order.id, once_of(dee, order, "en-route"))
