"""How well typed words fit the words of a name: nothing for a perfect fit, more for every doubt."""

from functools import lru_cache

import attrs
from rapidfuzz.distance import OSA

from haulage_adapters.embedded.gazetteer.words import (
    CANONICAL,
    DIRECTIONS,
    FILLERS,
    FORMS,
    TYPES,
    WEAK,
)

NEVER = 9.0
"""Words that do not fit at all."""

ENOUGH = 2.2
"""Names that cost more than this are not offered."""

STARTED = 0.05
MISTYPED = 0.5
MISTYPED_START = 0.7
SHORT, MISTYPED_SHORT = 3, 0.8
"""Words so short are one slip from many others."""

KNOWN_WORD = 0.4
"""More, where the mistyped word is a word by itself: road for Broad."""

LEFT_OUT_TYPE, LEFT_OUT_DIRECTION, LEFT_OUT_WORD, LEFT_OUT_END = 0.15, 0.35, 0.7, 0.2
WRONG_TYPE, WRONG_DIRECTION = 1.2, 1.0
OTHER_TYPE = 1.2
"""More, where the name has a type and it is another: Hudson Place is not Hudson Street."""

KNOWN_BY_ANY_TYPE = frozenset({"amsterdam ave", "lexington ave", "madison ave", "york ave"})
"""Avenues so well known that a slip in their type leaves no doubt."""


@attrs.frozen(cache_hash=True)
class Typed:
    """A typed word: as written, in its canonical form, and whether it may go on."""

    raw: str
    word: str
    open: bool = False

    @property
    def weak(self) -> bool:
        return self.word in WEAK


def errors_allowed(word: str) -> int:
    """Two slips in a long word, one in a short one, none in one or two letters or in a number."""
    if len(word) < 3 or not word.isalpha():
        return 0
    return 1 if len(word) < 6 else 2


@lru_cache(maxsize=1 << 11)
def word_cost(typed: Typed, word: str) -> float:
    """What it costs to take a typed word for a word of a name."""
    if typed.word == word:
        return 0.0
    forms = FORMS.get(word, (word,))
    if typed.open and any(form.startswith(typed.raw) for form in forms):
        return STARTED
    if word.isdigit() and typed.raw[:1].isdigit():
        return _number_cost(typed, word)
    return _mistyped(typed, forms)


def _number_cost(typed: Typed, word: str) -> float:
    """Figures are never mistaken for others, but 7nh may be 7th."""
    if typed.open and f"{word}th".startswith(typed.raw):
        return STARTED
    tail = typed.raw.removeprefix(word)
    return MISTYPED if tail.isalpha() and len(tail) <= 3 else NEVER


@lru_cache(maxsize=1 << 9)
def doubtful(raw: str) -> bool:
    """Whether a word may be anything short, or a mistyped type: no name is looked up by it."""
    if not raw.isalpha():
        return False
    if len(raw) <= SHORT:
        return True
    return raw not in CANONICAL and any(_one_slip(raw, form) for word in WEAK for form in FORMS[word])


def _mistyped(typed: Typed, forms: tuple[str, ...]) -> float:
    if 0 < len(typed.raw) <= SHORT and typed.raw.isalpha():
        near = (form for form in forms if 2 <= len(form) <= SHORT + 1)
        return MISTYPED_SHORT if any(_one_slip(typed.raw, form) for form in near) else NEVER
    allowed = errors_allowed(typed.raw)
    if not allowed:
        return NEVER
    doubt = KNOWN_WORD if typed.raw in CANONICAL else 0.0
    best = NEVER
    for form in forms:
        if len(form) < 3:
            continue
        errors = OSA.distance(typed.raw, form, score_cutoff=allowed)
        if errors <= min(allowed, errors_allowed(form)):
            best = min(best, MISTYPED * errors + doubt)
        elif typed.open and len(typed.raw) >= 4:
            for length in (len(typed.raw), len(typed.raw) + 1, len(typed.raw) - 1):
                if OSA.distance(typed.raw, form[:length], score_cutoff=1) <= 1:
                    best = min(best, MISTYPED_START)
    return best


def _one_slip(raw: str, form: str) -> bool:
    return OSA.distance(raw, form, score_cutoff=1) <= 1


def name_cost(typed: tuple[Typed, ...], name: str) -> float:
    """The cheapest way to lay the typed words over a name's, in their order."""
    words = name.split()
    if len(typed) > len(words) + 3:
        return NEVER
    last = len(words)
    other_type = OTHER_TYPE if _is_of_another_type(typed[-1:], words) else 0.0
    row = [0.0]
    for word in words:
        row.append(row[-1] + _left_out(word))
    for place, each in enumerate(typed):
        extra = _extra(each)
        following = [row[0] + extra]
        final = place == len(typed) - 1
        for column, word in enumerate(words, 1):
            skip = LEFT_OUT_END if final and word not in WEAK else _left_out(word)
            following.append(
                min(
                    row[column - 1] + word_cost(each, word),
                    row[column] + extra,
                    following[column - 1] + (min(skip, _left_out(word))),
                )
            )
        row = following
    return row[last] + other_type


def _is_of_another_type(ending: tuple[Typed, ...], words: list[str]) -> bool:
    """Whether the last typed word is a whole type of street, and the name ends in another one."""
    if not ending or ending[0].word not in TYPES or words[-1] not in TYPES:
        return False
    if " ".join(words) in KNOWN_BY_ANY_TYPE:
        return False
    return word_cost(ending[0], words[-1]) >= NEVER


def _left_out(word: str) -> float:
    """A word of the name that nobody typed."""
    if word in TYPES:
        return LEFT_OUT_TYPE
    return LEFT_OUT_DIRECTION if word in DIRECTIONS else LEFT_OUT_WORD


def _extra(typed: Typed) -> float:
    """A typed word that the name does not have."""
    if typed.word in FILLERS:
        return 0.1
    if typed.word in TYPES:
        return WRONG_TYPE
    return WRONG_DIRECTION if typed.word in DIRECTIONS else NEVER


def is_street(words: tuple[Typed, ...]) -> bool:
    """Whether words are a street's type, with a number at most."""
    others = [each for each in words if each.word not in TYPES]
    return len(others) < len(words) and all(each.word.isdigit() for each in others)
