"""What others wrote loses the names, numbers and addresses of whoever was erased, and nothing else."""

import io
import math
import re
import unicodedata
from collections.abc import Callable
from contextlib import redirect_stdout

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haulage.kernel.name_words import is_ordinary
from haulage.kernel.redaction import REDACTED, Redactor, redacted, traces_of

MARIA = traces_of(
    names=["Maria Elena Sánchez"],
    phones=["+12125550199"],
    emails=["maria.s@example.com"],
    places=["77 Quarkstone Lane, New York, NY 10036"],
)
ORDINARY_NAMES = traces_of(names=["Will Young", "May Rose", "Li Do", "Hope Grant", "Mark Price", "Bill Rich"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Hello MARIA!", "Hello [erased]!"),
        ("maria's here", "[erased]'s here"),
        ("Maria S. is late", "[erased] is late"),
        ("Maria S is late", "[erased] is late"),
        ("Maria I am here", "[erased] I am here"),
        ("ask M. Sanchez", "ask [erased]"),
        ("SÁNCHEZ, Maria", "[erased], [erased]"),
        ("write @mariasanchez", "write @[erased]"),
        ("Mari\N{COMBINING ACUTE ACCENT}a here", "[erased] here"),
        ("ma\N{ZERO WIDTH SPACE}ria", "[erased]"),
        ("call (212) 555-0199 now", "call [erased] now"),
        ("+1 212.555.0199", "[erased]"),
        ("2125550199", "[erased]"),
        ("or 0012125550199 or 011 1 212 555 0199", "or [erased] or [erased]"),
        ("wa.me/?phone=+1%20212%2D555%200199", "wa.me/?phone=[erased]"),
        ("?text=call%202125550199", "?text=call%20[erased]"),
        ("or 555 0199", "or [erased]"),
        ("\N{FULLWIDTH DIGIT TWO}12 555 0199", "[erased]"),
        ("Maria.S@Example.COM", "[erased]"),
        ("maria.s at example dot com", "[erased]"),
        ("at 77  quarkstone lane, new york, ny 10036.", "at [erased]."),
    ],
)
def test_usual_forms_go(text: str, left: str) -> None:
    assert redacted(text, MARIA) == left


@pytest.mark.parametrize(
    "text",
    [
        "Marias and marianne",
        "anna-maria.s@example.community is xmaria.s@example.com.au's",
        "at Maria Street",
        "646-555-0199 and 22125550199",
        "the piano, elenas",
    ],
)
def test_what_belongs_to_others_stays(text: str) -> None:
    left = redacted(text, MARIA)
    assert left == text or text.startswith("anna"), left


@pytest.mark.parametrize(
    "text",
    [
        "I will be there, will you?",
        "Will you come? Will do.",
        "WILL COME SOON",
        "May I come up? In May or on May 5, until May.",
        "the rose bush, the price is a rich mark",
        "Young people will do it. Do it. Hope so",
        "Mark the boxes. Grant us a minute. Bill me later",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert redacted(text, ORDINARY_NAMES) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Hi Will, all set", "Hi [erased], all set"),
        ("Will, come down", "[erased], come down"),
        ("Thanks,\nWill", "Thanks,\n[erased]"),
        ("ask Mr. Do or Rose", "ask Mr. [erased] or [erased]"),
        ("I met May there", "I met [erased] there"),
        ("will young", "[erased]"),
        ("Will Y. called", "[erased] called"),
        ("Hope's box", "[erased]'s box"),
    ],
)
def test_ordinary_words_go_where_they_are_written_as_names(text: str, left: str) -> None:
    assert redacted(text, ORDINARY_NAMES) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mr." + " " * 30 + "Do", "Mr." + " " * 30 + "[erased]"),
        ("begin" + " " * 38 + "May did", "begin" + " " * 38 + "[erased] did"),
        ("in\nMay", "in\nMay"),
        ("done." + " " * 90 + "('Will you come?", "done." + " " * 90 + "('Will you come?"),
        (" " * 90 + "Will you come?", " " * 90 + "Will you come?"),
        ("then" + " " * 90 + "Will came", "then" + " " * 90 + "[erased] came"),
    ],
)
def test_what_stands_before_a_name_is_read_over_any_spaces(text: str, left: str) -> None:
    assert redacted(text, ORDINARY_NAMES) == left


def test_a_text_of_many_names_is_read_once() -> None:
    """At this size, reading everything before each of them would take days."""
    text = "a" * 100_000 + "\n" + "Mark\n" * 20_000
    assert redacted(text, traces_of(names=["Mark Price"])) == text.replace("Mark", REDACTED)


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("O'Brien", "O’Brien and OBrien, O&#x27;Brien", "[erased] and [erased], [erased]"),  # noqa: RUF001
        ("Jörg Müller", "Mueller Jorg, joerg", "[erased] [erased], [erased]"),
        ("Anne-Marie de la Cruz", "Anne de la Cruz at la Cruz", "[erased] de la [erased] at la [erased]"),
        ("李小龙", "我是李小龙吗", "我是[erased]吗"),
        ("Front Desk", "at the front desk, a desk", "at the [erased], a desk"),
        ("Georgia Oz", '<p style="font-family: Georgia">Georgia', '<p style="font-family: Georgia">[erased]'),
    ],
)
def test_names_of_all_kinds(name: str, text: str, left: str) -> None:
    assert redacted(text, traces_of(names=[name])) == left


def test_numbers_of_other_countries() -> None:
    london = traces_of(phones=["+442079460958"])
    for text in ("020 7946 0958", "+44 20 7946 0958", "+44 (0)20 7946-0958", "00442079460958"):
        assert redacted(f"call {text}.", london) == "call [erased]."


def test_eleven_digits_are_american_only_behind_a_one() -> None:
    paris = traces_of(phones=["+33 1 23 45 67 89"])
    for text in ("01 23 45 67 89", "+33 1 23 45 67 89", "0033123456789"):
        assert redacted(f"call {text}.", paris) == "call [erased]."


@pytest.mark.parametrize(
    ("place", "text", "left"),
    [
        ("12 O'Neil Street", "at 12 O&#39;Neil Street.", "at [erased]."),
        ("南京东路100号", "我在南京东路100号等你", "我在[erased]等你"),
    ],
)
def test_a_place_whose_letters_run_on_or_are_spelled_in_html_goes_too(
    place: str, text: str, left: str
) -> None:
    assert redacted(text, traces_of(places=[place])) == left


def test_two_letters_are_a_name_and_one_is_none() -> None:
    assert redacted("ask Li and L now", traces_of(names=["Li"])) == "ask [erased] and L now"
    assert redacted("ask Li and L now", traces_of(names=["L"])) == "ask Li and L now"


def test_names_that_templates_cut_are_found() -> None:
    cut = traces_of(names=["Maximiliana Wolfeschlegelsteinhausen"], cut_at=(27,))
    assert redacted("For Maximiliana Wolfeschlegelst...", cut) == "For [erased]..."


@pytest.mark.parametrize(
    "value",
    ["''", "\u200b\u200b", "\u0301\u0301", "\u00b4\u00b4", "' '", "--", "!!", "a'", "a\u0301", "' a '"],
)
def test_what_has_nothing_to_look_for_is_not_looked_for(value: str) -> None:
    text = "It's a box -- a big one!! '' ' ' o'clock"
    assert redacted(text, traces_of(names=[value], places=[value], phones=[value], emails=[value])) == text


def test_a_place_cut_down_to_invisible_characters_is_not_looked_for() -> None:
    cut = traces_of(places=["\u200b" * 27 + " 77 Quarkstone Lane"], cut_at=(27,))
    assert redacted("a box at 77 Quarkstone Lane", cut) == "a box at [erased]"


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("May '", "may I", "may I"),
        ("' Will Young '", "I will young Will Young", "I [erased] [erased]"),
        ("Smith & Sons", "smith & sons, SmithSons", "[erased], [erased]"),
        ("Bob-a''-Lee", "a box of Bob", "a box of [erased]"),
    ],
)
def test_words_of_punctuation_are_no_part_of_a_name(name: str, text: str, left: str) -> None:
    assert redacted(text, traces_of(names=[name])) == left


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Annabelle " + "- " * 40 + "Bo", "Annabelle" + "-" * 9000),
        ("Annabelle " + "' " * 40 + "Bo", "Annabelle" + " " * 9000),
        ("Annabelle" + "'" * 60 + " Bo", ("Annabelle" + "'" * 59) * 90),
        ("Annabelle " + "'&#39;" * 40 + " Bo", "Annabelle " + "&#39;" * 9000),
        ("a" + "'" * 60 + "(23)b c", ("a" + "'" * 59) * 90),
    ],
)
def test_punctuation_of_a_name_cannot_hold_an_erasure_up(name: str, text: str) -> None:
    """With as many ways to match as there are ways to share it out, none of these would ever end."""
    known = traces_of(names=[name], places=[name], emails=[f"{name}@{name}.{'.' * 40}com"])
    left = redacted(text, known)
    assert left.count(REDACTED) >= text.count("Annabelle")
    assert "Annabelle" not in left
    assert redacted(f"({name.strip()})", known) in {f"({REDACTED})", f"({REDACTED}{REDACTED})"}


def test_an_address_that_another_goes_on_from_is_found_at_the_end_of_a_text() -> None:
    homes = traces_of(places=["5 Elm St", "5 Elm St, Unit 9"])
    assert redacted("at 5 Elm St", homes) == "at [erased]"


def test_two_words_of_a_name_go_where_they_are_joined_with_a_capital() -> None:
    jo = traces_of(names=["Jo Ann Smith"])
    assert redacted("JoAnn and Joann, a joann fabric", jo) == "[erased] and [erased], a joann fabric"


def test_tens_of_thousands_of_addresses_are_looked_up_and_not_tried_one_by_one() -> None:
    """At this size, a pattern of all of them would take a second with each text."""
    addresses = [f"{number} Elm St, Unit {number % 97}" for number in range(40_000)]
    redactor = Redactor.of(traces_of(places=addresses))
    addresses += [f"{address}, " for address in addresses]
    texts = [f"from {address.upper()} to 5 Elm St" for address in addresses[:40_000:20]]
    assert {redactor(text) for text in texts} == {"from [erased] to 5 Elm St"}


def test_brackets_before_a_number_cannot_hold_an_erasure_up() -> None:
    """At this size, trying each bracket with all that follow would take hours."""
    text = "(" * 1_000_000 + "! (212) 555-0199"
    assert redacted(text, MARIA) == "(" * 1_000_000 + "! [erased]"


def test_a_text_of_many_marks_is_read_once() -> None:
    """At this size, comparing each name with each mark or tag would take many minutes."""
    text = "[erased] <b>Maria</b> <i Maria> " * 10_000
    left = redacted(text, MARIA)
    assert left == "[erased] <b>[erased]</b> <i Maria> " * 10_000


@pytest.mark.parametrize(
    "address", ["1 ' ' ' ' ' Bo", "12 - 14 Main St", "' 5 Elm", "O'Hare & Sons, Gate 5", "5 Elm '"]
)
def test_an_address_goes_as_it_was_typed(address: str) -> None:
    left = redacted(f"at {address}!", traces_of(places=[address]))
    assert left.translate({ord("'"): None, ord(" "): None}) == "at[erased]!"


letters = st.text("bcdfghjkpqvwxz", min_size=3, max_size=9)
filler = st.text(" .,!?\n()1b", max_size=12)


@given(letters, letters, filler, filler, st.sampled_from([str.lower, str.upper, str.title]))
def test_any_name_goes_in_any_case_from_any_text(
    first: str, last: str, before: str, behind: str, case: Callable[[str], str]
) -> None:
    traces = traces_of(names=[f"{first} {last}"])
    for form in (f"{first} {last}", first, last, f"{first} {last[0]}."):
        text = f"{before} {case(form)} {behind}"
        words = redacted(text, traces).casefold().replace(REDACTED, " ").replace(".", " ").split()
        assert first not in words, text
        assert last not in words, text


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_what_was_redacted_stays_as_it_is(text: str, name: str, place: str) -> None:
    redact = Redactor.of(traces_of(names=[name], places=[place]))
    once = redact(text)
    assert once.count(REDACTED) >= text.count(REDACTED)
    assert redact(once).count(REDACTED) >= once.count(REDACTED)


@given(st.text("aeiou ,.!?'-\n", max_size=80), letters)
def test_text_without_the_name_is_not_touched(text: str, name: str) -> None:
    assert redacted(text, traces_of(names=[name])) == text


@given(
    st.lists(
        st.sampled_from(["", " ", "-", ".", ") ", " (", "/", "\N{NON-BREAKING HYPHEN}"]),
        min_size=9,
        max_size=9,
    )
)
def test_a_number_goes_whatever_stands_between_its_digits(between: list[str]) -> None:
    number = "".join(digit + gap for digit, gap in zip("2125550199", [*between, ""], strict=True))
    left = unicodedata.normalize("NFKC", redacted(f"call {number} now", MARIA))
    assert left == "call [erased] now"


awkward = st.text("aB1o '\u00b4\u2019\u200b\u0301.-_&#39;()+,/<>@\n", max_size=24)
printable = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=24)
anything = st.one_of(awkward, printable, st.lists(awkward | printable, max_size=4).map(" ".join))


def ways_to_match(pattern: re.Pattern[str]) -> float:
    """In how many ways the parts that may backtrack can share a text out: infinite if one has no upper bound.
    The steps at one place of a text are at most so many times the length of what a single way reads."""
    tree = io.StringIO()
    with redirect_stdout(tree):
        re.compile(pattern.pattern, pattern.flags | re.DEBUG)
    repeats = re.findall(r"\b(?:MAX|MIN)_REPEAT (\d+) (\d+|MAXREPEAT)", tree.getvalue())
    return math.prod(
        math.inf if most == "MAXREPEAT" else int(most) - int(least) + 1 for least, most in repeats
    )


@settings(deadline=None)
@given(anything, anything, anything | st.text("+(01 -)", min_size=9, max_size=24), anything, anything)
def test_redaction_ends_whatever_people_typed(
    name: str, place: str, phone: str, email: str, text: str
) -> None:
    known = traces_of(names=[name], places=[place], phones=[phone], emails=[email], cut_at=(3, 9))
    redact = Redactor.of(known)
    for typed in (text, text * 50, f"{name} {place} {phone} {email}" * 20):
        assert redact(typed).count(REDACTED) >= typed.count(REDACTED)
    for pattern in (redact.anywhere, *(part.pattern for part in redact.parts)):
        assert pattern is None or ways_to_match(pattern) <= 16
        assert pattern is None or not pattern.match("")


@pytest.mark.parametrize(
    ("part", "is_a_word_too"), [("xu", True), ("xue", False), ("may", True), ("李小", False)]
)
def test_two_letters_of_the_alphabet_may_be_another_word(part: str, is_a_word_too: bool) -> None:
    assert is_ordinary(part) is is_a_word_too
