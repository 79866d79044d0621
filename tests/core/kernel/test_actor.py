"""Who does something, by the word that the audit trail keeps."""

import pytest

from haulage.kernel.actor import MAX_OPERATOR_NAME, OPERATOR, operator


@pytest.mark.parametrize(
    ("name", "plain"),
    [("ann", "ann"), ("Ann7", "Ann7"), ("ann.lee@host", "ann_lee_host"), ("zoë", "zo_"), ("٣", "_")],
)
def test_an_operator_is_kept_by_plain_letters_and_digits(name: str, plain: str) -> None:
    assert operator(name).name == f"{OPERATOR.system}:{plain}"


def test_a_long_name_is_cut_and_without_one_it_is_any_operator() -> None:
    assert operator("a" * (MAX_OPERATOR_NAME + 1)).name == f"{OPERATOR.system}:{'a' * MAX_OPERATOR_NAME}"
    assert operator("") == OPERATOR
