"""Applying to drive, from the draft to a driver who may work (ONB-03, ONB-04, ONB-16, OP-78)."""

from datetime import date, time

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Conflict, Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.kernel.local_time import HoursRange
from haulage.kernel.vehicles import VehicleType
from haulage.onboarding import (
    Application,
    ApplicationForm,
    ApplicationIncomplete,
    ApplicationInvalid,
    ApplicationNotDraft,
    ApplicationStatus,
    DecodedVehicle,
    Insurance,
    License,
    OwnVehicle,
    PersonalInfo,
    Reference,
)
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.onboarding.apply_to_drive import DrivesAlready
from haulage.use_cases.onboarding.approve_applications import ApplicantTooYoung
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

REFERENCES = (
    Reference("Bo Lee", "(212) 555-0101", "friend"),
    Reference("Cy Day", "(212) 555-0102", "former manager"),
)
WHOLE = ApplicationForm(
    PersonalInfo(
        first_name="Ann",
        last_name="Lee",
        email="ann@example.com",
        phone="(212) 555-0100",
        date_of_birth=date(1990, 1, 2),
        ssn_last4="1234",
        street="1 Main St",
        city="Brooklyn",
        state="NY",
        zip_code="11201",
    ),
    License("123456789", "NY", date(2099, 1, 1), 3),
    OwnVehicle(
        type=VehicleType.VAN,
        make="Ford",
        model="Transit",
        year=2021,
        vin="11111111111111111",
        plate="abc 1234",
        capacity_pounds=2500,
        insurance=Insurance("Acme"),
    ),
    references=REFERENCES,
)


async def own(scenario: Scenario, who: Actor) -> Application:
    standing = await scenario.market.onboarding.apply.show(who)
    assert standing is not None
    return standing.application


async def submitted(scenario: Scenario, who: Actor, form: ApplicationForm = WHOLE) -> str:
    apply = scenario.market.onboarding.apply
    begun = await apply.begin(who)
    await apply.fill_in(who, form, begun.application.version)
    return (await apply.submit(who)).application.id


async def overridden(scenario: Scenario, application_id: str, reason: str = "Papers seen") -> None:
    """Approved by two people without what is not kept of the applicant."""
    approvals = scenario.market.onboarding.approvals
    await approvals.request_override(ADMIN, application_id, reason)
    await approvals.confirm_override(OPERATOR, application_id)


async def test_a_draft_knows_what_the_account_knows_and_begins_once(scenario: Scenario, ada: Actor) -> None:
    apply = scenario.market.onboarding.apply
    assert await apply.show(ada) is None
    with pytest.raises(NotFound, match="Application not found"):
        await apply.submit(ada)
    first, again = await apply.begin(ada), await apply.begin(ada)
    assert first.application == again.application
    assert first.application.form.personal.email == "acc_ada@example.com"
    assert (first.application.status, first.progress.application) == (ApplicationStatus.DRAFT, 45)


async def test_what_is_typed_on_one_device_is_there_on_another(scenario: Scenario, ada: Actor) -> None:
    apply = scenario.market.onboarding.apply
    begun = await apply.begin(ada)
    saved = await apply.fill_in(ada, WHOLE, begun.application.version)
    assert (await own(scenario, ada)).form == WHOLE
    again = await apply.fill_in(ada, WHOLE, begun.application.version)
    assert again.application.version == saved.application.version
    with pytest.raises(Conflict):
        await apply.fill_in(ada, ApplicationForm(), begun.application.version)


async def test_an_application_is_begun_anew(scenario: Scenario, ada: Actor) -> None:
    apply = scenario.market.onboarding.apply
    begun = await apply.begin(ada)
    await apply.fill_in(ada, WHOLE, begun.application.version)
    fresh = await apply.restart(ada)
    assert fresh.application.id != begun.application.id
    assert fresh.application.form.license.number == ""


async def test_submitting_says_what_is_missing_and_then_what_is_wrong(scenario: Scenario, ada: Actor) -> None:
    apply = scenario.market.onboarding.apply
    begun = await apply.begin(ada)
    with pytest.raises(ApplicationIncomplete, match="Please fill in all required fields before submitting"):
        await apply.submit(ada)
    child = attrs.evolve(WHOLE, personal=attrs.evolve(WHOLE.personal, date_of_birth=date(2020, 1, 1)))
    await apply.fill_in(ada, child, begun.application.version)
    with pytest.raises(ApplicationInvalid) as refused:
        await apply.submit(ada)
    assert refused.value.field == "personal.date_of_birth"


async def test_what_was_submitted_waits_unchanged_and_is_told_of(scenario: Scenario, ada: Actor) -> None:
    apply = scenario.market.onboarding.apply
    id = await submitted(scenario, ada)
    assert (await apply.submit(ada)).application.id == id
    with pytest.raises(ApplicationNotDraft):
        await apply.fill_in(ada, ApplicationForm(), 3)
    with pytest.raises(ApplicationNotDraft):
        await apply.restart(ada)
    (mail,) = await scenario.market.email.manage.latest(10)
    assert mail.subject == "We received your application to drive"
    (waiting,) = (await scenario.market.onboarding.review.list(ADMIN, PageRequest())).items
    assert (waiting.id, waiting.status) == (id, ApplicationStatus.SUBMITTED)


async def test_a_customer_who_is_approved_drives_and_keeps_their_orders(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    id = await submitted(scenario, ada)
    review = scenario.market.onboarding.review
    looked = (await review.begin(ADMIN, id)).standing.application
    assert (looked.status, looked.reviewer) == (ApplicationStatus.UNDER_REVIEW, "usr_admin")
    await overridden(scenario, id)
    user = await scenario.storage.read(lambda unit: unit.accounts.user(ada.user_id or ""))
    driver = await scenario.storage.read(lambda unit: unit.drivers.get_by_user(ada.user_id or ""))
    assert user is not None
    assert driver is not None
    assert (user.user_type, driver.is_approved) == (UserType.DRIVER, True)
    assert (driver.name, driver.vehicle.make, driver.vehicle.capacity.weight) == ("Ann Lee", "Ford", 2500)
    assert str(driver.plate) == "ABC 1234 (NY)"
    assert driver.working_hours.by_weekday == {day: HoursRange(time(8), time(18)) for day in range(5)}
    driving = Actor(user.id, UserType.DRIVER, driver.id)
    assert (await scenario.market.drivers.profiles.go_online(driving)).is_online
    assert (await scenario.market.orders.see(driving, order.id)).id == order.id
    with pytest.raises(IllegalMove):
        await review.reject(ADMIN, id, "Changed my mind")


async def test_whoever_signed_up_as_a_driver_keeps_their_profile(scenario: Scenario, dee: Actor) -> None:
    async def unapprove(unit: UnitOfWork) -> None:
        before = await unit.drivers.get(dee.driver_id or "")
        assert before is not None
        await unit.drivers.save(
            before, attrs.evolve(before, approval=None, is_online=False, is_available=False)
        )

    with pytest.raises(DrivesAlready):
        await scenario.market.onboarding.apply.begin(dee)
    await scenario.storage.write(unapprove)
    id = await submitted(scenario, dee)
    await overridden(scenario, id)
    driver = await scenario.storage.read(lambda unit: unit.drivers.get(dee.driver_id or ""))
    assert driver is not None
    assert (driver.is_approved, driver.vehicle.model) == (True, "Transit")


async def test_an_applicant_under_21_waits_for_their_birthday(scenario: Scenario, ada: Actor) -> None:
    young = scenario.clock.now().date().replace(year=scenario.clock.now().year - 20)
    form = attrs.evolve(WHOLE, personal=attrs.evolve(WHOLE.personal, date_of_birth=young))
    id = await submitted(scenario, ada, form)
    approvals = scenario.market.onboarding.approvals
    for refused in (
        approvals.approve(ADMIN, id, "Papers seen"),
        approvals.request_override(ADMIN, id, "Known"),
    ):
        with pytest.raises(ApplicantTooYoung, match="under 21"):
            await refused
    assert (await own(scenario, ada)).status is ApplicationStatus.SUBMITTED
    shown = await scenario.market.onboarding.review.show(ADMIN, id)
    assert shown.standing.approvable_on == young.replace(year=young.year + 21)


async def test_the_next_application_is_the_one_behind_and_after_the_last_the_first(
    scenario: Scenario,
) -> None:
    """Whoever leaves two undecided comes to the third."""
    ids = []
    for name in ("ada", "bob", "cyd"):
        ids.append(await submitted(scenario, await scenario.customer(name)))
        scenario.clock.turn(seconds=60)
    following = scenario.market.onboarding.review.next_waiting
    assert [await following(ADMIN, each) for each in ids] == [*ids[1:], ids[0]]
    await scenario.market.onboarding.review.reject(ADMIN, ids[1], "No vehicle")
    assert [await following(ADMIN, each) for each in ids] == [ids[2], ids[2], ids[0]]
    assert await following(ADMIN, "app_unknown") == ids[0]
    for each in (ids[0], ids[2]):
        await scenario.market.onboarding.review.reject(ADMIN, each, "No vehicle")
    assert await following(ADMIN, ids[0]) is None


async def test_whoever_is_rejected_reads_why_and_may_apply_again(scenario: Scenario, ada: Actor) -> None:
    id, review = await submitted(scenario, ada), scenario.market.onboarding.review
    with pytest.raises(InvalidInput, match="reason"):
        await review.reject(ADMIN, id, " ")
    await review.reject(ADMIN, id, "The license could not be read")
    rejected = await own(scenario, ada)
    assert (rejected.status, rejected.reason) == (
        ApplicationStatus.REJECTED,
        "The license could not be read",
    )
    newest, *_ = await scenario.market.email.manage.latest(10)
    assert "The license could not be read" in newest.text
    assert (await scenario.market.onboarding.apply.begin(ada)).application.is_draft


async def test_what_is_asked_again_is_answered_in_the_application(scenario: Scenario, ada: Actor) -> None:
    id, review = await submitted(scenario, ada), scenario.market.onboarding.review
    await review.ask_again(ADMIN, id, "Which year is the van?")
    returned = await own(scenario, ada)
    assert (returned.status, returned.reason) == (ApplicationStatus.DRAFT, "Which year is the van?")
    newest, *_ = await scenario.market.email.manage.latest(10)
    assert "Which year is the van?" in newest.text
    assert "/drive-with-us?step=3" in newest.text
    assert (await scenario.market.onboarding.apply.submit(ada)).application.reason == ""


async def test_drafts_are_nobody_elses_and_applications_the_administrators(
    scenario: Scenario, ada: Actor
) -> None:
    begun, review = await scenario.market.onboarding.apply.begin(ada), scenario.market.onboarding.review
    with pytest.raises(NotFound):
        await review.show(ADMIN, begun.application.id)
    with pytest.raises(Forbidden):
        await review.show(ada, begun.application.id)
    with pytest.raises(Forbidden):
        await scenario.market.onboarding.apply.begin(ADMIN)


class FordsAlone:
    """Every VIN is of the same van."""

    simulated = True

    async def decode(self, vin: str) -> DecodedVehicle | None:
        return DecodedVehicle("FORD", "Transit", 2019)

    async def check(self) -> None:
        return


async def test_a_reviewer_sees_what_the_vin_says_beside_what_was_typed(
    scenario: Scenario, ada: Actor
) -> None:
    application = await submitted(scenario, ada)
    check = attrs.evolve(scenario.market.onboarding.check_vin, decoder=FordsAlone())
    found = await check.of_application(ADMIN, application)
    assert (found.differing, found.is_simulated) == (("year",), True)
    with pytest.raises(Forbidden):
        await check.of_application(ada, application)
    draft = await scenario.market.onboarding.apply.begin(await scenario.customer("bob"))
    with pytest.raises(NotFound):
        await check.of_application(ADMIN, draft.application.id)
