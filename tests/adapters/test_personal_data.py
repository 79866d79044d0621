"""What is held about somebody in every table, and what is left when they are erased."""

import json
from functools import partial
from typing import Any

import attrs
import pytest
from sqlalchemy import select, update

from adapters.test_storage_behaviour import an_event
from builders import (
    NOON,
    a_paid_order,
    a_payment,
    a_position,
    a_quote,
    a_user,
    an_account,
    an_offer,
    an_online_driver,
)
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.factors import Factor, FactorType
from haulage.accounts.one_time import CodePurpose, OneTimeCode
from haulage.accounts.passkeys import Passkey, PasskeyChallenge
from haulage.accounts.refresh import first_token
from haulage.accounts.session import Proof, Session, SignInMethod
from haulage.addresses import SavedAddress
from haulage.behaviour.contest import Contest, ContestStatus
from haulage.behaviour.odometer import Totals
from haulage.drivers import LicensePlate
from haulage.email import QueuedEmail
from haulage.kernel.redaction import Redactor
from haulage.messaging import Call, Participant, Party
from haulage.orders import Cancellation, OrderStatus
from haulage.orders.order import cancel
from haulage.payments import PaymentState, Refund, RefundKind
from haulage.ports.messaging.email import Email, EmailKind
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.ports.storage.personal_data import Cursor, Person, Unfinished
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email
from haulage_adapters.sql.personal_data.tables import NOBODYS, SECTIONS
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import orders

pytestmark = pytest.mark.anyio

ANN = Person("usr_ann", "acc_ann", "drv_ann", frozenset({"ann@home.example", "ann@new.example"}))
BOB = Person("usr_bob", "acc_bob", None, frozenset({"bob@home.example"}))
MARKS = (
    "Ann Lee",
    "ann@home",
    "ann@new",
    "+12125550777",
    "Ann's piano",
    "9 Secret Lane",
    "4242",
    "AnnCar",
    "ANN 0777",
    "moving out",
)
"""What must be found before, and nowhere afterwards."""
PHONES = {"Ann Lee": "+12125550777", "Bob Ray": "+12125550888"}


def test_every_table_is_considered() -> None:
    """A new table fails here until somebody decides whose rows it has and what erasing does to them."""
    considered = {section.table.name for section in SECTIONS} | set(NOBODYS)
    assert considered == set(metadata.tables)


def test_every_reference_to_people_is_in_a_section() -> None:
    people = {"accounts", "users", "drivers"}
    pointing = {
        table.name
        for table in metadata.tables.values()
        for key in table.foreign_keys
        if key.column.table.name in people
    }
    assert pointing <= {section.table.name for section in SECTIONS}


async def _person(unit: UnitOfWork, who: Person, name: str) -> None:
    email = min(who.addresses)
    account = an_account(
        who.account_id,
        email=email,
        password_hash="hash-of-" + who.user_id,
        user_metadata={"name": name},
        new_email=max(who.addresses),
    )
    user = a_user(who.user_id, auth_id=account.id, email=email, name=name, phone=PHONES[name])
    await unit.accounts.add(account, user)
    session = Session(f"ses_{who.user_id}", account.id, NOON, NOON, (Proof(SignInMethod.PASSWORD, NOON),))
    await unit.accounts.open_session(session, first_token(f"rt_{who.user_id}", session))


async def _belongings(unit: UnitOfWork) -> None:
    """Something of Ann's in every section."""
    driver = an_online_driver("drv_ann", user_id="usr_ann", name="Ann Lee", email="ann@home.example")
    vehicle = attrs.evolve(driver.vehicle, make="AnnCar", model="AnnCar")
    await unit.drivers.add(
        attrs.evolve(
            driver,
            phone="+12125550777",
            vehicle=vehicle,
            plate=LicensePlate("NY", "ANN 0777"),
            photo_id="pic_Ann Lee",
        )
    )
    await unit.drivers.set_position(a_position("drv_ann"))
    await unit.behaviour.add_days("drv_ann", {NOON.date(): Totals(points=3)})
    await unit.factors.add(Factor("fac_1", "acc_ann", FactorType.TOTP, "Ann's phone", "sealed", NOON, NOON))
    await unit.passkeys.add(Passkey("pky_1", "acc_ann", "cred", "public", 3, "Ann's laptop", True, NOON))
    await unit.passkeys.add_challenge(PasskeyChallenge("h" * 64, NOON, "acc_ann"))
    await unit.codes.replace(
        OneTimeCode("acc_ann", CodePurpose.RECOVERY, "ann@home.example", "c" * 64, "l" * 64, NOON)
    )
    await unit.email_requests.add(EmailRequest("wsh_1", CodePurpose.RECOVERY, "ann@new.example", "", NOON))
    mail = Email("ann@home.example", "Hello Ann Lee", "Code 424242", "<p>424242</p>")
    await queue_email(unit, QueuedEmail("mil_1", EmailKind.RECOVERY, mail, NOON))
    await unit.idempotency.add(RequestKey("usr_ann", "POST /x", "key"), StoredResponse("h", b"Ann Lee"), NOON)
    await _books(unit)


async def _books(unit: UnitOfWork) -> None:
    lane = a_quote().pickup.__class__(a_quote().pickup.point, "9 Secret Lane")
    quote = a_quote("qte_ann", customer_id="usr_ann", pickup=lane)
    piano = (attrs.evolve(quote.items[0], description="Ann's piano"),)
    await unit.quotes.add(attrs.evolve(quote, items=piano))
    await unit.quotes.add(a_quote("qte_idle", customer_id="usr_ann", pickup=lane))
    await unit.addresses.add(SavedAddress("adr_ann", "usr_ann", "Home", lane, NOON, NOON))
    for quote_id in ("qte_ann", "qte_idle"):
        await unit.quotes.replace_offers(
            quote_id, [attrs.evolve(an_offer("drv_ann", quote_id=quote_id), driver_name="Ann Lee")]
        )
    order = a_paid_order("ord_ann", customer_id="usr_ann", quote_id="qte_ann", pickup=lane)
    order = attrs.evolve(
        order,
        contact=attrs.evolve(order.contact, name="Ann Lee", phone="+12125550777"),
        items_description="Ann's piano",
    )
    await unit.orders.add(cancel(order, Cancellation(NOON, "usr_ann", "moving out", 0)))
    paid = a_payment("pay_ann", order_id="ord_ann", customer_id="usr_ann", card_last4="4242")
    owed = paid.amount_cents
    await unit.payments.add(
        attrs.evolve(paid, state=PaymentState.SUCCEEDED, refund_requested_cents=owed, refunded_cents=owed)
    )
    given_back = Refund(
        id="rfd_ann",
        payment_id=paid.id,
        order_id="ord_ann",
        kind=RefundKind.UNWANTED,
        amount_cents=owed,
        tax_cents=0,
        driver_cents=0,
        platform_cents=0,
        fare_cents=0,
        own_cents=owed,
        reason="Ann's piano fell",
        requested_by="usr_admin",
        reference="rfd_ann",
        created_at=NOON,
        updated_at=NOON,
    )
    await unit.refunds.add(given_back)


@pytest.fixture
async def filled(storage: SqlStorage) -> SqlStorage:
    async def fill(unit: UnitOfWork) -> None:
        await _person(unit, ANN, "Ann Lee")
        await _person(unit, BOB, "Bob Ray")
        await _belongings(unit)

    await storage.write(fill)
    return storage


async def held_about(storage: SqlStorage, person: Person, limit: int = 2) -> dict[str, list[Any]]:
    async def look(unit: UnitOfWork) -> dict[str, list[Any]]:
        held: dict[str, list[Any]] = {}
        for section in await unit.personal_data.sections():
            page = await unit.personal_data.page(person, section, None, limit)
            held[section] = [*page.rows]
            while page.next is not None:
                page = await unit.personal_data.page(person, section, page.next, limit)
                held[section] += page.rows
        return held

    return await storage.read(look)


async def everything(storage: SqlStorage, *, but: str = "") -> dict[str, list[dict[str, Any]]]:
    found = {}
    async with storage.engine.reading.connect() as connection:
        for name, table in metadata.tables.items():
            if name != but:
                rows = (await connection.execute(select(table))).mappings().all()
                found[name] = [dict(row) for row in rows]
    return found


async def test_everything_is_handed_out_but_secrets(filled: SqlStorage) -> None:
    held = await held_about(filled, ANN)
    written = json.dumps(held)
    for mark in MARKS:
        assert mark in written, mark
    filled_sections = {name for name, rows in held.items() if rows}
    assert {
        "account", "profile", "sessions", "refresh_tokens", "second_factors", "codes", "email_requests",
        "emails", "driver_profile", "driving_days", "last_position", "quotes", "offers", "offers_as_driver",
        "orders", "payments", "stored_responses",
    } <= filled_sections  # fmt: skip
    for secret in ("hash-of-usr_ann", "sealed", "c" * 64, "l" * 64, "424242", "Bob"):
        assert secret not in written


async def test_whoever_called_is_handed_the_call_but_not_the_number(filled: SqlStorage) -> None:
    """Numbers are told until an order ends, and an export may be asked for at any time after it."""
    ann, bob = Participant("usr_ann", Party.CUSTOMER), Participant("usr_bob", Party.DRIVER)
    call = Call("cal_1", "ord_ann", ann, bob, "+12125550888", NOON, NOON)
    await filled.write(lambda unit: unit.calls.add(call))
    held = await held_about(filled, ANN)
    assert [row["id"] for row in held["calls"]] == ["cal_1"]
    assert "+12125550888" not in json.dumps(held)


async def erase(storage: SqlStorage) -> None:
    """Ann, text by text: each in a transaction of its own."""
    erased = await storage.read(lambda unit: unit.personal_data.traces(ANN))
    after, steps, redacted = None, 0, Redactor.of(erased.traces)
    while True:
        some = partial(erase_one_text, others=erased.others, redacted=redacted, after=after)
        after = await storage.write(some)
        if after is None:
            break
        steps += 1
    assert steps > 10
    await storage.write(lambda unit: unit.personal_data.erase(ANN, NOON))


async def erase_one_text(
    unit: UnitOfWork, others: frozenset[str], redacted: Redactor, after: Cursor | None
) -> Cursor | None:
    return await unit.personal_data.erase_texts(ANN, others, redacted, after, 1)


async def test_erasing_leaves_nothing_personal_and_keeps_the_books(filled: SqlStorage) -> None:
    before = await everything(filled)
    await erase(filled)
    after = await everything(filled)
    for mark in MARKS:
        assert mark in repr(before), mark
        assert mark not in repr(after), mark
    assert b"Ann Lee" not in repr(after).encode()
    for table, columns in {
        "orders": ("id", "number", "price_cents", "created_at", "status"),
        "payments": ("id", "amount_cents", "refunded_cents", "state"),
    }.items():
        assert [[row[name] for name in columns] for row in after[table]] == [
            [row[name] for name in columns] for row in before[table]
        ]
    assert [row["id"] for row in after["quotes"]] == ["qte_ann"]


async def bob_drove(unit: UnitOfWork) -> None:
    """Bob is about to have driven an order of Ann's, and she one of his. He wrote of her by a former name."""
    await unit.drivers.add(an_online_driver("drv_bob", user_id="usr_bob", name="Bob Ray"))
    user = await unit.accounts.user("usr_ann")
    assert user is not None
    for name, phone in (("Wilma Finch", "+16465550777"), ("Ann Lee", PHONES["Ann Lee"])):
        user = await unit.accounts.save_user(user, attrs.evolve(user, name=name, phone=phone))
    event = an_event("drv_bob")
    await unit.behaviour.add_events([event])
    contest = Contest(event.id, "drv_bob", "Wilma Finch ran out; ask at (646) 555-0777", NOON)
    await unit.behaviour.add_contest(contest)
    decided = attrs.evolve(
        contest,
        status=ContestStatus.UPHELD,
        decided_by="usr_admin",
        decided_at=NOON,
        decision_reason="Ann Lee",
    )
    await unit.behaviour.save_contest(contest, decided)
    await unit.quotes.add(a_quote("qte_bob", customer_id="usr_bob"))
    await unit.orders.add(a_paid_order("ord_bob", number=10_001, customer_id="usr_bob", quote_id="qte_bob"))
    await unit.payments.add(a_payment("pay_bob", order_id="ord_bob", customer_id="usr_bob"))
    given_back = await unit.refunds.get("rfd_ann")
    assert given_back is not None
    of_bob = {"id": "rfd_bob", "payment_id": "pay_bob", "order_id": "ord_bob", "reference": "rfd_bob"}
    await unit.refunds.add(attrs.evolve(given_back, **of_bob, reason="Wilma Finch dropped it"))


async def test_what_others_wrote_of_a_former_name_goes_with_the_person(filled: SqlStorage) -> None:
    await filled.write(bob_drove)
    async with filled.engine.writing.begin() as connection:
        for order_id, driver_id in (("ord_ann", "drv_bob"), ("ord_bob", "drv_ann")):
            driven = update(orders).where(orders.c.id == order_id).values(driver_id=driver_id)
            await connection.execute(driven.values(status=OrderStatus.CANCELLED, cancelled_at=NOON))
    held = json.dumps(await held_about(filled, ANN))
    assert "Wilma Finch" in held, "what is kept of her is handed out to her"
    await erase(filled)
    left = await everything(filled)
    for mark in ("Wilma", "Finch", "0777", "Ann Lee"):
        assert mark not in str(left), mark
    (contest,) = left["behaviour_contests"]
    assert contest["reason"] == "[erased] ran out; ask at [erased]"
    assert {row["reason"] for row in left["refunds"]} == {"", "[erased] dropped it"}


async def test_others_keep_all_they_have(filled: SqlStorage) -> None:
    before = await held_about(filled, BOB)
    await erase(filled)
    assert await held_about(filled, BOB) == before


async def test_somebody_who_does_not_drive_is_not_shown_what_nobody_drives(filled: SqlStorage) -> None:
    held = await held_about(filled, BOB)
    assert {name for name, rows in held.items() if rows} == {
        "account",
        "profile",
        "sessions",
        "refresh_tokens",
    }


async def test_what_is_left_can_still_be_read_as_orders_and_drivers(filled: SqlStorage) -> None:
    await erase(filled)
    order = await filled.read(lambda unit: unit.orders.get("ord_ann"))
    quote = await filled.read(lambda unit: unit.quotes.get("qte_ann"))
    driver = await filled.read(lambda unit: unit.drivers.get("drv_ann"))
    assert order is not None
    assert quote is not None
    assert driver is not None
    assert (order.contact.name, order.pickup.address, order.items_description) == ("Erased",) * 3
    assert (order.pickup.point.lat, order.pickup.point.lng) == (40.76, -73.99)
    assert (driver.is_approved, driver.is_online, driver.name) == (False, False, "Erased")
    assert quote.items[0].description == "Erased"


async def test_an_order_under_way_and_a_refund_stand_against_it(storage: SqlStorage) -> None:
    async def fill(unit: UnitOfWork) -> None:
        await _person(unit, BOB, "Bob Ray")
        await unit.quotes.add(a_quote(customer_id="usr_bob"))
        await unit.orders.add(a_paid_order(customer_id="usr_bob"))
        paid = a_payment(customer_id="usr_bob", state=PaymentState.SUCCEEDED, refund_requested_cents=700)
        await unit.payments.add(attrs.evolve(paid, refunded_cents=200))

    await storage.write(fill)
    found = await storage.write(lambda unit: unit.personal_data.unfinished(BOB))
    assert found == Unfinished([10_000], 500)
