"""A vehicle's identification number and its check digit."""

import re
from collections.abc import Mapping

VIN_LENGTH = 17
_CHECK_PLACE = 8
_FORM = re.compile(r"[A-HJ-NPR-Z0-9]{17}")
"""The letters I, O and Q are used in no VIN (49 CFR 565.13)."""

_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9)
_LETTERS: Mapping[str, int] = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", _VALUES, strict=True))
"""Values of letters and weights of places: 49 CFR 565.15(c)."""


def written_vin(text: str) -> str:
    """The number as it is stored: capital letters and digits, without gaps."""
    return "".join(text.split()).replace("-", "").upper()


def is_vin(text: str) -> bool:
    """Whether *text* has the form of a VIN and its ninth character is the check digit of the others."""
    vin = written_vin(text)
    return bool(_FORM.fullmatch(vin)) and vin[_CHECK_PLACE] == check_digit(vin)


def check_digit(vin: str) -> str:
    """The ninth character that belongs to the others; *vin* has the form of one."""
    total = sum(
        weight * (int(letter) if letter.isdigit() else _LETTERS[letter])
        for weight, letter in zip(_WEIGHTS, vin, strict=True)
    )
    rest = total % 11
    return "X" if rest == 10 else str(rest)
