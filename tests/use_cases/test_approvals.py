"""Who may drive: the approval gate, overrides by two people, suspension and a new look (OP-79)."""

import asyncio

import attrs
import pytest

from haulage.audit import AuditAction
from haulage.drivers import DriverNotApproved, DriverSuspended, ProfileChange, VehicleChange
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentStatus
from haulage.kernel.errors import Conflict, HaulageError, NotFound
from haulage.onboarding import (
    ApplicationStatus,
    ApprovalGateClosed,
    CheckStatus,
    HandedIn,
    NoOverride,
    OverrideRequested,
    OwnOverride,
)
from haulage.onboarding.progress import REQUIRED_MODULES
from haulage.ports.storage.paging import PageRequest
from haulage.services.onboarding.onboarding_facts import OnboardingFacts
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.onboarding import application_standing
from haulage.use_cases.onboarding.approve_drivers import DriverApplied
from use_cases.scenario import ADMIN, NEARBY, Scenario
from use_cases.test_applications import overridden, own, submitted

pytestmark = pytest.mark.anyio

SECOND = Actor("usr_second", UserType.ADMIN)
EVERYTHING = OnboardingFacts(
    tuple(HandedIn(each, DocumentStatus.APPROVED) for each in REQUIRED_DOCUMENTS),
    CheckStatus.COMPLETED,
    check_approved=True,
    trained=frozenset(REQUIRED_MODULES),
)


async def audited(scenario: Scenario, *actions: AuditAction) -> list[str]:
    entries = await AuditUseCases(scenario.storage).after(OPERATOR, 0, 100)
    return [each.action for each in entries if each.action in actions]


def known(monkeypatch: pytest.MonkeyPatch, facts: OnboardingFacts) -> None:
    async def answer(*_: object) -> OnboardingFacts:
        return facts

    monkeypatch.setattr(application_standing, "onboarding_facts", answer)


async def test_one_administrator_approves_with_whom_everything_stands(
    scenario: Scenario, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, approvals = await submitted(scenario, ada), scenario.market.onboarding.approvals
    known(monkeypatch, attrs.evolve(EVERYTHING, check_approved=False))
    with pytest.raises(ApprovalGateClosed, match="background check not approved"):
        await approvals.approve(ADMIN, id, "Papers seen")
    known(monkeypatch, EVERYTHING)
    approved = await approvals.approve(ADMIN, id, "Papers seen")
    assert approved.standing.application.status is ApplicationStatus.APPROVED
    recorded = (AuditAction.APPLICATION_APPROVED, AuditAction.DRIVER_APPROVED)
    assert await audited(scenario, *recorded) == [AuditAction.APPLICATION_APPROVED]


async def test_an_override_takes_two_people(scenario: Scenario, ada: Actor) -> None:
    id, approvals = await submitted(scenario, ada), scenario.market.onboarding.approvals
    with pytest.raises(ApprovalGateClosed, match=r"documents \(0% approved\)"):
        await approvals.approve(ADMIN, id, "Papers seen")
    with pytest.raises(NoOverride):
        await approvals.confirm_override(SECOND, id)
    asked = await approvals.request_override(ADMIN, id, "Known to us")
    assert (asked.override and asked.override.reason, asked.may_confirm) == ("Known to us", False)
    with pytest.raises(OverrideRequested):
        await approvals.request_override(SECOND, id, "Me too")
    with pytest.raises(OwnOverride):
        await approvals.confirm_override(ADMIN, id)
    assert (await scenario.market.onboarding.review.show(SECOND, id)).may_confirm
    confirmed = (await approvals.confirm_override(SECOND, id)).standing.application
    assert (confirmed.status, confirmed.reviewed_by, confirmed.reason) == (
        ApplicationStatus.APPROVED,
        "usr_second",
        "Known to us",
    )


async def test_two_accounts_that_one_operator_acts_for_are_one_person(scenario: Scenario, ada: Actor) -> None:
    id, approvals = await submitted(scenario, ada), scenario.market.onboarding.approvals
    operated = [attrs.evolve(actor, operated_by="operator:root") for actor in (ADMIN, SECOND)]
    await approvals.request_override(operated[0], id, "Known to us")
    with pytest.raises(OwnOverride):
        await approvals.confirm_override(operated[1], id)


async def test_an_override_ends_with_its_withdrawal_and_with_a_decision(
    scenario: Scenario, ada: Actor
) -> None:
    id, onboarding = await submitted(scenario, ada), scenario.market.onboarding
    await onboarding.approvals.request_override(ADMIN, id, "Known to us")
    await onboarding.approvals.withdraw_override(SECOND, id)
    await onboarding.approvals.request_override(ADMIN, id, "Known to us")
    await onboarding.review.reject(SECOND, id, "Not known to us")
    with pytest.raises(NoOverride):
        await onboarding.approvals.withdraw_override(ADMIN, id)
    assert await scenario.storage.read(lambda unit: unit.applications.override_of(ada.user_id or "")) is None


async def test_of_two_reviewers_at_once_one_decides_and_the_other_reads_that_it_changed(
    scenario: Scenario, ada: Actor
) -> None:
    id, onboarding = await submitted(scenario, ada), scenario.market.onboarding
    version = (await onboarding.review.show(ADMIN, id)).standing.application.version
    ended = await asyncio.gather(
        onboarding.review.reject(ADMIN, id, "Unreadable", version),
        onboarding.review.ask_again(SECOND, id, "Which year?", version),
        return_exceptions=True,
    )
    refused = [each for each in ended if isinstance(each, HaulageError)]
    assert len(refused) == 1
    assert isinstance(refused[0], Conflict | NotFound)
    decisions = (AuditAction.APPLICATION_REJECTED, AuditAction.APPLICATION_RETURNED)
    assert len(await audited(scenario, *decisions)) == 1


async def test_a_suspended_driver_is_offline_at_once_and_keeps_the_order_in_hand(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    standing = scenario.market.onboarding.standing
    found = await standing.suspend(ADMIN, "drv_dee", "The insurance has ended")
    assert (found.driver.is_online, list(found.orders)) == (False, [order.id])
    assert (await scenario.order(order.id)).driver_id == "drv_dee"
    with pytest.raises(DriverSuspended, match="The insurance has ended"):
        await scenario.market.drivers.profiles.go_online(dee, NEARBY)
    assert await scenario.offered_ids(ada) == []
    newest, *_ = await scenario.market.email.manage.latest(10)
    assert (newest.kind, "The insurance has ended" in newest.text) == ("driver_suspended", True)
    await standing.reactivate(ADMIN, "drv_dee", "The new policy was seen")
    await standing.reactivate(ADMIN, "drv_dee", "Again")
    assert await audited(scenario, AuditAction.DRIVER_REACTIVATED) == [AuditAction.DRIVER_REACTIVATED]
    assert (await scenario.market.drivers.profiles.go_online(dee, NEARBY)).is_online


async def test_whoever_lost_the_approval_reads_why_and_may_apply_again(
    scenario: Scenario, ada: Actor
) -> None:
    id = await submitted(scenario, ada)
    await overridden(scenario, id)
    driver = await scenario.storage.read(lambda unit: unit.drivers.get_by_user(ada.user_id or ""))
    assert driver is not None
    driving = Actor(ada.user_id, UserType.DRIVER, driver.id)
    found = await scenario.market.onboarding.standing.revoke(OPERATOR, driver.id, "The license was withdrawn")
    assert not found.driver.is_approved
    with pytest.raises(DriverNotApproved):
        await scenario.market.drivers.profiles.go_online(driving)
    rejected = await own(scenario, driving)
    assert (rejected.status, rejected.reason) == (ApplicationStatus.REJECTED, "The license was withdrawn")
    assert (await scenario.market.onboarding.apply.begin(driving)).application.is_draft
    with pytest.raises(DriverApplied):
        await scenario.market.onboarding.drivers.request(ADMIN, driver.id, "Known to us")


async def test_another_vehicle_asks_for_a_new_look(scenario: Scenario, dee: Actor) -> None:
    standing = scenario.market.onboarding.standing
    change = scenario.market.drivers.update_profile
    await change(dee, ProfileChange(price_per_mile_cents=300))
    assert (await standing.changed(ADMIN, PageRequest())).items == []
    await change(dee, ProfileChange(VehicleChange(model="Another")))
    since = scenario.clock.now()
    scenario.clock.turn(minutes=5)
    await change(dee, ProfileChange(VehicleChange(model="A third")))
    (changed,) = (await standing.changed(ADMIN, PageRequest())).items
    assert (changed.id, changed.changed_since, changed.may_work) == ("drv_dee", since, True)
    await standing.look(ADMIN, "drv_dee")
    assert (await standing.changed(ADMIN, PageRequest())).items == []


async def test_nobody_is_approved_at_once_outside_the_demonstration(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(NotFound):
        await scenario.market.onboarding.instant_approval(ada)


async def test_in_test_mode_anybody_is_approved_at_once_by_the_system(scenario: Scenario, ada: Actor) -> None:
    instant = attrs.evolve(scenario.market.onboarding.instant_approval, test_mode=True)
    first, again = await instant(ada), await instant(ada)
    assert first.application == again.application
    assert (first.application.status, first.application.reviewed_by) == (ApplicationStatus.APPROVED, "system")
    driver = await scenario.storage.read(lambda unit: unit.drivers.get_by_user(ada.user_id or ""))
    assert driver is not None
    assert driver.may_work
