"""``haulage admin`` as an operator sees it: the one way to become an administrator."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from haulage.kernel.policy import Actor, UserType
from haulage_adapters.assembly import open_marketplace, upgrade_database
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, autoconfirm=True)


def run(settings: Settings, *words: str) -> Result:
    return CliRunner().invoke(haulage, ["admin", *words, "--data", str(settings.data)])


def sign_up(settings: Settings, email: str, user_type: str = "customer") -> str:
    """The access token of a new account."""

    async def signed_up() -> str:
        await upgrade_database(settings)
        async with open_marketplace(settings) as marketplace:
            grant = await marketplace.accounts.sign_up(email, "secret1", {"user_type": user_type})
            return grant.access_token

    return asyncio.run(signed_up())


def actor_of(settings: Settings, access_token: str) -> Actor:
    async def authenticated() -> Actor:
        async with open_marketplace(settings) as marketplace:
            return await marketplace.accounts.authenticate(access_token)

    return asyncio.run(authenticated())


def test_granting_makes_an_administrator_of_a_session_that_is_open(settings: Settings) -> None:
    token = sign_up(settings, "ann@example.com")
    result = run(settings, "grant", "Ann@Example.com", "--json")
    assert result.exit_code == 0
    shown = json.loads(result.stdout)
    assert (shown["email"], shown["user_type"]) == ("ann@example.com", "admin")
    assert actor_of(settings, token).is_admin


def test_granting_twice_is_no_error(settings: Settings) -> None:
    sign_up(settings, "ann@example.com")
    assert run(settings, "grant", "ann@example.com").exit_code == 0
    again = run(settings, "grant", "ann@example.com")
    assert again.exit_code == 0
    assert "admin" in again.stdout


def test_revoking_gives_a_driver_their_role_back(settings: Settings) -> None:
    token = sign_up(settings, "dan@example.com", "driver")
    run(settings, "grant", "dan@example.com")
    assert run(settings, "revoke", "dan@example.com").exit_code == 0
    assert actor_of(settings, token).user_type is UserType.DRIVER


@pytest.mark.parametrize("command", ["grant", "revoke"])
def test_an_unknown_address_is_refused_by_rule(settings: Settings, command: str) -> None:
    result = run(settings, command, "nobody@example.com")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "User not found" in result.stderr


def test_a_refusal_is_json_where_json_was_asked_for(settings: Settings) -> None:
    result = run(settings, "grant", "nobody", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["code"] == "invalid_email"


def test_an_address_has_to_be_named(settings: Settings) -> None:
    assert run(settings, "grant").exit_code == 2
