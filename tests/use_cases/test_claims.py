"""Claims: who reports what and until when, who reads what, and who decides (OP-49)."""

import pytest

from exports import exported
from haulage.claims import (
    AlreadyClaimed,
    ClaimChanged,
    ClaimDraft,
    ClaimKind,
    ClaimParty,
    ClaimState,
    NothingToClaim,
    TooLateToClaim,
)
from haulage.email import EmailKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.orders import FailureReason, Order, OrderEventType
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.idempotency import Replayed
from statements import statements
from use_cases.bookkeeping import PRICE, balances, driven, late_fee, refund
from use_cases.claiming import DAMAGED, LATE, NOBODY_CAME, claimed, declined, refunded
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario, once
from use_cases.test_fail_delivery import arrived, fails

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def test_what_did_not_arrive_can_be_reported_for_a_day_once_and_with_a_word(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claims = scenario.market.claims
    scenario.clock.turn(hours=24)
    standing = await claims.open.standing(ada, order.id)
    assert standing.until[ClaimKind.NOT_DELIVERED] == scenario.clock.now()
    assert standing.refundable_cents == PRICE
    with pytest.raises(InvalidInput, match="account"):
        await claims.open(ada, order.id, ClaimDraft(ClaimKind.NOT_DELIVERED, "  "))
    await claimed(scenario, ada, order)
    assert ClaimKind.NOT_DELIVERED not in (await claims.open.standing(ada, order.id)).until
    with pytest.raises(AlreadyClaimed):
        await claimed(scenario, ada, order)


async def test_a_second_later_it_is_too_late_for_that_and_a_week_later_for_all(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.clock.turn(hours=24, seconds=1)
    with pytest.raises(TooLateToClaim, match="24 hours"):
        await claimed(scenario, ada, order)
    await claimed(scenario, ada, order, DAMAGED)
    scenario.clock.turn(days=6)
    assert (await scenario.market.claims.open.standing(ada, order.id)).until == {}
    with pytest.raises(TooLateToClaim, match="7 days"):
        await claimed(scenario, ada, order, LATE)


async def test_the_same_key_reports_once(scenario: Scenario, ada: Actor, order: Order) -> None:
    claims = scenario.market.claims
    first = await claims.open(ada, order.id, NOBODY_CAME, once=once())
    with pytest.raises(Replayed):
        await claims.open(ada, order.id, NOBODY_CAME, once=once())
    assert (await claims.open.standing(ada, order.id)).claims == [first]


async def test_no_more_is_asked_back_than_was_paid(scenario: Scenario, ada: Actor, order: Order) -> None:
    with pytest.raises(InvalidInput, match="requested_cents"):
        await claimed(scenario, ada, order, ClaimDraft(ClaimKind.DAMAGE, "Broken.", PRICE + 1))
    await claimed(scenario, ada, order, ClaimDraft(ClaimKind.DAMAGE, "Broken.", PRICE))


async def test_a_question_is_answered_once_and_each_side_reads_its_own(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    claims = scenario.market.claims
    claim = await claimed(scenario, ada, order, DAMAGED)
    with pytest.raises(IllegalMove):
        await claims.answer.answer(ada, claim.id, "Nobody wanted to know.")
    await claims.decide.request_information(ADMIN, claim.id, "Which leg?")
    with pytest.raises(IllegalMove):
        await claims.decide.request_information(ADMIN, claim.id, "Which leg?")
    assert (await claims.answer.answer(ada, claim.id, "The left.")).state is ClaimState.ANSWERED
    assert (await claims.answer.give_side(dee, claim.id, "It was so before.")).state is ClaimState.ANSWERED
    _, (customer,) = await claims.show.of_order(ada, order.id)
    (driver,) = (await claims.show.of_driver(dee, PageRequest(10))).items
    admin = (await claims.show.details(ADMIN, claim.id)).shown
    assert [each.party for each in customer.statements] == [ClaimParty.ADMIN, ClaimParty.CUSTOMER]
    assert [each.text for each in driver.shown.statements] == ["It was so before."]
    assert len(admin.statements) == 3
    await declined(scenario, claim)
    assert (await claims.show.of_driver(dee, PageRequest(10))).items == []
    with pytest.raises(IllegalMove):
        await claims.answer.give_side(dee, claim.id, "Too late.")


async def test_a_driver_is_asked_and_the_customer_does_not_learn_of_it(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    claims = scenario.market.claims
    claim = await claimed(scenario, ada, order, DAMAGED)
    asked = await claims.decide.ask_driver(ADMIN, claim.id, "Was it whole at the pickup?")
    assert (asked.state, asked.version) == (ClaimState.OPEN, claim.version + 1)
    with pytest.raises(Forbidden):
        await claims.decide.ask_driver(dee, claim.id, "May I?")
    mails = await scenario.market.email.manage.latest(100)
    asking = [each for each in mails if each.kind is EmailKind.CLAIM_SIDE_REQUESTED]
    assert len(asking) == 2  # when the problem was reported, and now
    _, (customer,) = await claims.show.of_order(ada, order.id)
    (driver,) = (await claims.show.of_driver(dee, PageRequest(10))).items
    assert [*customer.statements] == []
    assert [each.text for each in driver.shown.statements] == ["Was it whole at the pickup?"]
    export = scenario.market.personal_data.export
    assert "Was it whole" not in str(await exported(await export(ada)))
    assert "Was it whole" in str(await exported(await export(dee)))
    await declined(scenario, claim)
    with pytest.raises(IllegalMove):
        await claims.decide.ask_driver(ADMIN, claim.id, "And now?")


async def test_an_export_holds_the_reason_of_a_decision_for_the_customer_and_not_for_the_driver(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    decided = await declined(scenario, await claimed(scenario, ada, order))
    export = scenario.market.personal_data.export
    (customers,) = (await exported(await export(ada)))["claims.json"]
    (drivers,) = (await exported(await export(dee)))["claims_about_deliveries.json"]
    assert customers["decision_reason"] == decided.decision_reason
    assert (drivers["id"], "decision_reason" in drivers) == (decided.id, False)


async def test_a_decision_has_payment_proof_log_and_positions_beside_it(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order, DAMAGED)
    await refund(scenario, order, 3_00)
    details = await scenario.market.claims.show.details(ADMIN, claim.id)
    assert details.payment is not None
    assert [each.amount_cents for each in details.refunds] == [3_00]
    assert "claim_opened" in [each.type for each in details.events]
    assert (details.order.id, details.customer and details.customer.id) == (order.id, ada.user_id)
    assert details.driver is not None


async def test_what_is_under_way_or_was_cancelled_is_nothing_to_report(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    under_way = await scenario.assigned(ada, dee)
    with pytest.raises(NothingToClaim):
        await claimed(scenario, ada, under_way)
    await scenario.market.orders.cancel(ada, under_way.id, "")
    with pytest.raises(NothingToClaim):
        await claimed(scenario, ada, await late_fee(scenario, ada, dee))


async def test_what_failed_and_was_charged_for_can_be_contested(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await arrived(scenario, ada, dee)
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    claim = await claimed(scenario, ada, order)
    await refunded(scenario, claim)
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert "driver:drv_dee" not in await balances(scenario)


async def test_only_the_customer_reports_and_only_admins_decide(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    claims, bob = scenario.market.claims, await scenario.customer("bob")
    for stranger in (bob, dee, ADMIN):
        with pytest.raises(NotFound):
            await claims.open(stranger, order.id, NOBODY_CAME)
        with pytest.raises(NotFound):
            await claims.open.standing(stranger, order.id)
    claim = await claimed(scenario, ada, order)
    for stranger in (ada, dee):
        with pytest.raises(Forbidden):
            await claims.decide.decide(stranger, claim.id, ClaimDecision("Mine."))
        with pytest.raises(Forbidden):
            await claims.decide.list(stranger, PageRequest(10))
        with pytest.raises(Forbidden):
            await claims.show.details(stranger, claim.id)
    for stranger in (bob, dee):
        with pytest.raises(NotFound):
            await claims.answer.withdraw(stranger, claim.id)
    with pytest.raises(InvalidInput, match="reason"):
        await claims.decide.decide(ADMIN, claim.id, ClaimDecision(" ", 1_00))
    await declined(scenario, claim)
    with pytest.raises(IllegalMove):
        await refunded(scenario, claim)
    assert scenario.cards.refunds == {}
    page = await scenario.market.audit.list(ADMIN, PageRequest(50))
    assert {"claim_opened", "claim_decided"} <= {entry.action for entry in page.items}


@pytest.mark.both_databases
async def test_the_list_asks_once_however_many_there_are(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    sent = []
    for _ in range(2):
        await claimed(scenario, ada, await driven(scenario, ada, dee))
        with statements(scenario.storage.engine) as asked:
            page = await scenario.market.claims.decide.list(
                ADMIN, PageRequest(10), ClaimFilter(undecided=True)
            )
        sent.append(len(asked))
    assert sent[0] == sent[1]
    assert {each.refundable_cents for each in page.items} == {PRICE}
    assert len(page.items) == 2


async def lines(scenario: Scenario, reader: Actor, order: Order) -> list[str]:
    """What the reader finds in the order's thread about problems, oldest first."""
    thread = await scenario.market.messaging.read(reader, order.id, PageRequest(50))
    return [each.text for each in thread.page.messages if "problem" in each.text.lower()]


async def test_the_customer_reads_in_the_thread_what_becomes_of_a_report_and_the_driver_does_not(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    number = order.number
    reported = f"Problem reported with order {number}. We look into it."
    damaged = await claimed(scenario, ada, order, DAMAGED)
    assert await lines(scenario, ada, order) == [reported]
    scenario.clock.turn(minutes=1)
    await refunded(scenario, damaged, 5_00)
    scenario.clock.turn(minutes=1)
    late = await claimed(scenario, ada, order, LATE)
    scenario.clock.turn(minutes=1)
    await scenario.market.claims.answer.withdraw(ada, late.id)
    assert await lines(scenario, ada, order) == [
        reported,
        f"Decided about the problem with order {number}: $5.00 refunded.",
        reported,
        f"The report of a problem with order {number} was withdrawn.",
    ]
    assert await lines(scenario, dee, order) == []


async def test_the_list_of_orders_says_how_it_stands_with_a_report(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    async def state() -> ClaimState | None:
        (booked,) = (await scenario.market.orders.booked(ada, PageRequest(10))).items
        return booked.claim.state if booked.claim else None

    assert await state() is None
    damaged = await claimed(scenario, ada, order, DAMAGED)
    scenario.clock.turn(minutes=1)
    late = await claimed(scenario, ada, order, LATE)
    await declined(scenario, late)
    assert await state() is ClaimState.OPEN
    await refunded(scenario, damaged, 5_00)
    assert await state() is ClaimState.DECLINED


async def test_nobody_decides_without_having_read_the_last_answer_and_the_drivers_side(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    claims = scenario.market.claims
    claim = await claimed(scenario, ada, order)
    read = (await claims.decide.request_information(ADMIN, claim.id, "Which door?")).version
    for say in (
        claims.answer.answer(ada, claim.id, "The front door."),
        claims.answer.give_side(dee, claim.id, "Nobody opened."),
    ):
        read, unread = (await say).version, read
        for cents in (0, PRICE):
            with pytest.raises(ClaimChanged, match="changed since you opened it"):
                await claims.decide.decide(ADMIN, claim.id, ClaimDecision("Seen.", cents, version=unread))
    decided = await claims.decide.decide(ADMIN, claim.id, ClaimDecision("Seen.", version=read))
    assert decided.state is ClaimState.DECLINED


async def test_an_order_and_its_payment_lead_to_what_is_reported_until_it_is_decided(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    async def open_claim_of_payment() -> str | None:
        (listed,) = (await scenario.market.payments.manage.list(ADMIN, PageRequest(10))).items
        return listed.open_claim_id

    assert await open_claim_of_payment() is None
    claim = await claimed(scenario, ada, order)
    assert await open_claim_of_payment() == claim.id
    await declined(scenario, claim)
    assert await open_claim_of_payment() is None
    history = await scenario.market.orders.admin.history(ADMIN, order.id)
    assert [each.id for each in history.claims] == [claim.id]
    opened = [event.at for event in history.events if event.type is OrderEventType.CLAIM_OPENED]
    assert opened == [claim.created_at], "by which the entry leads to its report"
