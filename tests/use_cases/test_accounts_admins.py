"""What is asked of administrators beside their role, and what the trail says of what they read."""

from collections.abc import AsyncIterator
from pathlib import Path

import attrs
import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from haulage.accounts import SessionGrant
from haulage.accounts.factors import AdminNeedsSecondFactor
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.audit import AuditEntry
from haulage.kernel.actor import Role
from haulage.kernel.policy import Action
from haulage.kernel.sensitive_actions import ADMIN_POWERS, AUDITED_READS, NEEDS_FRESH_PROOF
from haulage.use_cases.accounts import AccountTerms
from haulage.use_cases.accounts.audited_reading import Reading
from haulage.use_cases.retention import DeleteExpiredData
from haulage_adapters.settings import Settings
from use_cases.test_accounts_factors import ANN, proved
from use_cases.test_audit_events import trail

pytestmark = pytest.mark.anyio


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    terms = AccountTerms(autoconfirm=True, admins_need_second_factor=True)
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}", terms) as opened:
        yield opened


async def an_admin(scenario: AccountScenario) -> SessionGrant:
    await scenario.sign_up()
    await scenario.accounts.grant_admin(ANN)
    return await scenario.accounts.sign_in(ANN, PASSWORD)


async def a_proved_admin(scenario: AccountScenario) -> SessionGrant:
    grant = await an_admin(scenario)
    enrolled = await scenario.accounts.second_factors.enrol(grant.access_token, name="one", issuer="haulage")
    return await proved(scenario, grant, enrolled)


async def reads(scenario: AccountScenario) -> list[AuditEntry]:
    return [entry for entry in await trail(scenario.storage) if entry.action == "admin_read"]


def test_with_real_money_administrators_need_a_second_factor(tmp_path: Path) -> None:
    real = Settings(
        data=tmp_path,
        stripe_secret_key="sk_live_1",
        stripe_publishable_key="pk_live_1",
        stripe_webhook_secret="whsec_1",
    )
    assert real.account_terms.admins_need_second_factor
    assert not Settings(data=tmp_path).account_terms.admins_need_second_factor


@pytest.mark.parametrize("action", sorted(ADMIN_POWERS))
async def test_a_password_alone_opens_nothing_of_other_peoples(
    scenario: AccountScenario, action: Action
) -> None:
    grant = await an_admin(scenario)
    with pytest.raises(AdminNeedsSecondFactor, match="account page"):
        await scenario.accounts.authenticate(grant.access_token, action=action)


async def test_what_is_their_own_stays_open_to_administrators(scenario: AccountScenario) -> None:
    grant = await an_admin(scenario)
    await scenario.accounts.authenticate(grant.access_token, action=Action.LIST_ORDERS)
    await scenario.accounts.get_auth_user(grant.access_token, grant.signed_in.account.id)


@pytest.mark.parametrize("action", sorted(set(Action) - ADMIN_POWERS))
async def test_with_a_password_alone_administrators_are_given_no_more_than_their_own(
    scenario: AccountScenario, action: Action
) -> None:
    """The list of orders is everybody's where an administrator asks for it."""
    grant = await an_admin(scenario)
    actor = await scenario.accounts.authenticate(grant.access_token, action=action)
    assert (actor.user_id, actor.role) == (grant.signed_in.user.id, Role.CUSTOMER)


async def test_with_both_factors_administrators_go_on(scenario: AccountScenario) -> None:
    grant = await a_proved_admin(scenario)
    actor = await scenario.accounts.authenticate(
        grant.access_token, action=Action.REFUND_PAYMENT, changes=True
    )
    assert actor.is_admin


@pytest.mark.parametrize("action", sorted(NEEDS_FRESH_PROOF & ADMIN_POWERS))
async def test_what_is_grave_needs_a_fresh_proof(scenario: AccountScenario, action: Action) -> None:
    grant = await a_proved_admin(scenario)
    scenario.clock.turn(minutes=11)
    with pytest.raises(ReauthenticationNeeded):
        await scenario.accounts.authenticate(grant.access_token, action=action, changes=True)
    await scenario.accounts.authenticate(grant.access_token, action=action)
    await scenario.accounts.reauthenticate.by_password(grant.access_token, PASSWORD)
    await scenario.accounts.authenticate(grant.access_token, action=action, changes=True)


async def test_accounts_of_others_are_not_read_by_a_password_alone(scenario: AccountScenario) -> None:
    bea = await scenario.sign_up("bea@example.com")
    grant = await an_admin(scenario)
    with pytest.raises(AdminNeedsSecondFactor):
        await scenario.accounts.get_auth_user(grant.access_token, bea.signed_in.account.id)


async def test_what_administrators_read_of_others_is_told_once_in_ten_minutes(
    scenario: AccountScenario,
) -> None:
    grant = await a_proved_admin(scenario)
    bea = await scenario.sign_up("bea@example.com")
    for _ in range(3):
        await scenario.accounts.get_auth_user(grant.access_token, bea.signed_in.account.id)
        await scenario.accounts.authenticate(
            grant.access_token, action=Action.SEE_MESSAGES, reading=Reading("ord_1")
        )
    await scenario.accounts.authenticate(grant.access_token, action=Action.SEE_OVERVIEW)
    assert {(entry.object_kind, entry.object_id) for entry in await reads(scenario)} == {
        ("see_auth_user", bea.signed_in.account.id),
        ("see_messages", "ord_1"),
    }
    assert {entry.actor_id for entry in await reads(scenario)} == {grant.signed_in.user.id}
    assert len(await reads(scenario)) == 2
    scenario.clock.turn(minutes=11)
    await scenario.accounts.authenticate(
        grant.access_token, action=Action.SEE_MESSAGES, reading=Reading("ord_1")
    )
    assert len(await reads(scenario)) == 3


async def test_another_question_of_the_same_list_is_told_with_what_was_searched(
    scenario: AccountScenario,
) -> None:
    grant = await a_proved_admin(scenario)
    everybody = Reading(operation="list_people")
    questions = [everybody, everybody, attrs.evolve(everybody, narrowed=[("search", "Bea Ray")]), everybody]
    for reading in (*questions, attrs.evolve(everybody, operation="export_people")):
        await scenario.accounts.authenticate(
            grant.access_token, action=Action.OPERATE_ACCOUNTS, reading=reading
        )
    operations = [(entry.facts["operation"], entry.question) for entry in await reads(scenario)]
    assert operations == [("list_people", ""), ("list_people", "search: Bea Ray"), ("export_people", "")]
    scenario.clock.turn(days=366)
    await DeleteExpiredData(scenario.storage, scenario.clock)()
    assert {entry.question for entry in await reads(scenario)} == {""}, "the chain is whole without the words"


async def test_what_an_administrator_has_done_to_a_record_without_changing_it_is_told(
    scenario: AccountScenario,
) -> None:
    """Such as mailing somebody's receipt."""
    grant = await a_proved_admin(scenario)
    await scenario.accounts.authenticate(
        grant.access_token, action=Action.SEE_RECEIPT, changes=True, reading=Reading("rcp_1", "email_receipt")
    )
    assert [entry.facts for entry in await reads(scenario)] == [{"operation": "email_receipt"}]


@pytest.mark.parametrize(
    "action",
    [Action.LIST_ORDERS, Action.LIST_ALL_ORDERS, Action.LIST_ALL_PAYMENTS, Action.SEE_RECEIPT],
)
async def test_a_list_of_what_is_told_of_is_told_of_too(scenario: AccountScenario, action: Action) -> None:
    grant = await a_proved_admin(scenario)
    await scenario.accounts.authenticate(grant.access_token, action=action)
    assert [(entry.object_kind, entry.object_id) for entry in await reads(scenario)] == [(action, "all")]


async def test_nobody_else_is_told_of(scenario: AccountScenario) -> None:
    bea = await scenario.sign_up("bea@example.com")
    for action in AUDITED_READS:
        await scenario.accounts.authenticate(bea.access_token, action=action, reading=Reading("ord_1"))
    assert await reads(scenario) == []
