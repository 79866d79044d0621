"""What operators do about accounts: end their sessions, suspend and reinstate them."""

import attrs
import pytest

from account_scenario import PASSWORD
from haulage.accounts import SessionGrant, SessionNotFound
from haulage.accounts.account import NoSuchAccount
from haulage.accounts.refresh import RefreshTokenNotFound
from haulage.accounts.suspension import AccountSuspended, OwnSuspension
from haulage.audit import AuditAction
from haulage.email import EmailKind
from haulage.kernel.actor import Actor, UserType, operator
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.ports.storage.paging import PageRequest
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

ANN, REASON = "ann@example.com", "Cards that were not hers."
BOSS = operator("boss")


async def signed_up(scenario: Scenario, email: str = ANN, user_type: str = "customer") -> SessionGrant:
    grant = await scenario.market.accounts.sign_up(email, PASSWORD, {"user_type": user_type})
    assert isinstance(grant, SessionGrant)
    return grant


async def mailed(scenario: Scenario, kind: EmailKind) -> list[tuple[str, bool]]:
    """To whom such mails go, and whether they say why."""
    stored = await scenario.market.storage.read(lambda unit: unit.emails.latest(50))
    return [(mail.mail.to, REASON in mail.mail.text) for mail in stored if mail.kind is kind]


async def audited(scenario: Scenario, action: AuditAction) -> list[tuple[str, str]]:
    entries = await scenario.market.storage.read(lambda unit: unit.audit.newest(50))
    return [(entry.actor_id, entry.object_id) for entry in entries if entry.action == action]


async def test_a_suspended_account_is_signed_out_at_once_and_signs_in_no_more(scenario: Scenario) -> None:
    grant = await signed_up(scenario)
    accounts = scenario.market.accounts
    await accounts.operate.suspend(BOSS, ANN, REASON)
    for asking in (accounts.authenticate, accounts.current_user):
        with pytest.raises(SessionNotFound):
            await asking(grant.access_token)
    with pytest.raises(RefreshTokenNotFound):
        await accounts.refresh(grant.refresh_token)
    with pytest.raises(AccountSuspended, match="User is banned"):
        await accounts.sign_in(ANN, PASSWORD)
    account_id = grant.signed_in.account.id
    assert await audited(scenario, AuditAction.ACCOUNT_SUSPENDED) == [("operator:boss", account_id)]
    assert await mailed(scenario, EmailKind.ACCOUNT_SUSPENDED) == [(ANN, True)]


async def test_a_reinstated_account_signs_in_again(scenario: Scenario) -> None:
    await signed_up(scenario)
    operate = scenario.market.accounts.operate
    await operate.suspend(BOSS, ANN, REASON)
    found = await operate.reinstate(BOSS, ANN, REASON)
    assert (found.account.suspended_at, found.account.suspension_reason) == (None, None)
    await scenario.market.accounts.sign_in(ANN, PASSWORD)
    assert await mailed(scenario, EmailKind.ACCOUNT_REINSTATED) == [(ANN, True)]
    assert len(await audited(scenario, AuditAction.ACCOUNT_REINSTATED)) == 1
    await operate.reinstate(BOSS, ANN, REASON)
    assert len(await audited(scenario, AuditAction.ACCOUNT_REINSTATED)) == 1


async def test_a_suspended_driver_is_offline_and_asked_for_no_order(scenario: Scenario) -> None:
    grant = await signed_up(scenario, user_type="driver")
    driver_id = grant.signed_in.driver_id
    assert driver_id is not None
    await scenario.approve(driver_id)
    driver = await scenario.market.drivers.profiles.go_online(grant.signed_in.actor)
    assert driver.is_online
    await scenario.market.accounts.operate.suspend(BOSS, ANN, REASON)
    stored = await scenario.market.storage.read(lambda unit: unit.drivers.get(driver_id))
    assert stored is not None
    assert not stored.is_online
    assert not stored.is_available


async def test_a_suspended_driver_does_not_come_back_online_by_any_way(scenario: Scenario) -> None:
    grant = await signed_up(scenario, user_type="driver")
    await scenario.approve(grant.signed_in.driver_id or "")
    await scenario.market.accounts.operate.suspend(BOSS, ANN, REASON)
    with pytest.raises(AccountSuspended):
        await scenario.market.drivers.profiles.go_online(grant.signed_in.actor)


async def test_sessions_of_somebody_else_are_ended_with_a_reason(scenario: Scenario) -> None:
    grant = await signed_up(scenario)
    operate = scenario.market.accounts.operate
    with pytest.raises(InvalidInput, match="reason"):
        await operate.end_sessions(BOSS, ANN, "  ")
    shown = await operate.sessions(BOSS, ANN, PageRequest())
    assert [session.id for session in shown.items] == [grant.signed_in.session.id]
    await operate.end_sessions(BOSS, grant.signed_in.user.id, REASON)
    with pytest.raises(SessionNotFound):
        await scenario.market.accounts.authenticate(grant.access_token)
    assert await mailed(scenario, EmailKind.SESSIONS_ENDED) == [(ANN, True)]
    assert len(await audited(scenario, AuditAction.SESSIONS_ENDED)) == 1
    await scenario.market.accounts.sign_in(ANN, PASSWORD)


async def test_only_operators_and_administrators_do_so_and_not_to_themselves(scenario: Scenario) -> None:
    grant = await signed_up(scenario)
    eve = (await signed_up(scenario, "eve@example.com")).signed_in.actor
    operate = scenario.market.accounts.operate
    for doing in (
        operate.find(eve, ANN),
        operate.sessions(eve, ANN, PageRequest()),
        operate.end_sessions(eve, ANN, REASON),
        operate.suspend(eve, ANN, REASON),
        operate.reinstate(eve, ANN, REASON),
    ):
        with pytest.raises(Forbidden):
            await doing
    await scenario.market.accounts.grant_admin(ANN)
    admin = attrs.evolve(grant.signed_in.actor, user_type=UserType.ADMIN)
    with pytest.raises(OwnSuspension):
        await operate.suspend(admin, ANN, REASON)
    with pytest.raises(NoSuchAccount):
        await operate.find(admin, "nobody@example.com")
    found = await operate.find(admin, "eve@example.com")
    assert found.user.id == eve.user_id
    assert (admin.user_id, found.account.id) in await audited(scenario, AuditAction.ACCOUNT_SEEN)


BOSS_ADMIN = Actor("usr_boss", UserType.ADMIN)


async def test_an_operator_who_looks_at_somebody_is_in_the_audit_trail(scenario: Scenario) -> None:
    grant = await signed_up(scenario)
    people = scenario.market.accounts.people
    person = await people.show(BOSS, ANN)
    assert (person.found.account.email, person.figures.sessions) == (ANN, 1)
    account_id = grant.signed_in.account.id
    assert await audited(scenario, AuditAction.ACCOUNT_SEEN) == [("operator:boss", account_id)]
    with pytest.raises(Forbidden):
        await people.show(grant.signed_in.actor, ANN)
