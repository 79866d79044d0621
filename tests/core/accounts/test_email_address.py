"""One mailbox has one spelling, and what cannot be a mailbox is refused."""

import pytest

from haulage.accounts.email_address import MAX_EMAIL_LENGTH, InvalidEmail, mailbox, normal_email


def test_blanks_around_an_address_are_read_over_up_to_a_length() -> None:
    longest = "a@b.co".ljust(2 * MAX_EMAIL_LENGTH)
    assert normal_email(longest) == "a@b.co"
    with pytest.raises(InvalidEmail):
        normal_email(longest + " ")


def test_case_and_surrounding_blanks_do_not_make_another_mailbox() -> None:
    assert normal_email(" Ann.Lee+Moving@Example.COM ") == "ann.lee+moving@example.com"


def test_marks_of_a_reader_do_not_make_another_mailbox() -> None:
    assert mailbox("ann.lee+moving@example.com") == "ann.lee@example.com"
    assert mailbox("ann.lee+a+b@example.com") == mailbox("ann.lee@example.com")
    assert mailbox("+ann@example.com") == "+ann@example.com"


@pytest.mark.parametrize(
    "address",
    [
        "a@b.co",
        "o'neil@example.com",
        "first.last@sub.domain.example",
        "x@xn--bcher-kva.example",
        f"{'l' * 64}@example.com",
        f"{'l' * 64}@{'d' * 63}.{'d' * 63}.{'d' * 57}.com",
    ],
)
def test_ordinary_addresses_are_taken(address: str) -> None:
    assert normal_email(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "",
        "@",
        "ann",
        "ann@",
        "@example.com",
        "ann@localhost",
        "ann@example",
        "ann@@example.com",
        "ann@-example.com",
        "ann@example-.com",
        "ann@example..com",
        ".ann@example.com",
        "ann.@example.com",
        "a..nn@example.com",
        "ann lee@example.com",
        "ann@example.com\0",
        "ann@example.com\nBcc: all@example.com",
        "ann@exämple.com",
        "Ann <ann@example.com>",
        '"ann lee"@example.com',
        "ann@[127.0.0.1]",
        "ann@127.0.0.1",
        f"{'l' * 65}@example.com",
        f"{'l' * 64}@{'d' * 63}.{'d' * 63}.{'d' * 58}.com",
        "a" * 100_000,
        "a@" + "a." * 50_000 + "com",
    ],
)
def test_what_is_no_plain_address_is_refused_with_the_words_that_the_screen_knows(address: str) -> None:
    with pytest.raises(InvalidEmail, match="Invalid email") as refusal:
        normal_email(address)
    assert refusal.value.field == "email"
