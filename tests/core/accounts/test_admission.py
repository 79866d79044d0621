"""Who comes in by a provider, and into which account (AUT-22)."""

import attrs
import pytest

from builders import NOON, an_account
from haulage.accounts.account import Account
from haulage.accounts.identities import Admission, ProvenIdentity, Provider, admission
from haulage.kernel.actor import UserType

SHOWN = ProvenIdentity(Provider.GOOGLE, "108", "ann@example.com", email_verified=True, name="Ann Lee")
UNSHOWN = attrs.evolve(SHOWN, email_verified=False)
NEW = an_account(email_confirmed_at=None)
CONFIRMED = an_account(email_confirmed_at=NOON)


def admitted(
    proven: ProvenIdentity,
    account: Account | None,
    user_type: UserType | None = UserType.CUSTOMER,
    *,
    autoconfirm: bool = False,
    believes_confirmed: bool = True,
) -> Admission:
    return admission(
        proven, account, user_type, autoconfirm=autoconfirm, believes_confirmed=believes_confirmed
    )


def test_a_newcomer_has_to_answer_a_mail_unless_their_address_was_shown() -> None:
    assert admitted(SHOWN, None) is Admission.CREATE
    assert admitted(UNSHOWN, None) is Admission.CREATE_UNPROVEN
    assert admitted(UNSHOWN, None, autoconfirm=True) is Admission.CREATE


@pytest.mark.parametrize("autoconfirm", [False, True])
def test_an_account_that_never_showed_its_address_belongs_to_whoever_does(autoconfirm: bool) -> None:
    assert admitted(SHOWN, NEW, autoconfirm=autoconfirm) is Admission.RECLAIM
    assert admitted(UNSHOWN, NEW, autoconfirm=autoconfirm) is Admission.WAIT_FOR_MAIL


@pytest.mark.parametrize("autoconfirm", [False, True])
def test_nobody_enters_an_account_by_an_address_that_was_not_shown(autoconfirm: bool) -> None:
    assert admitted(UNSHOWN, CONFIRMED, autoconfirm=autoconfirm) is Admission.REFUSE_UNVERIFIED


def test_an_address_shown_on_both_sides_links_them_but_never_an_administrators() -> None:
    assert admitted(SHOWN, CONFIRMED) is admitted(SHOWN, CONFIRMED, UserType.DRIVER) is Admission.LINK
    assert admitted(SHOWN, CONFIRMED, UserType.ADMIN) is Admission.REFUSE_LINK


def test_where_accounts_have_proved_nothing_their_owner_links_by_signing_in() -> None:
    assert admitted(SHOWN, CONFIRMED, believes_confirmed=False) is Admission.REFUSE_LINK


def test_clients_are_told_only_what_the_provider_told() -> None:
    assert SHOWN.data["email"] == "ann@example.com"
    assert SHOWN.data["name"] == SHOWN.data["full_name"] == "Ann Lee"
    assert SHOWN.data["phone_verified"] is False
    unnamed = attrs.evolve(SHOWN, email=None, name="").data
    assert {"email", "name", "full_name"}.isdisjoint(unnamed)
