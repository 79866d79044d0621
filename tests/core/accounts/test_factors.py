"""What a second factor may be called."""

import pytest

from haulage.accounts.factors import MAX_FRIENDLY_NAME, friendly_name
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
