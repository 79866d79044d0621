"""The card form's rules, at their edges."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.payments import Card, check_card

MID_JUNE = datetime(2026, 6, 15, 16, tzinfo=UTC)
PAYING = "4242 4242 4242 4242"


def a_card(number: str = PAYING, expiry: str = "12/30", cvc: str = "123", name: str = "Ann Lee") -> Card:
    return Card(number, expiry, cvc, name)


def refusal(card: Card, now: datetime = MID_JUNE) -> str:
    with pytest.raises(InvalidInput) as caught:
        check_card(card, now)
    return str(caught.value)


def with_check_digit(digits: str) -> str:
    """The digits with the one that makes their Luhn sum end in zero, the doubled ones by table."""
    doubled = dict(zip("0123456789", (0, 2, 4, 6, 8, 1, 3, 5, 7, 9), strict=True))
    total = sum(doubled[d] if place % 2 == 0 else int(d) for place, d in enumerate(reversed(digits)))
    return f"{digits}{-total % 10}"


@pytest.mark.parametrize(
    "number",
    [
        PAYING,
        "4242424242424242",
        "5555 5555 5555 4444",
        "4000 0000 0000 0002",
        with_check_digit("4" * 16),
        with_check_digit("4" * 18),
    ],
)
def test_sixteen_to_nineteen_digits_with_their_check_digit_are_a_number(number: str) -> None:
    assert check_card(a_card(number), MID_JUNE).number == number


@pytest.mark.parametrize(
    "number",
    [
        "",
        "4242 4242 4242 424",
        with_check_digit("4" * 14),
        with_check_digit("4" * 19),
        "4242 4242 4242 4242 ",
        "4242-4242-4242-4242",
        "4242 4242 4242 424x",
        "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
        "4242\t4242\t4242\t4242",
        "²242424242424242",
    ],
)
def test_fewer_more_or_other_characters_are_no_number(number: str) -> None:
    assert refusal(a_card(number)) == "card.number: must be at least 16 digits"


AMEX = "3782 822463 10005"


@pytest.mark.parametrize("number", [AMEX, "378282246310005", "3714 4963 5398 431", "3434 343434 34343"])
def test_american_express_has_fifteen_digits_and_a_code_of_four(number: str) -> None:
    assert check_card(a_card(number, cvc="1234"), MID_JUNE).brand == "amex"
    for cvc in ("123", "12345", "12a4", ""):
        refused = refusal(a_card(number, cvc=cvc))
        assert refused == "card.cvc: must be the 4 digits on the front of an American Express card"


@pytest.mark.parametrize("number", ["3782 822463 1000", "3600 822463 10005"])
def test_no_other_card_and_no_part_of_one_has_fifteen_digits(number: str) -> None:
    assert refusal(a_card(number, cvc="1234")) == "card.number: must be at least 16 digits"


@pytest.mark.parametrize("number", ["4242 4242 4242 4241", "4242 4242 4242 2442", "1234 5678 9012 3456"])
def test_a_wrong_check_digit_is_refused(number: str) -> None:
    assert refusal(a_card(number)) == "card.number: is not a valid card number"


@given(st.text("0123456789", min_size=15, max_size=18), st.data())
def test_any_one_digit_mistyped_is_noticed(digits: str, data: st.DataObject) -> None:
    number = with_check_digit(digits)
    check_card(a_card(number), MID_JUNE)
    place = data.draw(st.integers(0, len(number) - 1))
    wrong = data.draw(st.sampled_from(sorted(set("0123456789") - {number[place]})))
    mistyped = number[:place] + wrong + number[place + 1 :]
    assert refusal(a_card(mistyped)) == "card.number: is not a valid card number"


@pytest.mark.parametrize("expiry", ["06/26", "07/26", "12/26", "01/27", "12/99"])
def test_this_month_and_later_ones_are_in_time(expiry: str) -> None:
    check_card(a_card(expiry=expiry), MID_JUNE)


@pytest.mark.parametrize("expiry", ["05/26", "12/25", "06/25", "01/00"])
def test_last_month_is_in_the_past(expiry: str) -> None:
    assert refusal(a_card(expiry=expiry)) == "card.expiry: is in the past"


@pytest.mark.parametrize(
    "expiry",
    ["", "0626", "6/26", "06/2026", "00/27", "13/27", "06-27", "0 /27", "ab/cd", "06/2", "-1/27", "/0627"],
)
def test_an_expiry_is_a_month_a_slash_and_a_year(expiry: str) -> None:
    assert refusal(a_card(expiry=expiry)) == "card.expiry: must be MM/YY"


def test_a_card_is_good_to_the_last_moment_of_its_month_in_new_york() -> None:
    last_moment = datetime(2026, 7, 1, 3, 59, 59, tzinfo=UTC)
    check_card(a_card(expiry="06/26"), last_moment)
    assert (
        refusal(a_card(expiry="06/26"), datetime(2026, 7, 1, 4, tzinfo=UTC)) == "card.expiry: is in the past"
    )


@pytest.mark.parametrize("cvc", ["123", "1234", "000"])
def test_three_or_four_digits_are_a_cvc(cvc: str) -> None:
    check_card(a_card(cvc=cvc), MID_JUNE)


@pytest.mark.parametrize("cvc", ["", "12", "12345", "12a", " 123", "١٢٣"])
def test_anything_else_is_no_cvc(cvc: str) -> None:
    assert refusal(a_card(cvc=cvc)) == "card.cvc: must be 3 or 4 digits"


@pytest.mark.parametrize("name", ["Al", "  Al  ", "x" * 100, "Zoë 王"])
def test_two_characters_are_a_name(name: str) -> None:
    check_card(a_card(name=name), MID_JUNE)


@pytest.mark.parametrize("name", ["", "A", " A ", "   "])
def test_one_character_is_no_name(name: str) -> None:
    assert refusal(a_card(name=name)) == "card.name: must be at least 2 characters"


def test_a_name_of_more_than_a_hundred_characters_is_refused_as_too_long() -> None:
    assert refusal(a_card(name="x" * 101)) == "card.name: must be at most 100 characters"


@pytest.mark.parametrize(
    ("number", "brand"),
    [
        ("4242 4242 4242 4242", "visa"),
        ("5100 0000 0000 0000", "mastercard"),
        ("5599 9999 9999 9999", "mastercard"),
        ("5000 0000 0000 0000", "card"),
        ("5600 0000 0000 0000", "card"),
        ("2221 0000 0000 0000", "mastercard"),
        ("2720 9999 9999 9999", "mastercard"),
        ("2220 9999 9999 9999", "card"),
        ("2721 0000 0000 0000", "card"),
        ("6011 0000 0000 0000", "discover"),
        ("6500 0000 0000 0000", "discover"),
        ("9999 9999 9999 9999", "card"),
    ],
)
def test_the_brand_is_read_from_the_leading_digits(number: str, brand: str) -> None:
    assert a_card(number).brand == brand


def test_the_last_four_digits_are_kept_without_the_blanks() -> None:
    assert a_card("4242 4242 4242 4 242").last4 == "4242"


def test_a_card_shows_nothing_of_itself_in_a_log() -> None:
    shown = repr(a_card())
    assert not any(secret in shown for secret in ("4242", "12/30", "123", "Ann"))
