"""What counts as a signature: strokes on the pad, long enough, or a name."""

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.proofs.signature import (
    GRID_HEIGHT,
    GRID_WIDTH,
    LEAST_INK,
    MAX_NAME_LENGTH,
    MOST_SPOTS,
    MOST_STROKES,
    DrawnSignature,
    Spot,
    TypedSignature,
)

INK = int(LEAST_INK)
LINE: tuple[Spot, ...] = ((0, 0), (INK, 0))
DOT: tuple[Spot, ...] = ((5, 5),)


@pytest.mark.parametrize(
    "strokes",
    [
        (LINE,),
        (LINE, DOT),
        (LINE, *[DOT] * (MOST_STROKES - 1)),
        (LINE, DOT * (MOST_SPOTS - 2)),
        (((0, 0), (GRID_WIDTH, GRID_HEIGHT)),),
        (((0, 0), (INK // 2, 0)), ((0, 0), (0, INK // 2))),
    ],
)
def test_strokes_up_to_every_bound_are_one(strokes: tuple[tuple[Spot, ...], ...]) -> None:
    assert DrawnSignature(strokes).ink >= LEAST_INK


@pytest.mark.parametrize(
    ("strokes", "why"),
    [
        ((), "between 1 and"),
        ((LINE, *[DOT] * MOST_STROKES), "between 1 and"),
        ((LINE, ()), "no empty strokes"),
        ((LINE, DOT * (MOST_SPOTS - 1)), "at most"),
        ((((0, 0), (GRID_WIDTH + 1, 0)),), "must lie within"),
        ((((0, 0), (0, GRID_HEIGHT + 1)),), "must lie within"),
        ((((-1, 0), (INK, 0)),), "must lie within"),
        ((((0, -1), (INK, 0)),), "must lie within"),
        ((((0, 0), (INK - 1, 0)),), "too short"),
        ((DOT,), "too short"),
    ],
)
def test_anything_beyond_is_none(strokes: tuple[tuple[Spot, ...], ...], why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        DrawnSignature(strokes)


@pytest.mark.parametrize("text", ["A", "x" * MAX_NAME_LENGTH])
def test_a_name_is_one(text: str) -> None:
    assert TypedSignature(text).text == text


@pytest.mark.parametrize("text", ["", " ", "x" * (MAX_NAME_LENGTH + 1), "Ann\n"])
def test_what_is_no_name_is_none(text: str) -> None:
    with pytest.raises(InvalidInput):
        TypedSignature(text)
