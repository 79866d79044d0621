"""Usual things that are moved, and what a list of them amounts to."""

from haulage.items.catalog import PRESETS, find_preset, preset_of
from haulage.items.lifting import needs_two_people
from haulage.items.load import Load, load_of
from haulage.items.preset import Category, ItemPreset
from haulage.items.search import search_presets

__all__ = [
    "PRESETS",
    "Category",
    "ItemPreset",
    "Load",
    "find_preset",
    "load_of",
    "needs_two_people",
    "preset_of",
    "search_presets",
]
