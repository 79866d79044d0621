"""Payouts from the request to their end (OUT-11 to OUT-19, OP-04, OP-39, OP-41)."""

import asyncio
from datetime import timedelta

import attrs
import pytest
from sqlalchemy import text

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, HaulageError, IllegalMove, NotFound, Unavailable
from haulage.payouts import (
    AboveMaximum,
    BankAccountType,
    BankDetails,
    BelowMinimum,
    DailyLimitExceeded,
    InstantNotEnabled,
    InstantNotOffered,
    MethodNotFound,
    MethodNotVerified,
    MethodRemoved,
    MoreThanAvailable,
    NoConnectedAccount,
    NoVerifiedMethod,
    Payout,
    PayoutMethodHeld,
    PayoutNotFailed,
    PayoutNotFound,
    PayoutsHeld,
    PayoutSpeed,
    PayoutStatus,
    PayoutTriedAgain,
    PayPalDetails,
)
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.payouts.payout_settings import SettingsChange
from haulage.use_cases.payouts.request_payout import PayoutRequest
from haulage_adapters.simulated.payout_methods import FATE_OF_BANK
from use_cases.bookkeeping import HALF, accounts, driven
from use_cases.claiming import NOBODY_CAME
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import (
    DRIVER,
    INSTANT,
    STANDARD,
    a_method,
    ask,
    faulty,
    fund,
    held,
    stored,
)
from use_cases.scenario import ADMIN, Scenario, once

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

CLOSED = next(number for number, fate in FATE_OF_BANK.items() if fate == "account_closed")
FAILING = BankDetails("110000000", CLOSED, "Test Bank", BankAccountType.CHECKING)
PLAIN_BANK = attrs.evolve(FAILING, account_number="000123456789")


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has earned her half of an order, and a card that takes instant payouts."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    return dee


async def test_a_standard_payout_is_free_and_arrives_in_two_business_days(
    scenario: Scenario, paid: Actor
) -> None:
    payout = await ask(scenario, paid, HALF)
    assert (payout.net_cents, payout.status) == (HALF, PayoutStatus.PENDING)
    assert await held(scenario) == (0, HALF)
    await scenario.market.jobs.run.all_due()
    assert (await stored(scenario, payout)).provider_id is not None
    scenario.clock.turn(days=5)
    after = await scenario.market.payouts.send.look_at(payout.id)
    assert after.status is PayoutStatus.PAID
    assert await held(scenario) == (0, 0)
    found = await accounts(scenario)
    assert "driver_available:drv_dee" not in found
    assert "connected_account:drv_dee" not in found


async def test_an_instant_payout_keeps_three_fees_and_takes_them_back_of_transfers(
    scenario: Scenario, paid: Actor
) -> None:
    quote = await scenario.market.payouts.request.quote(paid, DRIVER, PayoutRequest(10_00, INSTANT))
    assert (quote.fees.instant_fee_cents, quote.fees.provider_fee_cents) == (15, 5)
    assert (quote.fees.platform_fee_cents, quote.fees.net_cents) == (50, 9_30)
    assert quote.expected_at == scenario.clock.now() + timedelta(minutes=30)
    payout = await ask(scenario, paid, 10_00, INSTANT)
    assert payout.fees == quote.fees
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(minutes=31)
    assert (await scenario.market.payouts.send.look_at(payout.id)).status is PayoutStatus.PAID
    found = await accounts(scenario)
    assert found["payout_fees"] == -70
    assert found["connected_account:drv_dee"] == HALF - 10_00


async def changed_by_hand(scenario: Scenario, payout: Payout, change: str) -> tuple[str, ...]:
    """The payouts that the books tell otherwise after it; it is undone again."""
    before = await stored(scenario, payout)
    statement = text(f"UPDATE payouts SET {change}")
    async with scenario.storage.engine.writing.begin() as connection:
        await connection.execute(statement)
    found = await scenario.market.ledger.verify(OPERATOR)
    assert found.payouts_without_entries == len(found.payout_ids)
    after = await stored(scenario, payout)
    await scenario.storage.write(lambda unit: unit.payouts.save(after, before))
    return found.payout_ids


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("speed", "fault"),
    [(STANDARD, None), (INSTANT, None), (INSTANT, "slow"), (INSTANT, "refused")],
    ids=["standard", "instant", "instant as standard", "failed"],
)
async def test_a_payout_that_the_books_tell_otherwise_is_found_and_named(
    scenario: Scenario, paid: Actor, speed: PayoutSpeed, fault: str | None
) -> None:
    provider = faulty(scenario)
    provider.slow = fault == "slow"
    provider.refuses.update({"send"} if fault == "refused" else ())
    payout = await ask(scenario, paid, 10_00, speed)
    assert await changed_by_hand(scenario, payout, "amount_cents = amount_cents + 1") == (payout.id,)
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order
    await scenario.market.payouts.send(payout.id)
    scenario.clock.turn(days=5)
    ended = await scenario.market.payouts.send.look_at(payout.id)
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order
    if ended.has_failed:
        again = "status = 'pending', failure_reason = NULL"
        assert await changed_by_hand(scenario, payout, again) == (payout.id,)
    else:
        assert await changed_by_hand(scenario, payout, "amount_cents = amount_cents + 1") == (payout.id,)
        assert await changed_by_hand(scenario, payout, "status = 'pending'") == (payout.id,)
        failed = "status = 'failed', failure_reason = 'by hand'"
        assert await changed_by_hand(scenario, payout, failed) == (payout.id,)


async def test_paypal_is_paid_from_the_platforms_own_balance(scenario: Scenario, paid: Actor) -> None:
    method = await a_method(scenario, paid, PayPalDetails("dee@example.com"))
    payout = await ask(scenario, paid, 10_00, INSTANT, method_id=method.id)
    assert payout.net_cents == 10_00 - 15 - 10 - 50
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(minutes=31)
    await scenario.market.payouts.send.look_at(payout.id)
    found = await accounts(scenario)
    assert (found["bank"], found["connected_account:drv_dee"]) == (-payout.net_cents, HALF - 10_00)


async def test_each_refusal_is_the_documented_sentence_and_moves_nothing(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    async def refused(
        kind: type[HaulageError], message: str, cents: int = 10_00, **request_facts: object
    ) -> None:
        with pytest.raises(kind) as caught:
            await ask(scenario, dee, cents, **{"speed": INSTANT, **request_facts})  # type: ignore[arg-type]
        assert caught.value.message == message
        if kind is MethodNotFound:
            assert caught.value.field == "method_id"

    await refused(NoConnectedAccount, "Driver does not have a Stripe Connect account")
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    nothing = "No verified payout methods. Please add a bank account or debit card."
    await refused(NoVerifiedMethod, nothing)
    await a_method(scenario, dee)
    await fund(scenario, 2_000_00)
    await refused(BelowMinimum, "Minimum instant payout amount is $10", 9_99)
    await refused(AboveMaximum, "Maximum instant payout amount is $500", 500_01)
    await refused(MoreThanAvailable, "Your available balance is $2,011.96", 2_011_97, speed=STANDARD)
    await refused(MethodNotFound, "Payout method not found", method_id="pom_none")
    bank = await a_method(scenario, dee, PLAIN_BANK)
    unverified = attrs.evolve(bank, id="pom_new", token="ba_new", verified_at=None)
    await scenario.storage.write(lambda unit: unit.payout_methods.add(unverified))
    yet = "This payout method is not verified yet. Please choose one that is."
    await refused(MethodNotVerified, yet, method_id=unverified.id)
    await refused(InstantNotOffered, "Instant payouts not enabled for this driver account", method_id=bank.id)
    await scenario.market.payouts.settings.change(dee, DRIVER, SettingsChange(enable_instant_payouts=False))
    await refused(InstantNotEnabled, "Instant payouts not enabled for this driver")
    assert await held(scenario) == (2_000_00 + HALF, 0)
    with pytest.raises(NotFound) as unknown:
        await ask(scenario, dee, 10_00, order_id="ord_none")
    assert unknown.value.field == "order_id"


async def test_a_new_method_holds_instant_payouts_and_every_payout_to_itself(
    scenario: Scenario, paid: Actor
) -> None:
    operated = attrs.evolve(paid, operated_by="operator:root")
    new = await scenario.market.payouts.methods.add_for(operated, DRIVER, PLAIN_BANK)
    await fund(scenario, 2_000_00)
    for cents, refusal in ((9_99, BelowMinimum), (500_01, AboveMaximum), (2_100_00, AboveMaximum)):
        with pytest.raises(refusal) as wrong:
            await ask(scenario, paid, cents, INSTANT)
        assert wrong.value.field == "amount_cents"
    for cents in (10_00, 500_00):
        with pytest.raises(PayoutsHeld):
            await ask(scenario, paid, cents, INSTANT)
    assert await held(scenario) == (2_000_00 + HALF, 0)
    assert (await ask(scenario, paid, 10_00)).status is PayoutStatus.PENDING
    with pytest.raises(PayoutMethodHeld) as refused:
        await ask(scenario, paid, 10_00, method_id=new.id)
    assert refused.value.field == "method_id"
    assert "bank account ending 6789" in refused.value.message
    with pytest.raises(MoreThanAvailable):
        await ask(scenario, paid, 3_000_00, method_id=new.id)
    scenario.clock.turn(hours=72)
    assert (await ask(scenario, paid, 10_00, method_id=new.id)).method_id == new.id


async def test_the_first_method_takes_standard_payouts_at_once_and_the_one_in_its_place_does_not(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    methods, operated = scenario.market.payouts.methods, attrs.evolve(dee, operated_by="operator:root")
    first = await methods.add_for(operated, DRIVER, PLAIN_BANK)
    assert (await ask(scenario, dee, 1_00)).method_id == first.id
    await methods.remove(dee, DRIVER, first.id)
    await methods.add_for(operated, DRIVER, PLAIN_BANK)
    with pytest.raises(PayoutMethodHeld) as refused:
        await ask(scenario, dee, 1_00)
    standing = await scenario.market.payouts.eligibility(dee, DRIVER)
    assert not standing.eligibility.eligible
    assert refused.value.message in [each.reason for each in standing.eligibility.missing]


async def test_a_reported_share_is_no_part_of_the_balance_until_the_report_is_decided(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await a_method(scenario, dee)
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    claims = scenario.market.claims
    claim = await claims.open(ada, order.id, NOBODY_CAME)
    standing = await scenario.market.payouts.eligibility(dee, DRIVER)
    assert (standing.balance.available_cents, standing.balance.held_cents) == (0, HALF)
    with pytest.raises(MoreThanAvailable):
        await ask(scenario, dee, 1)
    await claims.decide.decide(ADMIN, claim.id, ClaimDecision("They came."))
    assert (await ask(scenario, dee, HALF)).status is PayoutStatus.PENDING


@pytest.mark.both_databases
async def test_of_64_payouts_at_once_on_a_balance_worth_10_exactly_10_are_granted(
    scenario: Scenario, paid: Actor
) -> None:
    await fund(scenario, 100_00 - HALF)
    answers = await asyncio.gather(*(ask(scenario, paid, 10_00) for _ in range(64)), return_exceptions=True)
    granted = [each for each in answers if isinstance(each, Payout)]
    others = {type(each) for each in answers if not isinstance(each, Payout)}
    assert (len(granted), others) == (10, {MoreThanAvailable})
    assert await held(scenario) == (0, 100_00)
    assert (await scenario.market.ledger.verify(ADMIN)).in_order


@pytest.mark.both_databases
async def test_the_days_limit_holds_however_many_ask_at_once(scenario: Scenario, paid: Actor) -> None:
    await fund(scenario, 5_000_00)
    await scenario.market.payouts.settings.change(
        paid, DRIVER, SettingsChange(daily_instant_limit_cents=30_00)
    )
    answers = await asyncio.gather(
        *(ask(scenario, paid, 10_00, INSTANT) for _ in range(8)), return_exceptions=True
    )
    assert sum(isinstance(each, Payout) for each in answers) == 3
    assert {type(each) for each in answers if not isinstance(each, Payout)} == {DailyLimitExceeded}


async def test_a_refusal_of_the_provider_gives_money_and_fees_back_with_its_reason(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.refuses.add("send")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    after = await stored(scenario, payout)
    assert (after.status, after.failure_reason) == (
        PayoutStatus.FAILED,
        "The bank account has been closed.",
    )
    assert after.settled_at is not None
    assert provider.done == ["prepare", "restore"]
    assert await held(scenario) == (HALF, 0)
    assert "payout_fees" not in await accounts(scenario)


@pytest.mark.parametrize("step", ["prepare", "send"])
@pytest.mark.parametrize("when", ["down_before", "down_after"])
async def test_what_nobody_knows_the_outcome_of_stays_reserved_and_is_asked_for_again(
    scenario: Scenario, paid: Actor, step: str, when: str
) -> None:
    provider = faulty(scenario)
    getattr(provider, when).add(step)
    payout = await ask(scenario, paid, 10_00, INSTANT)
    for _ in range(2):
        with pytest.raises(Unavailable):
            await scenario.market.payouts.send(payout.id)
        assert await held(scenario) == (HALF - 10_00, 9_30)
        provider.down_before.add("find")
    provider.down_before.clear()
    provider.down_after.clear()
    await scenario.market.payouts.send(payout.id)
    await scenario.market.payouts.send(payout.id)
    scenario.clock.turn(minutes=31)
    assert (await scenario.market.payouts.send.look_at(payout.id)).status is PayoutStatus.PAID
    assert (await accounts(scenario))["payout_fees"] == -70


async def test_a_restoring_that_hangs_keeps_the_balance_back_until_it_is_done(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.refuses.add("send")
    provider.down_before.add("restore")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    assert await held(scenario) == (HALF - 10_00, 9_30)
    with pytest.raises(PayoutNotFailed):
        await scenario.market.payouts.request.retry(paid, payout.id)
    provider.down_before.clear()
    await scenario.market.payouts.send.finish(payout.id)
    await scenario.market.payouts.send.finish(payout.id)
    assert await held(scenario) == (HALF, 0)
    assert provider.done.count("restore") == 1


async def test_an_instant_payout_that_goes_as_a_standard_one_has_its_fees_returned(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.slow = True
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    scenario.clock.turn(minutes=31)
    after = await scenario.market.payouts.send.look_at(payout.id)
    assert (after.status, after.fees_returned) == (PayoutStatus.PAID, True)
    assert await held(scenario) == (HALF - 9_30, 0)
    assert "payout_fees" not in await accounts(scenario)
    day = after.local_day
    assert await scenario.storage.read(lambda unit: unit.payouts.counted_cents(after.driver_id, day)) == 0


async def test_what_was_withheld_of_returned_fees_goes_back_with_them(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """Of $10.00 the fees are 0.70 and 2.40 is withheld, so that 6.90 arrives. A standard payout of which 6.90
    arrives is one of $9.08, of which 24% is 2.18: the other 0.22 goes back to the balance with the fees."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee, certified=False)
    provider = faulty(scenario)
    provider.slow = True
    payout = await ask(scenario, dee, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    scenario.clock.turn(minutes=31)
    after = await scenario.market.payouts.send.look_at(payout.id)
    assert (after.net_cents, after.withheld_cents, after.withheld_returned_cents) == (6_90, 2_40, 22)
    assert await held(scenario) == (HALF - 9_08, 0)
    books = await accounts(scenario)
    assert (books["withholding_payable"], "payout_fees" in books) == (-2_18, False)
    assert books["connected_account:drv_dee"] == HALF - 9_08


async def test_a_payout_that_fails_at_the_bank_comes_back_and_can_be_tried_again(
    scenario: Scenario, paid: Actor
) -> None:
    method = await a_method(scenario, paid, FAILING)
    payout = await ask(scenario, paid, HALF, method_id=method.id)
    await scenario.later(minutes=1)
    with pytest.raises(PayoutNotFailed):
        await scenario.market.payouts.request.retry(paid, payout.id)
    scenario.clock.turn(days=5)
    after = await scenario.market.payouts.send.look_at(payout.id)
    assert (after.status, after.failure_reason) == (
        PayoutStatus.FAILED,
        "The bank account has been closed.",
    )
    assert await held(scenario) == (HALF, 0)
    again = await scenario.market.payouts.request.retry(paid, payout.id)
    assert (again.retry_of, again.amount_cents) == (payout.id, HALF)
    assert await held(scenario) == (0, HALF)


async def test_a_payout_that_failed_is_tried_again_once(scenario: Scenario, paid: Actor) -> None:
    method = await a_method(scenario, paid, FAILING)
    payout = await ask(scenario, paid, 1_00, method_id=method.id)
    await scenario.later(minutes=1)
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    retry = scenario.market.payouts.request.retry
    tries = await asyncio.gather(*(retry(paid, payout.id) for _ in range(4)), return_exceptions=True)
    (again,) = [each for each in tries if isinstance(each, Payout)]
    assert sum(isinstance(each, PayoutTriedAgain) for each in tries) == 3
    assert await held(scenario) == (HALF - 1_00, 1_00)
    await scenario.later(minutes=1)
    scenario.clock.turn(days=5)
    assert (await scenario.market.payouts.send.look_at(again.id)).has_failed
    with pytest.raises(PayoutTriedAgain):
        await retry(paid, payout.id)
    assert (await retry(paid, again.id)).retry_of == again.id


async def test_one_whose_method_was_removed_since_is_not_tried_again_and_says_what_to_do(
    scenario: Scenario, paid: Actor
) -> None:
    method = await a_method(scenario, paid, FAILING)
    payout = await ask(scenario, paid, HALF, method_id=method.id)
    await scenario.later(minutes=1)
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    await scenario.market.payouts.methods.remove(paid, DRIVER, method.id)
    with pytest.raises(MethodRemoved, match="ask for a new payout"):
        await scenario.market.payouts.request.retry(paid, payout.id)
    assert await held(scenario) == (HALF, 0)


async def test_a_pending_payout_is_canceled_and_one_on_its_way_is_not(
    scenario: Scenario, paid: Actor
) -> None:
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.later(minutes=1)
    canceled = await scenario.market.payouts.send.cancel(paid, payout.id)
    assert canceled.status is PayoutStatus.CANCELED
    assert canceled.failure_reason == "The driver canceled this payout."
    assert await held(scenario) == (HALF, 0)
    second = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(minutes=20)
    with pytest.raises(IllegalMove) as refused:
        await scenario.market.payouts.send.cancel(paid, second.id)
    assert refused.value.message == "This payout is in transit: it cannot be canceled."


async def test_a_request_with_one_key_is_granted_once(scenario: Scenario, paid: Actor) -> None:
    request = PayoutRequest(1_00, STANDARD)
    asked = [scenario.market.payouts.request(paid, DRIVER, request, once()) for _ in range(5)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Payout) for each in answers) == 1
    assert await held(scenario) == (HALF - 1_00, 1_00)


async def test_nobody_sees_or_moves_anothers_payout(scenario: Scenario, paid: Actor) -> None:
    payout, eve = await ask(scenario, paid, 1_00), await scenario.driver("eve")
    payouts = scenario.market.payouts
    for attempt in (
        payouts.request(eve, DRIVER, PayoutRequest(1_00, STANDARD)),
        payouts.send.cancel(eve, payout.id),
        payouts.request.retry(eve, payout.id),
        payouts.history.get(eve, payout.id),
        payouts.send.look_at("pyt_none"),
        payouts.history.get(ADMIN, "pyt_none"),
    ):
        with pytest.raises(NotFound) as refused:
            await attempt
        assert refused.value.code == "not_found"
    with pytest.raises(PayoutNotFound) as refused:
        await payouts.send.cancel(ADMIN, "pyt_none")
    assert (refused.value.code, refused.value.message) == ("not_found", "Payout not found")


async def test_an_open_payout_is_looked_at_by_itself_until_it_has_arrived(
    scenario: Scenario, paid: Actor
) -> None:
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.jobs.run.all_due()
    await scenario.later(seconds=31)
    assert (await stored(scenario, payout)).status is PayoutStatus.PENDING
    await scenario.later(minutes=30)
    after = await stored(scenario, payout)
    assert (after.status, after.settled_at) == (PayoutStatus.PAID, after.updated_at)
    assert await held(scenario) == (HALF - 10_00, 0)


async def test_checking_tells_how_many_changed_and_of_how_many_nothing_is_known(
    scenario: Scenario, paid: Actor
) -> None:
    for _ in range(2):
        await ask(scenario, paid, 1_00)
    eve = await scenario.driver("eve")
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(days=5)
    provider = faulty(scenario)
    check = attrs.evolve(scenario.market.payouts.check, send=scenario.market.payouts.send)
    provider.down_before.add("status")
    assert (await check(ADMIN)).message == "Updated 0 payouts, 2 failed"
    assert (await check.of_driver(paid, DRIVER)).message == "Updated 0 payouts, 2 failed"
    assert (await check.of_driver(eve, "drv_eve")).message == "Updated 0 payouts, 0 failed"
    with pytest.raises(NotFound):
        await check.of_driver(eve, DRIVER)
    provider.down_before.clear()
    assert (await check(ADMIN)).message == "Updated 2 payouts, 0 failed"
    assert (await check(ADMIN)).message == "Updated 0 payouts, 0 failed"
    with pytest.raises(Forbidden):
        await check(paid)
