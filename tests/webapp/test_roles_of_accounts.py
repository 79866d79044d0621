"""The rest of the document beside ``/api/v1``: the account routes, asked by two users of every role.

Visitors are told 401 wherever a session is needed, nobody reaches what is another's, and nothing changes.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import attrs
import httpx
import pytest

from haulage.accounts.factors import Factor, FactorType
from haulage.accounts.identities import ProvenIdentity, Provider, new_identity
from haulage.accounts.passkeys import Passkey
from haulage.kernel.actor import ANONYMOUS, Actor, UserType
from haulage.kernel.errors import HaulageError
from haulage.kernel.policy import POLICY, Action, authorize
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_webapp.security import ACTION
from people import People, Person
from webapp import test_roles
from webapp.documented import described, documented_app

pytestmark = pytest.mark.anyio

NOW = datetime(2027, 3, 1, tzinfo=UTC)
OPEN = {"/health/live", "/health/ready"}
BODIES: dict[str, Any] = {
    "auth_verify_factor": {"challenge_id": "chl_none", "code": "123456"},
    "auth_rename_passkey": {"name": "Mine"},
    "auth_enrol_factor": {"factor_type": "totp"},
    "auth_update_user": {"data": {"name": "Mallory"}},
}
NAMED_IDS = {"factor_id", "passkey_id", "identity_id", "user_id"}
UNKNOWN_TO_GOTRUE = {"auth_unlink_identity": 422}
"""Official clients read 422 ``identity_not_found`` there, and 404 elsewhere."""


def operations() -> Iterator[tuple[str, str, str, Action]]:
    """Name, method, path and action of every documented operation that is not under ``/api/v1``."""
    actions = {
        handler.operation_id: handler.opt.get(ACTION)
        for route in documented_app().routes
        for handler in getattr(route, "route_handlers", [])
    }
    for path, item in described()["paths"].items():
        for method, operation in item.items():
            if not path.startswith("/api/v1"):
                name = operation["operationId"]
                yield name, method.upper(), path, actions[name]


OPERATIONS = list(operations())
WITH_SESSION = [each for each in OPERATIONS if each[3] in {Action.MANAGE_OWN_ACCOUNT, Action.SEE_AUTH_USER}]
OF_AN_OBJECT = [each for each in WITH_SESSION if set(re.findall(r"\{(\w+)", each[2])) & NAMED_IDS]


def test_every_operation_of_the_document_names_a_policy_and_is_asked_in_a_matrix() -> None:
    document = described()["paths"]
    named = {operation["operationId"] for item in document.values() for operation in item.values()}
    here = {name for name, _, _, _ in OPERATIONS}
    there = {name for name, _, _, _ in test_roles.OPERATIONS}
    assert here | there == named
    assert all(action in POLICY for _, _, _, action in OPERATIONS)
    assert len(OF_AN_OBJECT) >= 7


def test_the_document_asks_for_a_token_exactly_where_the_policy_does() -> None:
    document = described()["paths"]
    for name, method, path, action in OPERATIONS:
        needs = document[path][method.lower()].get("security") == [{"bearer": []}]
        assert needs == _refused(ANONYMOUS, action), name


def _refused(actor: Actor, action: Action) -> bool:
    try:
        authorize(actor, action)
    except HaulageError:
        return True
    return False


@attrs.frozen
class Owned:
    """What one account has that others might reach for."""

    ids: dict[str, str]


async def furnished(people: People, person: Person, number: int) -> Owned:
    """An account with a factor, a passkey and a provider's identity."""
    account = (await people.marketplace.accounts.current_user(person.token)).account
    secret = await people.marketplace.accounts.second_factors.tokens.seal("JBSWY3DPEHPK3PXP")
    factor = Factor(f"fac_{number}", account.id, FactorType.TOTP, "", secret, NOW, NOW)
    passkey = Passkey(f"pky_{number}", account.id, f"cred{number}", "key", 0, "Phone", False, NOW)
    proven = ProvenIdentity(Provider.GOOGLE, f"subject-{number}", f"g{number}@example.com", True)
    identity = new_identity(id=f"idt_{number}", account_id=account.id, proven=proven, now=NOW)

    async def work(unit: UnitOfWork) -> None:
        await unit.factors.add(factor)
        await unit.passkeys.add(passkey)
        await unit.identities.add(identity)

    await people.marketplace.storage.write(work)
    ids = {"factor_id": factor.id, "passkey_id": passkey.id, "identity_id": identity.id}
    return Owned(ids | {"user_id": account.id})


async def everybody(people: People) -> list[tuple[Person, UserType]]:
    """Two users of every role."""
    drivers = [(await people.driver())[0], await people.new_driver()]
    return [
        *[(await people.customer(), UserType.CUSTOMER) for _ in range(2)],
        *[(driver, UserType.DRIVER) for driver in drivers],
        *[(await people.admin(), UserType.ADMIN) for _ in range(2)],
    ]


async def ask(
    people: People, token: str | None, operation: tuple[str, str, str, Action], ids: dict[str, str]
) -> httpx.Response:
    name, method, path, _ = operation
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = BODIES.get(name, {}) if method in {"POST", "PUT", "PATCH"} else None
    return await people.client.request(method, test_roles.filled(path, ids), headers=headers, json=body)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nobody_reaches_anothers_account_and_visitors_reach_none(people: People) -> None:
    users = await everybody(people)
    owned = [await furnished(people, person, number) for number, (person, _) in enumerate(users)]
    before, wrong, asked = await test_roles.rows(people), [], 0
    for operation in WITH_SESSION:
        answer = await ask(people, None, operation, owned[0].ids)
        asked += 1
        if (answer.status_code, answer.json().get("error_code")) != (401, "no_authorization"):
            wrong.append((operation[0], "visitor", answer.status_code, answer.text[:80]))
    for operation in OF_AN_OBJECT:
        for (asker, role), (number, victim) in ((a, b) for a in users for b in enumerate(owned)):
            if users[number][0] is asker or (role is UserType.ADMIN and operation[3] is Action.SEE_AUTH_USER):
                continue
            answer = await ask(people, asker.token, operation, victim.ids)
            asked += 1
            if answer.status_code != UNKNOWN_TO_GOTRUE.get(operation[0], 404):
                wrong.append((operation[0], role, answer.status_code, answer.text[:80]))
    assert wrong == []
    assert asked > 200
    assert await test_roles.rows(people) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_is_ones_own_is_reached(people: People) -> None:
    """So that the refusals above are of the owner and not of the route."""
    person = await people.customer()
    for number, operation in enumerate(OF_AN_OBJECT):
        mine = await furnished(people, person, number)
        answer = await ask(people, person.token, operation, mine.ids)
        if operation[0] == "auth_verify_factor":
            assert answer.json()["error_code"] == "mfa_factor_not_found"
        else:
            assert answer.status_code < 300, (operation[0], answer.text)
