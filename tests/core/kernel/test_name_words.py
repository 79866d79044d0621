"""Which words of a text are written as a name is."""

import pytest

from haulage.kernel.name_words import written_as_name


@pytest.mark.parametrize(
    ("text", "word", "is_name"),
    [
        ("Li is late", "Li", False),
        ("ask Li to wait", "Li", True),
        ("Li, are you there", "Li", True),
        ("Lia is late", "Lia", True),
        ("lia is late", "lia", False),
        ("LIA is late", "LIA", False),
    ],
)
def test_a_capital_begins_a_name_and_says_nothing_of_two_letters_that_begin_a_sentence(
    text: str, word: str, is_name: bool
) -> None:
    start = text.index(word)
    assert written_as_name(text, start, start + len(word)) is is_name
