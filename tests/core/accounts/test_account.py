"""Accounts and users as values."""

from datetime import UTC, datetime, timedelta

from haulage.accounts import Account, SignedIn, User
from haulage.accounts.account import app_metadata, as_type, new_account, new_user, with_profile_of
from haulage.accounts.metadata import Profile
from haulage.accounts.session import Session
from haulage.kernel.actor import Actor, UserType

NOW = datetime(2027, 3, 1, 15, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def an_account() -> Account:
    return new_account(
        id="acc_1", email="ann@example.com", password_hash="hash", metadata={}, now=NOW, confirmed=False
    )


def a_user(user_type: UserType = UserType.CUSTOMER) -> User:
    profile = Profile("Ann", "+12125550100")
    return new_user(id="usr_1", account=an_account(), profile=profile, user_type=user_type)


def test_a_new_account_is_confirmed_only_when_said_so() -> None:
    assert an_account().email_confirmed_at is None


def test_a_new_user_has_the_accounts_address_and_the_platforms_zone() -> None:
    user = a_user()
    assert (user.auth_id, user.email, user.timezone) == ("acc_1", "ann@example.com", "America/New_York")


def test_a_user_who_told_nothing_has_an_empty_name_and_phone() -> None:
    user = new_user(id="usr_1", account=an_account(), profile=Profile(), user_type=UserType.CUSTOMER)
    assert (user.name, user.phone) == ("", "")


def test_only_what_was_told_changes_and_nothing_leaves_the_user_untouched() -> None:
    user = a_user()
    assert with_profile_of(user, Profile(), LATER) is user
    assert with_profile_of(user, Profile(name="Ann"), LATER) is user
    changed = with_profile_of(user, Profile(name="Bea"), LATER)
    assert (changed.name, changed.phone, changed.updated_at) == ("Bea", user.phone, LATER)


def test_taking_a_role_twice_changes_nothing() -> None:
    admin = as_type(a_user(), UserType.ADMIN, LATER)
    assert admin.user_type is UserType.ADMIN
    assert as_type(admin, UserType.ADMIN, LATER) is admin


def test_the_actor_has_the_users_id_and_role_and_not_the_accounts() -> None:
    session = Session("ses_1", "acc_1", NOW, NOW, ())
    signed_in = SignedIn(an_account(), a_user(UserType.DRIVER), session, "drv_1")
    assert signed_in.actor == Actor("usr_1", UserType.DRIVER, "drv_1")


def test_clients_read_the_role_in_the_platforms_metadata() -> None:
    assert app_metadata(a_user(UserType.DRIVER))["user_type"] == "driver"


def test_nothing_personal_is_in_a_log_line() -> None:
    line = repr((an_account(), a_user()))
    assert not any(secret in line for secret in ("ann@", "Ann", "212", "hash"))
