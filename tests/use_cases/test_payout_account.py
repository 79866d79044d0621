"""A driver sets up their account at the payment provider, and sees how far it is (OUT-01, OUT-32, OUT-33)."""

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Forbidden, NotFound, Unavailable
from haulage.payouts import (
    AccountNotSetUp,
    AccountRejected,
    AccountStatus,
    AccountStep,
    NoConnectedAccount,
)
from haulage.use_cases.payments.payout_account import PayoutAccount
from use_cases.bookkeeping import HALF, driven
from use_cases.recording_cards import READY
from use_cases.scenario import Scenario
from use_cases.test_waiting_shares import ACCOUNT, NOT_READY, REJECTED

pytestmark = pytest.mark.anyio

ADMIN = Actor("usr_admin", UserType.ADMIN)


def pages(scenario: Scenario) -> PayoutAccount:
    return scenario.market.payments.payout_account


async def test_a_driver_without_an_account_is_told_so_until_they_set_one_up(
    scenario: Scenario, dee: Actor
) -> None:
    with pytest.raises(NoConnectedAccount) as refused:
        await pages(scenario)(dee, "drv_dee")
    assert refused.value.message == "Driver does not have a Stripe Connect account"
    with pytest.raises(NoConnectedAccount):
        await pages(scenario).dashboard_link(dee, "drv_dee")

    scenario.cards.reports[ACCOUNT] = NOT_READY
    link = await pages(scenario).onboarding_link(dee, "drv_dee")
    assert ACCOUNT in link
    assert link.count("/driver-dashboard?tab=earnings") == 2  # to come back, and to ask for another link
    seen = await pages(scenario)(dee, "drv_dee")
    assert (seen.account.status, seen.next_step) == (AccountStatus.PENDING, AccountStep.CONTINUE_SET_UP)


async def test_coming_back_from_the_form_shows_the_account_ready_and_sends_what_waited(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    scenario.cards.reports[ACCOUNT] = NOT_READY
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    await pages(scenario).onboarding_link(dee, "drv_dee")
    scenario.cards.reports[ACCOUNT] = READY
    scenario.clock.turn(seconds=10)
    seen = await pages(scenario)(dee, "drv_dee")
    assert (seen.account.status, seen.next_step) == (AccountStatus.ACTIVE, AccountStep.OPEN_DASHBOARD)
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    assert ACCOUNT in await pages(scenario).dashboard_link(dee, "drv_dee")


async def test_however_often_somebody_looks_the_provider_is_asked_every_ten_seconds(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.cards.reports[ACCOUNT] = NOT_READY
    await pages(scenario).onboarding_link(dee, "drv_dee")
    asked = scenario.cards.reports_asked
    for _ in range(3):
        await pages(scenario)(dee, "drv_dee")
    assert scenario.cards.reports_asked == asked
    scenario.clock.turn(seconds=10)
    for _ in range(3):
        await pages(scenario)(dee, "drv_dee")
    assert scenario.cards.reports_asked == asked + 1


async def test_an_account_that_is_ready_is_asked_after_every_fifteen_minutes(
    scenario: Scenario, dee: Actor
) -> None:
    await pages(scenario).onboarding_link(dee, "drv_dee")
    asked = scenario.cards.reports_asked
    scenario.clock.turn(minutes=14)
    await pages(scenario)(dee, "drv_dee")
    assert scenario.cards.reports_asked == asked
    scenario.clock.turn(minutes=1)
    await pages(scenario)(dee, "drv_dee")
    assert scenario.cards.reports_asked == asked + 1


async def test_while_the_provider_does_not_answer_its_last_word_is_shown(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.cards.reports[ACCOUNT] = NOT_READY
    await pages(scenario).onboarding_link(dee, "drv_dee")
    before = await pages(scenario)(dee, "drv_dee")
    scenario.clock.turn(minutes=1)
    scenario.cards.down = True
    assert await pages(scenario)(dee, "drv_dee") == before
    with pytest.raises(Unavailable):
        await pages(scenario).onboarding_link(dee, "drv_dee")


async def test_more_that_the_provider_asks_for_leads_back_to_its_form(scenario: Scenario, dee: Actor) -> None:
    due = attrs.evolve(READY, currently_due=("individual.verification.document",))
    scenario.cards.reports[ACCOUNT] = due
    await pages(scenario).onboarding_link(dee, "drv_dee")
    seen = await pages(scenario)(dee, "drv_dee")
    assert (seen.account.status, seen.next_step) == (AccountStatus.ACTIVE, AccountStep.CONTINUE_SET_UP)


async def test_the_dashboard_of_an_account_that_is_not_set_up_and_the_form_of_a_rejected_one_stay_closed(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.cards.reports[ACCOUNT] = NOT_READY
    await pages(scenario).onboarding_link(dee, "drv_dee")
    with pytest.raises(AccountNotSetUp):
        await pages(scenario).dashboard_link(dee, "drv_dee")
    scenario.cards.reports[ACCOUNT] = REJECTED
    scenario.clock.turn(minutes=1)
    seen = await pages(scenario)(dee, "drv_dee")
    assert (seen.account.status, seen.next_step) == (AccountStatus.REJECTED, None)
    with pytest.raises(AccountRejected):
        await pages(scenario).onboarding_link(dee, "drv_dee")


async def test_administrators_and_operators_look_and_open_nothing(scenario: Scenario, dee: Actor) -> None:
    await pages(scenario).onboarding_link(dee, "drv_dee")
    for actor in (ADMIN, OPERATOR):
        assert (await pages(scenario)(actor, "drv_dee")).account.account_id == ACCOUNT
        with pytest.raises(Forbidden):
            await pages(scenario).onboarding_link(actor, "drv_dee")
        with pytest.raises(Forbidden):
            await pages(scenario).dashboard_link(actor, "drv_dee")
    with pytest.raises(NotFound, match="Driver not found"):
        await pages(scenario)(OPERATOR, "drv_nobody")


async def test_another_drivers_account_is_not_found(scenario: Scenario, dee: Actor) -> None:
    for ask in (pages(scenario), pages(scenario).onboarding_link, pages(scenario).dashboard_link):
        with pytest.raises(NotFound):
            await ask(dee, "drv_another")
