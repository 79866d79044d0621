"""What a second factor or a passkey may be called."""

import pytest

from haulage.accounts.factors import MAX_FRIENDLY_NAME, friendly_name
from haulage.accounts.passkeys import UNNAMED, passkey_name
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
