"""Nested values as JSON and back, equal to the last digit.

Fractions are written ``"n/d"`` and decimals as their digits, so that no price input ever passes
through a binary float. Values are made again by their own classes and so are checked again.
"""

from collections.abc import Iterable
from datetime import time
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from cattrs.preconf.json import JsonConverter, make_converter

from haulage.behaviour import Fix

T = TypeVar("T")


def _sorted_list(words: Iterable[str]) -> list[str]:
    """One order for a set, so that equal values are equal rows."""
    return sorted(words)


def _time(written: Any, _type: type[time]) -> time:
    return time.fromisoformat(written)


def _float(written: Any, _type: type[float]) -> float:
    """``jsonb`` gives a whole number back without its point."""
    return float(written)


def _fix(written: Any, _type: type[Fix]) -> Fix:
    """By hand, because a stream has thousands of them that are read with every batch."""
    at, speed, lat, lng, limit, off_route, engine_off, heading, accuracy = written
    return Fix(
        at,
        float(speed),
        float(lat),
        float(lng),
        None if limit is None else float(limit),
        None if off_route is None else float(off_route),
        engine_off,
        None if heading is None else float(heading),
        None if accuracy is None else float(accuracy),
    )


def _make() -> JsonConverter:
    converter = make_converter()
    converter.register_unstructure_hook(Fraction, str)
    converter.register_structure_hook(Fraction, lambda written, _type: Fraction(written))
    converter.register_unstructure_hook(Decimal, str)
    converter.register_structure_hook(Decimal, lambda written, _type: Decimal(written))
    converter.register_unstructure_hook(time, time.isoformat)
    converter.register_structure_hook(time, _time)
    converter.register_structure_hook(float, _float)
    converter.register_unstructure_hook(Fix, lambda fix: fix)
    converter.register_structure_hook(Fix, _fix)
    converter.register_unstructure_hook_func(lambda kind: kind == frozenset[str], _sorted_list)
    return converter


_CONVERTER = _make()


def to_json(value: object, kind: Any = None) -> Any:
    """The value as JSON's dicts, lists, strings and numbers; *kind* is its declared type."""
    return _CONVERTER.unstructure(value, unstructure_as=kind)


def from_json(written: Any, kind: type[T]) -> T:
    """The value of type *kind* that :func:`to_json` wrote."""
    return _CONVERTER.structure(written, kind)
