"""Second factors: what they may be called, when they are asked for, and what is typed and signed for them."""

from datetime import timedelta

import pytest

from builders import NOON, a_user, an_account
from haulage.accounts.factors import MAX_FRIENDLY_NAME, Factor, FactorStatus, FactorType, friendly_name
from haulage.accounts.passkeys import PASSKEY_CHALLENGE_LIFETIME, UNNAMED, PasskeyChallenge, passkey_name
from haulage.accounts.recovery_codes import typed
from haulage.accounts.session import AssuranceLevel, Session, SignedIn
from haulage.kernel.errors import InvalidInput


@pytest.mark.parametrize(
    ("given", "name"),
    [(None, ""), ("", ""), ("  My phone ", "My phone"), ("x" * MAX_FRIENDLY_NAME, "x" * MAX_FRIENDLY_NAME)],
)
def test_any_name_that_can_be_read_is_taken_without_its_margins(given: str | None, name: str) -> None:
    assert friendly_name(given) == name


@pytest.mark.parametrize("given", ["x" * (MAX_FRIENDLY_NAME + 1), "My\nphone", "My\x00phone"])
def test_no_other_is(given: str) -> None:
    with pytest.raises(InvalidInput, match="printable"):
        friendly_name(given)


def test_a_passkey_without_a_name_has_the_one_for_all() -> None:
    assert (passkey_name(None), passkey_name(" "), passkey_name("My key")) == (UNNAMED, UNNAMED, "My key")


@pytest.mark.parametrize("status", FactorStatus)
@pytest.mark.parametrize("assurance", AssuranceLevel)
def test_a_proved_factor_is_asked_of_a_session_that_has_not_given_it(
    status: FactorStatus, assurance: AssuranceLevel
) -> None:
    factor = Factor("fac_1", "acc_1", FactorType.TOTP, "Phone", "sealed", NOON, NOON, status)
    session = Session("ses_1", "acc_1", NOON, NOON, (), assurance)
    signed_in = SignedIn(an_account(), a_user(), session, factors=[factor])
    is_asked = status is FactorStatus.VERIFIED and assurance is AssuranceLevel.ONE_FACTOR
    assert signed_in.needs_second_factor is is_asked
    assert not SignedIn(an_account(), a_user(), session).needs_second_factor


def test_a_challenge_for_a_passkey_lives_for_its_time() -> None:
    challenge = PasskeyChallenge("hash", NOON)
    assert not challenge.is_late(NOON + PASSKEY_CHALLENGE_LIFETIME)
    assert challenge.is_late(NOON + PASSKEY_CHALLENGE_LIFETIME + timedelta(microseconds=1))


@pytest.mark.parametrize("text", ["1234567890", "12345-67890", " 12345 67890 "])
def test_a_recovery_code_is_read_with_and_without_its_hyphen(text: str) -> None:
    assert typed(text) == "1234567890"


@pytest.mark.parametrize("text", ["123456789", "12345678901", "12345-6789O", "\u0661" * 10, ""])
def test_what_is_not_of_ten_digits_is_no_recovery_code(text: str) -> None:
    assert typed(text) is None
