"""Presets by what somebody types: every word must begin a word of the name or of its other names."""

import re
from collections.abc import Sequence

from haulage.items.catalog import PRESETS
from haulage.items.preset import ItemPreset
from haulage.kernel.folded import fold

_WORD = re.compile(r"[a-z0-9]+")


def search_presets(text: str, presets: Sequence[ItemPreset] = PRESETS) -> list[ItemPreset]:
    """Those that fit, by name before those by another name; all of them for no words."""
    typed = _words(text)
    named = [preset for preset in presets if _fits(typed, _words(preset.name))]
    known = set(named)
    others = [each for each in presets if each not in known and _fits(typed, _all_words(each))]
    return named + others


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _all_words(preset: ItemPreset) -> list[str]:
    return _words(" ".join((preset.name, preset.category.replace("_", " "), *preset.words)))


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(word.startswith(start) for word in words) for start in typed)
