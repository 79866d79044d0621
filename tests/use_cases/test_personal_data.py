"""Asking for one's data and for its erasure."""

from collections.abc import Awaitable, Callable

import pytest

from account_scenario import PASSWORD
from exports import exported
from haulage.accounts import InvalidCredentials, NoSuchAccount, SessionGrant, SessionNotFound
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.jobs import JobState
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.kernel.money import dollars
from haulage.kernel.rate_limit import TooManyRequests
from haulage.kernel.redaction import Redactor, Traces
from haulage.ledger import SplitNotFailed, Transaction, TransactionKind, debt_account, entries_of
from haulage.ledger.account import PLATFORM_REVENUE
from haulage.orders import Order
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.personal_data import Erased, Person
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.messaging import MessageDraft
from haulage.use_cases.payments.settle_driver import NothingToSettle, ShareBeingSent
from haulage.use_cases.personal_data import finish_erasure
from haulage.use_cases.personal_data.erase_person import (
    EarningsOwed,
    MoneyOwed,
    OrderUnderWay,
    PayoutsOwed,
)
from haulage.use_cases.personal_data.erasure_traces import MAX_PIECE_LENGTH, in_pieces, of_pieces
from haulage_adapters.sql.personal_data import SqlPersonalDataStore
from use_cases.bookkeeping import HALF, balances, dispute, driven, refund, the_split
from use_cases.claiming import claimed, declined
from use_cases.paying_out import a_method, ask
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

ANN = "ann@example.com"


async def sign_up(scenario: Scenario, email: str = ANN) -> SessionGrant:
    made = await scenario.market.accounts.sign_up(email, PASSWORD, {"name": "Ann Lee"})
    assert isinstance(made, SessionGrant)
    return made


async def test_a_person_takes_their_data_along(scenario: Scenario) -> None:
    grant = await sign_up(scenario)
    files = await exported(await scenario.market.personal_data.export(grant.signed_in.actor))
    assert files["profile.json"][0]["name"] == "Ann Lee"
    assert files["about.json"]["user_id"] == grant.signed_in.user.id
    last = await scenario.market.audit.after(OPERATOR, 2, 1)
    assert [(entry.action, entry.actor_id) for entry in last] == [("data_exported", grant.signed_in.user.id)]


async def test_neither_visitors_nor_administrators_take_anothers_data(scenario: Scenario) -> None:
    await sign_up(scenario)
    with pytest.raises(Exception, match="User not found"):
        await scenario.market.personal_data.export.of(ANN, ADMIN)
    with pytest.raises(Forbidden):
        await scenario.market.personal_data.export(Actor(business_id="biz_1"))


async def test_an_erased_person_is_out_at_once_and_may_come_back(scenario: Scenario) -> None:
    grant = await sign_up(scenario)
    await scenario.market.personal_data.erase(grant.access_token)
    with pytest.raises(SessionNotFound):
        await scenario.market.accounts.authenticate(grant.access_token)
    with pytest.raises(InvalidCredentials):
        await scenario.market.accounts.sign_in(ANN, PASSWORD)
    again = await sign_up(scenario)
    assert again.signed_in.user.id != grant.signed_in.user.id


async def test_the_audit_trail_says_who_erased_whom(scenario: Scenario) -> None:
    grant = await sign_up(scenario)
    await scenario.market.personal_data.erase.of(ANN)
    entry = (await scenario.market.audit.after(OPERATOR, 2, 1))[0]
    assert (entry.action, entry.actor_id) == ("account_erased", "operator")
    assert (entry.object_id, entry.facts["user"]) == (grant.signed_in.account.id, grant.signed_in.user.id)


async def test_a_crash_after_the_erasure_leaves_a_job_that_does_the_rest(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deleted rows stand in the files of a database until these are written anew."""
    await sign_up(scenario)
    scrubbed: list[bool] = []

    async def die(_: object, *, rewrite: bool = False) -> None:
        raise KeyboardInterrupt

    async def scrub(_: object, *, rewrite: bool = False) -> None:
        scrubbed.append(rewrite)

    monkeypatch.setattr(type(scenario.storage), "scrub", die)
    with pytest.raises(KeyboardInterrupt):
        await scenario.market.personal_data.erase.of(ANN)
    monkeypatch.setattr(type(scenario.storage), "scrub", scrub)
    assert await scenario.later(minutes=11) == 1
    assert scrubbed == [True]


async def chat_about(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """An order that has ended, with a message that names its driver."""
    order = await scenario.assigned(ada, dee)
    await scenario.market.messaging.send(ada, order.id, MessageDraft("Ask for Dee."))
    return await scenario.market.orders.cancel(ada, order.id, "")


async def texts_of(scenario: Scenario, ada: Actor, order: Order) -> list[str]:
    thread = await scenario.market.messaging.read(ada, order.id, PageRequest(50))
    return [message.text for message in thread.page.messages]


async def test_a_crash_between_the_account_and_the_texts_leaves_a_job_that_erases_them(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account, by which the person was found in them, is no more."""
    order = await chat_about(scenario, ada, dee)

    async def die(_: object, *__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(SqlPersonalDataStore, "erase_texts", die)
        with pytest.raises(KeyboardInterrupt):
            await scenario.market.personal_data.erase.of("acc_dee@example.com")
    with pytest.raises(NoSuchAccount):
        await scenario.market.personal_data.erase.of("acc_dee@example.com")
    assert await texts_of(scenario, ada, order) == ["Ask for Dee."]
    await scenario.later(minutes=11)
    assert await texts_of(scenario, ada, order) == ["Ask for [erased]."]
    left = await scenario.storage.read(lambda unit: unit.personal_data.erasure_traces("usr_dee"))
    assert not left


async def test_an_erasure_that_is_refused_at_its_end_has_removed_nothing(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Because of an order that was booked after the first look."""
    order = await chat_about(scenario, ada, dee)
    write, looks = type(scenario.storage).write, []

    async def book_after_the_first(self: Storage, work: Callable[[UnitOfWork], Awaitable[object]]) -> object:
        done = await write(self, work)
        if not looks:
            looks.append(work)
            await scenario.assigned(ada, dee)
        return done

    monkeypatch.setattr(type(scenario.storage), "write", book_after_the_first)
    with pytest.raises(OrderUnderWay):
        await scenario.market.personal_data.erase.of("acc_dee@example.com")
    assert await texts_of(scenario, ada, order) == ["Ask for Dee."]
    left = await scenario.storage.read(lambda unit: unit.personal_data.erasure_traces("usr_dee"))
    assert not left


async def test_whoever_changes_their_name_meanwhile_is_found_by_the_new_one_too(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = await chat_about(scenario, ada, dee)
    traces, reads = SqlPersonalDataStore.traces, []

    async def stale(self: SqlPersonalDataStore, person: Person) -> Erased:
        reads.append(person)
        return await traces(self, person) if len(reads) > 1 else Erased(frozenset(), Traces(), frozenset())

    monkeypatch.setattr(SqlPersonalDataStore, "traces", stale)
    await scenario.market.personal_data.erase.of("acc_dee@example.com")
    assert await texts_of(scenario, ada, order) == ["Ask for [erased]."]


def test_the_traces_of_somebody_with_many_orders_are_stored_in_pieces() -> None:
    streets = frozenset(f"{number} Secret Lane, New York" for number in range(2_000))
    both = frozenset({"ann@home.example"}), frozenset({"bob@home.example"})
    erased = Erased(both[0], Traces(frozenset({"Ann Lee"}), frozenset({"1"}), both[0], streets), both[1])
    pieces = in_pieces(erased)
    assert len(pieces) > 2
    assert max(map(len, pieces)) <= MAX_PIECE_LENGTH
    assert of_pieces(reversed(pieces)) == erased
    assert in_pieces(of_pieces([])) == []


async def test_an_erasure_that_went_through_leaves_nothing_to_do(scenario: Scenario) -> None:
    await sign_up(scenario)
    await scenario.market.personal_data.erase.of(ANN)
    assert await scenario.later(minutes=11) == 0


async def test_no_transaction_of_an_erasure_reads_many_texts(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite nobody else writes beside it."""
    monkeypatch.setattr(finish_erasure, "TEXTS_AT_ONCE", 2)
    order = await scenario.assigned(ada, dee)
    for words in ("Ask for Dee.", "Is Dee there?", "Dee?", "Here is your sofa.", "Dee!"):
        await scenario.market.messaging.send(ada, order.id, MessageDraft(words))
    await scenario.market.orders.cancel(ada, order.id, "")
    at_once: list[int] = []
    begin, whole = type(scenario.storage).write, Redactor.__call__

    async def write(self: Storage, work: Callable[[UnitOfWork], Awaitable[object]]) -> object:
        at_once.append(0)
        return await begin(self, work)

    def redact(self: Redactor, text: str) -> str:
        at_once[-1] += 1
        return whole(self, text)

    monkeypatch.setattr(type(scenario.storage), "write", write)
    monkeypatch.setattr(Redactor, "__call__", redact)
    await scenario.market.personal_data.erase.of("acc_dee@example.com")
    assert sum(at_once) == 5 + 3, "the messages, and the subject and bodies of a mail about the order"
    assert max(at_once) <= 2 * 3
    thread = await scenario.market.messaging.read(ada, order.id, PageRequest(50))
    assert not any("Dee" in message.text for message in thread.page.messages)


async def test_an_old_session_needs_the_password(scenario: Scenario) -> None:
    grant = await sign_up(scenario)
    scenario.clock.turn(minutes=11)
    with pytest.raises(ReauthenticationNeeded):
        await scenario.market.personal_data.erase(grant.access_token)
    with pytest.raises(InvalidInput) as wrong:
        await scenario.market.personal_data.erase(grant.access_token, "wrong")
    assert wrong.value.field == "password"
    await scenario.market.personal_data.erase(grant.access_token, PASSWORD)
    with pytest.raises(NoSuchAccount):
        await scenario.market.personal_data.erase.of(ANN)


async def test_guessing_the_password_is_limited(scenario: Scenario) -> None:
    grant = await sign_up(scenario)
    for _ in range(10):
        with pytest.raises(InvalidInput):
            await scenario.market.personal_data.erase(grant.access_token, "x", caller="192.0.2.7")
    with pytest.raises(TooManyRequests):
        await scenario.market.personal_data.erase(grant.access_token, "x", caller="192.0.2.7")


async def test_nobody_disappears_during_an_order(scenario: Scenario, dee: Actor) -> None:
    grant = await sign_up(scenario)
    order = await scenario.assigned(grant.signed_in.actor, dee)
    with pytest.raises(OrderUnderWay) as refusal:
        await scenario.market.personal_data.erase(grant.access_token)
    assert str(order.number) in refusal.value.message
    with pytest.raises(OrderUnderWay):
        await scenario.market.personal_data.erase.of("acc_dee@example.com")


async def test_nobody_disappears_while_money_is_owed_to_them(scenario: Scenario, dee: Actor) -> None:
    grant = await sign_up(scenario)
    order = await scenario.assigned(grant.signed_in.actor, dee)
    scenario.cards.down = True
    await scenario.market.orders.cancel(grant.signed_in.actor, order.id, "changed my mind")
    with pytest.raises(MoneyOwed) as refusal:
        await scenario.market.personal_data.erase(grant.access_token)
    assert "$" in refusal.value.message
    scenario.cards.down = False
    await scenario.later(seconds=15)
    await scenario.market.personal_data.erase(grant.access_token)


async def test_a_driver_who_was_not_paid_hears_what_is_owed_and_is_free_once_it_is_settled(
    scenario: Scenario, dee: Actor
) -> None:
    ada = await scenario.customer()
    order = await scenario.assigned(ada, dee)
    for step in (
        scenario.market.deliveries.steps.start,
        scenario.market.deliveries.steps.confirm_pickup,
        scenario.market.deliveries.steps.complete,
    ):
        await step(dee, order.id)
    email = "acc_dee@example.com"
    with pytest.raises(EarningsOwed) as refusal:
        await scenario.market.personal_data.erase.of(email)
    assert "that you earned by driving have not been paid to you" in refusal.value.message
    settled = await scenario.market.payments.settle_driver(email, "transfer-4711")
    assert settled.amount_cents == refusal.value.cents > 0
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order
    with pytest.raises(NothingToSettle):
        await scenario.market.payments.settle_driver(email, "transfer-4712")
    await scenario.market.personal_data.erase.of(email)


async def test_a_driver_goes_once_their_balance_has_reached_them(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    erase = scenario.market.personal_data.erase.of
    with pytest.raises(PayoutsOwed) as refusal:
        await erase("acc_dee@example.com")
    assert refusal.value.cents == HALF
    assert "Have them paid out on your driver dashboard first" in refusal.value.message
    payout = await ask(scenario, dee, HALF)
    await scenario.market.jobs.run.all_due()
    with pytest.raises(PayoutsOwed) as refusal:
        await erase("acc_dee@example.com")
    assert f"Of this, {dollars(HALF)} is on its way to you. Delete" in refusal.value.message
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    await erase("acc_dee@example.com")


async def test_a_driver_reads_which_of_their_earnings_they_cannot_have_paid_out_yet(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    orders = [await driven(scenario, ada, dee) for _ in range(2)]
    await scenario.later(minutes=1)
    payment = await scenario.payment(orders[0])
    await dispute(scenario, payment, payment.amount_cents)
    with pytest.raises(PayoutsOwed) as refusal:
        await scenario.market.personal_data.erase.of("acc_dee@example.com")
    assert refusal.value.message == (
        f"The account cannot be deleted while {dollars(2 * HALF)} of your earnings have not reached you. "
        f"Of this, {dollars(HALF)} can be paid out on your driver dashboard, and {dollars(HALF)} is kept "
        "back while a dispute or a problem report is looked into. Delete the account once all of it has "
        "arrived."
    )


async def test_what_a_driver_owes_is_taken_of_what_they_have(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    owed = entries_of({debt_account("drv_dee"): HALF + 100, PLATFORM_REVENUE: -HALF - 100})
    debt = Transaction("ltx_debt", TransactionKind.SPLIT, "debt", scenario.clock.now(), owed)
    await scenario.storage.write(lambda unit: unit.ledger.add(debt))
    await scenario.market.personal_data.erase.of("acc_dee@example.com")


async def test_what_a_dispute_holds_of_a_drivers_earnings_is_not_settled(
    scenario: Scenario, dee: Actor
) -> None:
    order = await driven(scenario, await scenario.customer(), dee)
    payment, email = await scenario.payment(order), "acc_dee@example.com"
    await dispute(scenario, payment, payment.amount_cents)
    with pytest.raises(NothingToSettle):
        await scenario.market.payments.settle_driver(email, "transfer-4711")
    await dispute(scenario, payment, payment.amount_cents, "won")
    assert (await scenario.market.payments.settle_driver(email, "transfer-4711")).amount_cents == HALF


@pytest.mark.parametrize("cause", ["dispute", "claim"])
async def test_a_share_that_a_dispute_over_a_part_stops_is_paid_once(
    scenario: Scenario, dee: Actor, cause: str
) -> None:
    """The dispute reserves a part of the share, and the whole is sent once it is won."""
    ada = await scenario.customer()
    disputed, other = await driven(scenario, ada, dee), await driven(scenario, ada, dee)
    payment, email = await scenario.payment(disputed), "acc_dee@example.com"
    await dispute(scenario, payment, payment.amount_cents // 5)
    claim = await claimed(scenario, ada, disputed) if cause == "claim" else None
    settled = await scenario.market.payments.settle_driver(email, "transfer-4711")
    assert (settled.amount_cents, settled.shares) == (HALF, 1), "the other order's"
    with pytest.raises(NothingToSettle):
        await scenario.market.payments.settle_driver(email, "transfer-4712")
    await dispute(scenario, payment, payment.amount_cents // 5, "won")
    if claim is not None:
        await declined(scenario, claim)
    await scenario.later(hours=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    assert (await the_split(scenario, other)).driver_transfer_id is None
    assert (await balances(scenario))["driver:drv_dee"] == -HALF


async def test_what_is_to_be_sent_again_and_a_dispute_stops_is_paid_once(
    scenario: Scenario, dee: Actor
) -> None:
    order = await driven(scenario, await scenario.customer(), dee)
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    scenario.cards.refuses = set()
    payment, email = await scenario.payment(order), "acc_dee@example.com"
    await dispute(scenario, payment, payment.amount_cents // 5)
    with pytest.raises(NothingToSettle):
        await scenario.market.payments.settle_driver(email, "transfer-4711")
    await dispute(scenario, payment, payment.amount_cents // 5, "won")
    await scenario.later(hours=2)
    assert scenario.cards.held["acct_drv_dee"] == HALF
    assert "driver:drv_dee" not in {code for code, cents in (await balances(scenario)).items() if cents > 0}


@pytest.mark.parametrize("refused", [False, True])
async def test_a_share_that_was_paid_elsewhere_is_never_sent(
    scenario: Scenario, dee: Actor, refused: bool
) -> None:
    order = await driven(scenario, await scenario.customer(), dee)
    if refused:
        scenario.cards.refuses = {"transfer"}
        await scenario.later(minutes=1)
        scenario.cards.refuses = set()
    settled = await scenario.market.payments.settle_driver("acc_dee@example.com", "transfer-4711")
    assert (settled.amount_cents, settled.shares) == (HALF, 1)
    await scenario.later(hours=2)
    assert not scenario.cards.transfers
    with pytest.raises(SplitNotFailed):
        await scenario.market.payments.splits.retry(dee, (await scenario.payment(order)).id)
    await refund(scenario, order)
    await scenario.later(hours=2)
    assert (await balances(scenario))["driver:drv_dee"] == HALF
    assert not (await scenario.market.jobs.manage.list(OPERATOR, PageRequest(), state=JobState.DEAD)).items


async def test_nothing_is_settled_while_nobody_knows_whether_a_share_was_sent(
    scenario: Scenario, dee: Actor
) -> None:
    order = await driven(scenario, await scenario.customer(), dee)
    scenario.cards.losing_answers = True
    await scenario.later(minutes=1)
    with pytest.raises(ShareBeingSent):
        await scenario.market.payments.settle_driver("acc_dee@example.com", "transfer-4711")
    scenario.cards.losing_answers = False
    await scenario.later(hours=1)
    assert (await the_split(scenario, order)).driver_transfer_id is not None
    with pytest.raises(NothingToSettle):
        await scenario.market.payments.settle_driver("acc_dee@example.com", "transfer-4711")


async def test_nothing_is_settled_while_a_share_is_to_be_sent_again(scenario: Scenario, dee: Actor) -> None:
    order = await driven(scenario, await scenario.customer(), dee)
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    with pytest.raises(ShareBeingSent):
        await scenario.market.payments.settle_driver("acc_dee@example.com", "transfer-4711")


async def test_only_the_operator_settles_and_says_where_the_payment_is_found(
    scenario: Scenario, dee: Actor
) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.payments.settle_driver("acc_dee@example.com", "x", ADMIN)
    for reference in ("", "two words", "x" * 65):
        with pytest.raises(InvalidInput) as refusal:
            await scenario.market.payments.settle_driver("acc_dee@example.com", reference)
        assert refusal.value.field == "reference"
    with pytest.raises(NothingToSettle):
        await scenario.market.payments.settle_driver("acc_dee@example.com", "x")
    await sign_up(scenario)
    with pytest.raises(NotFound):
        await scenario.market.payments.settle_driver(ANN, "x")
