"""Whose answer moves an account to its new address."""

from datetime import UTC, datetime

import attrs
import pytest

from haulage.accounts import Account
from haulage.accounts.account import EmailSide, new_account
from haulage.accounts.email_change import address_of, answered, sides_to_ask, with_requested_email

NOW = datetime(2027, 3, 1, 15, tzinfo=UTC)
OLD, NEW = "ann@example.com", "bea@example.com"


@pytest.fixture
def account() -> Account:
    """Asked for another address, and nobody has answered."""
    made = new_account(id="acc_1", email=OLD, password_hash="hash", metadata={}, now=NOW, confirmed=True)
    return with_requested_email(made, NEW, NOW)


def test_nobody_is_asked_where_nothing_was_requested(account: Account) -> None:
    assert sides_to_ask(attrs.evolve(account, new_email=None), both=True) == ()


def test_both_mailboxes_are_asked_or_the_new_one_alone(account: Account) -> None:
    assert sides_to_ask(account, both=True) == (EmailSide.CURRENT, EmailSide.NEW)
    assert sides_to_ask(account, both=False) == (EmailSide.NEW,)


@pytest.mark.parametrize(("first", "second"), [tuple(EmailSide), tuple(reversed(EmailSide))])
def test_the_second_answer_moves_the_account(account: Account, first: EmailSide, second: EmailSide) -> None:
    half = answered(account, first, NOW, both=True)
    assert (half.email, half.new_email) == (OLD, NEW)
    assert sides_to_ask(half, both=True) == (second,)
    assert answered(half, first, NOW, both=True).email == OLD
    moved = answered(half, second, NOW, both=True)
    assert (moved.email, moved.new_email, moved.new_email_answered) == (NEW, None, None)


def test_each_side_is_asked_at_its_own_mailbox(account: Account) -> None:
    assert [address_of(account, side) for side in (EmailSide.CURRENT, EmailSide.NEW)] == [OLD, NEW]
