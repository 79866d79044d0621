"""Administrators who are customers or applicants too: another one decides about them."""

import attrs
import pytest

from haulage.claims import ClaimDraft, ClaimKind
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.own_case import OwnCase
from haulage.payouts import LimitsNotWidened
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payouts.payout_settings import SettingsChange
from use_cases.claiming import claimed
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_applications import submitted
from use_cases.test_approvals import SECOND
from use_cases.test_audit_events import trail
from use_cases.test_rating import delivered

pytestmark = pytest.mark.anyio


def promoted(person: Actor) -> Actor:
    return attrs.evolve(person, user_type=UserType.ADMIN)


async def test_an_application_is_approved_by_another(scenario: Scenario, ada: Actor) -> None:
    id, approvals = await submitted(scenario, ada), scenario.market.onboarding.approvals
    with pytest.raises(OwnCase):
        await approvals.approve(promoted(ada), id, "I know myself")
    with pytest.raises(OwnCase):
        await approvals.request_override(promoted(ada), id, "I know myself")
    await approvals.request_override(ADMIN, id, "Known to us")
    with pytest.raises(OwnCase):
        await approvals.confirm_override(promoted(ada), id)
    with pytest.raises(OwnCase):
        await approvals.withdraw_override(promoted(ada), id)
    assert not (await scenario.market.onboarding.review.show(promoted(ada), id)).may_confirm
    assert (await scenario.market.onboarding.review.show(SECOND, id)).may_confirm


async def test_a_payment_is_given_back_by_another(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    payment = await scenario.payment(await scenario.assigned(ada, dee))
    with pytest.raises(OwnCase):
        await scenario.market.payments.manage.refund(promoted(ada), payment.id, RefundRequest(100))
    await scenario.market.payments.manage.refund(ADMIN, payment.id, RefundRequest(100))


async def test_nobody_widens_their_own_payouts(scenario: Scenario, dee: Actor) -> None:
    change = scenario.market.payouts.settings.change
    wider = SettingsChange(daily_instant_limit_cents=1_500_00)
    with pytest.raises(LimitsNotWidened):
        await change(promoted(dee), dee.driver_id or "", wider)
    await change(ADMIN, dee.driver_id or "", wider)


async def test_no_driver_ends_their_own_suspension(scenario: Scenario, dee: Actor) -> None:
    standing, id = scenario.market.onboarding.standing, dee.driver_id or ""
    await standing.suspend(ADMIN, id, "Complaints")
    for change in (standing.reactivate, standing.revoke):
        with pytest.raises(OwnCase):
            await change(promoted(dee), id, "I know myself")
    with pytest.raises(OwnCase):
        await standing.look(promoted(dee), id)
    assert (await standing.reactivate(ADMIN, id, "All is clear")).driver.suspension is None


async def test_no_driver_gives_themselves_an_order(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    with pytest.raises(OwnCase):
        await scenario.market.dispatch.reassign(promoted(dee), order.id, dee.driver_id or "", "It pays well")


async def test_who_booked_or_drives_an_order_takes_it_from_nobody(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, other = await scenario.assigned(ada, dee), await scenario.driver("eve")
    dispatch = scenario.market.dispatch
    for person in (ada, dee):
        with pytest.raises(OwnCase):
            await dispatch.reassign(promoted(person), order.id, other.driver_id or "", "I like them")
        with pytest.raises(OwnCase):
            await dispatch.reassign.release(promoted(person), order.id, "I like them")


async def test_no_driver_ends_a_delivery_without_the_pin_that_they_are_asked_for(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, pins = await scenario.assigned(ada, dee), scenario.market.proofs.pins
    await pins.ask(ada, order.id)
    with pytest.raises(OwnCase):
        await pins.drop(promoted(dee), order.id)
    await pins.drop(ADMIN, order.id)


async def test_a_dropped_pin_is_in_the_trail(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order, pins = await scenario.assigned(ada, dee), scenario.market.proofs.pins
    await pins.drop(ADMIN, order.id)
    await pins.ask(ada, order.id)
    await pins.drop(ADMIN, order.id)
    found = await trail(scenario.storage)
    assert [(each.actor_id, each.object_id) for each in found if each.action == "delivery_pin_dropped"] == [
        (ADMIN.user_id, order.id)
    ]


async def test_no_driver_cancels_the_order_that_they_drive(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    with pytest.raises(OwnCase):
        await scenario.market.orders.cancel(promoted(dee), order.id, "No time")
    await scenario.market.orders.cancel(ADMIN, order.id, "No time")


async def test_a_driver_gives_back_nothing_of_their_own_drive(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    payment = await scenario.payment(await scenario.assigned(ada, dee))
    with pytest.raises(OwnCase):
        await scenario.market.payments.manage.refund(
            promoted(dee), payment.id, RefundRequest(100, goodwill=True)
        )


async def test_a_report_is_asked_about_by_another_and_not_read_by_its_driver(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    draft = ClaimDraft(ClaimKind.DAMAGE, "A leg is broken.", 10_00, "The sofa")
    claim = await claimed(scenario, ada, await delivered(scenario, ada, dee), draft)
    claims = scenario.market.claims
    for person in (ada, dee):
        with pytest.raises(OwnCase):
            await claims.decide.request_information(promoted(person), claim.id, "Really?")
        with pytest.raises(OwnCase):
            await claims.decide.ask_driver(promoted(person), claim.id, "Really?")
    with pytest.raises(OwnCase):
        await claims.show.details(promoted(dee), claim.id)
    assert (await claims.show.details(ADMIN, claim.id)).shown.claim == claim


async def test_no_applicant_reviews_themselves(scenario: Scenario, ada: Actor) -> None:
    id = await submitted(scenario, ada)
    onboarding = scenario.market.onboarding
    with pytest.raises(OwnCase):
        await onboarding.review.begin(promoted(ada), id)
    with pytest.raises(OwnCase):
        await onboarding.review.reject(promoted(ada), id, "I will try again")
    with pytest.raises(OwnCase):
        await scenario.market.training.review.reset(promoted(ada), id, "safety-quiz", "Bad luck")
