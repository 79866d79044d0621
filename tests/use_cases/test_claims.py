"""Claims: who reports what and until when, what is held, who reads what, and what a decision does (OP-49)."""

import attrs
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
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.ledger import SplitStatus, driver_account, earnings_of
from haulage.orders import FailureReason, Order, OrderEventType
from haulage.payments.refund import NothingToRefund, PaymentDisputed, RefundTooLarge
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.idempotency import Replayed
from haulage.use_cases.photo_links import PictureLinkExpired
from pictures import a_jpeg
from statements import statements
from use_cases.bookkeeping import HALF, PRICE, balances, dispute, driven, late_fee, refund, the_split
from use_cases.claiming import NOBODY_CAME, claimed, declined, refunded
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario, once
from use_cases.test_fail_delivery import arrived, fails

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

DAMAGED = ClaimDraft(ClaimKind.DAMAGE, "A leg is broken.", 10_00, "The sofa")
LATE = ClaimDraft(ClaimKind.LATE, "Two hours late.")


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def reserved(scenario: Scenario) -> int:
    account = driver_account("drv_dee")
    found = await scenario.storage.read(lambda unit: unit.ledger.balance(account))
    return found.reserved_cents


async def kinds(scenario: Scenario) -> list[str]:
    """Of the mails about claims."""
    latest = await scenario.market.email.manage.latest(50)
    return [str(mail.kind) for mail in latest if mail.kind.startswith("claim")]


async def to_driver(scenario: Scenario) -> list[str]:
    """The texts of the mails about claims that Dee got, oldest first, each on one line."""
    latest = await scenario.market.email.manage.latest(50)
    hers = [mail for mail in latest if mail.kind.startswith("claim") and mail.to != "acc_ada@example.com"]
    return [" ".join(mail.text.split()) for mail in reversed(hers)]


async def test_a_share_is_held_until_it_is_released(scenario: Scenario, ada: Actor, order: Order) -> None:
    claim = await claimed(scenario, ada, order)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert (split.status, earnings_of(split).is_frozen) == (SplitStatus.PENDING, True)
    assert (scenario.cards.transfers, await reserved(scenario)) == ({}, HALF)
    assert (await declined(scenario, claim)).state is ClaimState.DECLINED
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert scenario.cards.refunds == {}
    assert sorted(await kinds(scenario)) == [
        "claim_decided",
        "claim_decided",
        "claim_opened",
        "claim_side_requested",
    ]


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_refund_takes_every_part_back_wherever_it_is(
    scenario: Scenario, ada: Actor, order: Order, is_sent: bool
) -> None:
    if is_sent:
        await scenario.later(minutes=1)
    claim = await claimed(scenario, ada, order)
    assert (await refunded(scenario, claim)).state is ClaimState.REFUNDED
    await scenario.later(minutes=1)
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert list(scenario.cards.transfers.values()) == ([HALF] if is_sent else [])
    assert list(scenario.cards.reversals.values()) == ([HALF] if is_sent else [])
    assert "driver:drv_dee" not in await balances(scenario)
    assert await reserved(scenario) == 0


async def test_what_did_not_arrive_can_be_reported_for_a_day_once_and_with_a_word(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    desk = scenario.market.claims
    scenario.clock.turn(hours=24)
    standing = await desk.open.standing(ada, order.id)
    assert standing.until[ClaimKind.NOT_DELIVERED] == scenario.clock.now()
    assert standing.refundable_cents == PRICE
    with pytest.raises(InvalidInput, match="account"):
        await desk.open(ada, order.id, ClaimDraft(ClaimKind.NOT_DELIVERED, "  "))
    await claimed(scenario, ada, order)
    assert ClaimKind.NOT_DELIVERED not in (await desk.open.standing(ada, order.id)).until
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
    desk = scenario.market.claims
    first = await desk.open(ada, order.id, NOBODY_CAME, once=once())
    with pytest.raises(Replayed):
        await desk.open(ada, order.id, NOBODY_CAME, once=once())
    assert (await desk.open.standing(ada, order.id)).claims == [first]


async def test_no_more_is_asked_back_than_was_paid(scenario: Scenario, ada: Actor, order: Order) -> None:
    with pytest.raises(InvalidInput, match="requested_cents"):
        await claimed(scenario, ada, order, ClaimDraft(ClaimKind.DAMAGE, "Broken.", PRICE + 1))
    await claimed(scenario, ada, order, ClaimDraft(ClaimKind.DAMAGE, "Broken.", PRICE))


async def test_who_asks_nothing_back_holds_no_share(scenario: Scenario, ada: Actor, order: Order) -> None:
    claim = await claimed(scenario, ada, order, LATE)
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert (await declined(scenario, claim)).state is ClaimState.DECLINED


async def test_a_share_is_held_until_the_last_claim_is_closed(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    first, second = await claimed(scenario, ada, order), await claimed(scenario, ada, order, DAMAGED)
    await declined(scenario, first)
    await scenario.later(minutes=1)
    assert (scenario.cards.transfers, await reserved(scenario)) == ({}, HALF)
    await declined(scenario, second)
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)


@pytest.mark.parametrize(
    ("is_sent", "draft", "sentence"),
    [
        (False, NOBODY_CAME, f"${HALF / 100:.2f} of your share is held"),
        (True, NOBODY_CAME, "Your share was paid before, so nothing is held"),
        (False, LATE, "Nothing of what you earned is held"),
    ],
)
async def test_the_driver_is_told_what_is_held_of_their_share(
    scenario: Scenario, ada: Actor, order: Order, is_sent: bool, draft: ClaimDraft, sentence: str
) -> None:
    if is_sent:
        await scenario.later(minutes=1)
    await claimed(scenario, ada, order, draft)
    (mail,) = await to_driver(scenario)
    assert sentence in mail


@pytest.mark.parametrize("ending", ["declined", "withdrawn"])
@pytest.mark.parametrize("other", ["claim", "dispute"])
async def test_the_driver_is_told_that_the_share_is_theirs_once_nothing_else_holds_it(
    scenario: Scenario, ada: Actor, order: Order, ending: str, other: str
) -> None:
    first = await claimed(scenario, ada, order)
    if other == "claim":
        second = await claimed(scenario, ada, order, DAMAGED)
    else:
        await dispute(scenario, await scenario.payment(order), PRICE)
        second = await claimed(scenario, ada, order, LATE)
    scenario.clock.turn(minutes=1)
    if ending == "declined":
        await declined(scenario, first)
    else:
        await scenario.market.claims.answer.withdraw(ada, first.id)
    last = (await to_driver(scenario))[-1]
    assert ("still held" in last, "share is yours" in last) == (True, False)
    if other == "dispute":
        await dispute(scenario, await scenario.payment(order), PRICE, "won")
    scenario.clock.turn(minutes=1)
    await declined(scenario, second)
    last = (await to_driver(scenario))[-1]
    assert ("still held" in last, "share is yours" in last) == (False, True)


async def test_a_part_is_refunded_from_every_part_or_as_goodwill(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order, DAMAGED)
    with pytest.raises(RefundTooLarge):
        await refunded(scenario, claim, PRICE + 1)
    assert (await refunded(scenario, claim, 10_00)).refunded_cents == 10_00
    await scenario.later(minutes=1)
    (sent,) = scenario.cards.transfers.values()
    assert (list(scenario.cards.refunds.values()), sent < HALF) == ([10_00], True)
    second = await claimed(scenario, ada, order)
    made = await refunded(scenario, second, 5_00, goodwill=True)
    assert made.refund_id is not None
    await scenario.later(minutes=1)
    assert sorted(scenario.cards.refunds.values()) == [5_00, 10_00]
    assert scenario.cards.reversals == {}, "goodwill takes nothing from the driver"


async def test_what_is_withdrawn_lets_the_share_go_and_can_be_reported_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    withdrawn = await scenario.market.claims.answer.withdraw(ada, claim.id)
    assert withdrawn.state is ClaimState.WITHDRAWN
    with pytest.raises(IllegalMove):
        await declined(scenario, claim)
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert (await kinds(scenario)).count("claim_withdrawn") == 2
    assert (await claimed(scenario, ada, order)).id != claim.id


async def test_a_question_is_answered_once_and_each_side_reads_its_own(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    desk = scenario.market.claims
    claim = await claimed(scenario, ada, order, DAMAGED)
    with pytest.raises(IllegalMove):
        await desk.answer.answer(ada, claim.id, "Nobody wanted to know.")
    await desk.decide.request_information(ADMIN, claim.id, "Which leg?")
    with pytest.raises(IllegalMove):
        await desk.decide.request_information(ADMIN, claim.id, "Which leg?")
    assert (await desk.answer.answer(ada, claim.id, "The left.")).state is ClaimState.ANSWERED
    assert (await desk.answer.give_side(dee, claim.id, "It was so before.")).state is ClaimState.ANSWERED
    _, (customer,) = await desk.show.of_order(ada, order.id)
    (driver,) = (await desk.show.of_driver(dee, PageRequest(10))).items
    admin = (await desk.show.details(ADMIN, claim.id)).shown
    assert [each.party for each in customer.statements] == [ClaimParty.ADMIN, ClaimParty.CUSTOMER]
    assert [each.text for each in driver.shown.statements] == ["It was so before."]
    assert len(admin.statements) == 3
    await declined(scenario, claim)
    assert (await desk.show.of_driver(dee, PageRequest(10))).items == []
    with pytest.raises(IllegalMove):
        await desk.answer.give_side(dee, claim.id, "Too late.")


async def test_a_driver_is_asked_and_the_customer_does_not_learn_of_it(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    desk = scenario.market.claims
    claim = await claimed(scenario, ada, order, DAMAGED)
    asked = await desk.decide.ask_driver(ADMIN, claim.id, "Was it whole at the pickup?")
    assert (asked.state, asked.version) == (ClaimState.OPEN, claim.version + 1)
    with pytest.raises(Forbidden):
        await desk.decide.ask_driver(dee, claim.id, "May I?")
    mails = await scenario.market.email.manage.latest(100)
    asking = [each for each in mails if each.kind is EmailKind.CLAIM_SIDE_REQUESTED]
    assert len(asking) == 2  # when the problem was reported, and now
    _, (customer,) = await desk.show.of_order(ada, order.id)
    (driver,) = (await desk.show.of_driver(dee, PageRequest(10))).items
    assert [*customer.statements] == []
    assert [each.text for each in driver.shown.statements] == ["Was it whole at the pickup?"]
    export = scenario.market.personal_data.export
    assert "Was it whole" not in str(await exported(await export(ada)))
    assert "Was it whole" in str(await exported(await export(dee)))
    await declined(scenario, claim)
    with pytest.raises(IllegalMove):
        await desk.decide.ask_driver(ADMIN, claim.id, "And now?")


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
    desk, bob = scenario.market.claims, await scenario.customer("bob")
    for stranger in (bob, dee, ADMIN):
        with pytest.raises(NotFound):
            await desk.open(stranger, order.id, NOBODY_CAME)
        with pytest.raises(NotFound):
            await desk.open.standing(stranger, order.id)
    claim = await claimed(scenario, ada, order)
    for stranger in (ada, dee):
        with pytest.raises(Forbidden):
            await desk.decide.decide(stranger, claim.id, ClaimDecision("Mine."))
        with pytest.raises(Forbidden):
            await desk.decide.list(stranger, PageRequest(10))
        with pytest.raises(Forbidden):
            await desk.show.details(stranger, claim.id)
    for stranger in (bob, dee):
        with pytest.raises(NotFound):
            await desk.answer.withdraw(stranger, claim.id)
    with pytest.raises(InvalidInput, match="reason"):
        await desk.decide.decide(ADMIN, claim.id, ClaimDecision(" ", 1_00))
    await declined(scenario, claim)
    with pytest.raises(IllegalMove):
        await refunded(scenario, claim)
    assert scenario.cards.refunds == {}
    page = await scenario.market.audit.list(ADMIN, PageRequest(50))
    assert {"claim_opened", "claim_decided"} <= {entry.action for entry in page.items}


@pytest.mark.parametrize("won_first", [True, False])
async def test_a_dispute_and_a_report_each_let_go_their_own(
    scenario: Scenario, ada: Actor, order: Order, won_first: bool
) -> None:
    """Together they hold no more than the share, and it is sent when both are done."""
    payment = await scenario.payment(order)
    claim = await claimed(scenario, ada, order)
    await dispute(scenario, payment, PRICE)
    assert await reserved(scenario) == HALF
    with pytest.raises(PaymentDisputed):
        await refunded(scenario, claim)
    if won_first:
        await dispute(scenario, payment, PRICE, "won")
    else:
        await declined(scenario, claim)
    await scenario.later(minutes=1)
    assert (await reserved(scenario), scenario.cards.transfers) == (HALF, {})
    if won_first:
        await declined(scenario, claim)
    else:
        await dispute(scenario, payment, PRICE, "won")
    await scenario.later(minutes=1)
    assert (await reserved(scenario), list(scenario.cards.transfers.values())) == (0, [HALF])
    await balances(scenario)


async def test_a_dispute_that_is_lost_leaves_nothing_to_hold(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    payment = await scenario.payment(order)
    claim = await claimed(scenario, ada, order)
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "lost")
    assert await reserved(scenario) == 0
    with pytest.raises(NothingToRefund):
        await refunded(scenario, claim)
    await declined(scenario, claim)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    assert "driver:drv_dee" not in await balances(scenario)


async def test_what_was_refunded_before_is_not_refunded_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    await refund(scenario, order, 10_00)
    await refunded(scenario, claim)
    assert sorted(scenario.cards.refunds.values()) == [10_00, PRICE - 10_00]
    assert "driver:drv_dee" not in await balances(scenario)


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
    desk = scenario.market.claims
    claim = await claimed(scenario, ada, order)
    read = (await desk.decide.request_information(ADMIN, claim.id, "Which door?")).version
    for say in (
        desk.answer.answer(ada, claim.id, "The front door."),
        desk.answer.give_side(dee, claim.id, "Nobody opened."),
    ):
        read, unread = (await say).version, read
        for cents in (0, PRICE):
            with pytest.raises(ClaimChanged, match="changed since you opened it"):
                await desk.decide.decide(ADMIN, claim.id, ClaimDecision("Seen.", cents, version=unread))
    decided = await desk.decide.decide(ADMIN, claim.id, ClaimDecision("Seen.", version=read))
    assert decided.state is ClaimState.DECLINED


async def test_what_a_refund_takes_from_the_driver_is_told_before_it_is_decided(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    reply = await scenario.market.claims.decide.parts(ADMIN, claim.id, 10_00)
    assert (await the_split(scenario, order)).driver_back_cents == 0
    await refunded(scenario, claim, 10_00)
    assert (await the_split(scenario, order)).driver_back_cents == reply.driver_cents
    assert reply.tax_cents > 0
    assert reply.tax_cents + reply.driver_cents + reply.platform_cents == 10_00
    details = await scenario.market.claims.show.details(ADMIN, claim.id)
    assert [each.parts for each in details.refunds] == [reply]
    with pytest.raises(RefundTooLarge):
        await scenario.market.claims.decide.parts(ADMIN, claim.id, PRICE)


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
