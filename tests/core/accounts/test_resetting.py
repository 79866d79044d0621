"""What a password reset by mail leaves of the ways into an account."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON, an_account
from haulage.accounts.identities import Identity, ProvenIdentity, Provider, new_identity
from haulage.accounts.resetting import RESET_REACH, outlives_reset, reset_reaches_to

A_MOMENT = timedelta(microseconds=1)
CONFIRMED_AT = NOON - timedelta(days=5)
ACCOUNT = an_account(email_confirmed_at=CONFIRMED_AT)
SINCE = NOON - timedelta(days=30)


def an_identity(at_age: timedelta, *, email: str = "other@example.com", verified: bool = False) -> Identity:
    proven = ProvenIdentity(Provider.GOOGLE, "108", email, email_verified=verified)
    return new_identity(id="idn_1", account_id=ACCOUNT.id, proven=proven, now=NOON - at_age)


def test_a_reset_reaches_back_a_month_or_to_the_oldest_session_that_it_ends() -> None:
    assert reset_reaches_to(NOON, []) == NOON - RESET_REACH
    assert reset_reaches_to(NOON, [NOON - A_MOMENT]) == NOON - RESET_REACH
    older = NOON - RESET_REACH - timedelta(days=3)
    assert reset_reaches_to(NOON, [NOON, older]) == older


def test_what_was_added_before_stays_and_what_was_added_since_does_not() -> None:
    unconfirmed = attrs.evolve(ACCOUNT, email_confirmed_at=None)
    assert outlives_reset(an_identity(timedelta(days=30) + A_MOMENT), unconfirmed, SINCE)
    assert not outlives_reset(an_identity(timedelta(days=30)), unconfirmed, SINCE)


@pytest.mark.parametrize(
    ("email", "verified", "stays"),
    [
        (ACCOUNT.email, True, True),
        (ACCOUNT.email, False, False),
        ("other@example.com", True, False),
    ],
)
def test_a_provider_that_vouches_for_the_mailbox_itself_stays(
    email: str, verified: bool, stays: bool
) -> None:
    added = an_identity(timedelta(days=1), email=email, verified=verified)
    assert outlives_reset(added, ACCOUNT, SINCE) is stays


def test_what_was_there_when_the_address_was_confirmed_stays() -> None:
    assert outlives_reset(an_identity(NOON - CONFIRMED_AT), ACCOUNT, SINCE)
    assert not outlives_reset(an_identity(NOON - CONFIRMED_AT - A_MOMENT), ACCOUNT, SINCE)
