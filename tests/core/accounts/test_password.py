"""Six characters at sign-up; eight of four kinds for a new password (OP-54)."""

import pytest

from haulage.accounts.password import (
    WeakPassword,
    check_new_password,
    check_sign_up_password,
    check_uncommon,
    is_possible_password,
)
from haulage.kernel.errors import InvalidInput


def test_sign_up_takes_six_characters_of_any_kind() -> None:
    assert check_sign_up_password("aaaaaa") == "aaaaaa"


def test_sign_up_refuses_five() -> None:
    with pytest.raises(WeakPassword, match=r"^Password should be at least 6 characters$") as refusal:
        check_sign_up_password("aaaaa")
    assert refusal.value.reasons == ("length",)
    assert refusal.value.field == "password"


@pytest.mark.parametrize("check", [check_sign_up_password, check_new_password])
def test_seventy_two_bytes_are_the_most(check: object) -> None:
    assert callable(check)
    longest = "aA1!" * 18
    assert check(longest) == longest
    for too_long in (longest + "a", "é" * 36 + "A"):
        with pytest.raises(InvalidInput, match="72 bytes"):
            check(too_long)


@pytest.mark.parametrize("check", [check_sign_up_password, check_new_password])
@pytest.mark.parametrize("password", ["", "with\0nul-A1!", "half\ud800-A1!"])
def test_no_password_and_one_with_nul_are_refused(check: object, password: str) -> None:
    assert callable(check)
    with pytest.raises(InvalidInput):
        check(password)


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("aA1!aA1", "Password must be at least 8 characters long"),
        ("a", "Password must be at least 8 characters long"),
        ("aaaa11!!", "Password must contain at least one uppercase letter"),
        ("AAAA11!!", "Password must contain at least one lowercase letter"),
        ("AAAaaa!!", "Password must contain at least one number"),
        ("AAAaaa11", "Password must contain at least one special character"),
        ("AAAaa 11", "Password must contain at least one special character"),
    ],
)
def test_a_new_password_hears_its_first_fault(password: str, sentence: str) -> None:
    with pytest.raises(WeakPassword) as refusal:
        check_new_password(password)
    assert refusal.value.message == sentence


def test_a_new_password_of_all_kinds_is_taken() -> None:
    assert check_new_password("Secret1!") == "Secret1!"


def test_what_no_account_can_have_is_known_without_hashing() -> None:
    assert is_possible_password("a")
    assert not any(map(is_possible_password, ["", "a\0b", "a\ud800", "a" * 73]))


@pytest.mark.parametrize(
    "password", ["football", "FOOTBALL", "Football1!", "football2026", "123456", "Football_9!"]
)
def test_a_common_password_is_refused_however_it_is_dressed(password: str) -> None:
    with pytest.raises(WeakPassword, match="easy to guess") as refused:
        check_uncommon(password, {"football", "123456"}.__contains__, email="ada@vic.example")
    assert refused.value.reasons == ("pwned",)


@pytest.mark.parametrize("password", ["footballer-7", "foot-ball-26", "123457", "Ball-1!"])
def test_others_are_not(password: str) -> None:
    check_uncommon(password, {"football", "123456", "ball"}.__contains__, email="ada@vic.example")


@pytest.mark.parametrize(
    "password", ["haulage", "Haulage2026!", "vic.example", "adabyron@vic.example", "adabyron1"]
)
def test_the_platforms_name_and_ones_own_address_are_no_passwords(password: str) -> None:
    with pytest.raises(WeakPassword):
        check_uncommon(password, frozenset[str]().__contains__, email="AdaByron@vic.example")
