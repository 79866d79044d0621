"""What a mover must know to get to the door at one end of a trip."""

from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.phone import check_phone

MAX_UNIT_LENGTH = 40
MAX_GATE_CODE_LENGTH = 40
MAX_CONTACT_NAME_LENGTH = 100
MAX_CONTACT_PHONE_LENGTH = 32
MAX_ACCESS_NOTE_LENGTH = 500
"""Ours, in characters: what a person reads at a door."""

LOWEST_FLOOR, HIGHEST_FLOOR = -5, 200
"""Ours: 1 is at street level, and below 1 is below the street. No building has more floors."""


class FloorAccess(StrEnum):
    """How goods get to the floor."""

    ELEVATOR = "elevator"
    STAIRS = "stairs"


@attrs.frozen
class StopAccess:
    """Where the door is, how to get through it, and who opens it. Empty is not given."""

    unit: str = ""
    floor: int | None = None
    floor_access: FloorAccess | None = None
    gate_code: str = attrs.field(default="", repr=False)
    contact_name: str = attrs.field(default="", repr=False)
    contact_phone: str = attrs.field(default="", repr=False)
    note: str = attrs.field(default="", repr=False)

    @property
    def floors_alone(self) -> "StopAccess":
        """How far up or down it is: what a load has to be carried, and nothing that opens a door."""
        return StopAccess(floor=self.floor, floor_access=self.floor_access)


NO_ACCESS = StopAccess()
"""Nothing was said."""


def checked_access(access: StopAccess, field: str) -> StopAccess:
    """Without spaces around its texts. Raises ``InvalidInput``, which names the part of *field* at fault."""
    limits = {
        "unit": MAX_UNIT_LENGTH,
        "gate_code": MAX_GATE_CODE_LENGTH,
        "contact_name": MAX_CONTACT_NAME_LENGTH,
        "contact_phone": MAX_CONTACT_PHONE_LENGTH,
        "note": MAX_ACCESS_NOTE_LENGTH,
    }
    trimmed = {name: getattr(access, name).strip() for name in limits}
    for name, limit in limits.items():
        if len(trimmed[name]) > limit:
            raise InvalidInput(f"{field}.{name}", f"must be at most {limit} characters")
    if access.floor is not None and not LOWEST_FLOOR <= access.floor <= HIGHEST_FLOOR:
        raise InvalidInput(f"{field}.floor", f"must be between {LOWEST_FLOOR} and {HIGHEST_FLOOR}")
    if trimmed["contact_phone"]:
        check_phone(trimmed["contact_phone"], f"{field}.contact_phone")
    return attrs.evolve(access, **trimmed)
