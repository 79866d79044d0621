"""What a VIN says of its vehicle, held against what was typed (ONB-19)."""

import attrs

from haulage.kernel.folded import fold


@attrs.frozen
class DecodedVehicle:
    """Make, model and year by the manufacturer's code; what it does not say is empty or None."""

    make: str = ""
    model: str = ""
    year: int | None = None


def differing(decoded: DecodedVehicle, *, make: str, model: str, year: int | None) -> tuple[str, ...]:
    """Which of the typed ``make``, ``model`` and ``year`` the VIN contradicts.

    What is empty on either side contradicts nothing. Models are written with and without their trim, so that
    one name within the other is the same.
    """
    found = []
    if decoded.make and make.strip() and fold(decoded.make.strip()) != fold(make.strip()):
        found.append("make")
    if decoded.model and model.strip() and not _alike(decoded.model, model):
        found.append("model")
    if decoded.year is not None and year is not None and decoded.year != year:
        found.append("year")
    return tuple(found)


def _alike(one: str, other: str) -> bool:
    a, b = ("".join(filter(str.isalnum, fold(each))) for each in (one, other))
    return a in b or b in a
