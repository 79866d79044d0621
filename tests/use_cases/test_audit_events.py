"""What the audit trail says of sign-ins, accounts, roles, money and approvals."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from account_scenario import PASSWORD, AccountScenario, open_account_scenario
from haulage.accounts import InvalidCredentials, SignOutScope
from haulage.accounts.refresh import RefreshTokenAlreadyUsed
from haulage.audit import AuditEntry
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.accounts import Changes
from haulage.use_cases.audit.audit_trail import AuditUseCases
from use_cases.scenario import ADMIN, DECLINED, Scenario

pytestmark = pytest.mark.anyio


@pytest.fixture
async def account_scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[AccountScenario]:
    async with open_account_scenario(f"sqlite+aiosqlite:///{tmp_path / 'accounts.db'}") as opened:
        yield opened


async def trail(storage: Storage) -> list[AuditEntry]:
    """The whole trail, which is whole."""
    audit = AuditUseCases(storage)
    assert (await audit.verify(OPERATOR)).fault is None
    return list(await audit.after(OPERATOR, 0, 100))


async def actions(storage: Storage) -> list[str]:
    return [entry.action for entry in await trail(storage)]


async def test_a_sign_up_and_its_session_are_told_by_the_person(account_scenario: AccountScenario) -> None:
    grant = await account_scenario.sign_up(user_type="driver")
    signed_up, signed_in = await trail(account_scenario.storage)
    user, account = grant.signed_in.user, grant.signed_in.account
    assert (signed_up.action, signed_up.actor_id, signed_up.object_id) == ("signed_up", user.id, account.id)
    assert (signed_up.actor_role, signed_up.facts) == ("driver", {"role": "driver"})
    session = grant.signed_in.session.id
    assert (signed_in.action, signed_in.facts) == ("signed_in", {"session": session, "method": "password"})


async def test_refused_sign_ins_are_counted_without_the_address(account_scenario: AccountScenario) -> None:
    grant = await account_scenario.sign_up()
    for email in ("ann@example.com", "nobody@example.com"):
        with pytest.raises(InvalidCredentials):
            await account_scenario.accounts.sign_in(email, "wrong")
    refused = (await trail(account_scenario.storage))[2:]
    assert [entry.object_id for entry in refused] == [grant.signed_in.account.id, "unknown"]
    assert {(entry.action, entry.actor_id) for entry in refused} == {("sign_in_refused", "visitor")}
    assert "example" not in repr(await trail(account_scenario.storage))


async def test_signing_out_everywhere_is_told(account_scenario: AccountScenario) -> None:
    grant = await account_scenario.sign_up()
    await account_scenario.accounts.sign_out(grant.access_token, SignOutScope.GLOBAL)
    assert (await trail(account_scenario.storage))[-1].facts["scope"] == "global"


async def test_a_refresh_token_in_two_hands_is_told(account_scenario: AccountScenario) -> None:
    grant = await account_scenario.sign_up()
    await account_scenario.accounts.refresh(grant.refresh_token)
    again = await account_scenario.accounts.refresh(grant.refresh_token)
    await account_scenario.accounts.refresh(again.refresh_token)
    account_scenario.clock.turn(minutes=1)
    with pytest.raises(RefreshTokenAlreadyUsed):
        await account_scenario.accounts.refresh(grant.refresh_token)
    last = (await trail(account_scenario.storage))[-1]
    assert (last.action, last.actor_id) == ("session_revoked", "system")


async def test_new_passwords_and_addresses_are_told_without_saying_them(
    account_scenario: AccountScenario,
) -> None:
    grant = await account_scenario.sign_up()
    await account_scenario.accounts.update_user(
        grant.access_token, Changes(password="Better1!", current_password=PASSWORD)
    )
    await account_scenario.accounts.update_user(grant.access_token, Changes(email="bea@example.com"))
    password, email = (await trail(account_scenario.storage))[2:]
    assert (password.action, password.facts) == ("password_changed", {})
    assert (email.action, email.facts) == ("email_changed", {})


async def test_a_change_of_the_profile_alone_is_no_deed(account_scenario: AccountScenario) -> None:
    grant = await account_scenario.sign_up()
    await account_scenario.accounts.update_user(grant.access_token, Changes(metadata={"name": "Ann"}))
    assert await actions(account_scenario.storage) == ["signed_up", "signed_in"]


async def test_roles_are_granted_by_the_operator_and_told_once(account_scenario: AccountScenario) -> None:
    await account_scenario.sign_up()
    for _ in range(2):
        await account_scenario.accounts.grant_admin("ann@example.com")
    await account_scenario.accounts.revoke_admin("ann@example.com")
    granted, revoked = (await trail(account_scenario.storage))[2:]
    assert granted.actor_id == revoked.actor_id == "operator"
    assert (granted.facts, revoked.facts) == (
        {"before": "customer", "after": "admin"},
        {"before": "admin", "after": "customer"},
    )


async def test_an_administrator_cannot_make_administrators(account_scenario: AccountScenario) -> None:
    await account_scenario.sign_up()
    with pytest.raises(Forbidden):
        await account_scenario.accounts.grant_admin("ann@example.com", ADMIN)


async def test_second_factors_are_told(account_scenario: AccountScenario) -> None:
    grant = await account_scenario.sign_up()
    factors = account_scenario.accounts.second_factors
    enrolled = await factors.enrol(grant.access_token, name="Phone", issuer="haulage")
    await factors.unenrol(grant.access_token, enrolled.factor.id)
    assert (await actions(account_scenario.storage))[2:] == ["factor_enrolled", "factor_removed"]
    assert PASSWORD not in repr(await trail(account_scenario.storage))


async def test_money_is_told_to_the_cent(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    outcome = await scenario.pay(ada, await scenario.book(ada, dee))
    order, payment = outcome.order, outcome.payment
    await scenario.market.orders.cancel(ADMIN, order.id, "mistake")
    captured, owed, cancelled, refunded = await trail(scenario.storage)
    assert (captured.action, captured.actor_id, captured.object_id) == (
        "payment_captured",
        ada.user_id,
        payment.id,
    )
    assert captured.facts == {"order": order.id, "cents": order.price_cents, "attempt": 1}
    assert (owed.action, owed.actor_id, owed.facts["total_cents"]) == (
        "refund_owed",
        "usr_admin",
        order.price_cents,
    )
    assert (cancelled.action, cancelled.facts["fee_cents"]) == ("order_cancelled", 0)
    assert (refunded.action, refunded.actor_id, refunded.facts["cents"]) == (
        "payment_refunded",
        "system",
        order.price_cents,
    )


async def test_a_payment_that_was_declined_is_no_deed(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await scenario.pay(ada, await scenario.book(ada, dee), DECLINED)
    assert await trail(scenario.storage) == []


async def test_only_administrators_read_the_trail(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.audit.list(ada, PageRequest())
    assert (await scenario.market.audit.list(ADMIN, PageRequest())).items == []


async def test_pages_of_the_trail_hang_together(account_scenario: AccountScenario) -> None:
    for number in range(3):
        await account_scenario.sign_up(f"ann{number}@example.com")
    audit = AuditUseCases(account_scenario.storage)
    first = await audit.list(ADMIN, PageRequest(4))
    rest = await audit.list(ADMIN, PageRequest(4, first.next))
    assert [entry.number for entry in (*first.items, *rest.items)] == [6, 5, 4, 3, 2, 1]
    assert rest.next is None
