"""``haulage admin`` as an operator sees it: the one way to become an administrator."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from haulage.accounts import SessionNotFound
from haulage.kernel.actor import Actor, UserType
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, autoconfirm=True)


def run(settings: Settings, *words: str) -> Result:
    return CliRunner().invoke(haulage, ["admin", *words, "--data", str(settings.data)])


def run_accounts(settings: Settings, *words: str) -> Result:
    return CliRunner().invoke(haulage, ["accounts", *words, "--data", str(settings.data)])


def sign_up(settings: Settings, email: str, user_type: str = "customer") -> str:
    """The access token of a new account."""

    async def signed_up() -> str:
        await upgrade_database(settings)
        async with open_marketplace(settings) as marketplace:
            grant = await marketplace.accounts.sign_up(email, "parcel7", {"user_type": user_type})
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


def test_the_second_factors_of_somebody_are_reset_for_a_reason(settings: Settings) -> None:
    sign_up(settings, "ann@example.com")
    without = run(settings, "reset-factors", "ann@example.com")
    assert (without.exit_code, "--reason" in without.stderr) == (2, True)
    done = run(settings, "reset-factors", "ann@example.com", "--reason", "T-1042", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["email"] == "ann@example.com"


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


def test_an_account_is_suspended_seen_and_reinstated(settings: Settings) -> None:
    token = sign_up(settings, "ann@example.com")
    listed = run_accounts(settings, "sessions", "ann@example.com", "--json")
    assert listed.exit_code == 0, listed.output
    assert len(json.loads(listed.stdout)["items"]) == 1
    suspended = run_accounts(settings, "suspend", "ann@example.com", "--reason", "Stolen cards", "--json")
    assert suspended.exit_code == 0, suspended.output
    assert json.loads(suspended.stdout)["suspension_reason"] == "Stolen cards"
    with pytest.raises(SessionNotFound):
        actor_of(settings, token)
    assert (
        "Suspended  no"
        in run_accounts(settings, "reinstate", "ann@example.com", "--reason", "A mistake").output
    )


def test_all_sessions_of_somebody_are_ended(settings: Settings) -> None:
    token = sign_up(settings, "ann@example.com")
    ended = run_accounts(settings, "end-sessions", "ann@example.com", "--reason", "Lost phone")
    assert ended.exit_code == 0, ended.output
    with pytest.raises(SessionNotFound):
        actor_of(settings, token)
    assert run_accounts(settings, "end-sessions", "nobody@example.com", "--reason", "x").exit_code == 1
    assert run_accounts(settings, "end-sessions", "ann@example.com").exit_code == 2


def test_people_are_listed_and_one_of_them_is_shown(settings: Settings) -> None:
    sign_up(settings, "ann@example.com")
    sign_up(settings, "dee@example.com", "driver")
    listed = run_accounts(settings, "list", "--state", "unapproved", "--json")
    assert listed.exit_code == 0, listed.output
    assert [each["email"] for each in json.loads(listed.stdout)["items"]] == ["dee@example.com"]
    assert "not approved" in run_accounts(settings, "list", "--search", "dee").output
    shown = run_accounts(settings, "show", "ann@example.com", "--json")
    assert json.loads(shown.stdout)["figures"]["sessions"] == 1
    assert "Signed in on  " in run_accounts(settings, "show", "dee@example.com").output
    assert run_accounts(settings, "show", "nobody@example.com").exit_code == 1
