"""A vehicle's license plate, as its driver gives it and customers look for it."""

import re

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.states import STATES

MAX_PLATE_CHARACTERS = 8
"""Ours: letters and digits. No state issues plates with more."""

MAX_PLATE_LENGTH = 15
"""Of what is typed and shown, one gap between every two characters."""

_BETWEEN = re.compile(r"[\s.·-]+")
_PLATE = re.compile(r"[A-Z0-9]+(?: [A-Z0-9]+)*")


@attrs.frozen
class LicensePlate:
    """``state`` by its postal code, ``text`` in capital letters and digits with single spaces between."""

    state: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.state})"


def license_plate(state: str, text: str) -> LicensePlate:
    """The plate as it is stored, however it was typed: 'abc-1234' of 'ny' is ABC 1234 of NY.

    Raises ``InvalidInput`` for ``license_plate.state`` or ``license_plate.text``.
    """
    code = state.strip().upper()
    if code not in STATES:
        raise InvalidInput("license_plate.state", "must be the postal code of a state, such as NY")
    plate = _BETWEEN.sub(" ", text).strip().upper()
    if not _PLATE.fullmatch(plate) or len(plate.replace(" ", "")) > MAX_PLATE_CHARACTERS:
        raise InvalidInput(
            "license_plate.text", f"must be 1 to {MAX_PLATE_CHARACTERS} letters and digits, such as ABC 1234"
        )
    return LicensePlate(code, plate)
