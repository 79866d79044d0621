"""Presets by what somebody types: every word must begin a word of the name or of its other names.

One thing or several, "sofas" as "sofa"; a number before them is how many. Where nothing fits, a word may be
one slip of the finger away: a letter too many, too few or wrong, or two in each other's place.
"""

import re
from collections.abc import Callable, Sequence

from haulage.items.catalog import PRESETS
from haulage.items.preset import ItemPreset
from haulage.kernel.folded import fold

_WORD = re.compile(r"[a-z0-9]+")
_HOW_MANY = re.compile(r"\s*\d{1,2}(?:\s*x\s+|\s+)(?=\S)", re.IGNORECASE)
_PLURALS = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""))

SHORTEST_MISSPELT = 4
"""Ours, in letters: one slip in a shorter word makes another word of it."""


def search_presets(text: str, presets: Sequence[ItemPreset] = PRESETS) -> list[ItemPreset]:
    """Those that fit, by name before those by another name; all of them for no words."""
    typed = _words(text)
    counted = _words(_HOW_MANY.sub("", text, count=1))
    for wanted, begins in ((typed, _begins), (counted, _begins), (counted, _nearly_begins)):
        found = _found(wanted, presets, begins)
        if found:
            return found
    return []


def _found(
    typed: Sequence[str], presets: Sequence[ItemPreset], begins: Callable[[str, str], bool]
) -> list[ItemPreset]:
    def fits(words: Sequence[str]) -> bool:
        return all(any(begins(start, word) for word in words) for start in typed)

    named = [preset for preset in presets if fits(_words(preset.name))]
    known = set(named)
    return named + [each for each in presets if each not in known and fits(_all_words(each))]


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _all_words(preset: ItemPreset) -> list[str]:
    return _words(" ".join((preset.name, preset.category.replace("_", " "), *preset.words)))


def _begins(typed: str, word: str) -> bool:
    return any(word.startswith(each) for each in _singulars(typed))


def _nearly_begins(typed: str, word: str) -> bool:
    return _begins(typed, word) or any(
        _is_one_slip(each, word[:length])
        for each in _singulars(typed)
        if len(each) >= SHORTEST_MISSPELT
        for length in (len(each) - 1, len(each), len(each) + 1)
    )


def _singulars(typed: str) -> list[str]:
    """The word itself, and what it may be several of."""
    several = ((typed.removesuffix(end) + one) for end, one in _PLURALS if typed.endswith(end))
    return [typed, *(each for each in several if len(each) > 2)]


def _is_one_slip(typed: str, meant: str) -> bool:
    same = next((i for i, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b), None)
    if same is None:
        return abs(len(typed) - len(meant)) == 1
    wrong, right = typed[same:], meant[same:]
    swapped = wrong[:2] == right[1::-1] and wrong[2:] == right[2:] and len(right) > 1
    return swapped or wrong[1:] == right[1:] or wrong[1:] == right or wrong == right[1:]
